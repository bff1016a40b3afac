import { afterEach, beforeEach, expect, test } from 'vitest';
import { useLanguage } from '../../src/say.ts';
import { book, sheet } from './old-excel/books.ts';
import { readBytes } from './reading.ts';

beforeEach(() => useLanguage('fr'));
afterEach(() => useLanguage('en'));

/** Bytes in Latin-1. */
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const old = book({ suppliers: sheet(['Nom'], ['Filature']) });

test.each<[string, Uint8Array, string]>([
  ['vide.csv', Buffer.alloc(0), 'Le fichier est vide (0 octet).'],
  [
    'facture.pdf',
    latin1('%PDF-1.4 '),
    'Le fichier est un document PDF. trace lit les classeurs (.xlsx, .xlsm, .xlsb, .xls, .ods), les tableaux en XML ou HTML et les textes délimités.',
  ],
  [
    'page.html',
    latin1('<html><table><tr><td>a'),
    'La page se termine à l’intérieur d’un tableau~: le fichier est incomplet.',
  ],
  [
    'ouvert.csv',
    latin1('Nom;Pays\n"ABC;FR\n'),
    'Le guillemet qui ouvre la colonne A n’est pas fermé~: à partir de cette ligne, rien n’est lu.',
  ],
  [
    'liste.xlsx',
    latin1('Nom;Pays\nABC;FR\n'),
    'L’extension du fichier est .xlsx, mais c’est un texte délimité (CSV)~; trace se fie au contenu.',
  ],
  ['ancien.xls', old.subarray(0, -1024), 'Le classeur est endommagé ou incomplet.'],
])('the finding about %s has its message in French', async (name, bytes, message) => {
  const { findings } = await readBytes(name, bytes);
  expect(findings[0]!.message).toContain(message.replaceAll('~', '\u00a0'));
});

test('a file over a limit gets a French finding, with the size and the flag to raise the limit', async () => {
  const { findings } = await readBytes('liste.csv', 'Nom;Pays\nABC;FR\n', { limits: { fileBytes: 8 } });
  expect(findings[0]).toMatchObject({
    message: 'Le fichier dépasse 8 octets (limite file-bytes).',
    suggestion: 'Si le fichier est digne de confiance, relevez la limite\u00a0: --file-limit file-bytes=16',
  });
});

test('the description of an opened file is in French', async () => {
  expect((await readBytes('liste.csv', 'Nom;Pays\nABC;FR\n')).description).toBe(
    'séparateur point-virgule, UTF-8',
  );
  expect((await readBytes('ancien.xls', old)).description).toBe('ancien classeur (.xls)');
});
