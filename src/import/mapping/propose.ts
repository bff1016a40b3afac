// STAND-IN: replaced by the module of rec.

import { columnPath } from '../../contract/field.ts';
import type { InterfaceName, KindSpec } from '../../contract/kind.ts';
import { columnLetters, type Row } from '../../sheets/cell.ts';
import { headersOf } from '../records/headers.ts';
import { interfaceOf, recogniseSheet } from '../records/recognise.ts';
import { cellText, cleanText } from '../records/text.ts';
import type { SheetEntry } from './map-file/map-file.ts';
import { fieldNamed, unnumbered } from './map-file/targets.ts';
import { listOf } from './map-file/values.ts';
import type { ColumnProposal, SheetProposal, WordProposal } from './proposal.ts';
import { resolverOf } from './words/resolve.ts';
import { shippedWords } from './words/shipped.ts';

export interface Learned {
  readonly columns: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly values: ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, string>>>;
}
export interface SurveyInput {
  readonly file: string;
  readonly sheet: string;
  readonly kinds: readonly KindSpec[];
  readonly learned?: Learned;
}
export interface Answers {
  readonly kind?: string;
  readonly headerRow?: number;
  readonly columns?: ReadonlyMap<number, string>;
}
const SYN: Record<string, string> = {
  Modell: 'productRef',
  Saison: 'productCollectionRef',
  Lieferant: 'supplierRef',
  Gewicht: 'componentWeight',
  'Mat. 1': 'composition.1.material',
  '% 1': 'composition.1.percentage',
  'Mat. 2': 'composition.2.material',
  '% 2': 'composition.2.percentage',
  Typ: 'type',
};
export class SheetSurvey {
  readonly #input: SurveyInput;
  readonly #rows: Row[] = [];
  constructor(input: SurveyInput) {
    this.#input = input;
  }
  add(row: Row): void {
    this.#rows.push(row);
  }
  proposal(answers: Answers = {}): SheetProposal {
    const { file, sheet, kinds, learned } = this.#input;
    const { map } = recogniseSheet({
      interfaceName: kinds[0]!.interface,
      file,
      sheet,
      firstRows: this.#rows,
      kinds,
      options: {},
    });
    const bySyn = this.#rows
      .slice(0, 20)
      .find(({ cells }) => cells.filter((c) => c !== null && SYN[cleanText(cellText(c))]).length > 1);
    const kind = answers.kind ?? map?.kind.name ?? (bySyn ? 'component' : null);
    const spec = kinds.find(({ name }) => name === kind);
    const headerRow = answers.headerRow ?? map?.headerRow ?? bySyn?.row ?? null;
    const base = {
      file,
      sheet,
      kind,
      kindCandidates: kinds.map(({ name }) => name).slice(0, 3),
      headerRow,
      namesHeaderRow: false,
    };
    const header = this.#rows.find(({ row }) => row === headerRow);
    if (!spec || !header) return { ...base, columns: [], words: [], missing: [] };
    const below = this.#rows.filter(({ row }) => row > headerRow!);
    const columns = header.cells.map((cell, index): ColumnProposal => {
      const text = cell === null ? '' : cleanText(cellText(cell));
      const samples = [
        ...new Set(
          below
            .map(({ cells }) => (cells[index] == null ? '' : cleanText(cellText(cells[index]!))))
            .filter((t) => t !== ''),
        ),
      ].slice(0, 3);
      const own = { index, letters: columnLetters(index), header: text, samples };
      const said = answers.columns?.get(index) ?? learned?.columns.get(spec.name)?.get(text);
      if (said !== undefined) return { ...own, target: said, basis: 'learned', candidates: [] };
      const meaning = text === '' ? undefined : headersOf(spec).meaning(text);
      if (meaning)
        return {
          ...own,
          target: columnPath(meaning.field.path, meaning.numbers[0] || 1),
          basis: 'name',
          candidates: [],
        };
      if (SYN[text] && fieldNamed(spec, SYN[text]))
        return {
          ...own,
          target: SYN[text],
          basis: 'synonym',
          candidates: [],
          ...(text === 'Gewicht' ? { unit: 'kg' } : {}),
        };
      const likely = headersOf(spec)
        .likely(text, new Set())
        .map(({ field }) => columnPath(field.path));
      return {
        ...own,
        target: null,
        basis: 'none',
        candidates: likely.slice(0, 3),
        question: 'No field has this name.',
      };
    });
    const words: WordProposal[] = [];
    for (const { index, target } of columns) {
      const meaning = target === null || target === 'ignore' ? undefined : fieldNamed(spec, target);
      const list = meaning && listOf(spec, meaning.field);
      if (!list || !meaning) continue;
      const field = unnumbered(meaning.field.path);
      for (const { cells } of below) {
        const word = cells[index] == null ? '' : cleanText(cellText(cells[index]!));
        if (
          word === '' ||
          list.values.includes(word) ||
          words.some((one) => one.field === field && one.word === word)
        )
          continue;
        const known = learned?.values.get(spec.name)?.get(field)?.get(word);
        const read = resolverOf(list, shippedWords(list))(word);
        const value = known ?? ('value' in read ? read.value : null);
        words.push({
          field,
          word,
          rows: 1,
          value,
          basis: known ? 'learned' : value === null ? 'none' : 'synonym',
          candidates: 'value' in read ? [] : read.candidates,
          ...(value === null ? { question: 'No value has this name.' } : {}),
        });
      }
    }
    const filled = new Set(columns.flatMap(({ target }) => (target === null ? [] : [unnumbered(target)])));
    const missing = spec.fields
      .filter(
        ({ required, path }) =>
          required === 'always' &&
          path !== 'projectType' &&
          path !== spec.batchField &&
          !filled.has(unnumbered(path)),
      )
      .map(({ path }) => ({
        field: columnPath(path),
        question: `Every ${spec.name} needs ${columnPath(path)}, but no column has it.`,
        ...(path === 'componentRef' ? { template: '{productRef}-{Pos.}' } : {}),
      }));
    return { ...base, columns, words, missing };
  }
}
export function learnedFrom(entries: readonly SheetEntry[]): Learned {
  const columns = new Map<string, Map<string, string>>();
  const values = new Map<string, Map<string, Map<string, string>>>();
  for (const entry of entries) {
    const own = columns.get(entry.kind) ?? new Map();
    columns.set(entry.kind, own);
    for (const [header, target] of Object.entries(entry.columns ?? {})) own.set(header, target);
    const words = values.get(entry.kind) ?? new Map();
    values.set(entry.kind, words);
    for (const [key, list] of Object.entries(entry.values ?? {})) {
      const field = unnumbered(entry.columns?.[key] ?? key);
      const known = words.get(field) ?? new Map();
      words.set(field, known);
      for (const [word, value] of Object.entries(list)) known.set(word, value);
    }
  }
  return { columns, values };
}
export function likelyInterface(
  rows: readonly Row[],
  contract: Readonly<Record<InterfaceName, readonly KindSpec[]>>,
  _sheet: string,
): InterfaceName | undefined {
  return interfaceOf(rows, contract);
}
