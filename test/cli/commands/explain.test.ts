import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { textsOf } from '../../../scripts/make-messages.ts';
import { codeLines, explainedLines } from '../../../src/cli/view/explain-view.ts';
import { textWidth } from '../../../src/cli/view/table.ts';
import { kindsOf } from '../../../src/contract/registry.ts';
import { CATALOGUE } from '../../../src/findings/catalogue.ts';
import { allExplained, type Explanation } from '../../../src/findings/explanation.ts';
import { type Origin, originText } from '../../../src/findings/finding.ts';
import { SEVERITIES } from '../../../src/findings/group.ts';
import { LANGUAGES, type Language } from '../../../src/language/languages.ts';
import { useLanguage } from '../../../src/say.ts';
import { EXPLAINED } from './explained-inputs.ts';
import { findingsIn, folderWith, printed, trace } from './harness.ts';

const BROKEN = 'fixtures/broken/maison-aurore.xlsx';
const root = fileURLToPath(new URL('../../../', import.meta.url));

afterEach(() => useLanguage('en'));

const cwd = () => folderWith();
const known = async () =>
  new Map((await allExplained(SEVERITIES, kindsOf('v2'))).map((one) => [one.code as string, one]));

/** A value that the message does not have, as the screen shows it. Long ones and those of several cells are left out. */
const quotedValue = (value: string | null, message: string) =>
  !value || message.includes(value) || value.length > 40 || /[\n|]/.test(value) ? '' : `"${value}": `;

/** The findings of a check as examples have them: cells of the workbook without its name, files without folders. */
async function examplesOf(
  argv: readonly string[],
  folder: string,
): Promise<Map<string, Explanation['example'][]>> {
  const { stdout } = await trace(['check', ...argv, '--json', '--all'], { cwd: folder });
  const findings = findingsIn(stdout);
  const named = (text: string) =>
    text.replaceAll(path.join(folder, '/'), '').replaceAll(BROKEN, 'batch.xlsx');
  const entries = findings.map(({ code, origin, value, message, suggestion }) => {
    const known = Object.fromEntries(Object.entries(origin).filter(([, part]) => part !== null));
    return {
      code: code as string,
      place: named(originText(known as unknown as Origin)).replace(/^batch\.xlsx › (?=.*!)/, ''),
      message: `${quotedValue(value, message)}${named(message)}`,
      suggestion: suggestion === null ? null : named(suggestion),
    };
  });
  const byCode = Map.groupBy(entries, ({ code }) => code);
  return new Map([...byCode].map(([code, of]) => [code, of.map(({ code: _, ...example }) => example)]));
}

describe('the examples of trace explain are findings of a check', () => {
  test('the examples are findings of a check of the broken workbook', async () => {
    const found = await examplesOf([BROKEN, '--state-dir', await cwd()], root);
    const all = await known();
    for (const [code, examples] of found)
      expect(examples, `examples.${code} in messages.yaml`).toContainEqual(all.get(code)!.example);
  });

  test.each(EXPLAINED)(
    'the examples are findings of a check of files with the finding $codes',
    async ({ codes, files, flags = [] }) => {
      const found = await examplesOf(
        [...Object.keys(files).filter((file) => !file.endsWith('.yaml')), ...flags],
        await folderWith(files),
      );
      const all = await known();
      for (const code of codes)
        expect(found.get(code) ?? [], `examples.${code} in messages.yaml`).toContainEqual(
          all.get(code)!.example,
        );
    },
  );
});

