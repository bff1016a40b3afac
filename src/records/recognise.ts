import { command, flag } from '../advice.ts';
import type { InterfaceName, KindSpec } from '../contract/kind.ts';
import { kindsOf } from '../contract/registry.ts';
import { CATALOGUE } from '../findings/catalogue.ts';
import type { Finding } from '../findings/finding.ts';
import { byScore, headerRowIn, isClear } from '../recognise/sheet-kind.ts';
import { isInformational, kindsByName, stemOf } from '../recognise/sheet-names.ts';
import { cleanCell, cut, quoted } from '../recognise/text.ts';
import { kindText, numberText, say } from '../say.ts';
import { columnLetters, type Row } from '../sheets/cell.ts';
import { mapColumns } from './columns.ts';
import { headersOf, type KindFit, NO_FIT } from './headers.ts';
import type { HeaderRow, ReadOptions, SheetMap } from './record.ts';
import { textWidths } from './row-widths.ts';
import { rowsAbove } from './rows-above.ts';
import { type HeaderNote, sheetFinding } from './sheet-finding.ts';
import { transposedIn } from './transposed.ts';
import { withMapAdvice } from './unmapped-columns.ts';

export interface SheetInput {
  readonly interfaceName: InterfaceName;
  readonly file: string;
  readonly sheet: string;
  /** The first rows of the sheet, up to about 1000: they contain the header and show how columns are read. */
  readonly firstRows: readonly Row[];
  /** The kinds of both interfaces. Default: the kinds of the registry. */
  readonly kinds?: readonly KindSpec[];
  readonly others?: readonly KindSpec[];
  /** The kind that the person chose. */
  readonly asKind?: KindSpec;
  readonly options: ReadOptions;
}

/**
 * Recognises the kind of a sheet, its header row and its columns. The kind is determined by the first of these
 * that applies: the choice of the user; the name of the sheet, unless the headers clearly belong to another kind;
 * the headers, if they contain the own key of a kind; the name of the file. If the map is null, a finding says
 * why, for example that the headers belong to the other interface.
 */
export function recogniseSheet(input: SheetInput): { map: SheetMap | null; findings: Finding[] } {
  const { file, sheet, firstRows } = input;
  const findings: Finding[] = [];
  const place = { file, sheet };
  const skipped = flag('--sheet', `${sheet}=skip`);
  const note = (code: Finding['code'], message: string, more: Partial<Finding> = {}) => {
    findings.push({ code, severity: CATALOGUE[code].severity, origin: place, message, ...more });
  };
  if (firstRows.length === 0) {
    note('sheet-skipped', say().headers.noRows());
    return { map: null, findings };
  }

  const kinds = input.kinds ?? kindsOf(input.interfaceName);
  const { mapping } = input.options;
  const fits = mapping
    ? [{ ...NO_FIT, kind: mapping.kind, row: mapping.headerRow(firstRows) }]
    : (input.asKind ? [input.asKind] : kinds).map((kind) => fitOf(kind, firstRows));
  const foreign = input.asKind || mapping ? undefined : foreignFit(fits, input);
  if (foreign) {
    const { kind } = foreign;
    const names = { kinds: kindText(kind.name, 2), interface: kind.interface, own: input.interfaceName };
    const about = { ...names, excerpt: headerExcerpt(firstRows) };
    const advice = { flag: flag('--interface', kind.interface), skip: skipped };
    const suggestion = say().headers.otherInterfaceAdvice(advice);
    note('sheet-interface', say().headers.otherInterface(about), { suggestion });
    return { map: null, findings };
  }
  const best = input.asKind || mapping ? fits[0] : choose(fits, kinds, input);
  const isSearched = !(mapping && best?.row) && !(best === undefined && isInformational(sheet));
  const transposed = isSearched
    ? transposedIn(firstRows, input.asKind ? [input.asKind] : kinds, best?.fields ?? 0)
    : undefined;
  if (transposed) {
    const { letters, fields } = transposed;
    const kind = transposed.kind.name;
    const about = { letters, number: numberText(fields), kind: kindText(kind) };
    const suggestion = say().headers.transposedAdvice({ skip: skipped });
    note('sheet-transposed', say().headers.transposed(about), { kind, suggestion });
    return { map: null, findings };
  }
  if (!best) {
    if (isInformational(sheet)) note('sheet-skipped', say().headers.informational());
    else {
      const about = { kind: asKindText(sheet, byScore(fits), kinds), skip: skipped };
      const suggestion = withMapAdvice(say().headers.sheetUnknownAdvice(about), file);
      note('sheet-unknown', say().headers.sheetUnknown({ excerpt: headerExcerpt(firstRows) }), {
        suggestion,
      });
    }
    return { map: null, findings };
  }
  const { kind, row: header } = best;
  if (!header) {
    const generation = kind.interface === 'v2' ? [] : ['--interface', kind.interface];
    const about = { kind: kindText(kind.name), excerpt: headerExcerpt(firstRows) };
    const suggestion =
      mapping?.headerRowLine() ??
      say().headers.noHeaderRowAdvice({ command: command('template', kind.name, ...generation) });
    note('sheet-no-header', say().headers.noHeaderRow(about), { kind: kind.name, suggestion });
    return { map: null, findings };
  }

  const first = firstRows.findIndex(({ row }) => row > header.row);
  const below = first < 0 ? [] : firstRows.slice(first);
  const noteHeader: HeaderNote = (code, message, { index, value, field, suggestion }) => {
    const column = index === undefined ? undefined : columnLetters(index);
    const about = {
      ...(field !== undefined && { field }),
      ...(value !== undefined && { value: cut(value, 200) }),
      message,
      ...(suggestion !== undefined && { suggestion }),
    };
    findings.push(sheetFinding({ ...place, kind }, { ...header, column }, code, about));
  };
  const { used, elsewhere, ...mapped } = mapColumns(kind, header, below, input.options, noteHeader);
  if (below.length === 0) {
    findings.length = 0;
    note('sheet-skipped', say().headers.noRowsBelow(), { kind: kind.name });
  }
  const map: SheetMap = {
    ...{ file, sheet, kind, headerRow: header.row, ...mapped },
    ...(used.length > 0 && { used }),
    ...(elsewhere.length > 0 && { elsewhere }),
    ...(header.parts && { headerParts: header.parts }),
  };
  if (!mapping?.namesHeaderRow) findings.push(...rowsAbove(map, firstRows, header));
  const isText = header.line !== undefined;
  return { map: isText ? { ...map, ...textWidths(header, below, mapped.width) } : map, findings };
}

