import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Environment } from '../../src/config/environment.ts';
import { resolveEnvironment } from '../../src/config/resolve-environment.ts';
import type { Body, KindSpec } from '../../src/contract/kind.ts';
import { kindNamed } from '../../src/contract/registry.ts';
import { CATALOGUE } from '../../src/findings/catalogue.ts';
import type { FindingGroup } from '../../src/findings/group.ts';
import type { Severities } from '../../src/findings/severity.ts';
import { type CheckJob, checkInput } from '../../src/import/check-input.ts';
import { loadMaps } from '../../src/import/input/map-in-force.ts';
import type { InputSettings } from '../../src/import/input/settings.ts';
import { inspect } from '../../src/import/inspect.ts';
import { NeedsLedger, RecordMemory } from '../../src/import/memory/record-memory.ts';
import { findingsIn, type ReportedFinding } from '../../src/import/report/report-parts.ts';
import type { RunEvent } from '../../src/import/report/run-event.ts';
import { totalsOf } from '../../src/import/report/run-result.ts';
import { folderWith, trace } from '../cli/commands/harness.ts';
import {
  component,
  componentBody,
  csvOf,
  packaging,
  product,
  productBody,
  supplier,
  supplierBody,
} from '../cli/commands/sheets.ts';
import { full, SLOW } from '../effort.ts';
import { soundBody } from '../mock/sound-body.ts';

/** A file with one supplier twice. */
const TWICE = csvOf(supplier, [supplierBody('FRN-1'), supplierBody('FRN-1')]);
const RUNS = SLOW ? full(60) : 15;

const oneOf = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);
/** Mostly in capitals, so that few keys only look alike. */
const numbered = (prefix: string, most: number) =>
  fc
    .tuple(fc.nat(most), fc.nat(15))
    .map(
      ([at, other]) => `${other === 0 ? prefix.toLowerCase() : prefix}${other === 1 ? '\u2011' : '-'}${at}`,
    );

/** Mostly one family, so that others are rare. */
const family = fc.oneof(
  { weight: 8, arbitrary: fc.constant('STANDARD') },
  oneOf('MODULE360_AGEC', 'AGEC_NO_FDC'),
);
const more = fc.record({ projectType: family, importationBatch: oneOf('W1', 'W1', 'W2') });

const suppliers = fc
  .record({
    ref: numbered('FRN', 5),
    category: oneOf(undefined, 'OTHER - Warehouse', 'OTHER - Packaging', 'no category'),
    name: oneOf('Filature', 'Filature', 'Tissage'),
    more,
  })
  .map(({ ref, category, name, more }) =>
    supplierBody(ref, { ...more, name, ...(category !== undefined && { category }) }),
  );
const packagings = fc
  .record({ ref: numbered('EMB', 3), more })
  .map(({ ref, more }) =>
    soundBody(packaging, 'STANDARD', { fill: 'required', with: { packagingRef: ref, ...more } }),
  );
const colour = oneOf('ECRU', 'ECRU', 'BLEU', '');
const products = fc
  .record({
    ...{ ref: numbered('ROB', 4), supplier: numbered('FRN', 6), colour },
    warehouse: fc.option(numbered('FRN', 6), { nil: undefined }),
    packagings: fc.array(numbered('EMB', 4), { maxLength: 2 }),
    more,
  })
  .map(({ ref, supplier, colour, warehouse, packagings, more }) =>
    productBody(ref, supplier, {
      ...more,
      ...(warehouse !== undefined && { warehouseRef: warehouse }),
      ...(packagings.length > 0 && { packagingRefs: packagings }),
      productColorCode: colour,
    }),
  );
const components = fc
  .record({
    ...{ ref: numbered('CMP', 6), product: numbered('ROB', 5), supplier: numbered('FRN', 6), colour },
    material: oneOf('COTTON', 'COTTON', 'WOOL'),
    more,
  })
  .map(({ ref, product, supplier, colour, material, more }) =>
    componentBody(ref, product, supplier, {
      ...more,
      productColorCode: colour,
      composition: [{ material, percentage: 100 }],
    }),
  );

const sheet = (kind: KindSpec, body: fc.Arbitrary<Body>, maxLength: number) =>
  fc.array(body, { minLength: 1, maxLength }).map((bodies) => ({ kind, bodies }));
