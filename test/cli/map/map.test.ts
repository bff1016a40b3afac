import { existsSync } from 'node:fs';
import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMap } from '../../../src/map/map-file/map-file.ts';
import { full, SLOW } from '../../effort.ts';
import { expectEnd, expectSaid, folderWith, trace as traced } from '../commands/harness.ts';
import { csvOf, supplier, supplierBody } from '../commands/sheets.ts';

/** Runs trace; paths in the folder are shown as they are in a process that runs there. */
async function trace(argv: Parameters<typeof traced>[0], outside: Parameters<typeof traced>[1]) {
  const ran = await traced(argv, outside);
  const short = (text: string) => text.replaceAll(`${outside.cwd}${path.sep}`, '');
  return { ...ran, stdout: short(ran.stdout), stderr: short(ran.stderr) };
}

const MAP = 'trace.map.yaml';
const read = (cwd: string, file = MAP) => readFile(path.join(cwd, file), 'utf8');
const csv = (...rows: readonly (readonly string[])[]) => rows.map((row) => `${row.join(';')}\n`).join('');

/** A header that means nothing to trace. */
const ODD = 'Zzqx';

/** A list of suppliers with one open column and one open word. */
const exported = (...more: readonly (readonly string[])[]) =>
  csv(
    ['supplierRef', 'name', 'category', ODD],
    ['F-1', 'Tessitura', 'Wxyzq', 'blue'],
    ['F-2', 'Weberei', 'Wxyzq', 'red: #1'],
    ...more,
  );

interface Document {
  readonly written: boolean;
  readonly open: number;
  readonly sheets: readonly {
    readonly kind: string | null;
    readonly entry: number | null;
    readonly columns: readonly { readonly header: string; readonly state: string }[];
  }[];
  readonly changes: readonly { readonly code: string; readonly suggestion: string | null }[] | null;
}

