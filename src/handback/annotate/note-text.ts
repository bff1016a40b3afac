import { FAMILIES } from '../../contract/family.ts';
import type { Field } from '../../contract/field.ts';
import type { KindSpec } from '../../contract/kind.ts';
import type { ClosedList } from '../../contract/list.ts';
import { once } from '../../contract/remembered.ts';
import { entryOf, type FindingCode } from '../../findings/catalogue.ts';
import { type Finding, fieldText, type Origin } from '../../findings/finding.ts';
import texts from '../../language/compiled/suggestions.js';
import { namesOf } from '../../records/missing-fields.ts';
import { kindText, numberText, say, unitText } from '../../say.ts';
import { type ColumnHeaders, fieldNamesToHeaders, headersFor, type SheetHeaders } from './column-headers.ts';
import type { FindSimilar } from './similar-rows.ts';

/** What to do if a person does not know the value of a wrong cell; undefined if that depends on the record. */
function cureIfUnknown(code: FindingCode, field: Field): string | undefined {
  if (!entryOf(code).mayBeUnknown) return undefined;
  if (field.required === 'always') return say().copy.neverEmpty();
  return field.required === undefined ? say().copy.mayBeEmpty() : undefined;
}

/** What to write into a blank cell of a field; undefined if the note lists the values that are allowed. */
function expectedValue({ references }: KindSpec, field: Field): string | undefined {
  const { copy } = say();
  const { value, path, example } = field;
  switch (value.type) {
    case 'country':
      return copy.expectedCountry();
    case 'date':
      return copy.expectedDate();
    case 'boolean':
    case 'flag':
      return copy.expectedYesNo();
    case 'number':
      return value.unit === undefined
        ? copy.expectedNumber()
        : copy.expectedUnit({ unit: unitText(value.unit) });
    case 'choice':
      if (value.list.complete) return undefined;
  }
  const to = references.find(({ fields }) => fields.includes(path))?.to;
  if (to !== undefined) return copy.expectedReference({ kind: kindText(to) });
  return typeof example === 'string' && value.type !== 'text' ? copy.expectedLike({ example }) : undefined;
}

/** A problem and its cure, as a person reads them in a workbook. */
export interface CellExplanation {
  readonly problem: string;
  readonly cure: string;
}

/** Options, commands and files of a command line. */
const COMMANDS =
  /(?:^|\s)--[a-z]|\btrace (?:import|check|explain|fix|plan|map|resume|resolve|studies|products|packaging|runs|env|taxonomy|template)\b|trace\.config/;

/** Patterns that recognise suggestions in every language. */
const patterns = once(() => {
  const words: Readonly<Record<string, string>> = JSON.parse(texts.suggestions);
  const anyOf = (name: string) => `(?:${words[name]!.replaceAll(' | ', '|')})`;
  return {
    /** A text that helps only a person who uses the command line. */
    commands: new RegExp(`${COMMANDS.source}|\\b${anyOf('map file')}\\b`),
    /** A suggestion that names a line of a map file. */
    mapLine: new RegExp(`^${anyOf('map line')} [^\\n,]+\\.ya?ml, `),
    /** A suggestion that is only a question: `did you mean COTTON?` */
    question: new RegExp(`^${anyOf('question')} (.*?)\\u00a0?\\?$`),
  };
});

const isForCommandLine = (text: string): boolean => patterns().commands.test(text);

/** Maximum length of the list of values in a note, in characters. */
const MAX_LISTED = 500;

type Described = Pick<Finding, 'code' | 'severity' | 'kind' | 'field' | 'message'> & {
  readonly suggestion?: string | undefined;
  readonly value?: string;
  readonly origin?: Origin;
  /** The sheet of a group of findings, which has no origin. */
  readonly sheet?: string | undefined;
};

/** Explains findings to a person who has only the workbook, not the command line. */
export class Explainer {
  readonly #fields: ReadonlyMap<string, { readonly kind: KindSpec; readonly field: Field }>;
  readonly #files: readonly string[];
  readonly #similar: FindSimilar;
  readonly #headers: SheetHeaders;
  readonly #allowedCut: ReturnType<typeof say>['copy']['allowedCut'];

