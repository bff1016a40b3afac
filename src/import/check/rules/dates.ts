import { fieldText } from '../../../findings/finding.ts';
import { leavesOf, type RowContext } from '../rule.ts';

/** Rejects an end date before its start date. */
export function dateOrder({ kind, body, report }: RowContext): void {
  for (const field of kind.fields) {
    if (field.notBefore === undefined) continue;
    const group = field.path.slice(0, field.path.lastIndexOf('.') + 1);
    const start = kind.fields.find(({ path }) => path === `${group}${field.notBefore}`)!;
    // Both fields have one leaf in each group.
    const starts = leavesOf(start, body);
    for (const [at, { path, value }] of leavesOf(field, body).entries()) {
      const from = starts[at]!.value;
      if (typeof value !== 'string' || typeof from !== 'string' || value >= from) continue;
      report('date-order', path, `${fieldText(path)} is ${value}, before ${field.notBefore} ${from}`, {
        value,
      });
    }
  }
}
