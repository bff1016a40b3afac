import { forTerminal } from '../../terminal-text.ts';
import type { Listener, Screen } from './listener.ts';
import { Pace } from './pace.ts';
import {
  amount,
  checkedText,
  colors,
  type EventOf,
  fileText,
  type Handlers,
  handle,
  hiddenText,
  plannedText,
  readingBackText,
  retryText,
  rowText,
  settlingText,
  sheetName,
  startedText,
  TROUBLE,
  TROUBLE_SHOWN,
  throttledText,
  totalsText,
  verdictText,
  waveName,
} from './sentences.ts';

/** Progress at most this often (ms); between a tenth and the next, sooner. */
const EVERY = 5000;
const EVERY_TENTH = 1000;

interface RunningWave {
  readonly total: number;
  readonly pace: Pace;
  tenth: number;
  trouble: number;
}

/** Plain lines for a log file or a pipe: nothing moves, nothing is drawn twice. The verdict is the last line. */
export function plain({ stream, now, colorLevel }: Screen): Listener {
  const chalk = colors(colorLevel);
  const waves = new Map<number, RunningWave>();
  let lastProgress = now();
  let lastNote = Number.NEGATIVE_INFINITY;
  let notes = 0;
  /** Of the sheet that is being read; empty when it was not understood. */
  let kind = '';

  const line = (text: string) => void stream.write(`${text}\n`);

  /** Retries and pauses can come by the thousand: one in a while, with the number of those between. */
  function note(text: string): void {
    if (now() - lastNote < EVERY) {
      notes += 1;
      return;
    }
    line(notes === 0 ? text : `${text} (and ${amount(notes, 'retry')} or pauses before it)`);
    lastNote = now();
    notes = 0;
  }

  function progress(text: () => string, soon: boolean): boolean {
    if (now() - lastProgress < (soon ? EVERY_TENTH : EVERY)) return false;
    lastProgress = now();
    line(text());
    return true;
  }

  function row(event: EventOf<'row'>): void {
    const wave = waves.get(event.wave);
    if (wave) {
      wave.pace.add(now());
      const tenth = Math.floor((10 * wave.pace.done) / Math.max(wave.total, 1));
      const text = () => `wave ${event.wave}: ${wave.pace.text(now())}`;
      if (wave.pace.done < wave.total && progress(text, tenth > wave.tenth)) wave.tenth = tenth;
    }
    if (!TROUBLE.has(event.outcome)) return;
    if (wave) wave.trouble += 1;
    if (!wave || wave.trouble <= TROUBLE_SHOWN) line(chalk.red(rowText(event)));
  }

  function finished(event: EventOf<'wave-finished'>): void {
    const hidden = (waves.get(event.wave)?.trouble ?? 0) - TROUBLE_SHOWN;
    if (hidden > 0) line(chalk.red(hiddenText(hidden)));
    line(`${waveName(event)} finished: ${totalsText(event.totals)}`);
    waves.delete(event.wave);
  }

  const handlers: Handlers = {
    'run-started': (event) => line(startedText(event)),
    'file-opened': (event) => line(fileText(event)),
    'sheet-started': (event) => {
      kind = event.kind;
    },
    'rows-read': (event) => {
      const of = kind === '' ? '' : ` of ${forTerminal(kind)}`;
      const text = `${sheetName(event)}: ${amount(event.rows, 'row')}${of} read`;
      if (!event.done) progress(() => text, false);
      else if (event.rows > 0 || kind !== '') line(text);
      if (event.done) kind = '';
    },
    checked: (event) => line(checkedText(event)),
    planned: (event) => line(plannedText(event.plan, event.invalid)),
    'wave-started': (event) => {
      const { wave, total } = event;
      waves.set(wave, { total, pace: new Pace(total, now()), tenth: 0, trouble: 0 });
      line(`${waveName(event)} started: ${amount(total, 'row')}`);
    },
    row,
    retry: (event) => note(retryText(event)),
    'reading-back': (event) => note(readingBackText(event)),
    throttled: (event) => note(throttledText(event)),
    settling: (event) => line(settlingText(event)),
    'wave-finished': finished,
    stopping: (event) => line(chalk.yellow(`stopping: ${forTerminal(event.reason, 500)}`)),
    verdict: (event) => line(verdictText(event, chalk)),
  };

  return { on: (event) => handle(handlers, event), end() {} };
}
