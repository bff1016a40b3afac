import type { Field } from '../../contract/field.ts';
import type { KindSpec } from '../../contract/kind.ts';
import { type Finding, fieldText } from '../../findings/finding.ts';
import { say } from '../../say.ts';
import { CURES, SUGGESTED, TEXTS } from './texts.ts';

/** A problem and its cure, as a person reads them in a workbook. */
export interface Explanation {
  readonly problem: string;
  readonly cure: string;
}

/** Text that only a command line understands. */
const COMMANDS = /(?:^|\s)--[a-z]|\btrace (?:[a-z]+ )|trace\.config|\bmap file\b/;

/** Maximum number of characters of the values that a note lists. */
const LISTED = 1600;

type Described = Pick<Finding, 'code' | 'severity' | 'kind' | 'field' | 'message'> & {
  readonly suggestion?: string;
};

/** Explains findings. `kinds`: of the run, for the values that a list allows. */
export class Explainer {
  readonly #fields: ReadonlyMap<string, Field>;
  readonly #files: readonly string[];

  /** `files`: the names of the input files, which are not repeated in addresses. */
  constructor(kinds: readonly KindSpec[], files: readonly string[]) {
    this.#fields = new Map(
      kinds.flatMap((kind) => kind.fields.map((field) => [`${kind.name} ${plainPath(field.path)}`, field])),
    );
    this.#files = files;
  }

  /** `allowed`: also lists the values that the field allows. */
  explain(finding: Described, { allowed = false } = {}): Explanation {
    const message = withoutCommands(this.#withoutFiles(finding.message));
    const field = fieldText(finding.field ?? '');
    const problem = field !== '' && message.startsWith(field) ? ended(message) : sentence(message);
    const values = allowed ? this.#allowed(finding) : undefined;
    const cure = this.#cure(finding);
    return { problem, cure: values === undefined ? cure : `${cure} ${values}` };
  }

  /** The note of a cell: first the problem, then what to do. */
  note(finding: Described): string {
    const { problem, cure } = this.explain(finding, { allowed: true });
    return `${problem}\n→ ${cure}`;
  }

  /** A message about a record, as a person reads it. */
  plain(message: string): string {
    return withoutCommands(this.#withoutFiles(message));
  }

  #cure(finding: Described): string {
    const { code, severity } = finding;
    if (severity === 'fixed') return TEXTS.isNothingToDo;
    const suggestion = this.#withoutFiles(finding.suggestion ?? '');
    const meant = /^did you mean (.*)\?$/.exec(suggestion)?.[1];
    const own = CURES[code];
    if (meant !== undefined) return own === undefined ? TEXTS.write(meant) : TEXTS.writeOr(meant, own);
    const said = withoutCommands(suggestion);
    if (own !== undefined) {
      const more = said === '' || COMMANDS.test(suggestion) ? undefined : SUGGESTED[code]?.(said);
      return more === undefined ? own : `${own} ${more}`;
    }
    if (said !== '') return sentence(said);
    const meaning = say()
      .meanings[code]()
      .split(/(?<=\.)\s+/)
      .filter((one) => !COMMANDS.test(one));
    return meaning.length > 1 ? meaning.slice(1).join(' ') : TEXTS.leaveOrChange;
  }

  /** The values that the field allows, if the message does not list them and they are not too many. */
  #allowed({ code, kind, field, message }: Described): string | undefined {
    if ((code !== 'not-in-list' && code !== 'required') || kind === undefined || field === undefined)
      return undefined;
    const value = this.#fields.get(`${kind} ${plainPath(field)}`)?.value;
    if (value?.type !== 'choice') return undefined;
    const values = value.list.values.join(', ');
    return values.length > LISTED || message.includes(values) ? undefined : TEXTS.allowed(values);
  }

  #withoutFiles(text: string): string {
    return this.#files.reduce((rest, file) => rest.replaceAll(`${file} › `, ''), text);
  }
}

/** `composition[].material` and `composition.0.material` are one field. */
const plainPath = (path: string): string =>
  fieldText(path)
    .replaceAll('[]', '')
    .replace(/\.\d+(?=\.|$)/g, '');

/** The text without the pieces that only a command line understands. */
function withoutCommands(text: string): string {
  if (!COMMANDS.test(text)) return text;
  const pieces = text.split(/;\s+/).filter((piece) => !COMMANDS.test(piece));
  return pieces.join('; ');
}

function sentence(text: string): string {
  return ended(/^\p{Ll}+(?=[\s,]|$)/u.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text);
}

const ended = (text: string): string => (text === '' || /[.?!…]$/.test(text) ? text : `${text}.`);
