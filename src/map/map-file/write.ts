import { yamlText } from '../../recognise/text.ts';
import { say } from '../../say.ts';
import { forTerminal, jsonText } from '../../terminal-text.ts';

/** A line of a map file: a key with its value, or a question that a person must answer. */
export interface MapLine {
  readonly key: string;
  /** Null if the line is a question: it is written as a comment, so that nothing is guessed. */
  readonly value: string | readonly string[] | null;
  /** Written after the line. It must be safe (`commentText`). */
  readonly comment?: string;
}

/** Whether a value stands for a question that nobody has answered. */
export const isQuestion = (value: MapLine['value']): boolean => value === null || value === '?';

/**
 * The sections of an entry that `trace map` writes, in the order of docs/mapping.md. `settings` stands for the keys of
 * the entry itself, such as `decimal`.
 */
type SectionName =
  | 'settings'
  | 'columns'
  | 'letters'
  | 'constants'
  | 'keys'
  | 'values'
  | 'units'
  | 'separators'
  /** Only below the keys of columns; one for the whole sheet is among the settings. */
  | 'decimal'
  | 'dateOrder';

/** The lines of a section. `below`: the header or field below `values`. */
export interface SectionDraft {
  readonly name: SectionName;
  readonly below?: string;
  readonly lines: readonly MapLine[];
}

/** An entry of a map file to write. */
export interface EntryDraft {
  /** Several sheets are read alike. */
  readonly sheet?: string | readonly string[];
  readonly file?: string;
  readonly kind: string;
  /** Written after the kind. It must be safe (`commentText`). */
  readonly comment?: string;
  /** Several rows are joined. */
  readonly headerRow?: number | readonly number[];
  readonly sections: readonly SectionDraft[];
}

/** A map file to write. */
export interface MapDraft {
  /** Only for v3, because v2 is the default. */
  readonly interface?: 'v3';
  readonly entries: readonly EntryDraft[];
}

/** The lines at the top of each new file. */
const top = (): string[] => [say().mapComments.title(), say().mapComments.howTo()];

/** The text of a new map file. */
export function newMap({ interface: name, entries }: MapDraft): string {
  const lines = [
    ...top(),
    'version: 1',
    ...(name === undefined ? [] : [`interface: ${name}`]),
    'sheets:',
    ...entries.flatMap((entry) => entryLines(entry, '  ')),
  ];
  return `${lines.join('\n')}\n`;
}

/** The lines of an entry; `indent` is the indentation of its hyphen. */
export function entryLines(
  { sheet, file, kind, comment, headerRow, sections }: EntryDraft,
  indent: string,
): string[] {
  const own = [
    ...(file === undefined ? [] : [`file: ${scalarText(file)}`]),
    ...(sheet === undefined ? [] : [`sheet: ${valueText(sheet)}`]),
    `kind: ${scalarText(kind)}${comment === undefined ? '' : `  # ${comment}`}`,
    ...(headerRow === undefined
      ? []
      : [`headerRow: ${typeof headerRow === 'number' ? headerRow : `[${headerRow.join(', ')}]`}`]),
  ];
  return [
    ...own.map((line, at) => `${indent}${at === 0 ? '- ' : '  '}${line}`),
    ...sectionsLines(sections, `${indent}  `),
  ];
}

/** The lines of new sections. A section without answers is a comment as a whole, because it would be blank. */
export function sectionsLines(sections: readonly SectionDraft[], indent: string): string[] {
  const names = [...new Set(sections.map(({ name }) => name))];
  return names.flatMap((name) => {
    const own = sections.filter((section) => section.name === name && section.lines.length > 0);
    const lines = own.flatMap(({ below, lines }) =>
      below === undefined ? linesText(lines, '') : blockText(scalarText(below), lines),
    );
    if (lines.length === 0) return [];
    if (name === 'settings') return lines.map((line) => `${indent}${line}`);
    return commented([`${name}:`, ...lines.map((line) => `  ${line}`)]).map((line) => `${indent}${line}`);
  });
}

/** The lines of a section with its header. */
export const blockText = (header: string, lines: readonly MapLine[]): string[] =>
  commented([`${header}:`, ...linesText(lines, '  ')]);

/** Turns a block into a comment if all of its lines are questions. */
function commented(block: readonly string[]): string[] {
  const [header, ...lines] = block as [string, ...string[]];
  const isOpen = lines.every((line) => line.trimStart().startsWith('#'));
  return isOpen ? [`# ${header}`, ...lines.map((line) => line.replace(/^( *)# ?/, '# $1'))] : [...block];
}

/** The lines of a section. Keys that a map file cannot have are questions without an answer. */
export const linesText = (lines: readonly MapLine[], indent: string): string[] =>
  lines.map((line) => `${indent}${lineText(line)}`);

export function lineText({ key, value, comment }: MapLine): string {
  const note = comment === undefined || comment === '' ? '' : `  # ${comment}`;
  if (value !== null && canBeKey(key)) return `${scalarText(key)}: ${valueText(value)}${note}`;
  return `${questionStart(key)}${note}`;
}

/** A value, or a list of values in one line. */
export const valueText = (value: string | readonly string[]): string =>
  typeof value === 'string' ? scalarText(value) : `[${value.map(scalarText).join(', ')}]`;

/** The start of the comment that asks for the value of a key. */
export const questionStart = (key: string): string =>
  `# ${canBeKey(key) ? scalarText(key) : scalarText(`${key.slice(0, 60)}…`)}: ?`;

/** Noncharacters, which YAML does not allow even in quotes. */
const NONCHARACTERS = /[\ufffe\uffff]/g;

/** Formats a text as a YAML key or value. Every character that YAML or a terminal may misread is escaped. */
export function scalarText(text: string): string {
  const own = yamlText(text);
  return own === text
    ? own
    : jsonText(text).replace(NONCHARACTERS, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
}

/** Maximum length of a key: YAML allows no longer one on a line of its own. */
const LONGEST_KEY = 500;

/** Whether a text can be a key of a map file. */
export const canBeKey = (text: string): boolean => text !== '__proto__' && text.length <= LONGEST_KEY;

/** Formats a text as a comment of at most `width` characters. */
export const commentText = (text: string, width: number): string =>
  forTerminal(text, width).replace(NONCHARACTERS, '\u00b7').trim();
