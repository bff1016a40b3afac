import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { breaches, importsOf, ROOMS, RULES } from './import-rules.ts';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'));

test('the sources are found', () => {
  expect(files.length).toBeGreaterThan(150);
});

test.each(files)('%s imports only what the rules of its folder allow', (file) => {
  expect(breaches(file, readFileSync(`${SRC}${file}`, 'utf8'))).toEqual([]);
});

/** The module of a file: its folder at the top of src; null for a file at the top. */
const moduleOf = (file: string): string | null => (file.includes('/') ? file.split('/')[0]! : null);

/** The files of src that a file imports. */
function targetsOf(file: string, types: boolean): string[] {
  return importsOf(readFileSync(`${SRC}${file}`, 'utf8'))
    .filter(({ specifier, typesOnly }) => specifier.startsWith('.') && (types || !typesOnly))
    .map(({ specifier }) => path.posix.join(path.posix.dirname(file), specifier))
    .filter((target) => target.endsWith('.ts'));
}

describe('the modules of src', () => {
  const edges = new Set<string>();
  for (const file of files) {
    for (const target of targetsOf(file, true)) {
      const [from, to] = [moduleOf(file), moduleOf(target)];
      if (from !== null && to !== null && from !== to) edges.add(`${from} -> ${to}`);
    }
  }

  test('the modules of src do not import each other in a cycle', () => {
    expect(edges.size).toBeGreaterThan(10);
    const depths = new Map<string, number>();
    const depthOf = (name: string, above: readonly string[]): number => {
      expect([...above, name]).toEqual([...new Set([...above, name])]);
      const known = depths.get(name);
      if (known !== undefined) return known;
      const below = [...edges]
        .filter((edge) => edge.startsWith(`${name} -> `))
        .map((edge) => edge.split(' -> ')[1]!);
      const depth = 1 + Math.max(0, ...below.map((one) => depthOf(one, [...above, name])));
      depths.set(name, depth);
      return depth;
    };
    expect(depthOf('cli', [])).toBeGreaterThan(3);
  });

  /** The position of the room of a file among the rooms of a row; -1 for a file in no room. */
  const placeOf = (file: string): number => {
    const folder = path.posix.dirname(file);
    const inRoom = ROOMS.filter((room) => folder === room || folder.startsWith(`${room}/`));
    return ROOMS.indexOf(inRoom.sort((a, b) => b.length - a.length)[0] ?? '');
  };

  test('the modules of src do not import from later rooms of a row', () => {
    expect(ROOMS.filter((room) => !files.some((file) => path.posix.dirname(file).startsWith(room)))).toEqual(
      [],
    );
    const back = files.flatMap((file) =>
      targetsOf(file, true)
        .filter((target) => placeOf(file) >= 0 && placeOf(target) > placeOf(file))
        .map((target) => `${file} -> ${target}`),
    );
    expect(back).toEqual([]);
  });

  test('the modules of src have no cycles of imports between files, except for types', () => {
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, above: readonly string[]) => {
      if (above.includes(file)) cycles.push([...above.slice(above.indexOf(file)), file].join(' -> '));
      if (done.has(file) || above.includes(file)) return;
      for (const target of targetsOf(file, false)) visit(target, [...above, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(cycles).toEqual([]);
  });
});

describe('the imports of a source', () => {
  test.each<[source: string, specifier: string, typesOnly: boolean]>([
    ["import a from 'x';", 'x', false],
    ['import a from "x";', 'x', false],
    ["import * as a from 'x';", 'x', false],
    ["import { a, type B } from 'x';", 'x', false],
    ["import { type A, type B } from 'x';", 'x', true],
    ["import {\n  type A,\n  type B,\n} from 'x';", 'x', true],
    ["import type { A } from 'x';", 'x', true],
    ["import type A from 'x';", 'x', true],
    ["import 'x';", 'x', false],
    ["import a from 'x' with { type: 'json' };", 'x', false],
    ["export { a } from 'x';", 'x', false],
    ["export * from 'x';", 'x', false],
    ["export type { A } from 'x';", 'x', true],
    ["const a = await import('x');", 'x', false],
    ["load: () => import('x'),", 'x', false],
    ["type A = import('x').A;", 'x', false],
  ])('are found in %j: %s (only types: %s)', (source, specifier, typesOnly) => {
    expect(importsOf(source)).toEqual([{ specifier, typesOnly }]);
  });

  test.each([
    "// import a from 'x';",
    "/** import('x') */",
    "const from = 'x';",
    "export const a = 'from';",
    'const a = b;',
  ])('are none in %j', (source) => {
    expect(importsOf(source)).toEqual([]);
  });

  test('the imports of a source are all found if there are several', () => {
    const source = "import a from 'a';\nimport { type B } from 'b';\n\nexport const c = () => import('c');\n";
    expect(importsOf(source).map(({ specifier }) => specifier)).toEqual(['a', 'b', 'c']);
  });
});

describe('the rules for imports', () => {
  test.each<[file: string, source: string, told: RegExp]>([
    [
      'contract/kind.ts',
      "import { readRow } from '../records/read.ts';",
      /contract may not, as it is pure data/,
    ],
    ['contract/v2/supplier.ts', "import fs from 'node:fs';", /imports node:fs: contract may not/],
    [
      'findings/group.ts',
      "import type { KindSpec } from '../contract/kind.ts';",
      /imports types of \.\.\/contract/,
    ],
    [
      'sheets/csv.ts',
      "import type { KindSpec } from '../contract/kind.ts';",
      /does not know what a supplier is/,
    ],
    ['records/read.ts', "import { readFile } from 'node:fs/promises';", /records may not/],
    ['records/read.ts', "import { openSource } from '../sheets/open.ts';", /imports \.\.\/sheets\/open\.ts/],
    ['records/read.ts', 'console.log(1);', /says console/],
    [
      'records/check/rules/values.ts',
      'const today = Date.now();',
      /says Date\.now: a pure stage has no clock/,
    ],
    ['records/check/cross.ts', "import { Ledger } from '../../ledger/ledger.ts';", /check may not/],
    ['send/plan/kind-waves.ts', "import { request } from 'undici';", /plan may not/],
    ['send/plan/kind-waves.ts', "const day = new Date('2026-01-01');", /a plan has no clock/],
    ['send/plan/kind-waves.ts', 'const chance = Math.random();', /no chance/],
    ['send/plan/kind-waves.ts', 'const t = performance.now();', /says performance/],
    ['ledger/ledger.ts', "import { push } from '../send/push/engine.ts';", /ledger may not/],
    ['ledger/ledger.ts', 'process.stderr.write("x");', /says process/],
    ['service/http.ts', "import { Ledger } from '../ledger/ledger.ts';", /service may not/],
    ['service/http.ts', 'await fetch(url);', /global fetch sends a POST twice/],
    [
      'send/push/engine.ts',
      "import { openService } from '../../service/http.ts';",
      /imports \.\.\/\.\.\/service\/http\.ts: send\/push may not/,
    ],
    ['send/push/engine.ts', "import { Pool } from 'undici';", /push may not/],
    ['send/push/engine.ts', "import { writeFile } from 'node:fs/promises';", /push may not/],
    ['read/tables/study.ts', "import { openService } from '../../service/http.ts';", /read\/tables may not/],
    ['cli/view/listener.ts', "import { History } from '../../ledger/history.ts';", /cli\/view may not/],
    ['cli/view/listener.ts', "import type { Service } from '../../service/service.ts';", /cli\/view may not/],
    ['cli/view/listener.ts', "import { push } from '../../send/push/engine.ts';", /cli\/view may not/],
    ['cli/view/listener.ts', "import { importFiles } from '../../import/import.ts';", /cli\/view may not/],
    ['mock/app.ts', "import { classifyAnswer } from '../service/classify.ts';", /mock may not/],
    [
      'contract/template/template.ts',
      "import { readRow } from '../../records/read.ts';",
      /contract\/template may not/,
    ],
    ['config/load.ts', "import { push } from '../send/push/engine.ts';", /config may not/],
    ['import/import.ts', "import { table } from '../cli/view/table.ts';", /import may not/],
    ['import/import.ts', 'process.exit(1);', /only main sets how the process ends/],
    ['cli/commands/import.ts', "import chalk from 'chalk';", /cli may not/],
    ['cli/commands/import.ts', 'process.exitCode = 2;', /says process\.exitCode/],
    ['cli/commands/import.ts', 'const token = process.env.TRACE_TOKEN;', /variables come with the context/],
    ['main.ts', "import { define } from './cli/commands/import.ts';", /is not loaded/],
    ['utils/strings.ts', '', /there is no rule for utils/],
  ])('reject in %s: %j', (file, source, told) => {
    const [breach, ...more] = breaches(file, source);
    expect(breach).toMatch(told);
    expect(more.length).toBeLessThan(2);
  });

  test.each<[file: string, source: string]>([
    ['contract/kind.ts', "import { z } from 'zod';\nimport type { Field } from './field.ts';"],
    ['contract/v2/supplier.ts', "import type { Field } from '../field.ts';"],
    [
      'records/read.ts',
      "import type { Row } from '../sheets/cell.ts';\nimport type { Source } from '../sheets/source.ts';",
    ],
    [
      'records/check/cross.ts',
      "import { TraceError } from '../../errors.ts';\nimport { nearest } from '../../nearest.ts';",
    ],
    [
      'send/push/engine.ts',
      "import type { Service } from '../../service/service.ts';\nimport { Limiter } from '../../service/limiter.ts';",
    ],
    [
      'cli/view/listener.ts',
      "import type { RunEvent } from '../../import/report/run-event.ts';\nimport { OUTCOMES } from '../../send/push/outcome.ts';",
    ],
    ['main.ts', 'process.exitCode = 0;'],
    ['send/push/send.ts', '// process.exit would lose what is out\nconst a = service.fetch(1);'],
  ])('allow in %s: %j', (file, source) => {
    expect(breaches(file, source)).toEqual([]);
  });
});

test('every rule for imports has a reason', () => {
  for (const [owner, { why }] of Object.entries(RULES)) expect(why, owner).toMatch(/\w+ \w+/);
});