/** How well the best of the first rows matches the header row of a kind. */
interface Fit extends KindFit {
  readonly kind: KindSpec;
  readonly row: HeaderRow | undefined;
}

function fitOf(kind: KindSpec, firstRows: readonly Row[]): Fit {
  const best = headerRowIn(firstRows, headersOf(kind).fitOfRow);
  return { ...(best ?? { ...NO_FIT, row: undefined }), kind };
}

/** The flag that sets the kind of a sheet: with the kind that clearly fits best, or else with a placeholder. */
function asKindText(sheet: string, [best, next]: readonly Fit[], kinds: readonly KindSpec[]): string {
  if (best !== undefined && isClear(best, next)) return flag('--sheet', `${sheet}=${best.kind.name}`);
  return say().headers.kindIsOneOf({
    flag: flag('--sheet', `${sheet}=${say().placeholders.kind()}`),
    kinds: kinds.map(({ name }) => name).join(', '),
  });
}

/**
 * The interface whose key columns a header row has. If it has key columns of both, the interface of which it has more
 * fields. Undefined if it has no key columns, or equally many fields of both.
 */
export function interfaceOf(
  firstRows: readonly Row[],
  contract: Readonly<Record<InterfaceName, readonly KindSpec[]>>,
): InterfaceName | undefined {
  const [v2, v3] = INTERFACES.map((name) => {
    const keyed = contract[name].map((kind) => fitOf(kind, firstRows)).filter(({ hasKey }) => hasKey);
    return Math.max(0, ...keyed.map(({ score }) => score));
  }) as [number, number];
  if (v2 === v3) return undefined;
  return v3 > v2 ? 'v3' : 'v2';
}

const INTERFACES: readonly InterfaceName[] = ['v2', 'v3'];

/**
 * The best fit among the kinds of the other interface, if the headers include its own key and name more of its
 * fields.
 */
function foreignFit(fits: readonly Fit[], { interfaceName, others, firstRows }: SheetInput): Fit | undefined {
  const foreign =
    others ?? INTERFACES.filter((name) => name !== interfaceName).flatMap((name) => kindsOf(name));
  const [best] = byScore(foreign.map((kind) => fitOf(kind, firstRows)));
  if (!best?.hasKey) return undefined;
  const own = byScore(fits)[0]?.score ?? 0;
  const keyed = fits.some(({ hasKey }) => hasKey);
  return best.score > own || (best.score === own && !keyed) ? best : undefined;
}

function choose(
  fits: readonly Fit[],
  kinds: readonly KindSpec[],
  { sheet, file }: SheetInput,
): Fit | undefined {
  const [byHeader, next] = byScore(fits);
  const among = (named: readonly KindSpec[]) => byScore(fits).find(({ kind }) => named.includes(kind));
  const byName = among(kindsByName(kinds, sheet));
  if (byHeader && byName) return headersContradictName(byHeader, byName) ? byHeader : byName;
  const tied = next?.hasKey && next.score === byHeader?.score;
  if (byHeader?.hasKey && byHeader.score >= 4 && !tied) return byHeader;
  return isInformational(sheet) ? undefined : among(kindsByName(kinds, stemOf(file)));
}

/**
 * Whether the headers clearly contradict the name of the sheet. They must include the own key of another kind and
 * name 3 more of its fields. In addition, the kind that the sheet name suggests must lack its own key, or have no
 * field for the key of the other kind.
 */
function headersContradictName(byHeader: Fit, byName: Fit): boolean {
  if (!byHeader.hasKey || byHeader.score < byName.score + 3) return false;
  return !byName.hasKey || !byName.kind.fields.some((field) => field.path === byHeader.kind.key[0]);
}

/** The first row that looks like a header, for a message. */
function headerExcerpt(firstRows: readonly Row[]): string {
  const texts = (row: Row) => row.cells.map(cleanCell).filter((text) => text !== '');
  const row = firstRows.find((candidate) => texts(candidate).length > 1) ?? firstRows[0]!;
  const seen = texts(row);
  if (seen.length === 0) return say().headers.noTexts();
  const list = seen
    .slice(0, 8)
    .map((text) => quoted(cut(text, 30)))
    .join(', ');
  const cells = seen.length > 8 ? say().cells.andMore({ list, number: numberText(seen.length - 8) }) : list;
  return say().headers.excerpt({ row: String(row.row), cells });
}