  /**
   * `kinds`: the kinds of the run, with the values that their fields allow. `files`: the names of the input files, which are
   * removed from addresses in texts. `headers`: the headers of the sheets. `allowedCut`: what a note says if it has no room
   * for all allowed values.
   */
  constructor(
    kinds: readonly KindSpec[],
    files: readonly string[],
    similar: FindSimilar = () => undefined,
    headers: SheetHeaders = new Map(),
    allowedCut = say().copy.allowedCut,
  ) {
    this.#allowedCut = allowedCut;
    this.#similar = similar;
    this.#headers = headers;
    this.#fields = new Map(
      kinds.flatMap((kind) =>
        kind.fields.map((field) => [`${kind.name} ${pathOfField(field.path)}`, { kind, field }] as const),
      ),
    );
    this.#files = files;
  }

  /** `allowed`: whether the cure also lists the values that the field allows. */
  explain(finding: Described, { allowed = false } = {}): CellExplanation {
    const message = this.#problem(finding);
    const field = fieldText(finding.field ?? '');
    const problem = field !== '' && message.startsWith(field) ? withStop(message) : sentence(message);
    const isError = finding.severity === 'error';
    const similar = isError && finding.origin ? this.#similar(finding.origin, finding.kind) : undefined;
    const values = similar?.values.join(say().mapFile.or());
    const headers = headersFor(this.#headers, finding.origin?.sheet ?? finding.sheet ?? '', finding.kind);
    const pieces = [
      // Before the suggestion: the value of similar rows is right more often than the nearest value of the list.
      similar && say().copy.similar({ reference: similar.reference, values: values! }),
      this.#newColumn(finding, headers) ?? this.#cure(finding),
      this.#expected(finding),
      allowed ? this.#allowed(finding) : undefined,
    ];
    return {
      problem: fieldNamesToHeaders(problem, headers, finding.field),
      cure: fieldNamesToHeaders(pieces.filter((one) => one !== undefined).join(' '), headers),
    };
  }

  /** The list of values of a finding, if it is too long for a note; else undefined. */
  longList(finding: Described): ClosedList | undefined {
    const list = this.#listOf(finding);
    return list !== undefined && shownValues(list.values, '').length < list.values.length ? list : undefined;
  }

  /** The note of a cell: first the problem, then what to do. */
  note(finding: Described): string {
    const { problem, cure } = this.explain(finding, { allowed: true });
    return `${problem}\n→ ${cure}`;
  }

  /** A message about a record without file names and commands. */
  plain(message: string): string {
    const whole = this.#withoutFiles(message);
    return withoutCommands(whole) || whole;
  }

  /** The message of a finding; its general meaning if the whole message is about the command line. */
  #problem({ code, message }: Described): string {
    const whole = this.#withoutFiles(message);
    const said = withoutCommands(whole);
    // The cure lists the families, so the part of the message that lists them is left out.
    if (code === 'family-unknown') return said.split(/\u00a0?; /)[0]!;
    if (said !== '') return said;
    return (
      say()
        .meanings[code]()
        .split(/(?<=\.)\s+/)
        .find((one) => !isForCommandLine(one)) ?? whole
    );
  }

  #cure(finding: Described): string {
    const { code, severity } = finding;
    const { copy, meanings } = say();
    if (severity === 'fixed') return copy.isNothingToDo();
    // The person who gets the copy may not have the map file, so the note suggests no line for it.
    const isMapLine = patterns().mapLine.test(finding.suggestion ?? '');
    const suggestion = isMapLine ? '' : this.#withoutFiles(finding.suggestion ?? '');
    const meant = patterns().question.exec(suggestion)?.[1];
    const own = cureOf(code);
    if (meant !== undefined)
      return own === undefined
        ? copy.write({ value: meant })
        : copy.writeOr({ value: meant, otherwise: own[0]!.toLowerCase() + own.slice(1) });
    const said = withoutCommands(suggestion);
    if (suggestsRename(said)) return sentence(said);
    if (own !== undefined) {
      const more = said === '' || isForCommandLine(suggestion) ? undefined : addedSentence(code, said);
      return more === undefined ? own : `${own} ${more}`;
    }
    if (said !== '') return sentence(said);
    const meaning = meanings[code]()
      .split(/(?<=\.)\s+/)
      .filter((one) => !isForCommandLine(one));
    if (meaning.length > 1) return meaning.slice(1).join(' ');
    return severity === 'error' ? copy.correct() : copy.leaveOrChange();
  }

  /** What to do if rows lack a value because their sheet has no column for it. */
  #newColumn(finding: Described, headers: ColumnHeaders): string | undefined {
    const { code, kind, field, origin, suggestion = '' } = finding;
    const isMissing =
      code === 'header-missing'
        ? !suggestsRename(withoutCommands(suggestion))
        : entryOf(code).lacksValue === true && origin !== undefined && origin.column === undefined;
    const found = isMissing ? this.#fieldOf(kind, field) : undefined;
    if (found === undefined) return undefined;
    const { copy, copyCures } = say();
    const families = Object.values(FAMILIES).flatMap(({ projectType }) => projectType ?? []);
    return [
      copyCures['header-missing'](),
      copy.itsName({ names: namesOf(found.kind, found.field, headers.values()) }),
      ...(code === 'family-missing' ? [copy.allowed({ values: families.join(', ') })] : []),
    ].join(' ');
  }

  /** What to write into a required cell that is blank; for other errors, what to do if the person does not know the value. */
  #expected({ code, severity, kind, field }: Described): string | undefined {
    const found = this.#fieldOf(kind, field);
    if (found === undefined || severity !== 'error') return undefined;
    return code === 'required' ? expectedValue(found.kind, found.field) : cureIfUnknown(code, found.field);
  }

  #fieldOf(kind: string | undefined, field: string | undefined) {
    if (kind === undefined || field === undefined) return undefined;
    return this.#fields.get(`${kind} ${pathOfField(field)}`);
  }

  /** The list that must contain the value; undefined if only a part of the list is known. */
  #listOf({ code, kind, field }: Described): ClosedList | undefined {
    const value = entryOf(code).listsValues ? this.#fieldOf(kind, field)?.field.value : undefined;
    return value?.type === 'choice' && value.list.complete ? value.list : undefined;
  }

  /** The values that the field allows, unless the message lists them already. Values similar to the one written come first. */
  #allowed(finding: Described): string | undefined {
    const values = this.#listOf(finding)?.values;
    if (values === undefined || finding.message.includes(values.join(', '))) return undefined;
    const shown = shownValues(values, finding.value ?? '');
    const text = shown.join(', ');
    return shown.length === values.length
      ? say().copy.allowed({ values: text })
      : this.#allowedCut({ values: text, number: numberText(values.length - shown.length) });
  }

  #withoutFiles(text: string): string {
    return this.#files.reduce((rest, file) => rest.replaceAll(`${file} › `, ''), text);
  }
}

