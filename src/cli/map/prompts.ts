import { type Context, columnsOf } from '../../context.ts';
import { TraceError } from '../../errors.ts';
import { say } from '../../say.ts';
import { wrap } from '../view/wrap.ts';

/** A value to choose. */
export interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

/**
 * Questions on a terminal. Each throws TraceError `interrupted` for Ctrl-C. Texts must be safe for a terminal.
 */
export interface Prompts {
  note(text: string): void;
  /** The first choice is selected at the beginning, so that Enter chooses it. */
  select<Value>(message: string, choices: readonly Choice<Value>[]): Promise<Value>;
  /** The values that are chosen at the end; `first` are at the beginning. */
  pick<Value>(message: string, choices: readonly Choice<Value>[], first: readonly Value[]): Promise<Value[]>;
  /**
   * Chooses among many values by typing a part of their names, or a word that means some of them. Null for Esc, and for Enter before
   * a value is selected.
   */
  search(
    message: string,
    choices: readonly Choice<string>[],
    meaningsOf?: (word: string) => readonly string[],
  ): Promise<string | null>;
  /** Null for Esc. */
  text(message: string, faultOf: (text: string) => string | undefined): Promise<string | null>;
  confirm(message: string): Promise<boolean>;
}

/** Number of columns before a line: for a sign and two spaces. */
const GUIDE = 3;

/** Number of choices that are shown at once. */
const SHOWN = 10;

/** The choice that a search selects at the beginning. It has no value, so that Enter alone chooses nothing. */
const noChoice = (): Choice<string> & { readonly hint: string } => ({
  ...{ value: '', label: say().mapQuestions.none(), hint: say().mapQuestions.noneHint() },
});

const interrupted = (): TraceError =>
  new TraceError('interrupted', 'interrupted', say().mapQuestions.interrupted());

/** Questions with the library clack, on standard error, so that standard output has only data. */
export async function clackPrompts({ stdin, stderr, signal, env }: Context): Promise<Prompts> {
  setSize(stderr, env);
  const clack = await import('@clack/prompts');
  const streams = { input: stdin, output: stderr, signal };
  // Esc goes back to the question, and only Ctrl-C ends the command: the library reports both as cancelled.
  let lastKey: string | undefined;
  stdin.on('keypress', (_: unknown, key: { name?: string } | undefined) => {
    lastKey = key?.name;
  });
  const answered = <Value>(value: Value): Exclude<Value, symbol> => {
    if (clack.isCancel(value)) throw interrupted();
    return value as Exclude<Value, symbol>;
  };
  const orNull = <Value>(value: Value): Exclude<Value, symbol> | null =>
    clack.isCancel(value) && lastKey === 'escape' && !signal.aborted ? null : answered(value);
  return {
    note: (text) => {
      const width = columnsOf(stderr, env)! - GUIDE;
      clack.log.info(
        text
          .split('\n')
          .flatMap((line) => wrap(line, width))
          .join('\n'),
        { output: stderr },
      );
    },
    select: async <Value>(message: string, choices: readonly Choice<Value>[]) => {
      // The values are indices, because the library compares them.
      const options = choices.map(({ label, hint }, value) => ({ value, label, ...(hint ? { hint } : {}) }));
      for (;;) {
        const at = orNull(
          await clack.select<number>({
            ...streams,
            message,
            options,
            maxItems: SHOWN,
            showInstructions: false,
          }),
        );
        if (at !== null) return choices[at]!.value;
      }
    },
    pick: async <Value>(message: string, choices: readonly Choice<Value>[], first: readonly Value[]) => {
      const options = choices.map(({ label }, value) => ({ value, label }));
      const chosen = await clack.multiselect<number>({
        ...streams,
        message: `${message}\n${say().mapQuestions.pickKeys()}`,
        options,
        showInstructions: false,
        initialValues: options.flatMap(({ value }) => (first.includes(choices[value]!.value) ? [value] : [])),
        maxItems: SHOWN,
        required: false,
      });
      return answered(chosen).map((at) => choices[at]!.value);
    },
    search: async (message, choices, meaningsOf = () => []) => {
      let shown = { typed: '', values: new Set<string>() as ReadonlySet<string> };
      const options = choices.map(({ value, label, hint }) => ({ value, label, ...(hint ? { hint } : {}) }));
      const { searchPrompt } = await import('./search-prompt.ts');
      const chosen = await searchPrompt({
        ...streams,
        message,
        options: [noChoice(), ...options],
        isFit: (typed, value) => {
          if (typed !== shown.typed) shown = { typed, values: fittingValues(typed, choices, meaningsOf) };
          return shown.values.has(value);
        },
        most: SHOWN,
      });
      // Without a match, the library returns undefined.
      return (orNull(chosen) as string | undefined) || null;
    },
    text: async (message, faultOf) =>
      orNull(await clack.text({ ...streams, message, validate: (text) => faultOf(text ?? '') }))?.trim() ??
      null,
    confirm: async (message) =>
      answered(
        await clack.confirm({
          ...streams,
          message,
          active: say().mapQuestions.yes(),
          inactive: say().mapQuestions.no(),
        }),
      ),
  };
}

/**
 * The values of the choices that fit the typed text. A choice whose whole label is the text excludes all others; a
 * choice with the text in its label excludes those that have it only in their hint. Enter chooses the first.
 */
function fittingValues(
  typed: string,
  choices: readonly Choice<string>[],
  meaningsOf: (word: string) => readonly string[],
): ReadonlySet<string> {
  const part = typed.trim().toLowerCase();
  if (part === '') return new Set([noChoice(), ...choices].map(({ value }) => value));
  const fits = [
    ({ label }: Choice<string>) => label.toLowerCase() === part,
    ({ label }: Choice<string>) => label.toLowerCase().includes(part),
    ({ hint = '' }: Choice<string>) => hint.toLowerCase().includes(part),
  ];
  for (const isFit of fits) {
    const own = choices.filter(isFit);
    if (own.length > 0) return new Set(own.map(({ value }) => value));
  }
  const meant = new Set(meaningsOf(typed));
  return new Set(choices.flatMap(({ value }) => (meant.has(value) ? [value] : [])));
}

const USUAL_COLUMNS = 80;
const USUAL_ROWS = 24;

/** Some terminals have no size or one of 0 columns, and the library would write one character in each line. */
function setSize(stderr: Context['stderr'], env: Context['env']): void {
  const terminal = stderr as Context['stderr'] & { columns?: number; rows?: number };
  terminal.columns = columnsOf(stderr, env) ?? USUAL_COLUMNS;
  terminal.rows = terminal.rows || USUAL_ROWS;
}
