import { kindsText, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { Listener, Screen } from './listener.ts';
import {
  amount,
  checkedText,
  colors,
  concurrencyText,
  type EventOf,
  fileText,
  type Handlers,
  handle,
  hiddenText,
  Pace,
  plannedText,
  readingBackText,
  retryText,
  rowText,
  settlingText,
  sheetName,
  startedText,
  stoppingText,
  TROUBLE,
  TROUBLE_SHOWN,
  throttledText,
  totalsText,
  verdictText,
  waveName,
} from './sentences.ts';

/**
 * Minimum time between two lines of progress, in milliseconds. A line is printed earlier when another tenth of the rows
 * is done.
 */
const PROGRESS_MS = 5000;
const TENTH_MS = 1000;

interface RunningWave {
  readonly total: number;
  readonly pace: Pace;
  tenth: number;
  trouble: number;
}

/** The listener for a log file or a pipe: prints plain lines, the verdict last. */
export function plain({ stream, now, colorLevel }: Screen): Listener {
  const chalk = colors(colorLevel);
  const waves = new Map<number, RunningWave>();
  let lastProgress = now();
  let lastNote = Number.NEGATIVE_INFINITY;
  let notes = 0;
  /** The kind of the sheet that is being read; empty until it is known. */
  let kind = '';

  const line = (text: string) => void stream.write(`${text}\n`);

  /**
   * There can be thousands of retries and pauses, so not every one is printed. A printed line has the number of retries
   * and pauses since the previous line.
   */
  function note(text: string): void {
    if (now() - lastNote < PROGRESS_MS) {
      notes += 1;
      return;
    }
    line(notes === 0 ? text : say().progress.afterOthers({ text, retries: amount(notes, 'other retry') }));
    lastNote = now();
    notes = 0;
  }

  function progress(text: () => string, soon: boolean): boolean {
    if (now() - lastProgress < (soon ? TENTH_MS : PROGRESS_MS)) return false;
    lastProgress = now();
    line(text());
    return true;
  }

  function row(event: EventOf<'row'>): void {
    const wave = waves.get(event.wave);
    if (wave) {
      wave.pace.add(now());
      const tenth = Math.floor((10 * wave.pace.done) / Math.max(wave.total, 1));
      const text = () => say().progress.waveRows({ wave: `${event.wave}`, rows: wave.pace.text(now()) });
      if (wave.pace.done < wave.total && progress(text, tenth > wave.tenth)) wave.tenth = tenth;
    }
    if (!TROUBLE.has(event.outcome)) return;
    if (wave) wave.trouble += 1;
    if (!wave || wave.trouble <= TROUBLE_SHOWN) line(chalk.red(rowText(event)));
  }

  function finished(event: EventOf<'wave-finished'>): void {
    const hidden = (waves.get(event.wave)?.trouble ?? 0) - TROUBLE_SHOWN;
    if (hidden > 0) line(chalk.red(hiddenText(hidden)));
    line(say().progress.waveFinished({ wave: waveName(event), totals: totalsText(event.totals) }));
    waves.delete(event.wave);
  }

  const handlers: Handlers = {
    'run-started': (event) => line(startedText(event)),
    'file-opened': (event) => line(fileText(event)),
    'sheet-started': (event) => {
      kind = event.kind;
    },
    'rows-read': (event) => {
      const texts = { count: event.rows, sheet: sheetName(event), rows: amount(event.rows, 'row') };
      const text =
        kind === ''
          ? say().progress.read(texts)
          : say().progress.readOf({ ...texts, kind: forTerminal(kindsText(kind)) });
      if (!event.done) progress(() => text, false);
      else if (event.rows > 0 || kind !== '') line(text);
      if (event.done) kind = '';
    },
    checked: (event) => line(checkedText(event)),
    planned: (event) => line(plannedText(event.plan, event.invalid)),
    'wave-started': (event) => {
      const { wave, total } = event;
      waves.set(wave, { total, pace: new Pace(total, now()), tenth: 0, trouble: 0 });
      line(say().progress.waveStarted({ wave: waveName(event), rows: amount(total, 'row') }));
    },
    row,
    retry: (event) => note(retryText(event)),
    'reading-back': (event) => note(readingBackText(event)),
    throttled: (event) => note(throttledText(event)),
    'concurrency-found': (event) => line(concurrencyText(event)),
    settling: (event) => line(settlingText(event)),
    'wave-finished': finished,
    stopping: (event) => line(chalk.yellow(stoppingText(event))),
    verdict: (event) => line(verdictText(event, chalk)),
  };

  return { on: (event) => handle(handlers, event), end() {} };
}
