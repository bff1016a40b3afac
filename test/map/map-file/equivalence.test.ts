import { expect, test } from 'vitest';
import { Random } from '../../../scripts/fixtures/random.ts';
import { columnPath, type Field } from '../../../src/contract/field.ts';
import type { Body } from '../../../src/contract/kind.ts';
import { kindNamed, type V2Kind } from '../../../src/contract/registry.ts';
import type { Cell } from '../../../src/sheets/cell.ts';
import { columnLetters } from '../../../src/sheets/cell.ts';
import { EXHAUSTIVE, SLOW } from '../../effort.ts';
import { readSheet } from '../../records/sheet.ts';
import { bind } from './bound.ts';

const KINDS: readonly V2Kind[] = ['supplier', 'packaging', 'product', 'component'];
const BLANK = 'k. A. (offen)';

/** A column of the clean sheet and of the sheet of another system. */
interface Pair {
  readonly path: string;
  readonly clean: Cell[];
  readonly foreign: Cell[];
  /** The header in one or two rows; blank if letters name the column. */
  readonly headers: readonly [string, string];
  readonly key: string;
  readonly words: Map<string, string>;
  readonly settings: Readonly<Record<string, string>>;
  /** The column with the units, if there is one. */
  readonly units?: Cell[];
}

/** A column of the sheet of another system; without a pair, the clean sheet does not have it. */
interface OtherColumn {
  readonly pair: Pair | undefined;
  headers: readonly [string, string];
  readonly cells: readonly Cell[];
  readonly order: number;
}

const unitColumn = ({ units }: Pair, at: number, order: number): OtherColumn[] =>
  units ? [{ pair: undefined, headers: ['', `Einheit ${at}`], cells: units, order }] : [];

/** A sheet with random values, and the same sheet as another system may write it, with its map. */
class Sheets {
  readonly #random: Random;
  readonly #kind: V2Kind;
  readonly #rows: number;

  constructor(seed: number) {
    this.#random = new Random(seed);
    this.#kind = this.#random.pick(KINDS);
    this.#rows = this.#random.whole(1, 6);
  }

