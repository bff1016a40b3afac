import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { madeMessages } from './make-messages.ts';
import { madeTemplateTexts, madeWords } from './make-words.ts';

// Compiles the files of the languages (`src/language/*/*.yaml`) into `src/language/compiled`, which is not committed. A
// file that is the same stays as it is: tools that watch files see no change.
const root = new URL('../', import.meta.url);
mkdirSync(new URL('src/language/compiled', root), { recursive: true });
for (const [name, bytes] of [...madeMessages(), ...madeWords(), ...madeTemplateTexts()]) {
  const file = new URL(name, root);
  if (!isSame(file, bytes)) writeFileSync(file, bytes);
}

function isSame(file: URL, bytes: Uint8Array): boolean {
  try {
    return readFileSync(file).equals(bytes);
  } catch {
    return false;
  }
}
