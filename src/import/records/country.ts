import { distance } from 'fastest-levenshtein';
import { COUNTRY_CODES } from '../../contract/countries.ts';
import { type Coercion, UNREADABLE } from './coercion.ts';
import { countryIndex } from './country-index.ts';
import { foldText, quoted } from './text.ts';
import { isFiller, textOf } from './text-coercion.ts';

type CountryReading =
  | { readonly code: string }
  /** Why it is none, to follow the quoted text, and the nearest name when one is near. */
  | { readonly problem: string; readonly suggestion?: string };

const MOST_REMEMBERED = 10_000;
const remembered = new Map<string, CountryReading>();

/**
 * The country that a clean text means: an ISO 3166-1 code, a name in English, French, Italian, Spanish, German or
 * Portuguese, a name that people use, or code and name together (`FR - France`, `France (FR)`). Only the same letters
 * count: names of different countries are too near to each other for less.
 */
export function countryOf(text: string): CountryReading {
  if (COUNTRY_CODES.has(text)) return { code: text };
  let reading = remembered.get(text);
  if (!reading) {
    reading = text.length > 100 ? { problem: 'is no country' } : read(text);
    if (remembered.size < MOST_REMEMBERED) remembered.set(text, reading);
  }
  return reading;
}

function read(text: string): CountryReading {
  const whole = one(text);
  if (whole !== undefined) return { code: whole };
  const none = countryIndex().none.get(foldText(text));
  if (none !== undefined) return { problem: none };
  if (text === '---')
    return { problem: 'does not say which country; leave the cell blank when it is not known' };
  const pair = codeAndName(text);
  if (pair && pair[0] !== pair[1]) return { problem: `names two countries, ${pair[0]} and ${pair[1]}` };
  if (pair) return { code: pair[0] };
  const suggestion = nearest(text);
  return { problem: 'is no country that is known', ...(suggestion === undefined ? {} : { suggestion }) };
}

/** The code of a text that is one code or one name. */
function one(text: string): string | undefined {
  const { names, codes, none } = countryIndex();
  const upper = text.toUpperCase();
  if (/^[A-Za-z]{2}$/.test(text) && COUNTRY_CODES.has(upper)) return upper;
  const key = foldText(text);
  if (none.has(key)) return undefined;
  const code = codes.get(upper) ?? names.get(key);
  if (code) return code;
  const bare = text.replace(/^(?:the|la|le|les)\s+|^l['’]\s*/i, '').replace(/^st\.?\s+/i, 'Saint ');
  return bare === text ? undefined : (names.get(foldText(bare)) ?? undefined);
}

/** The two codes that a text such as `FR - France`, `France (FR)` or `Spain / Espagne` names. */
function codeAndName(text: string): [string, string] | undefined {
  const parts =
    /^([a-z]{2,3})\s*[-–—:/,|]\s*(.+)$/i.exec(text) ??
    /^([a-z]{2,3})\s*\((.+)\)$/i.exec(text) ??
    /^[([]\s*([a-z]{2,3})\s*[)\]]\s*(.+)$/i.exec(text) ??
    /^(.+?)\s*[([]\s*([a-z]{2,3})\s*[)\]]$/i.exec(text) ??
    /^(.+?)\s*[-–—:/,|]\s*([a-z]{2,3})$/i.exec(text) ??
    /^([^/|(]+)[/|(]([^/|()]+)\)?$/.exec(text);
  if (!parts) return undefined;
  const [first, second] = [one(parts[1]!.trim()), one(parts[2]!.trim())];
  return first !== undefined && second !== undefined ? [first, second] : undefined;
}

/** The nearest English or French name with its code, as a suggestion only. */
function nearest(text: string): string | undefined {
  const key = foldText(text);
  if (key.length < 4) return undefined;
  // of a short word two letters are half of it
  const most = key.length < 6 ? 1 : 2;
  let best: { code: string; off: number } | undefined;
  for (const [name, code] of countryIndex().names) {
    if (code === null || Math.abs(name.length - key.length) > most) continue;
    const off = distance(key, name);
    if (off <= most && (!best || off < best.off)) best = { code, off };
  }
  if (!best) return undefined;
  return `${best.code} (${namesOfRegions().of(best.code)})`;
}

let regions: Intl.DisplayNames | undefined;

/** Made once: making it costs more than a lookup by far. */
function namesOfRegions(): Intl.DisplayNames {
  regions ??= new Intl.DisplayNames('en', { type: 'region' });
  return regions;
}

/** What `NA` can mean besides Namibia is likelier where nothing else in the column is a code. */
const NAMIBIA = /^na$/i;

/**
 * Whether all other countries of a column are alpha-2 codes, and there is one: then an `NA` in capitals is one too.
 */
export function hasOnlyCodes(texts: Iterable<string>): boolean {
  let codes = 0;
  for (const text of texts) {
    if (text === '' || NAMIBIA.test(text)) continue;
    if (/^[A-Za-z]{2}$/.test(text) && COUNTRY_CODES.has(text.toUpperCase())) codes++;
    else if ('code' in countryOf(text)) return false;
  }
  return codes > 0;
}

/** The coercion to an alpha-2 code in capitals. `onlyCodes`: the column holds codes, no names. */
export function countryCoercion(onlyCodes: boolean): Coercion {
  return (cell, note) => {
    if (typeof cell === 'string' && cell !== 'NA' && COUNTRY_CODES.has(cell)) return cell;
    const text = textOf(cell, note, false);
    if (text === '') return undefined;
    const shown = typeof cell === 'string' || (typeof cell === 'object' && cell.type === 'padded');
    if (shown && NAMIBIA.test(text) && !(onlyCodes && text === 'NA')) {
      const reason = `${quoted(text)} can mean Namibia or "not applicable"`;
      note('country-unknown', cell, reason, 'write Namibia, or leave the cell blank');
      return UNREADABLE;
    }
    const reading: CountryReading = shown ? countryOf(text) : { problem: 'is no country' };
    if ('code' in reading) {
      if (text === 'NA')
        note('country-na', cell, '"NA" is sent as Namibia', 'leave the cell blank for not applicable');
      if (reading.code === text) return textOf(cell, note);
      note('country-converted', cell, `${quoted(text)} → ${reading.code}`);
      return reading.code;
    }
    if (text !== '---' && isFiller(text, cell, note)) return undefined;
    note('country-unknown', cell, `${quoted(text)} ${reading.problem}`, reading.suggestion);
    return UNREADABLE;
  };
}
