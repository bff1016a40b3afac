import { command, flag } from '../../../advice.ts';
import type { KindSpec } from '../../../contract/kind.ts';
import { didYouMean } from '../../../nearest.ts';
import { cut } from '../../records/text.ts';
import { nearValue } from '../near-value.ts';
import { leavesOf, type RowContext } from '../rule.ts';

const SHORT_LIST = 8;

const SENT = flag('--severity', 'list-near=warning');

/**
 * Reports values that are not exactly in their list. A value outside the known part of an incomplete list is sent
 * with a warning, unless it is near a known value.
 */
export function closedLists({ kind, body, place, report }: RowContext): void {
  for (const field of kind.fields) {
    if (field.value.type !== 'choice') continue;
    const { list } = field.value;
    for (const { path, value } of leavesOf(field, body)) {
      if (typeof value !== 'string' || list.values.includes(value) || list.likely?.includes(value)) continue;
      if (list.doubtful?.includes(value)) {
        report(
          'list-doubtful',
          path,
          `${list.name} ${value}: the interface does not say whether it is accepted`,
          { value },
        );
      } else if (list.complete) {
        const allowed =
          list.values.length <= SHORT_LIST
            ? `: ${list.values.join(', ')}`
            : `; ${listCommand(kind, list.name, place)} shows its ${list.values.length} values`;
        report('not-in-list', path, `"${cut(value, 200)}" is not in ${list.name}${allowed}`, {
          value,
          ...didYouMean(value, list.values),
        });
      } else {
        const near = nearValue(list, value);
        if (near !== undefined) {
          report(
            'list-near',
            path,
            `"${cut(value, 200)}" is not in the known part of ${list.name}; if the service accepts it, send it with ${SENT}`,
            { value, suggestion: `did you mean "${near}"?` },
          );
          continue;
        }
        report(
          'not-in-known-list',
          path,
          `"${cut(value, 200)}" is not in the known part of ${list.name}; it is sent anyway`,
          { value },
        );
      }
    }
  }
}

/** The command that prints the list, for the interface and environment of the row. */
function listCommand(kind: KindSpec, list: string, place: readonly string[]): string {
  const generation = kind.interface === 'v2' ? [] : ['--interface', kind.interface];
  return command('taxonomy', 'list', list, ...generation, ...place);
}
