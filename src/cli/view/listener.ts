import type { RunEvent } from '../../import/report/run-event.ts';
import { kindsText, say } from '../../say.ts';
import type { PlanSummary } from '../../send/plan/plan.ts';
import { forTerminal } from '../../terminal-text.ts';
import {
  amount,
  type ColorLevel,
  colors,
  count,
  duration,
  type EventOf,
  eventText,
  hiddenText,
  type SharedEvent,
  sheetName,
  TROUBLE_OUTCOMES,
  TROUBLE_SHOWN,
  totalsText,
  verdictText,
  waveName,
} from './sentences.ts';

/** Shows the events of a run to a person or a script. */
export interface Listener {
  on(event: RunEvent): void;
  /** Resolves when all events so far are shown. Until the next event, the caller may then write to the terminal. */
  idle?(): Promise<void>;
  /**
   * Writes the remaining output and shows the cursor again. Must be called once, also after an error. Throws errors of
   * drawing after it has printed the verdict.
   */
  end(): Promise<void> | void;
}

/** Where and how a listener prints. */
export interface Screen {
  readonly stream: NodeJS.WritableStream;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  readonly colorLevel: ColorLevel;
  /** The clock of the machine: each plain line begins with its time. Without it, lines have no time. */
  readonly at?: () => Date;
}

/** A time such as `2026-08-26T02:00:01+02:00`, in the time zone of the machine. */
function localTime(at: Date): string {
  const minutes = -at.getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  const local = new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, 19);
  return `${local}${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}

/** A handler for each type of event. */
export type Handlers = { readonly [Type in RunEvent['type']]: (event: EventOf<Type>) => void };

export function handle(handlers: Handlers, event: RunEvent): void {
  handlers[event.type](event as never);
}

/** Passes each event to the listeners, after a handler of its type. */
export function emitTo(
  listeners: readonly (Pick<Listener, 'on'> | null)[],
  handlers: Partial<Handlers> = {},
): (event: RunEvent) => void {
  return (event) => {
    handlers[event.type]?.(event as never);
    for (const listener of listeners) listener?.on(event);
  };
}

/** The rate is the average of the last STEPS steps of STEP_MS milliseconds. */
const STEP_MS = 1000;
const STEPS = 15;

/** Measures the rate of the last seconds and estimates the remaining time. */
export class Pace {
  readonly #total: number;
  /** Number of rows in later waves. */
  readonly #later: number;
  readonly #samples: { at: number; done: number }[];
  #done = 0;

  constructor(total: number, now: number, later = 0) {
    this.#total = total;
    this.#later = later;
    this.#samples = [{ at: now, done: 0 }];
  }

  get done(): number {
    return this.#done;
  }

  add(now: number): void {
    this.#done += 1;
    if (now - this.#samples.at(-1)!.at < STEP_MS) return;
    this.#samples.push({ at: now, done: this.#done });
    if (this.#samples.length > STEPS) this.#samples.shift();
  }

  /** Rows per second; undefined during the first second. */
  rate(now: number): number | undefined {
    const first = this.#samples[0]!;
    const seconds = (now - first.at) / 1000;
    return seconds < 1 ? undefined : (this.#done - first.done) / seconds;
  }

  /**
   * A text such as `120/400 rows, 85 rows/s, 3 s left (8 s for all 680 rows left)`, without the parts that are not known
   * yet. The time for the rows of all waves leaves out the pauses between them.
   */
  text(now: number): string {
    const texts = say().progress;
    const parts = [texts.rows({ done: count(this.#done), total: count(this.#total) })];
    const rate = this.rate(now);
    if (rate !== undefined)
      parts.push(
        texts.rate({
          rate: rate >= 10 ? count(Math.round(rate)) : rate.toFixed(1).replace('.', say().format.decimal()),
        }),
      );
    const left = this.#total - this.#done;
    if (rate && left > 0) parts.push(texts.left({ time: duration((left / rate) * 1000) }));
    const all = left + this.#later;
    if (!rate || this.#later === 0) return parts.join(', ');
    const inAll = texts.leftInAll({ time: duration((all / rate) * 1000), rows: amount(all, 'row') });
    return `${parts.join(', ')} ${inAll}`;
  }
}

/** The number of rows that a plan sends after a wave. */
export const rowsAfter = (plan: PlanSummary | undefined, wave: number): number =>
  (plan?.waves ?? []).reduce((sum, later) => sum + (later.wave > wave ? later.toSend : 0), 0);

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

/**
 * The listener for a log file or a pipe: prints plain lines, the verdict last. With `quiet`, only the rows that need a
 * person, and why a run stops.
 */
export function plainListener(screen: Screen, { quiet = false } = {}): Listener {
  const { now } = screen;
  const chalk = colors(screen.colorLevel);
  let plan: PlanSummary | undefined;
  const waves = new Map<number, RunningWave>();
  let lastProgress = now();
  let lastNote = Number.NEGATIVE_INFINITY;
  let notes = 0;
  /** The kind of the sheet that is being read; empty until it is known. */
  const kinds = new Set<string>();

  const needed = (text: string) =>
    void screen.stream.write(screen.at ? `${localTime(screen.at())} ${text}\n` : `${text}\n`);
  const line = quiet ? () => {} : needed;

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
    if (!TROUBLE_OUTCOMES.has(event.outcome)) return;
    if (wave) wave.trouble += 1;
    if (!wave || wave.trouble <= TROUBLE_SHOWN) needed(chalk.red(eventText(event)));
  }

  function finished(event: EventOf<'wave-finished'>): void {
    const hidden = (waves.get(event.wave)?.trouble ?? 0) - TROUBLE_SHOWN;
    if (hidden > 0) needed(chalk.red(hiddenText(hidden)));
    line(say().progress.waveFinished({ wave: waveName(event), totals: totalsText(event.totals) }));
    waves.delete(event.wave);
  }

  const said = (event: SharedEvent) => line(eventText(event));
  const noted = (event: SharedEvent) => note(eventText(event));
  const handlers: Handlers = {
    'run-started': said,
    'file-opened': said,
    'sheet-started': (event) => {
      kinds.add(forTerminal(kindsText(event.kind)));
    },
    'rows-read': (event) => {
      const texts = { count: event.rows, sheet: sheetName(event), rows: amount(event.rows, 'row') };
      const text =
        kinds.size === 0
          ? say().progress.read(texts)
          : say().progress.readOf({ ...texts, kind: [...kinds].join(', ') });
      if (!event.done) progress(() => text, false);
      else if (event.rows > 0 || kinds.size > 0) line(text);
      if (event.done) kinds.clear();
    },
    'memory-restored': said,
    checked: said,
    planned: (event) => {
      plan = event.plan;
      said(event);
    },
    'wave-started': (event) => {
      const { wave, total } = event;
      waves.set(wave, { total, pace: new Pace(total, now(), rowsAfter(plan, wave)), tenth: 0, trouble: 0 });
      line(say().progress.waveStarted({ wave: waveName(event), rows: amount(total, 'row') }));
    },
    row,
    retry: noted,
    'reading-back': noted,
    throttled: noted,
    'concurrency-found': said,
    settling: said,
    'wave-finished': finished,
    stopping: (event) => needed(chalk.yellow(eventText(event))),
    verdict: (event) => line(verdictText(event, chalk)),
  };

  return { on: (event) => handle(handlers, event), end() {} };
}