const files = fc.array(
  fc.oneof(
    sheet(supplier, suppliers, 8),
    sheet(packaging, packagings, 5),
    sheet(product, products, 8),
    sheet(component, components, 30),
  ),
  { minLength: 1, maxLength: 5 },
);
const settings = fc.record({
  only: fc.oneof(
    { weight: 5, arbitrary: fc.constant([]) },
    fc.shuffledSubarray(['supplier', 'component', 'product']),
  ),
  externalRefs: fc.boolean(),
  strict: fc.boolean(),
  severities: oneOf<Severities | undefined>(
    undefined,
    new Map([['shared-ref-differs', 'error']]),
    new Map([['duplicate-identical', 'off']]),
  ),
});

/** The findings of all rules across records. */
const RULES_ACROSS = ['cross.ts', 'stray-families.ts']
  .map((file) => readFileSync(new URL(`../../src/records/check/${file}`, import.meta.url), 'utf8'))
  .flatMap((source) => Object.keys(CATALOGUE).filter((code) => source.includes(`'${code}'`)));

type RandomInput = [
  sheets: { kind: KindSpec; bodies: readonly Body[] }[],
  typeof settings extends fc.Arbitrary<infer S> ? S : never,
];
/** Input in which each of them finds something. */
const ALL_RULES: RandomInput = [
  [
    {
      kind: supplier,
      bodies: [
        supplierBody('FRN-1', { projectType: 'AGEC' }),
        ...[supplierBody('FRN-2'), supplierBody('FRN-2'), supplierBody('FRN-3')],
        ...[supplierBody('FRN-3', { name: 'Tissage' }), supplierBody('frn-2')],
        ...[supplierBody('FRN-4'), supplierBody('FRN-4', { importationBatch: 'W2', name: 'Tissage' })],
      ],
    },
    {
      kind: product,
      bodies: [
        productBody('ROB-1', 'FRN-1', { warehouseRef: 'FRN-2' }),
        productBody('ROB-2', 'FRN-9'),
        productBody('ROB-3', 'FRN-2', { projectType: 'AGEC' }),
      ],
    },
    {
      kind: component,
      bodies: [
        componentBody('CMP-1', 'ROB-1', 'FRN-2'),
        componentBody('CMP-1', 'ROB-2', 'FRN-2', { composition: [{ material: 'WOOL', percentage: 100 }] }),
      ],
    },
  ],
  { only: [], externalRefs: false, strict: false, severities: undefined },
];

interface Outcome {
  readonly findings: readonly ReportedFinding[];
  readonly groups: unknown;
  readonly events: readonly unknown[];
  readonly result: unknown;
}

/** The events without the id of the run. */
const withoutRun = (events: readonly RunEvent[]) =>
  events.map((event) => ('run' in event ? { ...event, run: '' } : event));

async function jobIn(
  folder: string,
  input: Partial<InputSettings>,
): Promise<Omit<CheckJob, 'listsAll' | 'emit'>> {
  const environment: Environment = await resolveEnvironment({ config: {}, file: null, folder }, {}, folder);
  return {
    environment,
    env: {},
    settings: {
      ...{ files: [], interface: 'v2', interfaceBySheets: true, family: null, batch: null, projectTypes: {} },
      ...{ strict: false, only: [], sheets: new Map(), externalRefs: false, allowEmpty: false },
      stdin: Readable.from([]),
      ...input,
    },
    ...{ now: () => new Date(0), signal: new AbortController().signal, options: '{}' },
  };
}

async function inMemory(folder: string, input: Partial<InputSettings>, listsAll = true): Promise<Outcome> {
  const events: RunEvent[] = [];
  const job = await jobIn(folder, input);
  using checked = await checkInput({ ...job, listsAll, emit: (event) => events.push(event) });
  const {
    findingGroups,
    records,
    totals,
    notChosen,
    ignoredColumns: ignored,
    partlyRead: stopped,
    files,
  } = checked;
  return {
    ...{ findings: [...checked.findings()], groups: findingGroups.groups().map(shown) },
    events: withoutRun(events),
    result: { records, totals, notChosen, ignored, stopped, files, counts: findingGroups.counts() },
  };
}

