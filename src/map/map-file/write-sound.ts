import type { InterfaceName, KindSpec } from '../../contract/kind.ts';
import { BoundEntry } from './bind.ts';
import type { EntryFault } from './entry.ts';
import { parseMap } from './map-file.ts';
import { commentText } from './texts.ts';
import {
  blankMap,
  type EntryDraft,
  isQuestion,
  type MapLine,
  type SectionDraft,
  tablesOf,
  valueText,
} from './write.ts';
import { type Addition, extendedMap, pathOf } from './write-edit.ts';

/** What to write: a new file, or additions to the text of an existing one. */
export interface MapChange {
  /** The text of the file that is extended; null for a new file. */
  readonly text: string | null;
  readonly interface: InterfaceName;
  readonly kinds: readonly KindSpec[];
  readonly additions: readonly Addition[];
}

/** Maximum number of attempts: each turns at least one line into a question. */
const MOST_ATTEMPTS = 20;

/**
 * The text of a map file that the contract in force accepts. A line that it does not accept becomes a question. Null
 * if the form of the existing file does not allow the change.
 */
export function validMap(change: MapChange): { text: string; additions: readonly Addition[] } | null {
  let { additions } = change;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const text = extendedMap(change.text ?? blankMap(change.interface), additions);
    const faults = text === null ? null : faultsIn(text, change.kinds);
    if (text === null || faults === null) return null;
    if (faults.flat().length === 0) return { text, additions };
    const next = withoutFaultyLines(additions, faults);
    if (JSON.stringify(next) === JSON.stringify(additions)) return null;
    additions = next;
  }
  return null;
}

/** The faults of each entry; null if the text is not a map file. */
function faultsIn(text: string, kinds: readonly KindSpec[]): (readonly EntryFault[])[] | null {
  const parsed = parseMap(text);
  if (!('lineOf' in parsed)) return null;
  const lines = { ...parsed, name: '' };
  return parsed.map.sheets.map((entry, at) => {
    const kind = kinds.find(({ name, plural }) => name === entry.kind || plural === entry.kind);
    return kind ? new BoundEntry(lines, entry, parsed.paths[at]!, kind).faults : [];
  });
}

/** Turns the lines with a fault into questions. */
function withoutFaultyLines(
  additions: readonly Addition[],
  faults: readonly (readonly EntryFault[])[],
): Addition[] {
  const added = additions.flatMap(({ at, entry }) => (at === undefined ? tablesOf(entry) : []));
  let next = faults.length - added.length;
  return additions.map(({ at, entry }) =>
    at === undefined
      ? { entry: withoutFaults(entry, () => faults[next++]!) }
      : { at, entry: withoutFaults(entry, () => faults[at]!) },
  );
}

function withoutFaults(entry: EntryDraft, faultsOf: () => readonly EntryFault[]): EntryDraft {
  const own = tablesOf(entry)[0] === entry ? faultsOf() : [];
  const sections = entry.sections.map((section) => ({
    ...section,
    lines: section.lines.map((line) => lineAsQuestion(line, section, own)),
    ...(section.tables && { tables: section.tables.map((table) => withoutFaults(table, faultsOf)) }),
  }));
  return { ...entry, sections };
}

function lineAsQuestion(line: MapLine, section: SectionDraft, faults: readonly EntryFault[]): MapLine {
  // `?` is a question already, whose line must stay.
  if (isQuestion(line.value)) return line;
  const place = JSON.stringify([...pathOf(section), line.key]);
  const fault = faults.find(({ path }) => JSON.stringify(path) === place);
  if (!fault) return line;
  const why = fault.problem.slice(fault.problem.indexOf(': ') + 2);
  return {
    key: line.key,
    value: null,
    comment: commentText(`${valueText(line.value!)}? ${why}`, MOST_COMMENT),
  };
}

const MOST_COMMENT = 90;
