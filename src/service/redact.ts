const REDACTED = '[redacted]';

/** Below this length a token may well be a word: it is replaced only where it stands alone. */
const SHORT = 6;

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/**
 * Replaces the token in a text by `[redacted]`: as it is, in base64 (also within `Bearer ...`), percent-encoded, and as JSON
 * and HTML would spell it; in any case, since hosts and codes change it.
 */
export function redactor(token: string | null): (text: string) => string {
  if (token === null || token === '') return (text) => text;
  const forms = [...new Set([token, ...base64(token), ...base64(`Bearer ${token}`), ...spellings(token)])]
    .sort((a, b) => b.length - a.length)
    .map((form) => (form.length < SHORT ? `(?<![A-Za-z0-9])${escaped(form)}(?![A-Za-z0-9])` : escaped(form)));
  const pattern = new RegExp(forms.join('|'), 'gi');
  return (text) => text.replace(pattern, REDACTED);
}

/** Both alphabets, without the padding, so that a padded text matches as well. */
function base64(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  return [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
}

function spellings(token: string): string[] {
  const strict = encodeURIComponent(token).replace(
    /[!'()*~._-]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  const json = JSON.stringify(token).slice(1, -1);
  const html = token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [
    encodeURIComponent(token),
    strict,
    json,
    json.replaceAll('/', '\\/'),
    html,
    html.replaceAll('"', '&quot;'),
  ];
}

/** The same value with every text in it redacted. */
export function redactAll<T>(value: T, redact: (text: string) => string): T {
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map((item) => redactAll(item, redact)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, name === 'type' ? item : redactAll(item, redact)]),
  ) as T;
}
