import { command, flag } from '../../advice.ts';
import type { InterfaceName, KindSpec } from '../../contract/kind.ts';
import { kindsOf } from '../../contract/registry.ts';
import { CATALOGUE } from '../../findings/catalogue.ts';
import type { Finding } from '../../findings/finding.ts';
import { columnLetters, type Row } from '../../sheets/cell.ts';
import { type HeaderNote, mapColumns } from './columns.ts';
import { headersOf } from './headers.ts';
import type { ReadOptions, SheetMap } from './record.ts';
import { isInformational, kindsByName, stemOf } from './sheet-names.ts';
import { cellText, cleanText, cut, quoted } from './text.ts';
import { isFilled, textWidths } from './width.ts';

/** HeaderIndex are looked for in so many rows; titles and notes may stand above them. */
const SEARCHED_ROWS = 20;

export interface SheetInput {
  readonly interfaceName: InterfaceName;
  readonly file: string;
  readonly sheet: string;
  /** The first rows of the sheet, up to about 1000: for the heads and for what the columns vote. */
  readonly head: readonly Row[];
  /** The kinds of the interface, and those of the other one; the registry's when left out. */
  readonly kinds?: readonly KindSpec[];
  readonly others?: readonly KindSpec[];
  /** What the person says the rows are. */
  readonly asKind?: KindSpec;
  readonly options: ReadOptions;
}

/**
 * Finds out what a sheet's rows describe, where its heads stand and what each column fills. The kind is what the
 * person says; else what the sheet's name says, unless the heads clearly belong to another kind; else the kind whose
 * own reference is among the heads; else what the file's name says. A null map comes with
 * the finding that says why; one is that the heads belong to the other interface generation.
 */
