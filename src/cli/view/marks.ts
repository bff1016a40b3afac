export type End = 'well' | 'unwell' | 'skipped';

/** The signs before a task. */
export interface Marks {
  readonly spinner: readonly string[];
  readonly ends: Readonly<Record<End, string>>;
}

const RICH: Marks = { spinner: [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'], ends: { well: '✔', unwell: '✖', skipped: '↓' } };
const PLAIN: Marks = { spinner: [...'-\\|/'], ends: { well: '√', unwell: '×', skipped: '↓' } };

/** The marks that a terminal can show: the consoles of Linux and of older Windows lack some. */
export function marksFor(platform: string, env: Readonly<Record<string, string | undefined>>): Marks {
  const { TERM, TERM_PROGRAM, WT_SESSION } = env;
  const isRich = platform === 'win32' ? Boolean(WT_SESSION || TERM_PROGRAM || TERM) : TERM !== 'linux';
  return isRich ? RICH : PLAIN;
}
