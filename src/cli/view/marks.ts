export type End = 'success' | 'failure' | 'skipped';

/** Time between two redraws of a task, in milliseconds. A task that takes less is drawn only when it has ended. */
export const REDRAW_MS = 100;

/** The symbols before a task. */
export interface Marks {
  readonly spinner: readonly string[];
  readonly ends: Readonly<Record<End, string>>;
}

const RICH: Marks = { spinner: [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'], ends: { success: '✔', failure: '✖', skipped: '↓' } };
const PLAIN: Marks = { spinner: [...'-\\|/'], ends: { success: '√', failure: '×', skipped: '↓' } };

/** The marks that a terminal can show: the Linux console and older Windows consoles lack some characters. */
export function marksFor(platform: string, env: Readonly<Record<string, string | undefined>>): Marks {
  const { TERM, TERM_PROGRAM, WT_SESSION } = env;
  const isRich = platform === 'win32' ? Boolean(WT_SESSION || TERM_PROGRAM || TERM) : TERM !== 'linux';
  return isRich ? RICH : PLAIN;
}
