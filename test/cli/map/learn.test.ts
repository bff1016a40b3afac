import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectEnd, printed, sandboxFolder, trace } from '../commands/harness.ts';

const MAP = 'trace.map.yaml';
const csv = (...rows: readonly (readonly string[])[]) => rows.map((row) => `${row.join(';')}\n`).join('');

const CATEGORIES = ['TRANSFORMATION - Weaving', 'TRANSFORMATION - Spinning', 'MANUFACTURING - Shoe'];
const COUNTRIES = ['IT', 'DE', 'FR', 'CN', 'FI', 'CN'];
const WORDS = ['Italia', 'Saksanmaa', 'France', 'Kiinanmaa', 'FI', 'Kiinanmaa'];

/** The corrected file, and the export that it was made from. */
const rows = COUNTRIES.map((country, at) => [
  `F-${at}`,
  `Name ${at}`,
  CATEGORIES[at % 3]!,
  `Rue ${at}`,
  country,
]);
const CORRECTED = csv(['supplierRef', 'name', 'category', 'address.street', 'address.country'], ...rows);
const exported = (...more: readonly (readonly string[])[]) =>
  csv(
    ['Toimittajanumero', 'Yritys', 'Toiminta', 'Katuosoite', 'Maa'],
    ...rows.map((row, at) => [...row.slice(0, 4), WORDS[at]!]),
    ...more,
  );

async function imported(files: Record<string, string>, ...flags: readonly string[]) {
  const { cwd } = await sandboxFolder(files);
  const own = ['--env', 'sandbox', '--family', 'STANDARD', '--batch', 'B', ...flags];
  const ran = await trace(['import', 'corrected.csv', '--yes', ...own], { cwd });
  expect(ran.code, ran.stderr).toBe(0);
  const [{ run }] = await printed<[{ run: string }]>(['runs', 'list', '--json'], { cwd });
  const read = () => readFile(path.join(cwd, MAP), 'utf8');
  const learn = (...argv: readonly string[]) => trace(['map', ...argv, '--learn', run], { cwd });
  return { cwd, run, read, learn };
}

interface Document {
  readonly learned: { readonly run: string; readonly columns: number; readonly words: number } | null;
  readonly sheets: readonly {
    readonly kind: string | null;
    readonly columns: readonly {
      readonly header: string;
      readonly target: string | null;
      readonly question: string | null;
    }[];
    readonly words: readonly {
      readonly word: string;
      readonly value: string | null;
      readonly question: string | null;
    }[];
  }[];
}

