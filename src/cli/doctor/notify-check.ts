import { destinationsOf } from '../../config/destination.ts';
import type { Environment } from '../../config/environment.ts';
import type { Context } from '../../context.ts';
import { usage } from '../../errors.ts';
import { numberText, say } from '../../say.ts';
import type { Sound } from './checks.ts';

/**
 * Checks that the address of each notification can be read. `isSent`: sends a test message to each. The environment must
 * be approved.
 *
 * @throws TraceError `notify-address`
 */
export async function notifyCheck(
  environment: Environment,
  context: Context,
  isSent: boolean,
): Promise<Sound> {
  const { notify, name } = environment;
  const { nobody, notified, notifiedNow, notNotified, notNotifiedHow } = say().doctor;
  if (notify === null) return { text: nobody() };
  const notice = {
    ...{ schemaVersion: 1 as const, time: context.now().toISOString(), environment: name, command: 'doctor' },
    ...{ run: null, exitCode: 0, verdict: say().notice.test(), totals: null, causes: [], next: null },
  };
  const { notify: send } = await import('../run/notify.ts');
  const found = await send(isSent ? notice : null, notify, environment, context);
  const failures = found.map((one) => `${one.name}: ${one.reason}`).join('; ');
  if (failures !== '') throw usage('notify-address', notNotified({ failures }), notNotifiedHow());
  const { length: count } = destinationsOf(notify.settings);
  const text = notified({ count, number: numberText(count) });
  return { text: isSent ? notifiedNow({ text }) : text };
}
