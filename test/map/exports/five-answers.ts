import { appendFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { read, write } from 'xlsx';
import { parseDocument } from 'yaml';
import type { MapDocument } from '../../../src/cli/view/map-schema.ts';
import { MATERIALS } from '../../../src/contract/v2/materials.ts';
import {
  findingsIn,
  journalOf,
  printed,
  reportIn,
  sandboxFolder,
  trace,
} from '../../cli/commands/harness.ts';
import { EXHAUSTIVE, SLOW } from '../../effort.ts';
import {
  type AnswerKey,
  ARRIVALS,
  CALLERS,
  DRIFTERS,
  EXPLORERS,
  GUESTS,
  keysIn,
  LATECOMERS,
  NEIGHBOURS,
  NEWCOMERS,
  NOMADS,
  PILGRIMS,
  PIONEERS,
  RAMBLERS,
  ROAMERS,
  ROVERS,
  SAMPLES,
  SETTLERS,
  SOJOURNERS,
  STRANGERS,
  TRAVELLERS,
  VISITORS,
  VOYAGERS,
  WANDERERS,
  WAYFARERS,
} from './answer-key.ts';
import { type ColumnFigures, columnFigures } from './columns.ts';
import { Person } from './person.ts';
import { type Arrived, type Score, scoreOf } from './score.ts';
import { terminal } from './terminal.ts';
import { Truth } from './truth.ts';

/** Answers of a person for each export: a screen that is accepted counts as one. */
const ANSWERS = 5;
const SANDBOX = ['--env', 'sandbox'];
const MAP = 'trace.map.yaml';
/** Characters of the name of a sheet in Excel, which is that of a CSV file in its copy. */
const LONGEST_SHEET_NAME = 31;
/** Findings on a word that a person who knows what it means corrects in its cell. */
const CORRECTABLE = new Set([
  'map-word',
  'composition-material',
  'blank-word',
  'boolean-unreadable',
  'country-unknown',
]);
/** A file to which the slow test writes all screens and answers, and the starts of the names of the exports it has, such as `p1,w4`. */
const { TRACE_DETAILS: DETAILS, TRACE_CASES: CASES } = process.env;

type Tried = Score & {
  readonly code: number;
  readonly said: readonly string[];
  readonly errors: readonly string[];
  readonly columns: ColumnFigures;
};

/** A folder with the files of an export. */
async function folderWith(key: AnswerKey, folder: string) {
  const { mock, cwd } = await sandboxFolder();
  const files = key.files.map((file) => path.basename(file));
  for (const file of key.files) cpSync(path.join(key.folder, file), path.join(cwd, path.basename(file)));
  const outside = { cwd, canAnswer: true, env: { TRACE_STATE_DIR: path.join(cwd, 'state') } };
  await trace(['taxonomy', 'add', 'materials', path.join(folder, 'materials.txt'), ...SANDBOX], outside);
  return { mock, cwd, files, outside };
}

/** A folder with the files of an export and the map that a person makes with five answers. */
async function mapped(key: AnswerKey, folder: string) {
  const made = await folderWith(key, folder);
  const { files, outside } = made;
  const document = await printed<MapDocument>(['map', ...files, ...SANDBOX, '--json'], outside);
  const truth = await Truth.of(key);
  terminal.person = new Person(truth, ANSWERS);
  await trace(['map', ...files, ...SANDBOX], outside);
  const file = path.join(made.cwd, MAP);
  const map = existsSync(file) ? readFileSync(file) : undefined;
  return { ...made, map, truth, said: terminal.person.said, columns: columnFigures(key, document) };
}

type Mapped = Awaited<ReturnType<typeof mapped>>;

/** How the records of an export arrive from its files, or from copies of them. */
async function imported(
  key: AnswerKey,
  { mock, cwd, outside, said, columns }: Mapped,
  files: readonly string[],
): Promise<Tried> {
  const flags = [...key.run.flags, ...SANDBOX, '--yes', '--report', 'r.json'];
  const { code } = await trace(['import', ...files, ...flags], outside);
  const { findings } = await reportIn(cwd);
  const errors = findings
    .filter(({ severity }) => severity === 'error')
    .map(({ code, origin, message }) => `${code} ${origin.sheet}: ${message}`);
  const score = scoreOf(key, (await journalOf(mock)) as Arrived[], findings);
  return { ...score, code, said, errors, columns };
}

const known = new Map<AnswerKey, { readonly map: Promise<Mapped>; readonly tried: Promise<Tried> }>();

/** The map of an export, and how its records arrive. Each export is mapped and imported once for all tests. */
function mappedAndTried(key: AnswerKey, folder: string) {
  const map = known.get(key)?.map ?? mapped(key, folder);
  const found = known.get(key) ?? { map, tried: map.then((made) => imported(key, made, made.files)) };
  known.set(key, found);
  return found;
}

const tried = (key: AnswerKey, folder: string): Promise<Tried> => mappedAndTried(key, folder).tried;

interface MapFile {
  readonly sheets: readonly {
    readonly file?: string;
    readonly sheet?: string | readonly string[];
    readonly kind?: string;
    readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  }[];
}

/**
 * A map file without the words that the key translates alike, which a person can correct in the cells instead. Words such as nylon,
 * which may be a value of the service, are not reported without the map file: it keeps them.
 */
function withoutWords(map: Buffer, truth: Truth) {
  const document = parseDocument(map.toString());
  const { sheets } = document.toJS() as MapFile;
  const words = sheets.flatMap(({ file, sheet = path.parse(file ?? '').name, kind, values = {} }, at) =>
    Object.entries(values).flatMap(([field, own]) =>
      Object.entries(own).flatMap(([word, value]) => {
        const names = [sheet].flat();
        if (MATERIALS.likely?.includes(word.toUpperCase())) return [];
        if (truth.valueOf(names[0], field, word, kind) !== value) return [];
        document.deleteIn(['sheets', at, 'values', field, word]);
        return { names, list: field.split('.')[0], word, value };
      }),
    ),
  );
  return { text: String(document), words: words.sort((a, b) => b.word.length - a.word.length) };
}

/** A cell with words of a map file, or with one, as a person writes it who knows what they mean: without a remark in brackets. */
const translated = (cell: string, words: readonly { readonly word: string; readonly value: string }[]) =>
  words.find(({ word }) => word === cell)?.value ??
  words
    .filter(({ word }) => word.length > 2)
    .reduce(
      (all, { word, value }) =>
        all.replace(new RegExp(`${RegExp.escape(word)}(?:[(（][^)）A-Z]*[)）])?`, 'g'), () => value),
      cell,
    );

/**
 * How the records arrive from annotated copies, in which a person corrected the cells with words that the map lacks: the
 * number of these cells, and whether the map had such words.
 */
async function triedWithCopies(
  key: AnswerKey,
  folder: string,
): Promise<Tried & { readonly corrected: number; readonly hadWords: boolean }> {
  const first = await mappedAndTried(key, folder).map;
  const made = { ...first, ...(await folderWith(key, folder)) };
  const { files, outside, cwd, truth } = made;
  const map = made.map && withoutWords(made.map, truth);
  if (map) writeFileSync(path.join(cwd, MAP), map.text);
  const flags = [...key.run.flags.filter((flag) => flag !== '--skip-invalid'), ...SANDBOX];
  const { stdout } = await trace(['check', ...files, ...flags, '--annotate', 'copy.xlsx', '--json'], outside);
  const copies = files.map((file) =>
    files.length === 1 ? 'copy.xlsx' : `copy-${path.parse(file).name}.xlsx`,
  );
  const findings = findingsIn(stdout).filter(({ code }) => CORRECTABLE.has(code));
  let corrected = 0;
  for (const [at, copy] of copies.entries()) {
    const book = read(readFileSync(path.join(cwd, copy)), { cellNF: true, cellStyles: true });
    for (const { origin, kind, field, value } of findings) {
      if (path.basename(origin.file) !== files[at]) continue;
      const name = origin.sheet ?? path.parse(files[at]!).name;
      const cell =
        book.Sheets[origin.sheet?.slice(0, LONGEST_SHEET_NAME) ?? book.SheetNames[0]!]?.[
          `${origin.column}${origin.row}`
        ];
      if (cell?.v !== value) continue;
      const own = map?.words.filter(
        ({ names, list }) => names.includes(name) && list === field!.split('.')[0],
      );
      const text = translated(value!, own ?? []);
      const meant = text === value ? truth.valueOf(name, field!, value!, kind ?? undefined) : text;
      if (meant === undefined) continue;
      Object.assign(cell, { v: meant, w: meant, t: 's' });
      corrected++;
    }
    writeFileSync(path.join(cwd, copy), write(book, { type: 'buffer', bookType: 'xlsx' }));
  }
  return { ...(await imported(key, made, copies)), corrected, hadWords: (map?.words.length ?? 0) > 0 };
}

/**
 * A set of exports, and what holds today, so that it can only rise: the share of the records that arrive as their keys say,
 * and the numbers of values that arrive otherwise and of columns that are taken for another field. `few` are the cases of
 * `npm test`, each with all it has right.
 */
interface ExportSet {
  readonly name: string;
  readonly folder: string | undefined;
  readonly few: Readonly<Record<string, number>>;
  readonly right: number;
  readonly wrong: number;
  readonly certainWrong: number;
  readonly likelyWrong: number;
  /** Whether the slow tests have all cases, and every fourth with copies; of other sets, only the exhaustive ones have. */
  readonly isSlow?: true;
}

const SETS = {
  strangers: {
    name: 'thirty strangers',
    folder: STRANGERS,
    few: { '57-pl-ksiegowosc': 36 },
    right: 0.97,
    wrong: 15,
    certainWrong: 0,
    likelyWrong: 14,
  },
  systems: {
    name: 'twenty systems',
    folder: SAMPLES,
    isSlow: true,
    few: { '21-sap': 123, '28-techpack': 28 },
    right: 1,
    wrong: 0,
    certainWrong: 2,
    likelyWrong: 13,
  },
  newcomers: {
    name: 'twenty newcomers',
    folder: NEWCOMERS,
    few: { '86-hartley-techpacks': 42 },
    right: 0.92,
    wrong: 1,
    certainWrong: 1,
    likelyWrong: 3,
  },
  latecomers: {
    name: 'twenty-two latecomers',
    folder: LATECOMERS,
    few: { 'd5-br-estrutura': 38 },
    right: 0.95,
    wrong: 0,
    certainWrong: 1,
    likelyWrong: 15,
  },
  arrivals: {
    name: 'thirty arrivals',
    folder: ARRIVALS,
    few: { 'h9-list-gr': 30 },
    right: 0.98,
    wrong: 0,
    certainWrong: 5,
    likelyWrong: 21,
  },
  guests: {
    name: 'thirty guests',
    folder: GUESTS,
    few: { 'r9-garp-se': 34 },
    right: 0.97,
    wrong: 18,
    certainWrong: 2,
    likelyWrong: 5,
  },
  visitors: {
    name: 'thirty visitors',
    folder: VISITORS,
    few: { 'w5-distinta-it': 30 },
    right: 0.94,
    wrong: 2,
    certainWrong: 1,
    likelyWrong: 10,
  },
  neighbours: {
    name: 'thirty neighbours',
    folder: NEIGHBOURS,
    few: {},
    right: 0.99,
    wrong: 0,
    certainWrong: 1,
    likelyWrong: 11,
  },
  callers: {
    name: 'thirty callers',
    folder: CALLERS,
    few: { '00-kubix-fr': 31, 'o9-soft1-gr': 31, 'p3-apparel-seisan-jp': 34 },
    right: 0.95,
    wrong: 3,
    certainWrong: 2,
    likelyWrong: 14,
  },
  travellers: {
    name: 'thirty travellers',
    folder: TRAVELLERS,
    few: { 'b09-sklep-pl': 33 },
    right: 0.99,
    wrong: 0,
    certainWrong: 0,
    likelyWrong: 12,
  },
  explorers: {
    name: 'thirty explorers',
    folder: EXPLORERS,
    few: {},
    right: 0.98,
    wrong: 0,
    certainWrong: 1,
    likelyWrong: 20,
  },
  wanderers: {
    name: 'thirty wanderers',
    folder: WANDERERS,
    few: { 'e10-woocommerce-es': 30 },
    right: 0.96,
    wrong: 0,
    certainWrong: 2,
    likelyWrong: 23,
  },
  pilgrims: {
    name: 'thirty pilgrims',
    folder: PILGRIMS,
    few: { 'g12-sisplan-br': 34, 'h02-imalat-defteri-tr': 37 },
    right: 0.95,
    wrong: 0,
    certainWrong: 4,
    likelyWrong: 7,
  },
  wayfarers: {
    name: 'thirty wayfarers',
    folder: WAYFARERS,
    few: { 'k11-agente-compras-es': 33, 'm14-xuongmay-vi': 32 },
    right: 0.99,
    wrong: 0,
    certainWrong: 1,
    likelyWrong: 12,
  },
  settlers: {
    name: 'thirty settlers',
    folder: SETTLERS,
    few: { 'q03-atolye-tr': 31, 'q13-kiotviet-vi': 33 },
    right: 0.9,
    wrong: 2,
    certainWrong: 2,
    likelyWrong: 32,
  },
  sojourners: {
    name: 'thirty sojourners',
    folder: SOJOURNERS,
    few: { 'u07-business-cube-it': 32, 'v01-backbone-en': 33 },
    right: 0.98,
    wrong: 0,
    certainWrong: 0,
    likelyWrong: 8,
  },
  voyagers: {
    name: 'thirty voyagers',
    folder: VOYAGERS,
    few: { 'y15-agent-orders-en': 31 },
    right: 0.97,
    wrong: 0,
    certainWrong: 0,
    likelyWrong: 15,
  },
  roamers: {
    name: 'thirty roamers',
    folder: ROAMERS,
    few: { 'j11-ifs-pl': 36 },
    right: 0.9,
    wrong: 1,
    certainWrong: 1,
    likelyWrong: 11,
  },
  pioneers: {
    name: 'thirty pioneers',
    folder: PIONEERS,
    few: { 'kb13-inkoopbureau-nl': 32 },
    right: 0.99,
    wrong: 0,
    certainWrong: 2,
    likelyWrong: 9,
  },
  nomads: {
    name: 'thirty nomads',
    folder: NOMADS,
    few: { 'lb09-agente-pt': 37 },
    right: 0.94,
    wrong: 0,
    certainWrong: 1,
    likelyWrong: 9,
  },
  drifters: {
    name: 'thirty drifters',
    folder: DRIFTERS,
    few: { 'mb06-konfeksiyon-model-takip-tr': 31 },
    right: 0.93,
    wrong: 0,
    certainWrong: 1,
    likelyWrong: 9,
  },
  ramblers: {
    name: 'thirty ramblers',
    folder: RAMBLERS,
    few: { 'nb06-dom-tekstylny-pl': 34 },
    right: 0.99,
    wrong: 0,
    certainWrong: 1,
    likelyWrong: 9,
  },
  rovers: {
    name: 'thirty rovers',
    folder: ROVERS,
    few: { 'oa12-swim-founder-en': 33 },
    right: 0.94,
    wrong: 0,
    certainWrong: 1,
    likelyWrong: 6,
  },
} satisfies Record<string, ExportSet>;

/** The tests of a set with the tag `sampled`: how its records arrive, from the files and from annotated copies of them. */
export function testExports(name: keyof typeof SETS): void {
  const set: ExportSet = SETS[name];
  const isAmong = ({ name }: AnswerKey) =>
    CASES === undefined || CASES.split(',').some((one) => name.startsWith(one));
  const keys = keysIn(set.folder).filter(isAmong);
  const isWhole = (EXHAUSTIVE || (SLOW && set.isSlow === true)) && keys.length > 0;
  test.skipIf(SLOW || keys.length === 0).each(Object.entries(set.few))(
    '%s arrives as before',
    async (name, right) => {
      const score = await tried(keys.find((key) => key.name === name)!, set.folder!);
      expect(score.right, textOf(score)).toBeGreaterThanOrEqual(right);
      expect(score.wrong).toEqual([]);
      const again = await triedWithCopies(keys.find((key) => key.name === name)!, set.folder!);
      expect(again.right, again.errors.join('\n')).toBeGreaterThanOrEqual(right);
      expect(again.wrong).toEqual([]);
      expect(again.corrected > 0).toBe(again.hadWords);
    },
  );

  test.skipIf(!isWhole)(
    'corrected annotated copies have at least as many records right, and no other ones',
    { timeout: 1_800_000 },
    async () => {
      const lost: string[] = [];
      for (const key of keys.filter((_, at) => EXHAUSTIVE || at % 4 === 0)) {
        const before = await tried(key, set.folder!);
        const after = await triedWithCopies(key, set.folder!);
        if (after.right < before.right || after.wrong.length > before.wrong.length)
          lost.push(
            `${key.name}: ${textOf(before)}; with copies ${textOf(after)}`,
            ...after.wrong.slice(0, 5),
            ...after.errors.slice(0, 5),
          );
      }
      expect(lost).toEqual([]);
    },
  );

  test.skipIf(!isWhole)(
    'most records arrive as their answer keys say',
    {
      timeout: 1_200_000,
    },
    async () => {
      const scores: { name: string; score: Tried }[] = [];
      for (const key of keys) {
        const one = { name: key.name, score: await tried(key, set.folder!) };
        scores.push(one);
        if (DETAILS) appendFileSync(DETAILS, `${detailsOf(one)}\n`);
      }
      const sum = (count: (score: Tried) => number) =>
        scores.reduce((all, { score }) => all + count(score), 0);
      const right = sum((score) => score.right) / sum(({ records }) => records);
      const lines = scores.map(({ name, score }) => `${name}: ${textOf(score)}`);
      const [certainWrong, likelyWrong] = [
        sum(({ columns }) => columns.certainWrong.length),
        sum(({ columns }) => columns.likelyWrong.length),
      ];
      lines.push(
        `${(100 * right).toFixed(1)} % of ${set.name}`,
        `columns: ${sum(({ columns }) => columns.certain)} certain, ${certainWrong} of them wrong; ${sum(({ columns }) => columns.likely)} likely, ${likelyWrong} of them wrong`,
      );
      process.stdout.write(`${lines.join('\n')}\n`);
      expect(right).toBeGreaterThanOrEqual(set.right);
      expect(sum(({ wrong }) => wrong.length)).toBeLessThanOrEqual(set.wrong);
      expect(certainWrong).toBeLessThanOrEqual(set.certainWrong);
      expect(likelyWrong).toBeLessThanOrEqual(set.likelyWrong);
      expect(sum(({ incomplete, code }) => (code === 0 ? incomplete.length : 0))).toBe(0);
    },
  );
}

const textOf = ({ records, right, decided, wrong, incomplete, falseErrors, code }: Tried): string =>
  [
    `${right} of ${records} right (${Math.floor((100 * right) / Math.max(1, records))} %)`,
    ...(decided > 0 ? [`${decided} decided`] : []),
    ...[`${wrong.length} wrong`, `${incomplete.length} incomplete`, `${falseErrors.length} false errors`],
    `exit ${code}`,
  ].join(', ');

/** All screens with their answers, and all faults. */
const detailsOf = ({ name, score }: { readonly name: string; readonly score: Tried }): string => {
  const { said, wrong, incomplete, errors, columns } = score;
  const counted = Map.groupBy(errors, (line) => line);
  return [
    `${name}: ${textOf(score)}`,
    ...said,
    ...wrong.map((line) => `WRONG ${line}`),
    ...incomplete.map((line) => `INCOMPLETE ${line}`),
    ...[...counted].map(([line, { length }]) => `ERROR ${length} x ${line}`),
    ...columns.certainWrong.map((line) => `CERTAIN ${line}`),
    ...columns.likelyWrong.map((line) => `LIKELY ${line}`),
  ].join('\n  ');
};