describe('trace map --learn', () => {
  test('learns headers and words from the file that a person corrected, and then check passes', async () => {
    const { cwd, run, read, learn } = await imported({
      'corrected.csv': CORRECTED,
      'vienti.csv': exported(),
    });
    expectEnd(
      await learn('vienti.csv', '--yes'),
      0,
      new RegExp(`^Learned from run ${run}: 5 columns, 2 words\\.\n[^]*new lines\nNext: `),
    );
    const text = await read();
    expect(text).toMatch(
      /Toimittajanumero: supplierRef[\s\S]*Yritys: name[\s\S]*Maa: address\.country[\s\S]*Kiinanmaa: CN/,
    );
    expect(text).not.toContain('headerRow');
    const checked = await trace(['check', 'vienti.csv', '--family', 'STANDARD', '--batch', 'B'], { cwd });
    expect(checked.code, checked.stdout).toBe(0);
    const again = await learn('vienti.csv', '--yes');
    expect([again.code, await read()]).toEqual([0, text]);
  });

  test('makes a question of a column with contradictory values, with their counts', async () => {
    const more = [
      ['F-6', 'Name 6', CATEGORIES[0]!, 'Rue 6', 'PT'],
      ['F-7', 'Name 7', CATEGORIES[1]!, 'Other', 'AT'],
    ];
    const corrected = CORRECTED + csv(...more);
    const export_ = exported(
      [...more[0]!.slice(0, 4), 'PT'],
      ['F-7', 'Name 7', CATEGORIES[1]!, 'Rue 7', 'Saksanmaa'],
    );
    const { learn } = await imported({ 'corrected.csv': corrected, 'vienti.csv': export_ });
    const { stdout } = await learn('vienti.csv', '--json');
    const { sheets, learned } = JSON.parse(stdout) as Document;
    expect(learned).toMatchObject({ columns: 3 });
    const open = sheets[0]!.columns.filter(({ target }) => target === null);
    expect(open.map(({ header, question }) => [header, question])).toEqual([
      [
        'Katuosoite',
        'the column has the values of address.street in 7 rows of the run, other values in 1 row',
      ],
      ['Maa', 'the column has the values of address.country in 7 rows of the run, other values in 1 row'],
    ]);
  });

  test('learns words below a header of the map file; a word with two values is a question', async () => {
    const more = ['F-7', 'Name 7', CATEGORIES[1]!, 'Rue 7'];
    const { cwd, learn } = await imported({
      'corrected.csv': CORRECTED + csv([...more, 'AT']),
      'vienti.csv': exported([...more, 'Saksanmaa']),
    });
    await writeFile(
      path.join(cwd, MAP),
      'version: 1\nsheets:\n  - file: vienti.csv\n    kind: supplier\n    columns:\n      Maa: address.country\n',
    );
    const { stdout } = await learn('vienti.csv', '--json');
    const { sheets } = JSON.parse(stdout) as Document;
    expect(sheets[0]!.words).toEqual([
      expect.objectContaining({
        word: 'Saksanmaa',
        value: null,
        question: 'in the run it is DE in 1 row, AT in 1 row',
      }),
      expect.objectContaining({ word: 'Kiinanmaa', value: 'CN', basis: 'learned' }),
    ]);
    const { stderr } = await learn('vienti.csv', '--yes');
    expect(stderr).toContain('"Saksanmaa" (address.country): in the run it is DE in 1 row, AT in 1 row');
    expect(await readFile(path.join(cwd, MAP), 'utf8')).toMatch(/# +Saksanmaa: \?[\s\S]*Kiinanmaa: CN/);
  });

  test('learns nothing from an export without the keys of the run, and reports that', async () => {
    const { learn } = await imported({
      'corrected.csv': CORRECTED,
      'vienti.csv': csv(['supplierRef', 'name', 'Zzqx'], ['X-1', 'Uno', 'a'], ['X-2', 'Due', 'b']),
    });
    expectEnd(
      await learn('vienti.csv', '--yes'),
      3,
      /no columns, no words\.\n.*vienti\.csv › vienti: no column has keys of the run\n/,
    );
  });

  test('trace map --learn without files writes the flags of the run as lines for its files', async () => {
    const text = CORRECTED.split('\n')
      .map((line, at) => (line === '' ? '' : `${line};${at === 0 ? 'Zzqx' : 'note'}`))
      .join('\n');
    const { read, learn } = await imported(
      { 'corrected.csv': text },
      '--ignore-columns',
      'Zzqx',
      '--sheet',
      'corrected=supplier',
    );
    expectEnd(await learn('--yes'), 0, /^Learned from run \S+: 1 column, no words\./);
    expect(await read()).toMatch(/kind: supplier[\s\S]*Zzqx: ignore/);
  });

  test('rejects an unknown run, files that were changed since, and another interface', async () => {
    const { cwd, run, learn } = await imported({ 'corrected.csv': CORRECTED, 'vienti.csv': exported() });
    const unknown = await trace(['map', 'vienti.csv', '--learn', '1999', '--yes'], { cwd });
    expectEnd(unknown, 2, 'No run, or more than one, has an id that starts with "1999"');
    const other = await learn('vienti.csv', '--interface', 'v3');
    expectEnd(other, 2, `Run ${run} used v2, but the map is for v3.`);
    expectEnd(await learn('vienti.csv', '--check'), 2, 'remove --learn');
    await writeFile(path.join(cwd, 'corrected.csv'), `${CORRECTED}\n`);
    const changed = await learn('--yes', '--state-dir', '.trace');
    expectEnd(changed, 2, /corrected\.csv, a file of run \S+, was changed since\./);
    expect(changed.stderr).toContain(`trace map FILE --learn ${run} --state-dir .trace`);
    expectEnd(await learn('vienti.csv'), 2, new RegExp(`trace map vienti\\.csv --learn ${run}.* --yes\n$`));
    await mkdir(path.join(cwd, 'new'));
    const none = await trace(['map', '../vienti.csv', '--learn', run], { cwd: path.join(cwd, 'new') });
    expect(none.code).toBe(2);
    expectEnd(await trace(['map'], { cwd }), 2, 'Name the files to map');
  });
});
