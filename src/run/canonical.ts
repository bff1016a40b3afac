import { hash } from 'node:crypto';
import type { Body, Json } from '../contract/kind.ts';

/** SHA-256, base64url, of a body's content: the order of its names does not count, nor do the fields in `except`. */
export function contentHash(body: Body, except: readonly string[]): string {
  const kept: Body = {};
  for (const name of Object.keys(body)) if (!except.includes(name)) kept[name] = body[name]!;
  return hash('sha256', canonical(kept), 'base64url');
}

function canonical(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name]!)}`).join(',')}}`;
}
