import type { Field } from '../../../contract/field.ts';
import { leavesOf } from '../leaves.ts';
import type { RowContext } from '../rule.ts';

const EMAIL = /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

/** Checks the format of e-mail and web addresses. */
export function addresses(context: RowContext): void {
  for (const field of context.kind.fields) {
    if (field.value.type === 'email') checkEmails(field, context);
    if (field.value.type === 'url') checkWebAddresses(field, context);
  }
}

function checkEmails(field: Field, { body, report }: RowContext): void {
  for (const { path, value } of leavesOf(field, body)) {
    if (typeof value !== 'string' || isEmail(value)) continue;
    const message = `"${value}" is not an e-mail address; use one address per cell, such as name@example.com`;
    report('email', path, message, { value });
  }
}

function checkWebAddresses(field: Field, { body, report }: RowContext): void {
  for (const { path, value } of leavesOf(field, body)) {
    if (typeof value !== 'string' || isWebAddress(value)) continue;
    const isBare = /^[\w-]+\.[\w-]/.test(value);
    report('url', path, `"${value}" is not a web address`, {
      value,
      suggestion: isBare ? `did you mean "https://${value}"?` : 'write the full address: https://...',
    });
  }
}

export function isEmail(text: string): boolean {
  return EMAIL.test(text) && !text.startsWith('.') && !text.includes('..') && !text.includes('.@');
}

export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s]+$/i.test(text)) return false;
  return URL.canParse(text);
}