describe('trace map --yes', () => {
  test('writes certain lines, and questions as comments: the file is valid and nothing is guessed', async () => {
    const cwd = await folderWith({ 'suppliers-2026-10.csv': exported() });
    const { code, stdout, stderr } = await trace(['map', 'suppliers-2026-10.csv', '--yes'], { cwd });
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(
        /add --family NAME .*\n.*add --batch NAME .*\n.*trace\.map\.yaml: \d+ new lines\n\d+ questions open, the first one in line \d+\. .* Then: trace check suppliers-2026-10\.csv\n$/,
      ),
    ]);
    expect(stdout).toMatch(/D {2}Zzqx +\? +blue, red: #1/);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    const text = await read(cwd);
    const parsed = parseMap(text);
    expect('lineOf' in parsed && parsed.map.sheets).toEqual([
      {
        file: 'suppliers-*.csv',
        kind: 'supplier',
        columns: { supplierRef: 'supplierRef', name: 'name', category: 'category' },
      },
    ]);
    expectSaid(text, /^ {6}# Zzqx: \? # blue, red: #1; /m, /^ {4}# {5}Wxyzq: \? # 2 rows/m);
    const checked = await trace(['check', 'suppliers-2026-10.csv', '--json'], { cwd });
    const { findings } = JSON.parse(checked.stdout) as { findings: { code: string }[] };
    const codes = expect.arrayContaining(['header-unknown', 'map-word']);
    expect([checked.code, findings.map(({ code }) => code)]).toEqual([3, codes]);
  });

  test('trace map --yes asks about no word of a composition if only a correction of the cell helps', async () => {
    const compositions = [
      ...[
        ...['100% licorne', '100% wool*', '100% WOOL (doublure polyester)', '100% WOOL (IN, TR)'],
        '100% laine/cachemire',
      ],
      ...['100% coton (dont 50% bio)', '100% lin, soie', '50% nuage 40% brume'],
    ];
    const rows = compositions.map((text, at) => [`C-${at}`, 'blue', text]);
    const cwd = await folderWith({ 'components.csv': csv(['componentRef', ODD, 'Composition'], ...rows) });
    await trace(['map', 'components.csv', '--sheet', 'components=component', '--yes'], { cwd });
    const text = await read(cwd);
    const words = [...text.slice(text.indexOf('values:')).matchAll(/# +(.+): \?(?: |$)/gm)];
    expect(words.map(([, word]) => word)).toEqual(['licorne', 'nuage', 'brume']);
  });

  test('trace map --yes changes nothing the second time, and keeps an answer in the file', async () => {
    const cwd = await folderWith({ 's.csv': exported() });
    await trace(['map', 's.csv', '--yes'], { cwd });
    const before = await read(cwd);
    const again = await trace(['map', 's.csv', '--yes'], { cwd });
    expect([again.code, await read(cwd)]).toEqual([3, before]);
    expect(again.stderr).toMatch(
      /Nothing new for trace\.map\.yaml\.\n2 questions open, the first one in line/,
    );
    const answered = before
      .replace(/^ *# Zzqx: \?.*$/m, '      Zzqx: ignore # ours')
      .replace(/^ *# values:\n.*\n.*$/m, '    values:\n      category:\n        Wxyzq: FACTORY');
    await writeFile(path.join(cwd, MAP), answered);
    const done = await trace(['map', 's.csv', '--yes'], { cwd });
    const expected = [expect.any(Number), answered, expect.stringContaining('trace.map.yaml')];
    expect([done.code, await read(cwd), done.stderr], done.stderr).toEqual(expected);
  });

  test('trace map --yes does not count a sheet whose kind is open among the questions of the file', async () => {
    const odd = csv(['Code', 'Nom'], ['X-1', 'Rossi'], ['X-2', 'Verdi']);
    const cwd = await folderWith({ 'suppliers.csv': exported(), 'export.csv': odd });
    const argv = ['map', 'suppliers.csv', 'export.csv', '--interface', 'v2', '--yes'];
    const { code, stderr } = await trace(argv, { cwd });
    expect(code).toBe(3);
    const text = await read(cwd);
    expect(text).not.toContain('export');
    expect(stderr).toMatch(
      /^trace\.map\.yaml has nothing about .*export.*, because its kind is open\. .*--sheet export=KIND \(KIND is one of supplier, /m,
    );
    const asked = text.split('\n').filter((line) => /: \?(?: |$)/.test(line)).length;
    expect(stderr).toMatch(new RegExp(`^${asked} questions open, the first one in line`, 'm'));
  });

  test('trace map --yes asks for the decimal mark of a column, if the map file has marks by column', async () => {
    const own = `version: 1
sheets:
  - file: s.csv
    kind: component
    columns:
      Poids: componentWeight
      Part: composition.1.percentage
    decimal:
      Poids: ","
`;
    const rows = csv(['componentRef', 'Poids', 'Part'], ['C-1', '1,250', '12,500'], ['C-2', '1,5', '50,125']);
    const cwd = await folderWith({ 's.csv': rows, [MAP]: own });
    const argv = ['map', 's.csv', '--interface', 'v2', '--yes'];
    await trace(argv, { cwd });
    const text = await read(cwd);
    expect(text).toMatch(
      /\n {6}Poids: ","\n {6}# composition\.1\.percentage: \? # 12,500 in Part: , or \.\n/,
    );
    const answered = text.replace(/# composition\.1\.percentage: .*/, 'composition.1.percentage: "."');
    await writeFile(path.join(cwd, MAP), answered);
    await trace(argv, { cwd });
    expect(await read(cwd)).toBe(answered);
  });

  test('writes nothing for sheets that trace reads without a map file', async () => {
    const cwd = await folderWith({ 'suppliers.csv': csvOf(supplier, [supplierBody('F-1')]) });
    const { code, stderr } = await trace(['map', 'suppliers.csv', '--yes'], { cwd });
    const expected = [0, 'trace reads these files without a map file.\nNext: trace check suppliers.csv\n'];
    expect([code, stderr]).toEqual(expected);
    expect(existsSync(path.join(cwd, MAP))).toBe(false);
  });

  test('trace map --yes names a map file in the next command only if it wrote that file', async () => {
    const stdin = csvOf(supplier, [supplierBody('F-1')]);
    const { code, stderr } = await trace(['map', '-', '--map', 'm.yaml'], {
      cwd: await folderWith({}),
      stdin,
    });
    const expected = [0, 'trace reads these files without a map file.\nNext: trace check -- -\n'];
    expect([code, stderr]).toEqual(expected);
  });

  test('extends the map file of a person and keeps each of its lines', async () => {
    const own = `# ours\nversion: 1\nsheets:\n  - file: s.csv   # weekly\n    kind: supplier\n    columns:\n      ${ODD}: ignore # colour\n`;
    const cwd = await folderWith({ 's.csv': exported(), 't.csv': exported(), [MAP]: own });
    const { code } = await trace(['map', 's.csv', 't.csv', '--yes'], { cwd });
    const text = await read(cwd);
    expect([code, text.startsWith(own.replace('   #', ' #'))]).toEqual([3, true]);
    const parsed = parseMap(text);
    expect('lineOf' in parsed && parsed.map.sheets.map(({ file, kind }) => [file, kind])).toEqual([
      ['s.csv', 'supplier'],
      ['t.csv', 'supplier'],
    ]);
    // The field of a header in the entry of one sheet is proposed for the other sheets.
    expect('lineOf' in parsed && parsed.map.sheets[1]!.columns?.[ODD]).toBe('ignore');
  });

  test('trace map --yes reads a kind in the plural, and "?" as a question, in a map file', async () => {
    const own = `version: 1\nsheets:\n  - sheet: s\n    kind: suppliers\n    columns:\n      ${ODD}: "?" # which?\n`;
    const cwd = await folderWith({ 's.csv': exported(), [MAP]: own });
    const { stdout } = await trace(['map', 's.csv', '--json', '--yes'], { cwd });
    expect((JSON.parse(stdout) as Document).sheets[0]).toMatchObject({ kind: 'supplier', entry: 3, open: 2 });
    expect((await read(cwd)).startsWith(own)).toBe(true);
    const checked = await trace(['check', 's.csv'], { cwd });
    expect(checked.stdout).toContain('line 6, replace ? by FIELD');
  });

  test('trace map --yes needs --sheet for a sheet whose kind is unknown, and skips the sheets that --sheet skips', async () => {
    const cwd = await folderWith({
      'a.csv': csv([ODD, 'Vvvq'], ['1', '2']),
      'b.csv': csv(['Qqq', 'Rrr'], ['1', '2']),
    });
    const unknown = await trace(['map', 'a.csv', 'b.csv', '--yes'], { cwd });
    expect([unknown.code, existsSync(path.join(cwd, MAP))]).toEqual([3, false]);
    expect(unknown.stderr).toContain('--sheet a=KIND --sheet b=KIND (KIND is one of supplier, ');
    const named = await trace('map a.csv b.csv --yes --sheet a=suppliers --sheet b=skip', { cwd });
    const expected = [3, ['    kind: supplier', '    kind: skip']];
    expect([named.code, (await read(cwd)).match(/^ {4}kind: .*$/gm)]).toEqual(expected);
  });

  test('trace map --yes uses the entry that import uses: of the kind of --sheet, even with spaces around the name', async () => {
    const own = `version: 1
sheets:
  - { sheet: "*", kind: product }
  - { sheet: s, kind: supplier, columns: { ${ODD}: ignore } }
`;
    const cwd = await folderWith({ 's.csv': exported(), [MAP]: own });
    const { stdout } = await trace(['map', 's.csv', '--sheet', ' s =supplier', '--json'], { cwd });
    const { sheets } = JSON.parse(stdout) as Document;
    expect(sheets).toEqual([expect.objectContaining({ kind: 'supplier', entry: 4 })]);
    const checked = await trace(['check', 's.csv', '--sheet', ' s =supplier'], { cwd });
    expect(checked.stdout).toContain('as trace.map.yaml says in line 4');
  });

  test('writes to the file of --map or --out, replaces a file only with --force, and prints with --out -', async () => {
    const cwd = await folderWith({ 's.csv': exported(), 'there.yaml': 'mine\n' });
    expect((await trace(['map', 's.csv', '--yes', '--map', 'new.yaml'], { cwd })).stderr).toContain(
      'Then: trace check s.csv --map new.yaml',
    );
    const made = await read(cwd, 'new.yaml');
    const printed = await trace(['map', 's.csv', '--yes', '--out', '-'], { cwd });
    expect([printed.stdout, existsSync(path.join(cwd, MAP))]).toEqual([made, false]);
    const refused = await trace(['map', 's.csv', '--yes', '--out', 'there.yaml'], { cwd });
    expect([refused.code, refused.stderr, await read(cwd, 'there.yaml')]).toEqual([
      2,
      expect.stringContaining('there.yaml already exists. Extend it with --map'),
      'mine\n',
    ]);
    const forced = await trace(['map', 's.csv', '--yes', '--out', 'there.yaml', '--force'], { cwd });
    expect([forced.code, await read(cwd, 'there.yaml')]).toEqual([3, made]);
    const broken = await folderWith({ 's.csv': exported(), 'there.yaml': 'mine\n' });
    const invalid = await trace(['map', 's.csv', '--yes', '--map', 'there.yaml'], { cwd: broken });
    expect([invalid.code, await read(broken, 'there.yaml')]).toEqual([2, 'mine\n']);
  });

  test.skipIf(process.platform === 'win32')('writes through a link, which stays a link', async () => {
    const cwd = await folderWith({ 's.csv': exported() });
    await mkdir(path.join(cwd, 'own'));
    await writeFile(
      path.join(cwd, 'own', 'm.yaml'),
      'version: 1\nsheets:\n  - file: s.csv\n    kind: supplier\n',
    );
    await symlink(path.join('own', 'm.yaml'), path.join(cwd, MAP));
    expect((await trace(['map', 's.csv', '--yes'], { cwd })).code).toBe(3);
    expect((await lstat(path.join(cwd, MAP))).isSymbolicLink()).toBe(true);
    expect(await read(cwd, path.join('own', 'm.yaml'))).toMatch(/# +Zzqx: \?/);
  });
});

describe('trace map without --yes', () => {
  test('trace map without --yes without a terminal prints the proposal, writes nothing and names the command that does', async () => {
    const cwd = await folderWith({ 's.csv': exported() });
    const { code, stdout, stderr } = await trace(['map', 's.csv'], { cwd });
    expect([code, existsSync(path.join(cwd, MAP))]).toEqual([2, false]);
    expect(stdout).toContain(ODD);
    expectSaid(stderr, 'there is no terminal to ask on. To write the ', 'trace map s.csv --yes');
  });

  test('prints the next command with the flags that decide what is written', async () => {
    const cwd = await folderWith({
      's.csv': exported(),
      'there.yaml': 'mine\n',
      'trace.config.yaml':
        'environments:\n  prod:\n    baseUrl: https://trace.example.com\n    tokenEnv: T\n    map: prod.yaml\n',
      'prod.yaml': `version: 1\nsheets:\n  - file: s.csv\n    kind: supplier\n`,
    });
    const { code, stderr } = await trace(['map', 's.csv', '--env', 'prod'], { cwd });
    expectEnd({ code, stderr }, 2, 'trace map s.csv --env prod --yes\n');
    const written = await trace(['map', 's.csv', '--env', 'prod', '--yes'], { cwd });
    expect(written.stderr).toMatch(/prod\.yaml: .*\n.* Then: trace check s\.csv --env prod\n$/);
    const changes = await trace(['map', 's.csv', '--env', 'prod', '--check'], { cwd });
    expect(changes.stderr).toMatch(/ trace map s\.csv --env prod\n$/);
    const out = ['--sheet', 's=supplier', '--out', 'there.yaml', '--force'];
    const again = await trace(['map', 's.csv', ...out], { cwd });
    expect(again.stderr).toContain('trace map s.csv --out there.yaml --force --sheet s=supplier --yes\n');
    const replaced = await trace(['map', 's.csv', ...out, '--yes'], { cwd });
    expect(replaced.stderr).toMatch(/Then: trace check s\.csv --map there\.yaml --sheet s=supplier\n$/);
  });

  test('prints the proposal as JSON and writes nothing; --json --yes writes the file', async () => {
    const cwd = await folderWith({ 's.csv': exported() });
    const { code, stdout } = await trace(['map', 's.csv', '--json'], { cwd });
    const document = JSON.parse(stdout) as Document;
    expect([code, document.written, document.open, document.changes]).toEqual([3, false, 2, null]);
    expect(document.sheets[0]).toMatchObject({ kind: 'supplier', entry: null, open: 2 });
    const columns = document.sheets[0]!.columns.map(({ header, state }) => `${header} ${state}`);
    expect(columns).toEqual(['supplierRef mapped', 'name mapped', 'category mapped', `${ODD} open`]);
    expect(existsSync(path.join(cwd, MAP))).toBe(false);
    const written = await trace(['map', 's.csv', '--json', '--yes'], { cwd });
    expect((JSON.parse(written.stdout) as Document).written).toBe(true);
    expect(existsSync(path.join(cwd, MAP))).toBe(true);
  });

  test.each([
    [['s.csv', 'other/t.csv'], 'map-several', /different map files: trace\.map\.yaml, none\. .*--map/],
    [['-'], 'map-place', /--map/],
    [['none.csv'], 'file-missing', /no file/],
    [['s.csv', '--check', '--yes'], 'flags-exclude', /writes nothing/],
    [['other/t.csv', '--check'], 'map-missing', /trace map other\/t\.csv/],
  ])('trace map without --yes with the arguments %j ends with the error %s', async (argv, error, message) => {
    const cwd = await folderWith({
      's.csv': exported(),
      [MAP]: `version: 1\nsheets:\n  - { sheet: s, kind: supplier }\n`,
    });
    await mkdir(path.join(cwd, 'other'));
    await writeFile(path.join(cwd, 'other', 't.csv'), exported());
    const { code, stdout, stderr } = await trace(['map', ...argv, '--json'], { cwd, stdin: exported() });
    expect([code, (JSON.parse(stdout) as { error: { code: string } }).error.code]).toEqual([2, error]);
    expect(stderr).toMatch(message);
  });

  test('trace map without --yes uses the interface that has the kind of --sheet', async () => {
    // Most of these headers are also names of fields of v3.
    const head = 'Réf emballage;Désignation;Type emballage;Matière;Poids (g);% recyclé;Fournisseur;Pays';
    const rows = ['80 %', '80,5', '0,9', '120 %'].map(
      (share, at) => `PK${at};Boîte;Primaire;Carton;3;${share};S1;France`,
    );
    const cwd = await folderWith({ 'emb.csv': [head, ...rows].join('\n') });
    const { code, stdout } = await trace('map emb.csv --sheet emb.csv=packaging --yes', { cwd });
    expect([code, stdout]).toEqual([3, expect.stringContaining('emb.csv › emb: packaging')]);
    // One wrong value of four does not make a column of the import a question.
    expect(await readFile(path.join(cwd, MAP), 'utf8')).toContain('"% recyclé": percentageRecycled');
  });

  test('trace map without --yes names a file that cannot be read', async () => {
    const cwd = await folderWith({ 'bad.xlsx': 'PK\u0003\u0004 no workbook' });
    expectEnd(await trace(['map', 'bad.xlsx', '--yes'], { cwd }), 3, 'error: bad.xlsx: ');
  });
});

describe('columns without a unique header', () => {
  test('columns without a unique header are mapped in the section "letters", without a header or with the same header', async () => {
    const rows = [
      ['supplierRef', 'name', 'Wxq', 'Wxq', '', 'category'],
      ['F-1', 'Tessitura', 'a', 'b', 'c', ''],
    ];
    const cwd = await folderWith({ 'suppliers.csv': csv(...rows) });
    await trace(['map', 'suppliers.csv', '--yes'], { cwd });
    expect(await read(cwd)).toMatch(
      /\n {4}# letters:\n {4}# {3}C: \? # Wxq, a; .*\n {4}# {3}D: \? # Wxq, b; .*\n {4}# {3}E: \? # c; /,
    );
    const own =
      'version: 1\nsheets:\n  - file: suppliers.csv\n    kind: supplier\n    letters:\n      C: address.city\n      D: ignore\n      E: address.street\n';
    await writeFile(path.join(cwd, MAP), own);
    const { stdout } = await trace(['map', 'suppliers.csv', '--json'], { cwd });
    const { sheets } = JSON.parse(stdout) as Document;
    expect(sheets[0]!.columns.map(({ state }) => state).slice(2, 5)).toEqual(['mapped', 'ignored', 'mapped']);
    await trace(['map', 'suppliers.csv', '--yes'], { cwd });
    expect((await read(cwd)).startsWith(own)).toBe(true);
  });

  test('columns without a unique header to the right of the header row are questions, which the section "letters" answers', async () => {
    const wide = csv(['supplierRef', 'name', ODD], ['F-1', 'Tessitura', 'blue', 'Milano']);
    const own = `version: 1\nsheets:\n  - file: s.csv\n    kind: supplier\n    columns:\n      ${ODD}: ignore\n`;
    const cwd = await folderWith({ 's.csv': wide, [MAP]: own });
    const asked = await trace(['map', 's.csv', '--yes'], { cwd });
    expect([asked.code, await read(cwd)]).toEqual([3, expect.stringMatching(/# +D: \? # Milano; /)]);
    const checked = await trace(['check', 's.csv'], { cwd });
    expect([checked.code, checked.stdout]).toEqual([3, expect.stringContaining('[row-ragged]')]);
    await writeFile(path.join(cwd, MAP), `${own}    letters:\n      D: ignore\n`);
    const answered = await trace(['map', 's.csv', '--yes'], { cwd });
    expect(await read(cwd), answered.stderr).not.toMatch(/# +D: \?/);
  });
});

describe('trace map --check', () => {
  const map = `version: 1
sheets:
  - file: "s*.csv"
    kind: supplier
    columns:
      ${ODD}: ignore
      Gone: address.city
    values:
      category:
        Wxyzq: ${String(supplierBody('F').category)}
  - sheet: Never
    kind: product
`;

  test('reports each difference once, with the line to add, and writes nothing', async () => {
    const next = exported()
      .replace(`;${ODD}`, `;${ODD};Neu`)
      .replaceAll('blue', 'blue;1')
      .replace('F-2;Weberei;Wxyzq', 'F-2;Weberei;Hhhh');
    const cwd = await folderWith({ 's2.csv': next, 'x.csv': exported(), [MAP]: map });
    const { code, stdout } = await trace(['map', 's2.csv', 'x.csv', '--check', '--json'], { cwd });
    const { changes, written } = JSON.parse(stdout) as Document;
    expect([code, written, await read(cwd)]).toEqual([3, false, map]);
    const told = changes!.map((one) => [one.code, one.suggestion]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['header-unknown', expect.stringContaining('below "columns:" (line 5), add Neu: FIELD')],
        ['map-word', expect.stringContaining('below "category:" (line 9), add Hhhh: VALUE')],
        ['map-column', expect.any(String)],
        ['map-sheet', expect.stringContaining('add - { sheet: x, kind: supplier }')],
        ['map-unused', null],
      ]),
    );
    const lines = await trace(['map', 's2.csv', 'x.csv', '--check'], { cwd });
    expect(lines.stdout).toContain('  in trace.map.yaml, below "columns:" (line 5), add Neu: FIELD');
    expect(lines.stderr).toMatch(
      /\d+ changes that trace\.map\.yaml does not cover\. .*trace map s2\.csv x\.csv\n$/,
    );
  });

  test('reports no difference for an export that fits', async () => {
    const fits = map.replace(/ {6}Gone.*\n/, '').replace(/ {2}- sheet: Never\n.*\n/, '');
    const cwd = await folderWith({ 's.csv': exported(), [MAP]: fits });
    const checked = await trace(['map', 's.csv', '--check'], { cwd });
    const stderr = 'The files fit trace.map.yaml. Next: trace check s.csv\n';
    expect(checked).toEqual({ code: 0, stdout: '', stderr });
  });
});

test('a column that shares its header and is unanswered stays a question in "letters" when map runs again', async () => {
  const cwd = await folderWith({
    'suppliers.csv': 'supplierRef,name,category,name\nF-0,N,x,1\nF-1,N,x,1\nF-2,N,x,1\n',
  });
  await trace(['map', 'suppliers.csv', '--yes'], { cwd });
  const first = await read(cwd);
  expect(first).toMatch(/\n {4}letters:\n {6}B: .*\n {6}(?:# )?D: "?\?/);
  await trace(['map', 'suppliers.csv', '--yes'], { cwd });
  expect(await read(cwd)).toBe(first);
});

test('for any headers and words, trace map writes a valid map file without unsafe characters', {
  tags: ['sampled'],
}, async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 10 }),
    fc.constantFrom(
      ...[
        'a: b',
        '# x',
        '- a',
        '{a}',
        '*a',
        '&a',
        '!t',
        '"',
        "'",
        '\\',
        '%',
        '@',
        '\u202egnp',
        '\x1b[2J',
        '?',
      ],
      ...['ignore', '__proto__', '', ' ', '=1+1', '1,250'],
    ),
  );
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 6 }),
      fc.array(text, { maxLength: 8 }),
      async (headers, cells) => {
        const width = headers.length;
        const rows = [['supplierRef', 'name', 'category', ...headers]];
        for (let at = 0; at < 3; at++) {
          const more = Array.from({ length: width }, (_, col) => cells[(at + col) % 8] ?? '1');
          rows.push([`F-${at}`, 'N', cells[at] ?? 'x', ...more]);
        }
        const sheet = rows.map((row) => `${row.map(quoted).join(',')}\n`).join('');
        const cwd = await folderWith({ 'suppliers.csv': sheet });
        const made = await trace(['map', 'suppliers.csv', '--yes'], { cwd });
        expect([0, 3], made.stderr).toContain(made.code);
        if (!existsSync(path.join(cwd, MAP))) return;
        const content = await read(cwd);
        expect(/[^\P{Cc}\n]|\p{Cf}/u.test(content)).toBe(false);
        const checked = await trace(['check', 'suppliers.csv'], { cwd });
        expect([0, 3], `${checked.stderr}\n${content}`).toContain(checked.code);
        const again = await trace(['map', 'suppliers.csv', '--yes'], { cwd });
        expect([again.code, await read(cwd)]).toEqual([made.code, content]);
      },
    ),
    { numRuns: SLOW ? full(60) : 10 },
  );
});
