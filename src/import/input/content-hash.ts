import { hash } from 'node:crypto';
import type { Body, Json } from '../../contract/kind.ts';

/** SHA-256, base64url, of a body's content, whatever the order of its fields and without the fields in `except`. */
export function contentHash(body: Body, except: readonly string[]): string {
  return new Content(body).hash(except);
}

/** The content of a body, serialised once, to be hashed with different fields excluded. */
export class Content {
  readonly #names: readonly string[];
  readonly #members: readonly string[];

  constructor(body: Body) {
    this.#names = Object.keys(body).sort();
    this.#members = this.#names.map((name) => nameText(name) + canonical(body[name]!));
  }

  /** As `contentHash` of the body. */
  hash(except: readonly string[]): string {
    let text = '';
    for (let at = 0; at < this.#names.length; at++) {
      if (except.includes(this.#names[at]!)) continue;
      text += (text === '' ? '{' : ',') + this.#members[at]!;
    }
    return hash('sha256', text === '' ? '{}' : `${text}}`, 'base64url');
  }
}

function canonical(value: Json): string {
  if (typeof value === 'string') return PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  let text = '';
  for (const name of Object.keys(value).sort()) {
    text += (text === '' ? '{' : ',') + nameText(name) + canonical(value[name]!);
  }
  return text === '' ? '{}' : `${text}}`;
}

/** JSON writes such text between quotes, unchanged. */
const PLAIN = /^[ !#-[\]-~]*$/;

const MOST_REMEMBERED = 1000;
const remembered = new Map<string, string>();

/** `"name":`, cached: bodies have few different names. */
function nameText(name: string): string {
  let text = remembered.get(name);
  if (text === undefined) {
    text = `${JSON.stringify(name)}:`;
    if (remembered.size < MOST_REMEMBERED) remembered.set(name, text);
  }
  return text;
}
