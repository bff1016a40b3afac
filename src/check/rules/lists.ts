import { knownValues } from '../../contract/list.ts';
import { didYouMean } from '../../findings/nearest.ts';
import { leavesOf } from '../leaves.ts';
import type { RowContext } from '../rule.ts';

const SHORT_LIST = 8;

/** Values of closed lists are in them, byte for byte; what a list is not known to hold goes out with a warning. */
export function closedLists({ kind, body, report }: RowContext): void {
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
            : `; trace taxonomy list ${list.name} shows its ${list.values.length} values`;
        report('not-in-list', path, `"${value}" is not in ${list.name}${allowed}`, {
          value,
          ...didYouMean(value, list.values),
        });
      } else {
        report(
          'not-in-known-list',
          path,
          `"${value}" is not in the known part of ${list.name}; it is sent as it is`,
          {
            value,
            ...didYouMean(value, knownValues(list)),
          },
        );
      }
    }
  }
}