  #chance(percent: number): boolean {
    return this.#random.whole(1, 100) <= percent;
  }

  #paths(): { path: string; field: Field }[] {
    const { fields } = kindNamed('v2', this.#kind);
    return fields
      .filter(({ value }) => value.type !== 'open')
      .flatMap((field) => {
        const repeated = columnPath(field.path, 1) !== columnPath(field.path, 2);
        const paths = [1, ...(repeated ? [2] : [])].map((item) => columnPath(field.path, item));
        return paths.map((path) => ({ path, field }));
      })
      .filter(() => this.#chance(60));
  }

  /** A value as our sheet has it, and as the other system writes it. */
  #value({ value }: Field, words: Map<string, string>, mark: string, isKilo: boolean): [string, string] {
    const random = this.#random;
    const worded = (own: string, name: string): [string, string] => {
      if (this.#chance(40)) return [own, own];
      const word = `${name} ${own.replace(/[^A-Za-z0-9]+/g, ' ')} ${random.whole(1, 2)}`.replace(/ +/g, ' ');
      words.set(word, own);
      return [own, random.pick([word, word.toUpperCase(), ` ${word}`])];
    };
    switch (value.type) {
      case 'number': {
        // Without a percent sign, 1 can also mean 100 %.
        const least = value.unit === '%' ? 2 : (value.min ?? 0);
        const own = random.whole(least, Math.min(value.max ?? 5000, 5000));
        const text = String(isKilo ? own / 1000 : own).replace('.', mark);
        return [String(own), text];
      }
      case 'choice':
        return worded(random.pick(value.list.values), 'wort');
      case 'country':
        return worded(random.pick(['FR', 'IT', 'PT', 'CN']), 'land');
      case 'boolean':
      case 'flag':
        return worded(random.pick(['yes', 'no']), 'antwort');
      case 'date': {
        const [day, month] = [random.whole(1, 28), random.whole(1, 12)];
        const two = (number: number) => String(number).padStart(2, '0');
        return [`2026-${two(month)}-${two(day)}`, `${two(day)}/${two(month)}/2026`];
      }
      case 'reference': {
        const own = `R-${random.whole(1, 99)}`;
        if (this.#chance(60)) return [own, own];
        const word = `X${own.slice(2)}/${random.whole(0, 1)}`;
        words.set(word, own);
        return [own, word];
      }
      case 'email':
        return ['a@example.com', 'a@example.com'];
      case 'url':
        return ['https://example.com/a', 'https://example.com/a'];
      default: {
        const text = `Text ${random.whole(100, 999)}`;
        return [text, text];
      }
    }
  }

  #pair(path: string, field: Field, at: number, isTwoRows: boolean): Pair {
    const { value } = field;
    const words = new Map<string, string>();
    const isWeight = value.type === 'number' && value.unit === 'g';
    const mark = this.#random.pick([',', '.']);
    const isKilo = isWeight && this.#chance(60);
    const hasUnits = isKilo && this.#chance(50);
    const clean: Cell[] = [];
    const foreign: Cell[] = [];
    const units: Cell[] = [];
    for (let row = 0; row < this.#rows; row++) {
      const isBlank = this.#chance(20);
      const kilo = hasUnits ? this.#chance(70) : isKilo;
      const [own, theirs] = isBlank ? ['', ''] : this.#value(field, words, mark, kilo);
      clean.push(own === '' ? null : own);
      const blankWord = this.#chance(50) ? BLANK : '';
      if (isBlank && blankWord !== '') words.set(BLANK, '');
      foreign.push(isBlank ? blankWord : theirs);
      units.push(isBlank ? null : kilo ? 'KGM' : 'GRM');
    }
    const byLetters = this.#chance(20);
    const name = `Spalte ${at}`;
    const headers: [string, string] = byLetters
      ? ['', this.#chance(50) ? 'Gleich' : '']
      : isTwoRows
        ? [`Gruppe ${at}`, this.#chance(50) ? name : 'Wert']
        : ['', name];
    const joined = isTwoRows && !byLetters ? `${headers[0]} / ${headers[1]}` : headers[1];
    return {
      ...{ path, clean, foreign, headers, words },
      // The last header alone names a column if no other has it.
      key: byLetters ? '' : isTwoRows && headers[1] === name && this.#chance(50) ? name : joined,
      settings: {
        ...(value.type === 'number' && { decimal: JSON.stringify(mark) }),
        ...(value.type === 'date' && { dateOrder: 'day-first' }),
        ...(isKilo && { units: hasUnits ? `"{Einheit ${at}}"` : 'kg' }),
      },
      ...(hasUnits && { units }),
    };
  }

  make() {
    const isTwoRows = this.#chance(40);
    const pairs = this.#paths().map(({ path, field }, at) => this.#pair(path, field, at, isTwoRows));
    // Columns that share a header are named by letters, or none is.
    const columns = pairs.flatMap((pair, at): OtherColumn[] => [
      { pair, headers: pair.headers, cells: pair.foreign, order: this.#random.next() },
      ...unitColumn(pair, at, this.#random.next()),
    ]);
    columns.push({
      ...{ pair: undefined, headers: ['', 'Farbe'], cells: Array.from({ length: this.#rows }, () => 'rot') },
      order: this.#random.next(),
    });
    columns.sort((one, other) => one.order - other.order);
    // A header above others would extend over the columns to its right that have none of their own.
    if (isTwoRows)
      for (const column of columns)
        if (column.headers[0] === '' && column.headers[1] !== '') column.headers = [column.headers[1], ''];
    const gleich = columns.filter(({ headers }) => headers.includes('Gleich'));
    if (gleich.length === 1) gleich[0]!.headers = ['', ''];

    const lines: string[] = [];
    const section = (name: string, entries: readonly string[]) => {
      if (entries.length > 0) lines.push(`    ${name}:`, ...entries.map((entry) => `      ${entry}`));
    };
    const quoted = JSON.stringify;
    section('columns', [
      'Farbe: ignore',
      ...pairs.flatMap(({ key, path }) => (key === '' ? [] : [`${quoted(key)}: ${path}`])),
    ]);
    section(
      'letters',
      columns.flatMap(({ pair }, at) => (pair?.key === '' ? [`${columnLetters(at)}: ${pair.path}`] : [])),
    );
    const named = ({ key, path }: Pair) => quoted(key === '' ? path : key);
    for (const name of ['decimal', 'dateOrder', 'units'])
      section(
        name,
        pairs.flatMap((pair) =>
          pair.settings[name] === undefined ? [] : [`${named(pair)}: ${pair.settings[name]}`],
        ),
      );
    section('values', [
      ...pairs.flatMap((pair) =>
        pair.words.size === 0
          ? []
          : [
              `${named(pair)}: { ${[...pair.words].map((word) => word.map((text) => quoted(text)).join(': ')).join(', ')} }`,
            ],
      ),
      ...pairs.flatMap(({ units }, at) => (units ? [`Einheit ${at}: { KGM: kg, GRM: g }`] : [])),
    ]);
    if (isTwoRows) lines.push('    headerRow: [1, 2]');

    const rowsOf = (cells: readonly (readonly Cell[])[]) =>
      Array.from({ length: this.#rows }, (_, row) => cells.map((column) => column[row] ?? null));
    return {
      kind: this.#kind,
      yaml: `${lines.join('\n')}\n`,
      clean: [pairs.map(({ path }) => path), ...rowsOf(pairs.map(({ clean }) => clean))],
      foreign: [
        ...(isTwoRows ? [columns.map(({ headers }) => headers[0])] : []),
        columns.map(({ headers }) => headers[1]),
        ...rowsOf(columns.map(({ cells }) => cells)),
      ],
    };
  }
}

const bodiesOf = (bodies: readonly { readonly body: Body }[]) => bodies.map(({ body }) => body);

test('a sheet of another system with its map file gives the same bodies as a clean sheet', {
  tags: ['sampled'],
}, () => {
  let filled = 0;
  for (let seed = SLOW && !EXHAUSTIVE ? 151 : 1; seed <= (SLOW ? 1500 : 150); seed++) {
    const { kind, yaml, clean, foreign } = new Sheets(seed).make();
    const [header, ...rows] = clean as [Cell[], ...Cell[][]];
    const mapping = bind(kind, yaml);
    const about = `seed ${seed}\n${yaml}${JSON.stringify(foreign)}`;
    expect(mapping.faults, about).toEqual([]);
    const own = readSheet(kind, header, rows, { decimal: '.' });
    const [top, ...below] = foreign as [Cell[], ...Cell[][]];
    const theirs = readSheet(kind, top, below, { ...mapping.defaults, mapping });
    const errors = [...theirs.findings, ...theirs.drafts.flatMap(({ findings }) => findings)].filter(
      ({ severity, code }) => severity === 'error' && code !== 'header-missing',
    );
    expect(errors, about).toEqual([]);
    expect(bodiesOf(theirs.drafts), about).toEqual(bodiesOf(own.drafts));
    filled += own.drafts.filter(({ body }) => Object.keys(body).length > 0).length;
  }
  expect(filled).toBeGreaterThan(100);
});
