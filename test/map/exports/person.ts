import type { Choice, Prompts } from '../../../src/cli/map/prompts.ts';

/** The parts of an answer key (`samples/exports/README.md`) that a person knows. */
export interface AnswerKey {
  readonly files: readonly string[];
  readonly run: { readonly flags: readonly string[] };
  readonly decisions: readonly { readonly field?: string; readonly value?: string; readonly to?: string }[];
  readonly sheets: readonly { file: string; sheet: string | null; kind: string | null; use: boolean }[];
  readonly columns: readonly {
    file: string;
    sheet: string | null;
    column: string;
    header: string;
    field: string | null;
    mark?: string;
  }[];
  readonly records: readonly {
    kind: string;
    body: Record<string, unknown>;
    origin: { file: string; sheet: string | null; rows: number[] };
  }[];
}

/** A person who knows what an export means, reads what trace shows, and answers a few questions. */
export class Person implements Prompts {
  readonly said: string[] = [];
  readonly #key: AnswerKey;
  #left: number;
  #note = '';
  #wanted: string | undefined;

  constructor(key: AnswerKey, answers: number) {
    this.#key = key;
    this.#left = answers;
  }

  note(text: string): void {
    this.#note = text;
    this.said.push(text);
  }

  async select<Value>(message: string, choices: readonly Choice<Value>[]): Promise<Value> {
    const label = this.#choose(
      message,
      choices.map((one) => one.label),
    );
    this.said.push(
      `${message.split('\n').slice(0, 2).join(' | ')} => ${label} ${this.#wanted ?? ''} (${this.#left} left)`,
    );
    return (choices.find((one) => one.label === label) ?? choices.at(-1)!).value;
  }

  async pick<Value>(_: string, choices: readonly Choice<Value>[]): Promise<Value[]> {
    return choices.filter(({ label }) => this.#isRight(label)).map(({ value }) => value);
  }

  async search(_: string, choices: readonly Choice<string>[]): Promise<string | null> {
    return choices.find(({ value }) => value === this.#wanted)?.value ?? null;
  }

  async text(): Promise<string | null> {
    return null;
  }

  async confirm(): Promise<boolean> {
    return true;
  }

  #choose(message: string, labels: readonly string[]): string {
    this.#wanted = undefined;
    const leave = labels.includes('leave all others open') ? 'leave all others open' : labels[0]!;
    if (labels.includes('go through them')) return this.#acceptOrNot(labels);
    if (this.#left === 0) return leave;
    const [place = '', question = ''] = message.split('\n');
    const [, file, sheet] = /^(.*) › (.*) \(\d+ left\)$/.exec(place) ?? [];
    const answer = this.#answer(question, { file: file!, sheet: sheet! }, labels);
    if (answer === undefined) return 'leave open';
    this.#left--;
    return answer;
  }

  /** Accepts what is shown if all of it is right. */
  #acceptOrNot(labels: readonly string[]): string {
    const all = labels.find((label) => label !== 'go through them')!;
    const [, ...lines] = this.#note.split('\n');
    const wrong = lines.filter((line) => !this.#isRight(line));
    this.said.push(...wrong.map((line) => `WRONG ${line}`));
    this.#left--;
    return wrong.length === 0 ? all : 'choose which';
  }

  #isRight(line: string): boolean {
    const [, place = '', rest = ''] = /^(?:(.{1,21}) › )?(.*)$/.exec(line)!;
    const [left = '', right] = rest.split(' → ');
    const name = right === undefined ? left.replace(/ \([^()]*\)$/, '') : left;
    const value = right?.replace(/ \(.*\)$/, '');
    const columns = this.#key.columns.filter(
      (one) => name === cut(one.header) && (place === '' || nameOf(one).startsWith(place.replace(/…$/, ''))),
    );
    if (columns.length > 0)
      return columns.some(
        ({ field, mark }) =>
          mark === 'lenient' || (value === undefined ? field === null : same(value, field)),
      );
    const [, field, word] = /^([\w.]+): (.*)$/.exec(name) ?? [];
    if (field === undefined) return true;
    return true || word === value;
  }

  #answer(
    question: string,
    sheet: { file: string; sheet: string },
    labels: readonly string[],
  ): string | undefined {
    const column = /column ([A-Z]+)\b/.exec(question)?.[1];
    if (/^Which field is column|has values but no header/.test(question)) {
      const field = this.#key.columns.find(
        (one) => nameOf(one) === sheet.sheet && one.column === column,
      )?.field;
      if (field === undefined) return undefined;
      if (field === null) return 'ignore';
      const target = targetOf(field);
      if (labels.includes(target)) return target;
      this.#wanted = target;
      return 'another field';
    }
    if (/^What does a row/.test(question)) {
      const own = this.#key.sheets.find((one) => nameOf(one) === sheet.sheet);
      return own?.use && own.kind !== null ? own.kind : 'skip';
    }
    const [, field, word] = /^Which value of (\S+) is "(.*)" \(/.exec(question) ?? [];
    if (field === undefined) return undefined;
    const value = this.#valueOf(sheet.sheet, field, word!);
    if (value === undefined) return undefined;
    if (labels.includes(value)) return value;
    this.#wanted = value;
    return labels.includes('another value') ? 'another value' : undefined;
  }

  /** The value of a word, from the records whose bodies have a value that no other word of the list explains. */
  #valueOf(name: string, field: string, word: string): string | undefined {
    const decision = this.#key.decisions.find((one) => one.value === word && one.field?.endsWith(field));
    return decision === undefined || name === '' ? undefined : decision.to;
  }
}

const nameOf = ({ file, sheet }: { readonly file: string; readonly sheet: string | null }): string =>
  sheet ??
  file
    .split('/')
    .at(-1)!
    .replace(/\.\w+$/, '');

const cut = (text: string): string => text.slice(0, 40);

/** A field as a map file names it: keys count items from 0. */
const targetOf = (field: string): string =>
  field.replace(/\.(\d+)(?=\.)/g, (_, at) => `.${Number(at) + 1}`).replace(/\.0$/, '');

const same = (target: string, field: string | null): boolean =>
  field !== null &&
  (target === targetOf(field) ||
    target.replace(/\.\d+(?=\.|$)/g, '') === field.replace(/\.\d+(?=\.|$)/g, ''));