async function byLedger(folder: string, input: Partial<InputSettings>): Promise<Outcome> {
  const events: RunEvent[] = [];
  const job = await jobIn(folder, input);
  const { findingGroups, records, ledger, run } = await inspect({
    ...job,
    command: 'check',
    emit: (event) => events.push(event),
  });
  using opened = ledger;
  const history = opened.history(run);
  return {
    findings: [...findingsIn(ledger, run)],
    groups: findingGroups.groups().map(shown),
    events: withoutRun(events),
    result: {
      ...{ records, totals: totalsOf(ledger, run), notChosen: history.notChosen() },
      ...{ ignored: history.ignoredColumns(), stopped: history.partlyRead(), files: history.files() },
      counts: findingGroups.counts(),
    },
  };
}

const shown = ({ rows, ...group }: FindingGroup) => ({ ...group, rows: [rows.ranges, rows.more] });

async function write(folder: string, sheets: readonly { kind: KindSpec; bodies: readonly Body[] }[]) {
  const paths = sheets.map(({ kind }, at) => path.join(folder, `${at}-${kind.plural}.csv`));
  await Promise.all(sheets.map(({ kind, bodies }, at) => writeFile(paths[at]!, csvOf(kind, bodies))));
  return paths;
}

describe('a check in memory has the same findings and events as one with all records in a ledger', () => {
  test('checks in memory and with a ledger have the same findings and events for random input', {
    tags: ['sampled'],
    timeout: 600_000,
  }, async () => {
    const folder = await folderWith();
    const codes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(files, settings, async (sheets, { severities, ...rest }) => {
        const input = { files: await write(folder, sheets), ...rest, ...(severities && { severities }) };
        const [found, expected] = [await inMemory(folder, input), await byLedger(folder, input)];
        expect(found).toEqual(expected);
        for (const { code } of found.findings) codes.add(code);
        const { findings, ...counted } = await inMemory(folder, input, false);
        expect(findings).toEqual([]);
        expect({ ...counted, findings: expected.findings }).toEqual(expected);
      }),
      { numRuns: RUNS, examples: [ALL_RULES, [ALL_RULES[0], { ...ALL_RULES[1], externalRefs: true }]] },
    );
    expect(
      RULES_ACROSS.filter((code) => !codes.has(code)),
      'findings that ALL_RULES lacks',
    ).toEqual([]);
    expect(RULES_ACROSS.length).toBeGreaterThan(8);
  });

  test('checks in memory and with a ledger agree on random input that refers to records of earlier runs', {
    tags: ['sampled'],
    timeout: 600_000,
  }, async () => {
    const folder = await folderWith({
      'suppliers.csv': csvOf(supplier, [
        supplierBody('FRN-0', { category: 'OTHER - Packaging' }),
        supplierBody('FRN-1', { category: 'OTHER - Warehouse' }),
        ...[supplierBody('FRN-2'), supplierBody('frn-3'), supplierBody('frn-4')],
      ]),
      'products.csv': csvOf(product, [productBody('ROB-0', 'FRN-0'), productBody('ROB-1', 'FRN-1')]),
    });
    const sent = await trace(['import', 'suppliers.csv', 'products.csv', '--yes'], { cwd: folder });
    expect(sent.code).toBe(0);
    await fc.assert(
      fc.asyncProperty(files, settings, async (sheets, { severities, ...rest }) => {
        const input = { files: await write(folder, sheets), ...rest, ...(severities && { severities }) };
        expect(await inMemory(folder, input)).toEqual(await byLedger(folder, input));
      }),
      { numRuns: RUNS },
    );
  });
});

test('a check in memory of v3 records has the same findings as one with a ledger', async () => {
  const material = kindNamed('v3', 'material');
  const body = soundBody(material, 'STANDARD');
  const used = { ...body, uniqueIdentifier: 'M-2', usedMaterials: [{ uniqueIdentifier: 'M-2' }] };
  const folder = await folderWith({ 'materials.csv': csvOf(material, [body, body, used]) });
  const input = { files: [path.join(folder, 'materials.csv')] };
  const found = await inMemory(folder, input);
  expect(found).toEqual(await byLedger(folder, input));
  const codes = found.findings.map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['duplicate-identical', 'reference-circle']));
});

