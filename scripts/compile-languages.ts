import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { LANGUAGES } from '../src/language/languages.ts';
import { madeMessages } from './make-messages.ts';
import { fileOf, madeTemplateTexts, madeWords } from './make-words.ts';

// Compiles the files of the languages (`src/language/*/*.yaml`) into `src/language/compiled`, which is not committed. A
// file that is the same stays as it is: tools that watch files see no change.
const root = new URL('../', import.meta.url);
const missing = LANGUAGES.flatMap((language) =>
  ['messages', 'templates'].flatMap((name) =>
    lackedBy(fileOf(language, name), fileOf('en', name)).map(
      (key) => `src/language/${language}/${name}.yaml lacks ${key}`,
    ),
  ),
);
if (missing.length > 0) {
  process.stderr.write(`${missing.join('\n')}\n`);
  process.exit(1);
}
mkdirSync(new URL('src/language/compiled', root), { recursive: true });
for (const [name, bytes] of [...madeMessages(), ...madeWords(), ...madeTemplateTexts()]) {
  const file = new URL(name, root);
  if (!isSame(file, bytes)) writeFileSync(file, bytes);
}

/** The keys of the English texts that those of a language lack, such as `form.email`. */
function lackedBy(own: unknown, english: unknown): string[] {
  if (typeof english !== 'object' || english === null || Array.isArray(english)) return [];
  return Object.entries(english).flatMap(([key, text]) => {
    const value = (own as Record<string, unknown> | null | undefined)?.[key];
    return value == null ? [key] : lackedBy(value, text).map((inner) => `${key}.${inner}`);
  });
}

function isSame(file: URL, bytes: Uint8Array): boolean {
  try {
    return readFileSync(file).equals(bytes);
  } catch {
    return false;
  }
}
