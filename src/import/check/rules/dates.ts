import { fieldText } from '../../../findings/finding.ts';
import { leavesOf, type RowContext } from '../rule.ts';

/** Rejects an end date before its start date. */
export function dateOrder({ kind, body, report }: RowContext): void {
  for (const field of kind.fields) {
    if (field.notBefore === undefined) continue;
    const ends = leavesOf(field, body).filter(({ value }) => typeof value === 'string');
    if (ends.length === 0) continue;
    const own = field.path.slice(field.path.lastIndexOf('.') + 1);
    const start = kind.fields.find(
      (other) => other.path === `${field.path.slice(0, -own.length)}${field.notBefore}`,
    )!;
    const starts = new Map(
      leavesOf(start, body).map(({ path, value }) => [
        path.slice(0, -start.path.split('.').at(-1)!.length),
        value,
      ]),
    );
    for (const { path, value } of ends) {
      const from = starts.get(path.slice(0, -own.length));
      if (typeof value !== 'string' || typeof from !== 'string' || value >= from) continue;
      report('date-order', path, `${fieldText(path)} is ${value}, before ${field.notBefore} ${from}`, {
        value,
      });
    }
  }
}
