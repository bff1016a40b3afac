import { fieldText } from '../../../findings/finding.ts';
import { leavesOf } from '../leaves.ts';
import type { RowContext } from '../rule.ts';

/** Says how the limits that the interface does not show are turned off. */
const TURNED_OFF = 'if the service takes it, set hints: false for the environment';

/** Texts are as long as their field allows, and codes have their number of digits. */
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
          `${fieldText(path)} has ${size} characters; allowed is ${max === Infinity ? `${min} or more` : `${min} to ${max}`}`,
          { value, ...(kind.openBody && { suggestion: TURNED_OFF }) },
        );
      }
      if (digits !== undefined && !new RegExp(`^\\d{${digits}}$`).test(value)) {
        const lost = /^\d+$/.test(value) && value.length < digits ? '; zeros in front may be lost' : '';
        report('digits', path, `"${value}" does not have ${digits} digits${lost}`, {
          value,
          ...(kind.openBody && { suggestion: TURNED_OFF }),
        });
      }
    }
  }
}