export function recogniseSheet(input: SheetInput): { map: SheetMap | null; findings: Finding[] } {
  const { file, sheet, head } = input;
  const findings: Finding[] = [];
  const place = { file, sheet };
  const skipped = flag('--sheet', `${sheet}=skip`);
  const note = (code: Finding['code'], message: string, more: Partial<Finding> = {}) => {
    findings.push({ code, severity: CATALOGUE[code].severity, origin: place, message, ...more });
  };
  if (head.length === 0) {
    note('sheet-skipped', 'the sheet has no rows');
    return { map: null, findings };
  }

  const kinds = input.kinds ?? kindsOf(input.interfaceName);
  const fits = (input.asKind ? [input.asKind] : kinds).map((kind) => fitOf(kind, head));
  const foreign = input.asKind ? undefined : foreignFit(fits, input);
  if (foreign) {
    const { kind } = foreign;
    note(
      'sheet-interface',
      `the sheet holds ${kind.plural} of the interface ${kind.interface}, and this run is one of ${input.interfaceName}: ${seenHeads(head)}`,
      {
        suggestion: `import it apart: ${flag('--interface', kind.interface)}; to leave it out: ${skipped}`,
      },
    );
    return { map: null, findings };
  }
  const best = input.asKind ? fits[0] : choose(fits, kinds, input);
  if (!best) {
    if (isInformational(sheet)) note('sheet-skipped', 'a sheet for people, not for data');
    else {
      note('sheet-unknown', `neither the name nor the heads say what the rows describe: ${seenHeads(head)}`, {
        suggestion: `${asKindText(sheet, ranked(fits), kinds)} or ${skipped}`,
      });
    }
    return { map: null, findings };
  }
  const { kind, row: heads } = best;
  if (!heads) {
    const generation = kind.interface === 'v2' ? [] : ['--interface', kind.interface];
    note('sheet-no-header', `no row of heads of a ${kind.name} in the first rows: ${seenHeads(head)}`, {
      kind: kind.name,
      suggestion: `write the field names in one row; ${command('template', kind.name, ...generation)} shows them`,
    });
    return { map: null, findings };
  }

  const below = head.slice(head.indexOf(heads) + 1);
  const noteHead: HeaderNote = (code, message, { index, value, field, suggestion }) => {
    const column = index === undefined ? {} : { column: columnLetters(index) };
    note(code, message, {
      origin: {
        ...place,
        row: heads.row,
        ...(heads.line === undefined ? {} : { line: heads.line }),
        ...column,
      },
      kind: kind.name,
      ...(field === undefined ? {} : { field }),
      ...(value === undefined ? {} : { value: cut(value, 200) }),
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  };
  noteAbove(kind, head, heads, note, place);
  const { columns, unmapped, width } = mapColumns(kind, heads, below, input.options, noteHead);
  if (below.length === 0) {
    findings.length = 0;
    note('sheet-skipped', 'the sheet has heads but no rows below them', { kind: kind.name });
  }
  const map = { file, sheet, kind, headerRow: heads.row, columns, unmapped, width };
  const isText = heads.line !== undefined;
  return { map: isText ? { ...map, ...textWidths(heads, below, width) } : map, findings };
}

/**
 * Reports records above the header row; titles and notes may stand there. A row is taken for a record when it fills half of
 * the columns, unless it is a second row of column names.
 */
function noteAbove(
  kind: KindSpec,
  head: readonly Row[],
  heads: Row,
  note: (code: Finding['code'], message: string, more: Partial<Finding>) => void,
  place: Finding['origin'],
): void {
  const filled = ({ cells }: Row) => cells.filter((cell) => cell !== null && isFilled(cell)).length;
  const least = Math.max(2, filled(heads) / 2);
  const known = ({ cells }: Row) =>
    cells.filter((cell) => cell !== null && isFilled(cell) && headersOf(kind).meaning(cellText(cell))).length;
  const above = head
    .slice(0, head.indexOf(heads))
    .filter((row) => filled(row) >= least && known(row) * 2 < filled(row));
  const [first] = above;
  if (!first) return;
  const line = first.line === undefined ? {} : { line: first.line };
  const rows = above.length === 1 ? '1 row' : `${above.length} rows`;
  const are = above.length === 1 ? 'is' : 'are';
  note('rows-above-header', `${rows} above the header row ${heads.row} ${are} not read`, {
    origin: { ...place, row: first.row, ...line },
    value: cut(first.cells.map((cell) => cleanText(cellText(cell))).join(' | '), 200),
    suggestion: `move ${above.length === 1 ? 'it' : 'them'} below the header row, or remove ${above.length === 1 ? 'it' : 'them'}`,
  });
}

/** How well the best row of the first ones fits as heads of a kind. */
interface Fit {
  readonly kind: KindSpec;
  readonly row: Row | undefined;
  /** Fields that the heads name, and two more when the kind's own reference is among them. */
  readonly score: number;
  readonly hasKey: boolean;
}

function fitOf(kind: KindSpec, head: readonly Row[]): Fit {
  let best: Fit = { kind, row: undefined, score: 0, hasKey: false };
  for (const row of head.slice(0, SEARCHED_ROWS)) {
    const paths = new Set<string>();
    let filled = 0;
    for (const cell of row.cells) {
      const text = cell === null ? '' : cellText(cell);
      if (text === '') continue;
      filled += 1;
      const meaning = headersOf(kind).meaning(text);
      if (meaning) paths.add(meaning.field.path);
    }
    const hasKey = paths.has(kind.key[0] ?? '');
    if (paths.size === 0 || (paths.size === 1 && filled > 2 && !hasKey)) continue;
    const score = paths.size + (hasKey ? 2 : 0);
    if (score > best.score) best = { kind, row, score, hasKey };
  }
  return best;
}

/** A kind is suggested when the header names this many of its fields, and this many more than of the next kind. */
const KIND_FIELDS = 3;
const KIND_LEAD = 2;

/** The flag that says what a sheet holds: the kind that fits best, where one clearly does. */
function asKindText(sheet: string, [best, next]: readonly Fit[], kinds: readonly KindSpec[]): string {
  const lead = (best?.score ?? 0) - (next?.score ?? 0);
  if (best !== undefined && best.score >= KIND_FIELDS && lead >= KIND_LEAD)
    return flag('--sheet', `${sheet}=${best.kind.name}`);
  return `${flag('--sheet', `${sheet}=KIND`)} (KIND is one of ${kinds.map(({ name }) => name).join(', ')})`;
}

const ranked = (fits: readonly Fit[]): Fit[] => [...fits].sort((one, other) => other.score - one.score);

/**
 * The interface that heads belong to: the one whose own references are among them, and of which they name more fields
 * where both are. Undefined when that does not tell.
 */
export function interfaceOf(
  head: readonly Row[],
  contract: Readonly<Record<InterfaceName, readonly KindSpec[]>>,
): InterfaceName | undefined {
  const [v2, v3] = INTERFACES.map((name) => {
    const keyed = contract[name].map((kind) => fitOf(kind, head)).filter(({ hasKey }) => hasKey);
    return Math.max(0, ...keyed.map(({ score }) => score));
  }) as [number, number];
  if (v2 === v3) return undefined;
  return v3 > v2 ? 'v3' : 'v2';
}

const INTERFACES: readonly InterfaceName[] = ['v2', 'v3'];

/** The best fit of the other interface, when its own reference is among the heads and they name more of its fields. */
function foreignFit(fits: readonly Fit[], { interfaceName, others, head }: SheetInput): Fit | undefined {
  const foreign =
    others ?? INTERFACES.filter((name) => name !== interfaceName).flatMap((name) => kindsOf(name));
  const [best] = ranked(foreign.map((kind) => fitOf(kind, head)));
  if (!best?.hasKey) return undefined;
  const own = ranked(fits)[0]?.score ?? 0;
  const keyed = fits.some(({ hasKey }) => hasKey);
  return best.score > own || (best.score === own && !keyed) ? best : undefined;
}

function choose(
  fits: readonly Fit[],
  kinds: readonly KindSpec[],
  { sheet, file }: SheetInput,
): Fit | undefined {
  const [byHeads, next] = ranked(fits);
  const among = (named: readonly KindSpec[]) => ranked(fits).find(({ kind }) => named.includes(kind));
  const byName = among(kindsByName(kinds, sheet));
  if (byHeads && byName) return contradicts(byHeads, byName) ? byHeads : byName;
  const tied = next?.hasKey && next.score === byHeads?.score;
  if (byHeads?.hasKey && byHeads.score >= 4 && !tied) return byHeads;
  return isInformational(sheet) ? undefined : among(kindsByName(kinds, stemOf(file)));
}

/**
 * Whether the heads say clearly that the name is wrong: they hold the other kind's own reference, name three fields
 * more of it, and the kind of the name lacks its own reference or has no place for the other's.
 */
function contradicts(byHeads: Fit, byName: Fit): boolean {
  if (!byHeads.hasKey || byHeads.score < byName.score + 3) return false;
  return !byName.hasKey || !byName.kind.fields.some((field) => field.path === byHeads.kind.key[0]);
}

/** The first row that looks like heads, for a message. */
function seenHeads(head: readonly Row[]): string {
  const texts = (row: Row) =>
    row.cells.map((cell) => cleanText(cellText(cell))).filter((text) => text !== '');
  const row = head.find((candidate) => texts(candidate).length > 1) ?? head[0]!;
  const seen = texts(row);
  const list = seen.slice(0, 8).map((text) => quoted(cut(text, 30)));
  return `row ${row.row} has ${list.join(', ')}${seen.length > 8 ? ` and ${seen.length - 8} more` : ''}`;
}
