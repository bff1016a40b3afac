import type { KindSpec } from '../../contract/kind.ts';
import { BoundEntry } from './bind.ts';
import { parseMap } from './map-file.ts';
import {
  commentText,
  type EntryDraft,
  isQuestion,
  lineText,
  type MapLine,
  newMap,
  valueText,
} from './write.ts';
import { type Addition, extendedMap } from './write-edit.ts';

/** What to write: a new file, or additions to the text of an existing one. */
export interface MapChange {
  /** The text of the file that is extended; null for a new file. */
  readonly text: string | null;
  readonly interface: 'v2' | 'v3';
  readonly kinds: readonly KindSpec[];
  readonly additions: readonly Addition[];
}

/** Maximum number of attempts: each turns at least one line into a question. */
const MOST_ATTEMPTS = 20;

/**
 * The text of a map file that the contract in force accepts. A line that it does not accept becomes a question. Null
 * if the form of the existing file does not allow the change.
 */
export function soundMap(change: MapChange): { text: string; additions: readonly Addition[] } | null {
  let { additions } = change;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const text = textOf({ ...change, additions });
    if (text === null) return null;
    const faults = faultsOf(text, change.kinds);
    if (faults.length === 0) return { text, additions };
    const next = additions.map((addition) => withoutFaulty(addition, faults));
    if (JSON.stringify(next) === JSON.stringify(additions)) return null;
    additions = next;
  }
  return null;
}

function textOf({ text, interface: name, additions }: MapChange): string | null {
  if (text !== null) return extendedMap(text, additions);
  const entries = additions.map(({ entry }) => entry);
  return newMap(name === 'v3' ? { interface: name, entries } : { entries });
}

interface KeyFault {
  /** The key of the line, without its sections. */
  readonly key: string;
  readonly problem: string;
}

function faultsOf(text: string, kinds: readonly KindSpec[]): KeyFault[] {
  const parsed = parseMap(text);
  if (!('lineOf' in parsed)) return parsed.map(({ problem }) => ({ key: '', problem }));
  const { map, lineOf, blockLineOf } = parsed;
  return map.sheets.flatMap((entry, at) => {
    const kind = kinds.find(({ name, plural }) => name === entry.kind || plural === entry.kind);
    if (!kind) return [];
    const { faults } = new BoundEntry({ name: '', lineOf, blockLineOf }, entry, at, kind);
    return faults.map(({ line, problem }) => ({ key: keyAt(text, line), problem }));
  });
}

/** The line of a text without its indentation. */
const keyAt = (text: string, line: number): string => text.split(/\r?\n/)[line - 1]?.trim() ?? '';

/** Turns the lines with a fault into questions. */
function withoutFaulty({ at, entry }: Addition, faults: readonly KeyFault[]): Addition {
  const sections = entry.sections.map((section) => ({
    ...section,
    lines: section.lines.map((line) => asked(line, faults)),
  }));
  const changed: EntryDraft = { ...entry, sections };
  return at === undefined ? { entry: changed } : { at, entry: changed };
}

function asked(line: MapLine, faults: readonly KeyFault[]): MapLine {
  // `?` is a question already, whose line must stay.
  const fault = isQuestion(line.value) ? undefined : faults.find(({ key }) => key === lineText(line));
  if (!fault) return line;
  const why = fault.problem.slice(fault.problem.indexOf(': ') + 2);
  return {
    key: line.key,
    value: null,
    comment: commentText(`${valueText(line.value!)}? ${why}`, MOST_COMMENT),
  };
}

const MOST_COMMENT = 90;
