import type { Json } from './kind.ts';

/**
 * Whether a value that the service returned contains the value that was sent. A service may add fields to objects,
 * reorder lists, and return a day as a date-time or a number as a text.
 */
export function covers(sent: Json, stored: Json): boolean {
  if (Array.isArray(sent)) {
    if (!Array.isArray(stored) || stored.length !== sent.length) return false;
    const others = [...stored];
    return sent.every((item) => {
      const at = others.findIndex((other) => covers(item, other));
      if (at >= 0) others.splice(at, 1);
      return at >= 0;
    });
  }
  if (typeof sent === 'object' && sent !== null) {
    if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return false;
    return Object.entries(sent).every(([name, value]) =>
      Object.hasOwn(stored, name) ? covers(value, stored[name]!) : value === null,
    );
  }
  if (sent === stored) return true;
  if (typeof sent === 'number')
    return typeof stored === 'string' && stored.trim() !== '' && Number(stored) === sent;
  if (typeof sent !== 'string' || typeof stored !== 'string') return false;
  return /^\d{4}-\d{2}-\d{2}$/.test(sent) && stored.startsWith(`${sent}T00:00`);
}
