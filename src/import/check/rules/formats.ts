import { leavesOf } from '../leaves.ts';
import type { RowContext } from '../rule.ts';

const EMAIL = /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

/** Checks the format of e-mail and web addresses. */
export function addresses({ kind, body, report }: RowContext): void {
  for (const field of kind.fields) {
    const { type } = field.value;
    if (type !== 'email' && type !== 'url') continue;
    for (const { path, value } of leavesOf(field, body)) {
      if (typeof value !== 'string') continue;
      if (type === 'email' && !isEmail(value)) {
        report(
          'email',
          path,
          `"${value}" is not an e-mail address; use one address per cell, such as name@example.com`,
          { value },
        );
      }
      if (type === 'url' && !isWebAddress(value)) {
        const bare = /^[\w-]+(\.[\w-]+)+/.test(value);
        report('url', path, `"${value}" is not a web address`, {
          value,
          suggestion: bare ? `did you mean "https://${value}"?` : 'write the full address: https://...',
        });
      }
    }
  }
}

export function isEmail(text: string): boolean {
  return EMAIL.test(text) && !text.startsWith('.') && !text.includes('..') && !text.includes('.@');
}

export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s]+$/i.test(text)) return false;
  return URL.canParse(text);
}