/** As many values as a note has room for; those that start with the first word of `written` come first. */
function shownValues(values: readonly string[], written: string): readonly string[] {
  if (values.join(', ').length <= MAX_LISTED) return values;
  const word = /^[\p{L}\p{N}]+/u.exec(written)?.[0].toLowerCase() ?? ' ';
  const isAlike = (value: string) => value.toLowerCase().startsWith(word);
  const sorted = [...values.filter(isAlike), ...values.filter((value) => !isAlike(value))];
  const shown: string[] = [];
  for (const value of sorted) {
    if (shown.join(', ').length + value.length > MAX_LISTED) break;
    shown.push(value);
  }
  return shown;
}

/** What to do about a finding, for codes whose suggestions need the command line or are empty. */
function cureOf(code: FindingCode): string | undefined {
  const cures: { readonly [Code in FindingCode]?: () => string } = say().copyCures;
  return cures[code]?.();
}

/** Whether a suggestion is to rename a column, instead of adding one. */
function suggestsRename(suggestion: string): boolean {
  const [before, between = ''] = say().headers.rename({ header: '\n', names: '\n' }).split('\n');
  return suggestion.startsWith(before!) && suggestion.includes(between);
}

/** The sentence that the suggestion of a finding adds to the cure of its code; undefined if it adds none. */
function addedSentence(code: FindingCode, suggestion: string): string | undefined {
  const { copy } = say();
  const how = entryOf(code).addsSuggestion;
  if (how === 'material') return copy.perhapsMaterial({ values: suggestion });
  if (how === 'country' && /^[A-Z]{2} \(/.test(suggestion))
    return copy.perhapsCountry({ country: suggestion });
  return how === undefined ? undefined : sentence(suggestion);
}

/** The path without indexes: `composition[].material` and `composition.0.material` both become `composition.material`. */
const pathOfField = (path: string): string =>
  fieldText(path)
    .replaceAll('[]', '')
    .replace(/\.\d+(?=\.|$)/g, '');

/** The text without the parts that need the command line; parts are separated by semicolons. */
function withoutCommands(text: string): string {
  if (!isForCommandLine(text)) return text;
  const pieces = text.split(/\u00a0?;\s+/).filter((piece) => !isForCommandLine(piece));
  // French has a space before the semicolon.
  return pieces.join(text.includes('\u00a0; ') ? '\u00a0; ' : '; ');
}

/** A lower-case first word that gets a capital letter; also French `l’` and `indiquez-le`. */
const FIRST_WORD = /^\p{Ll}+(?=[\s,’]|-(?:vous|l[ae]|les)\s|$)/u;

function sentence(text: string): string {
  return withStop(FIRST_WORD.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text);
}

const withStop = (text: string): string => (text === '' || /[.?!…]$/.test(text) ? text : `${text}.`);
