import type { Json } from '../../contract/kind.ts';
import { type Coercion, UNREADABLE } from './coercion.ts';
import { cellText, cleanText, quoted } from './text.ts';
import { coerceText } from './text-coercion.ts';

/** Reads a value of an object whose fields are not documented: numbers and booleans as they are, else text. */
export const coerceOpenValue: Coercion = (cell, note) => {
  if (typeof cell === 'number' || typeof cell === 'boolean') return cell;
  if (typeof cell === 'object' && cell.type !== 'date' && cell.type !== 'time') return cell.value;
  return coerceText(cell, note);
};

/** Reads a whole object from one cell, as JSON. */
export const coerceOpenObject: Coercion = (cell, note) => {
  const text = cleanText(cellText(cell));
  if (text === '') return undefined;
  const object = parseObject(text);
  if (object) return object;
  note('open-unreadable', cell, `${quoted(text)} is not a JSON object`, '{"name": value}');
  return UNREADABLE;
};

function parseObject(text: string): { [name: string]: Json } | undefined {
  if (!text.startsWith('{')) return undefined;
  let unsafe = false;
  try {
    // A text that begins with `{` is an object, if it is valid JSON.
    const value: { [name: string]: Json } = JSON.parse(text, (name, inner) => {
      if (name === '__proto__' || name === 'constructor') unsafe = true;
      return inner;
    });
    return unsafe ? undefined : value;
  } catch {
    return undefined;
  }
}
