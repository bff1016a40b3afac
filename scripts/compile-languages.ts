import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { LANGUAGES } from '../src/language/languages.ts';
import {
  type KindsFile,
  type KindTexts,
  kindsOf,
  LanguageFault,
  messagesOf,
  nameOf,
  templatesOf,
  unknownWords,
  wordsOf,
} from './language-files.ts';
import { madeMessages } from './make-messages.ts';
import { madeTemplateTexts, madeWords } from './make-words.ts';

// Compiles the files of the languages (`src/language/*/*.yaml`) into `src/language/compiled`, which is not committed. A
// file that is the same stays as it is: tools that watch files see no change.
const root = new URL('../', import.meta.url);
try {
  const faults = [...unknownWords(), ...missingTexts()];
  if (faults.length > 0) throw new LanguageFault(faults.join('\n'));
  mkdirSync(new URL('src/language/compiled', root), { recursive: true });
  for (const [name, bytes] of [...madeMessages(), ...madeWords(), ...madeTemplateTexts()]) {
    const file = new URL(name, root);
    if (!isSame(file, bytes)) writeFileSync(file, bytes);
  }
} catch (fault) {
  if (!(fault instanceof LanguageFault)) throw fault;
  process.stderr.write(`${fault.message}\n`);
  process.exit(1);
}

/** The texts that a language lacks, each with its file. */
function missingTexts(): string[] {
  const files = {
    messages: messagesOf,
    templates: templatesOf,
    kinds: (language: string) => requiredTexts(kindsOf(language)),
    words: (language: string) => ({ suggestions: wordsOf(language).suggestions }),
  };
  return LANGUAGES.flatMap((language) =>
    Object.entries(files).flatMap(([name, read]) =>
      lackedBy(read(language), read('en')).map((key) => `${nameOf(language, name)} lacks ${key}`),
    ),
  );
}

/** The texts of kinds that each language must have. */
function requiredTexts({ v2, v3 }: KindsFile) {
  const required = ({ sheet, row, labels, notes }: KindTexts) => ({ sheet, row, labels, notes });
  const ofKinds = (kinds: KindsFile['v2']) =>
    Object.fromEntries(Object.entries(kinds).map(([kind, texts]) => [kind, required(texts)]));
  return { v2: ofKinds(v2), v3: ofKinds(v3) };
}

/** The keys of the English texts that those of a language lack, such as `form.email`. */
function lackedBy(own: unknown, english: unknown): string[] {
  if (typeof english !== 'object' || english === null || Array.isArray(english)) return [];
  return Object.entries(english).flatMap(([key, text]) => {
    const value = (own as Record<string, unknown> | null | undefined)?.[key];
    if (text === undefined) return [];
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
