import { say } from '../say.ts';

/** The reason why a service cannot be reached: a few words and the error code. */
export function causeText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  const causes: Readonly<Record<string, () => string>> = say().causes;
  if (code !== undefined && Object.hasOwn(causes, code)) return `${causes[code]!()} (${code})`;
  const message = error.message.trim();
  return message === '' ? (code ?? error.name) : message;
}

/** The error of a connection that was attempted to several addresses is an AggregateError. */
export function codeOf(error: Error): string | undefined {
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return code;
  const inner = error instanceof AggregateError ? error.errors[0] : undefined;
  return inner instanceof Error ? codeOf(inner) : undefined;
}
