import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { textsOf } from '../../scripts/make-messages.ts';
import { errorTexts, userTexts } from './user-texts.ts';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

/** Files and folders of `src` whose texts are not for a person in the language of the process, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'cli/commands/env-settings.ts': 'sources of settings, which JSON has in all languages',
  'cli/serve/server.ts': 'headers of HTTP',
  'cli/view/explain-view.ts': 'a value of JSON',
  'cli/view/run-page/style.ts': 'a style sheet',
  'cli/view/schedule-units.ts': 'units of schedulers, and the commands that install them',
  'cli/view/sentences.ts': 'units of time, which are the same in all languages',
  'cli/view/served/style.ts': 'a style sheet',
  'config/configured-places.ts': 'an address that is stored with approvals',
  'config/resolve-environment.ts': 'sources of settings, which JSON has in all languages',
  'config/token-source.ts': 'the name of a source, which the ledger stores',
  'contract/completion-diff.ts': 'values of changes, which JSON has in all languages',
  'contract/document/learn.ts': 'a note that the contract stores',
  'contract/required-sets.ts': 'a note of a field',
  'contract/schema.ts': 'messages of zod about a record; findings have their own texts',
  'contract/v2': 'headers, and notes of fields, which the documentation has',
  'contract/v3': 'headers, and notes of fields, which the documentation has',
  'findings/finding.ts': 'the name of standard input, which is stored',
  'import/input/recognise-first.ts': 'an entry of a map file',
  'recognise/composition/labels.ts': 'words of compositions',
  'map/headers': 'words of headers',
  'map/joined-header.ts': 'words of headers',
  'map/map-file/map-file.ts': 'the beginning of messages of a library',
  'map/propose-neighbours.ts': 'words of headers',
  recognise: 'words of cells',
  records: 'words of headers and cells',
  'ledger/blocking.ts': 'statements of SQL',
  'ledger/comparison.ts': 'statements of SQL',
  'ledger/cross.ts': 'statements of SQL',
  'ledger/database.ts': 'statements of SQL',
  'ledger/entries.ts': 'statements of SQL',
  'ledger/folded.ts': 'statements of SQL',
  'ledger/history.ts': 'statements of SQL',
  'ledger/read-only.ts': 'statements of SQL',
  'ledger/record.ts': 'statements of SQL',
  'ledger/staged-row.ts': 'statements of SQL',
  'ledger/retention.ts': 'statements of SQL',
  'ledger/sqlite-ledger.ts': 'statements of SQL',
  'ledger/tables.ts': 'statements of SQL',
  'ledger/targets.ts': 'statements of SQL',
  'ledger/wave-rows.ts': 'statements of SQL',
  mock: 'responses and pages of the service; its errors for a person are checked below',
  shared: 'statements of SQL',
  'page/colors.ts': 'a style sheet',
  'page/style.ts': 'a style sheet',
  'read/page/style.ts': 'a style sheet',
  'service/clock.ts': 'the name of a clock',
  'sheets/annotate/notes.ts': 'names of XML',
  'sheets/annotate/own-names.ts': 'the name of the author of notes, by which trace finds them',
  'sheets/encoding-guess.ts': 'names of encodings',
  'sheets/html/tables.ts': 'names of tags',
  'sheets/old-excel/protocol.ts': 'messages of a process to its parent',
  'sheets/refusal.ts': 'names of parts of files',
  'sheets/xlsx/named-formats.ts': 'names of formats of Excel',
};

const isIn = (file: string, place: string): boolean => file === place || file.startsWith(`${place}/`);

/** Names of messages that consist of words, such as `fixed value`. */
const names = new Set(Object.values(textsOf('en')).flatMap((texts) => Object.keys(texts)));

const found = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.ts') && !file.startsWith('language/compiled/'))
  .flatMap((file) =>
    userTexts(readFileSync(path.join(SRC, file), 'utf8'))
      .filter(({ text }) => !names.has(text))
      .map(({ line, text }) => ({ file, shown: `src/${file}:${line}: ${text}` })),
  );

test('only src/language has texts for a person', () => {
  const places = Object.keys(ALLOWED);
  const outside = found.filter(({ file }) => !places.some((place) => isIn(file, place)));
  expect(outside.map(({ shown }) => shown)).toEqual([]);
});

test('the mock has no texts of errors for a person, except for faults in a plan of faults', () => {
  const files = readdirSync(path.join(SRC, 'mock'), { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => file.endsWith('.ts') && path.basename(file) !== 'parse.ts')
    .flatMap((file) => errorTexts(readFileSync(path.join(SRC, 'mock', file), 'utf8')));
  expect(texts).toEqual([]);
  expect(errorTexts(`throw wrong(\`\${file} is empty\`); note("no error at all");`)).toHaveLength(1);
});

test.each(Object.keys(ALLOWED))('%s, which the list allows to have texts, still has some', (place) => {
  expect(found.some(({ file }) => isIn(file, place))).toBe(true);
});

describe('the search for texts in code', () => {
  const planted = `
    import { usage } from 'a sound module';
    type Place = 'the first row';
    const COLUMNS = { 'first name': 1 };
    export function check(file: string, count: number) {
      if (count > 3) throw usage('too-many', \`\${file} has \${count} rows.\`, 'Remove some rows.');
      note(count === 1 ? 'one row' : COLUMNS['first name'], { hint: \`<b title="\${file}">not read</b>\` });
    }`;

  test('the search for texts finds sentences, parts of sentences, and texts in tags', () => {
    expect(userTexts(planted)).toEqual([
      { line: 6, text: '{} has {} rows.' },
      { line: 6, text: 'Remove some rows.' },
      { line: 7, text: 'one row' },
      { line: 7, text: '<b title="{}">not read</b>' },
    ]);
  });

  test.each([
    [
      `note([\`\${count} rows\`, \`row \${row}\`, \`\${done} of \${all}\`])`,
      ['{} rows', 'row {}', '{} of {}'],
    ],
    [`note({ notes: [...texts, \`\${file} missing\`] })`, ['{} missing']],
  ])('the search for texts finds words beside values in %s', (code, texts) => {
    expect(userTexts(code).map(({ text }) => text)).toEqual(texts);
  });

  test.each([
    ["throw new Error('the mock has no address')"],
    ["z.string().describe('The name of the run.')"],
    ["z.string().meta({ description: 'The name of the run.' })"],
    ["db.all('select id, key from records where run = ?')"],
    ["say().helpCommands['env list']()"],
    ["const x: Record<string, 'a word'> = {}"],
    ["import('./a file.ts')"],
    ['write(\'<c r="A1" s="1"><v/></c>\')'],
    [`[\`\${length} km\`, \`Bearer \${token}\`, \`\${name}=\${value}\`, \`trace: \${text}\`]`],
    ["['en-GB', 'utf-8', 'day-first', '--no-input', 'baseUrl', 'Ctrl-C']"],
  ])('the search for texts finds nothing in %s', (code) => {
    expect(userTexts(code)).toEqual([]);
  });

  test('the search for texts finds a text in an error for a person', () => {
    expect(userTexts("throw new TraceError('usage', 'a', 'The file is empty.')")).toHaveLength(1);
  });
});
