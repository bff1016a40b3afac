import { type Body, keyText } from '../../contract/kind.ts';
import { type CrossFinding, findingOn } from '../../records/check/cross-finding.ts';
import { kindText, say } from '../../say.ts';
import { changedFields } from '../../send/plan/changed.ts';
import type { CheckScope } from './check-updates.ts';

/** The environment that must have accepted content before it is sent. */
export interface RequiredRehearsal {
  readonly name: string;
  /** Its records in the ledger. */
  readonly target: string;
  /** The command that rehearses the input of the run. */
  readonly command: string;
}

/**
 * Reports the records to be sent whose content the environment of rehearsals has not accepted. Equivalent forms of a value, and
 * another importation batch, are the same content.
 */
export function* unrehearsed(
  { staged, kinds }: Pick<CheckScope, 'staged' | 'kinds'>,
  { name, target, command }: RequiredRehearsal,
): Iterable<CrossFinding> {
  for (const { body, known, ...row } of staged.unrehearsed(target)) {
    const kind = kinds.find((one) => one.name === row.kind)!;
    const changes = known && changedFields(kind, JSON.parse(known) as Body, JSON.parse(body) as Body);
    if (changes && changes.length === 0) continue;
    const about = { kind: kindText(kind.name), key: keyText(row.key), environment: name };
    const message = changes
      ? say().staged.rehearsedOther({ ...about, fields: changes.map(({ path }) => path).join(', ') })
      : say().staged.notRehearsed(about);
    const suggestion = say().staged.rehearse({ command });
    yield findingOn(row, 'not-rehearsed', kind.key[0]!, message, keyText(row.key), 'invalid', suggestion);
  }
}
