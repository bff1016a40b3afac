import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { breaches, importsOf, RULES } from './import-rules.ts';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'));

test('the sources are here', () => {
  expect(files.length).toBeGreaterThan(150);
});

test.each(files)('%s imports what its folder may', (file) => {
  expect(breaches(file, readFileSync(`${SRC}${file}`, 'utf8'))).toEqual([]);
});

describe('importsOf', () => {
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
  ])('%j', (source, specifier, typesOnly) => {
    expect(importsOf(source)).toEqual([{ specifier, typesOnly }]);
  });

  test.each([
    "// import a from 'x';",
    "/** import('x') */",
    "const from = 'x';",
    "export const a = 'from';",
    'const a = b;',
  ])('finds nothing in %j', (source) => {
    expect(importsOf(source)).toEqual([]);
  });

  test('finds all of several', () => {
    const source = "import a from 'a';\nimport { type B } from 'b';\n\nexport const c = () => import('c');\n";
    expect(importsOf(source).map(({ specifier }) => specifier)).toEqual(['a', 'b', 'c']);
  });
});

describe('a breach is found', () => {
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
    ['check/rules/dates.ts', 'const today = Date.now();', /says Date\.now: a pure stage has no clock/],
    ['check/cross.ts', "import { Ledger } from '../ledger/ledger.ts';", /check may not/],
    ['plan/waves.ts', "import { request } from 'undici';", /plan may not/],
    ['plan/waves.ts', "const day = new Date('2026-01-01');", /a plan has no clock/],
    ['plan/waves.ts', 'const chance = Math.random();', /no chance/],
    ['plan/waves.ts', 'const t = performance.now();', /says performance/],
    ['ledger/ledger.ts', "import { push } from '../push/engine.ts';", /ledger may not/],
    ['ledger/ledger.ts', 'process.stderr.write("x");', /says process/],
    ['service/http.ts', "import { Ledger } from '../ledger/ledger.ts';", /service may not/],
    ['service/http.ts', 'await fetch(url);', /global fetch sends a POST twice/],
    [
      'push/engine.ts',
      "import { openService } from '../service/http.ts';",
      /imports \.\.\/service\/http\.ts: push may not/,
    ],
    ['push/engine.ts', "import { Pool } from 'undici';", /push may not/],
    ['push/engine.ts', "import { writeFile } from 'node:fs/promises';", /push may not/],
    ['results/study.ts', "import { openService } from '../service/http.ts';", /results may not/],
    ['report/plain.ts', "import { History } from '../ledger/history.ts';", /report may not/],
    ['report/plain.ts', "import type { Service } from '../service/service.ts';", /report may not/],
    ['report/plain.ts', "import { push } from '../push/engine.ts';", /report may not/],
    ['report/plain.ts', "import { importFiles } from '../run/import.ts';", /report may not/],
    ['mock/app.ts', "import { classifyAnswer } from '../service/classify.ts';", /mock may not/],
    ['template/template.ts', "import { readRow } from '../records/read.ts';", /template may not/],
    ['config/load.ts', "import { push } from '../push/engine.ts';", /config may not/],
    ['run/import.ts', "import { table } from '../report/table.ts';", /run may not/],
    ['run/import.ts', 'process.exit(1);', /only main sets how the process ends/],
    ['commands/import.ts', "import chalk from 'chalk';", /commands may not/],
    ['commands/import.ts', 'process.exitCode = 2;', /says process\.exitCode/],
    ['commands/import.ts', 'const token = process.env.TRACE_TOKEN;', /variables come with the context/],
    ['main.ts', "import { define } from './commands/import.ts';", /is not loaded/],
    ['utils/strings.ts', '', /there is no rule for utils/],
  ])('%s: %s', (file, source, told) => {
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
      'check/cross.ts',
      "import { TraceError } from '../errors.ts';\nimport { nearest } from '../findings/nearest.ts';",
    ],
    [
      'push/engine.ts',
      "import type { Service } from '../service/service.ts';\nimport { Pacer } from '../service/pace.ts';",
    ],
    [
      'report/plain.ts',
      "import type { RunEvent } from '../run/event.ts';\nimport { OUTCOMES } from '../push/outcome.ts';",
    ],
    ['main.ts', 'process.exitCode = 0;'],
    ['push/send.ts', '// process.exit would lose what is out\nconst a = service.fetch(1);'],
  ])('and nothing else: %s: %s', (file, source) => {
    expect(breaches(file, source)).toEqual([]);
  });
});

test('every rule says why', () => {
  for (const [owner, { why }] of Object.entries(RULES)) expect(why, owner).toMatch(/\w+ \w+/);
});
