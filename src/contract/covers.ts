import type { Json } from './kind.ts';

/**
 * Whether the stored value contains the sent one. A service may add fields to objects, reorder lists, and return a day as
 * a moment or a number as a text.
 */
export function covers(sent: Json, held: Json): boolean {
  if (Array.isArray(sent)) {
    if (!Array.isArray(held) || held.length !== sent.length) return false;
    const left = [...held];
    return sent.every((item) => {
      const at = left.findIndex((other) => covers(item, other));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  }
  if (typeof sent === 'object' && sent !== null) {
    if (typeof held !== 'object' || held === null || Array.isArray(held)) return false;
    return Object.entries(sent).every(([name, value]) =>
      Object.hasOwn(held, name) ? covers(value, held[name]!) : value === null,
    );
  }
  if (sent === held) return true;
  if (typeof sent === 'number')
    return typeof held === 'string' && held.trim() !== '' && Number(held) === sent;
  if (typeof sent !== 'string' || typeof held !== 'string') return false;
  return /^\d{4}-\d{2}-\d{2}$/.test(sent) && held.startsWith(`${sent}T00:00`);
}
