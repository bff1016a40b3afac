import { interfaceName } from '../../config/schema.ts';
import type { InterfaceName } from '../../contract/kind.ts';
import { usage } from '../../errors.ts';
import { say } from '../../say.ts';

/**
 * The value of `--interface`; v2 by default.
 *
 * @throws TraceError for any value but v2 and v3
 */
export function interfaceOf(flag: string | undefined): InterfaceName {
  const parsed = interfaceName.safeParse(flag ?? 'v2');
  if (parsed.success) return parsed.data;
  throw usage(
    'flag-value',
    say().usage.setting({ flag: '--interface', value: flag!, fault: parsed.error.issues[0]!.message }),
  );
}