test('records that do not fit into memory are compared in a ledger, with the same events', async () => {
  const bodies = Array.from({ length: 3000 }, (_, at) => supplierBody(`FRN-${at % 2000}`));
  const folder = await folderWith({ 'suppliers.csv': csvOf(supplier, bodies) });
  const input = { files: [path.join(folder, 'suppliers.csv')] };
  const { add } = RecordMemory.prototype;
  using _ = vi.spyOn(RecordMemory.prototype, 'add').mockImplementation(function (this: RecordMemory, record) {
    if (this.size === 2500) throw new NeedsLedger();
    return add.call(this, record);
  });
  expect(await inMemory(folder, input)).toEqual(await byLedger(folder, input));
});

/** Each row describes a product and its supplier. */
const SHARED_ROWS = `version: 1
sheets:
  - file: rows.csv
    tables:
      - kind: product
        headerRow: 1
        columns: { A: productRef, G: category, S: productCollectionRef, L: supplierRef }
      - { kind: supplier, headerRow: 1, columns: { L: supplierRef, F: name, R: category, O: address.city } }
`;

test('rows that repeat a supplier are one record, in memory as in a ledger', { tags: ['sampled'] }, () => {
  const row = fc.tuple(
    fc.nat(12),
    fc.nat(3),
    oneOf('Nord', 'Nord', 'Nord', 'Sud'),
    oneOf('Lille', 'Lille', ''),
    oneOf('R', 'R', 'R', ' R'),
  );
  return fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
      const lines = rows.map(
        ([at, by, name, city, blank]) =>
          `A-${at};DRESSES;SS27;S-${by};${name};TRANSFORMATION - ${blank === 'R' ? '' : ' '}Weaving;${city}`,
      );
      const folder = await folderWith({
        'rows.csv': `A;G;S;L;F;R;O\n${lines.join('\n')}\n`,
        'trace.map.yaml': SHARED_ROWS,
      });
      const files = [path.join(folder, 'rows.csv')];
      const place = { cwd: folder, flag: undefined, configured: undefined };
      const maps = await loadMaps({ files, ...place, signal: new AbortController().signal });
      const input = { files, maps, batch: 'B1', family: 'STANDARD' } as const;
      const found = await inMemory(folder, input);
      expect(found).toEqual(await byLedger(folder, input));
      expect(
        found.findings.filter(({ code, kind }) => code === 'duplicate-identical' && kind === 'supplier'),
      ).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

test('duplicates in standard input are found, although it can be read only once', async () => {
  const folder = await folderWith();
  const { code, stdout } = await trace(['check', '-', '--sheet', '-=supplier'], {
    cwd: folder,
    stdin: TWICE,
  });
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('it is sent once') });
});

test.skipIf(process.platform === 'win32')('duplicates in a named pipe are found', async () => {
  const folder = await folderWith();
  const pipe = path.join(folder, 'suppliers.csv');
  execFileSync('mkfifo', [pipe]);
  const job = await jobIn(folder, { files: [pipe] });
  const checking = checkInput({ ...job, listsAll: true, emit: () => {} });
  await writeFile(pipe, TWICE);
  using checked = await checking;
  expect([...checked.findings()].map(({ code }) => code)).toContain('duplicate-identical');
});

test('a file that changes between its first and second reading is refused', async () => {
  const folder = await folderWith({ 'suppliers.csv': TWICE });
  const file = path.join(folder, 'suppliers.csv');
  const emit = (event: RunEvent) => {
    if (event.type === 'rows-read' && event.done) appendFileSync(file, TWICE.split('\n')[1]!);
  };
  const job = await jobIn(folder, { files: [file] });
  await expect(checkInput({ ...job, listsAll: false, emit })).rejects.toMatchObject({ code: 'file-changed' });
});

test('an interruption while the input is read again ends all records as not attempted', async () => {
  const folder = await folderWith({
    'suppliers.csv': TWICE,
  });
  const stop = new AbortController();
  const job = await jobIn(folder, { files: [path.join(folder, 'suppliers.csv')] });
  const emit = (event: RunEvent) => {
    if (event.type === 'rows-read' && event.done) queueMicrotask(() => stop.abort(new Error('stop')));
  };
  using checked = await checkInput({ ...job, signal: stop.signal, listsAll: true, emit });
  expect(checked.totals).toMatchObject({ 'not-attempted': 2, invalid: 0 });
  expect(checked.notChosen).toBe(2);
});
