import { didYouMean } from '../nearest.ts';
import type { Coercion } from '../recognise/coercion.ts';
import { UNREADABLE } from '../recognise/coercion.ts';
import { cleanText, cut, quoted } from '../recognise/text.ts';
import { coerceText } from '../recognise/text-coercion.ts';
import { kindText, numberText, say } from '../say.ts';
import type { ColumnMapping } from './record.ts';

/** Number of keys that a message lists, and of unknown names that get a suggestion, which needs a look at all names. */
const MOST_LISTED = 3;
const MOST_SUGGESTED = 20;

/**
 * The keys of the records of a kind by one of their fields, such as suppliers by name: a map file refers to records by
 * that field (`references`). Or another part of their keys by the first one, such as the collections of products: a map file
 * takes it from the record to which a row refers. Both are collected before sheets that need them are read.
 */
export class RecordNames {
  /** The name of the kind, and the field as the map file writes it. */
  readonly kind: string;
  readonly field: string;
  /** Which field of the key is read, from 0. */
  readonly part: number;
  readonly #keys = new Map<string, string | string[]>();
  #suggested = 0;

  constructor(kind: string, field: string, part = 0) {
    this.kind = kind;
    this.field = field;
    this.part = part;
  }

  add(name: string, key: string): void {
    const text = cleanText(name);
    const known = this.keys(text);
    if (!known.includes(key)) this.#keys.set(text, known.length === 0 ? key : [...known, key]);
  }

  /** The keys of the records that have exactly this text. */
  keys(text: string): readonly string[] {
    return [this.#keys.get(text) ?? []].flat();
  }

  /** The key of the record whose key and name, in this order, a text has; undefined if it has no such text. */
  keyBefore(text: string): string | undefined {
    const { key, name } = keyAndName(text) ?? {};
    return key !== undefined && this.keys(name!).includes(key) ? key : undefined;
  }

  /** Why a text is not that of one record; undefined if it is. */
  problem(text: string): string | undefined {
    const keys = this.keys(text);
    const about = { field: this.field, text: quoted(cut(text, 80)) };
    if (keys.length === 0) return say().cells.noneNamed({ kind: kindText(this.kind), ...about });
    if (keys.length === 1) return undefined;
    const shown = keys.slice(0, MOST_LISTED).map(quoted).join(', ');
    const more = keys.length - MOST_LISTED;
    return say().cells.severalNamed({
      number: numberText(keys.length),
      ...about,
      keys: more > 0 ? say().cells.andMore({ list: shown, number: numberText(more) }) : shown,
    });
  }

  /** The question whether a similar name is meant; undefined if no name is similar. */
  near(text: string): string | undefined {
    return this.#suggested++ < MOST_SUGGESTED ? didYouMean(text, this.#keys.keys()).suggestion : undefined;
  }
}

/** The parts of a text such as `L032 Ten Hove` or `L032 - Ten Hove`, which may be the key and the name of a record. */
export function keyAndName(text: string): { readonly key: string; readonly name: string } | undefined {
  const [, key, name] = /^(\S{1,60}?) ?[-–—:/|,;]? (.+)$/u.exec(text) ?? [];
  return key === undefined ? undefined : { key, name: name! };
}

/** Reads the name of a record as its key, also if its key is before the name. A name that no record or several records have is an error. */
export function nameCoercion(names: RecordNames, mapping: ColumnMapping): Coercion {
  return (cell, note) => {
    const text = coerceText(cell, note);
    if (typeof text !== 'string') return text;
    const message = names.problem(text);
    if (message === undefined) return names.keys(text)[0];
    const own = names.keyBefore(text);
    if (own !== undefined) {
      note('reference-with-name', cell, `${quoted(text)} → ${quoted(own)}`);
      return own;
    }
    const line = mapping.wordLine(text);
    const near = names.keys(text).length === 0 ? names.near(text) : undefined;
    const advice = near === undefined ? line : say().cells.noneNamedNear({ question: near, line });
    note('reference-name', cell, message, advice);
    return UNREADABLE;
  };
}