test('the examples of trace explain have the same cells and quoted values in French as in English', async () => {
  // Words and numbers of trace itself are those of the language.
  const own: Readonly<Record<string, string>> = {
    '"nom"': '"name"',
    '"80\u00a0%"': '"80 %"',
    '"0,8\u00a0%"': '"0.8 %"',
  };
  const quoted = ({ message, suggestion }: Explanation['example']) =>
    [...`${message} ${suggestion ?? ''}`.matchAll(/"[^"]*"/g)].map(([text]) => own[text] ?? text);
  const english = await allExplained(SEVERITIES, kindsOf('v2'));
  await useLanguage('fr');
  for (const [at, { code, example }] of (await allExplained(SEVERITIES, kindsOf('v2'))).entries()) {
    const other = english[at]!.example;
    expect([code, example.place, ...quoted(example)]).toEqual([code, other.place, ...quoted(other)]);
  }
});

test.each(LANGUAGES)(
  'the examples of trace explain have the same whole numbers in %s as in English',
  (language) => {
    const numbersIn = (name: Language) =>
      Object.entries(textsOf(name).examples!).map(([code, text]) => [
        code,
        ...(
          text.replaceAll(/\d{1,3}(?:\s\d{3})+/g, '').match(/(?<![\d.,:/-])\d+(?![\d.,:/-]*\d)/g) ?? []
        ).sort(),
      ]);
    expect(numbersIn(language)).toEqual(numbersIn('en'));
  },
);

test('trace explain prints the meaning, an example, what to do and the rule of a finding', async () => {
  const { code, stdout } = await trace(['explain', 'reference-unknown'], { cwd: await cwd() });
  expect([code, stdout.split('\n')]).toEqual([
    0,
    [
      'reference-unknown is an error: what it concerns (the row, the sheet or the file) is not sent.',
      '',
      'The row refers to a record that is neither in the input nor known from earlier runs.',
      '',
      'Example: Products!Y16',
      '  supplier FRN-0052 is neither in the input nor known from earlier runs',
      '',
      'What to do: Correct the reference, or add the record to the files. If the service already has it, use --external-refs.',
      'Rule: interface 4.1',
      '',
    ],
  ]);
});

test.each(LANGUAGES)('the output of trace explain fits 80 columns in the language %s', async (name) => {
  await useLanguage(name);
  const all = await allExplained(SEVERITIES, kindsOf('v2'));
  const lines = [
    ...(await Promise.all(all.map((one) => explainedLines(one, 0, 80)))).flat(),
    ...(await codeLines(all, 0, 80)),
  ];
  expect(lines.filter((line) => textWidth(line) > 80)).toEqual([]);
});

test('trace explain prints how to lower the severity of a finding that is not a rule of the interface', async () => {
  const { stdout } = await trace(['explain', '[Email]'], { cwd: await cwd() });
  expect(stdout).toContain('--severity email=warning sends the row, --severity email=off hides the finding.');
});

test('trace explain without a code lists all findings by severity', async () => {
  const { stdout } = await trace(['explain'], { cwd: await cwd() });
  for (const code of Object.keys(CATALOGUE)) expect(stdout).toContain(`\n  ${code} `);
  const headings = ['Errors', 'Warnings', 'Fixed', 'Notices'].map((word) => stdout.indexOf(`${word}: `));
  expect(headings).toEqual(headings.toSorted((one, other) => one - other));
});

test('trace explain --json prints one finding or all as data', async () => {
  const folder = await cwd();
  expect((await printed(['explain', 'url', '--json'], { cwd: folder })).findings).toMatchObject([
    { code: 'url', severity: 'error', ours: true, rule: 'trace', example: { place: 'Suppliers!W16' } },
  ]);
  const all = await trace(['explain', '--json'], { cwd: folder });
  expect(JSON.parse(all.stdout).findings).toHaveLength(Object.keys(CATALOGUE).length);
});

test('trace explain --lang fr prints a finding in French', async () => {
  const { stdout } = await trace(['explain', 'email', '--lang', 'fr'], { cwd: await cwd() });
  expect(stdout).toMatch(/^email est une erreur\u00a0: ce qu’elle concerne (?:.*) n’est pas envoyé\.\n/);
  expect(stdout).toContain('Que faire\u00a0: Corrigez l’adresse');
});
