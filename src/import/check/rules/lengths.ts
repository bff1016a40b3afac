import { fieldText } from '../../../findings/finding.ts';
import { leavesOf } from '../leaves.ts';
import type { RowContext } from '../rule.ts';

/** How to turn off limits that the interface does not document. */
const TURN_OFF = 'if the service accepts it, set hints: false for the environment';

/** Checks lengths of texts and the number of digits of codes. */
export function lengths({ kind, body, report }: RowContext): void {
  for (const field of kind.fields) {
    const { value: type } = field;
    if (type.type !== 'text' && type.type !== 'reference') continue;
    const digits = type.type === 'reference' ? type.digits : undefined;
    if (type.length === undefined && digits === undefined) continue;
    for (const { path, value } of leavesOf(field, body)) {
      if (typeof value !== 'string') continue;
      const size = [...value].length;
      if (type.length && (size < type.length.min || size > type.length.max)) {
        const { min, max } = type.length;
        report(
          'text-length',
          path,
          `${fieldText(path)} has ${size} characters; allowed: ${max === Infinity ? `${min} or more` : `${min} to ${max}`}`,
          { value, ...(kind.openBody && { suggestion: TURN_OFF }) },
        );
      }
      if (digits !== undefined && !new RegExp(`^\\d{${digits}}$`).test(value)) {
        const lost = /^\d+$/.test(value) && value.length < digits ? '; leading zeros may be lost' : '';
        report('digits', path, `"${value}" does not have ${digits} digits${lost}`, {
          value,
          ...(kind.openBody && { suggestion: TURN_OFF }),
        });
      }
    }
  }
}
