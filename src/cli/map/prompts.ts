import type { Context } from '../../context.ts';
import { TraceError } from '../../errors.ts';

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
  select<Value>(message: string, choices: readonly Choice<Value>[]): Promise<Value>;
  /** Chooses among many values by typing a part of their names. Null for Esc. */
  search(message: string, choices: readonly Choice<string>[]): Promise<string | null>;
  /** Null for Esc. */
  text(message: string, faultOf: (text: string) => string | undefined): Promise<string | null>;
  confirm(message: string): Promise<boolean>;
}

/** Number of choices that are shown at once. */
const SHOWN = 10;

const interrupted = (): TraceError =>
  new TraceError('interrupted', 'interrupted', 'Interrupted: nothing was written.');

/** Questions with the library clack, on standard error, so that standard output has only data. */
export async function clackPrompts({ stdin, stderr, signal }: Context): Promise<Prompts> {
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
    note: (text) => clack.log.info(text, { output: stderr }),
    select: async <Value>(message: string, choices: readonly Choice<Value>[]) => {
      // The values are indices, because the library compares them.
      const options = choices.map(({ label, hint }, value) => ({ value, label, ...(hint ? { hint } : {}) }));
      for (;;) {
        const at = orNull(await clack.select<number>({ ...streams, message, options, maxItems: SHOWN }));
        if (at !== null) return choices[at]!.value;
      }
    },
    search: async (message, choices) =>
      orNull(
        await clack.autocomplete<string>({
          ...streams,
          message,
          options: choices.map(({ value, label, hint }) => ({ value, label, ...(hint ? { hint } : {}) })),
          maxItems: SHOWN,
        }),
      ),
    text: async (message, faultOf) =>
      orNull(await clack.text({ ...streams, message, validate: (text) => faultOf(text ?? '') }))?.trim() ??
      null,
    confirm: async (message) => answered(await clack.confirm({ ...streams, message })),
  };
}
