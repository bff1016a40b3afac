import type { RunEvent, Verdict } from '../../import/run-event.ts';
import { say } from '../../say.ts';
import type { Listener, Screen } from './listener.ts';
import { SHOW_CURSOR, type Terminal } from './live-block.ts';
import type { End, Marks } from './marks.ts';
import {
  amount,
  checkedText,
  colors,
  concurrencyText,
  count,
  type EventOf,
  fileText,
  type Handlers,
  handle,
  hiddenText,
  isSuccess,
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
import { TaskLine } from './task-line.ts';
import { paintedLines, terminalWidth } from './wrap.ts';

const FILES_SHOWN = 20;

/**
 * The listener for a terminal: draws one task for each stage and wave. Nothing else may write to the terminal between
 * the first event and `end()`, which prints the verdict.
 */
export function tasks(screen: Screen, marks: Marks): Listener {
  return new Tasks(screen, marks);
}

class Tasks implements Listener {
  readonly #stream: Terminal;
  readonly #marks: Marks;
  readonly #now: () => number;
  readonly #chalk: ReturnType<typeof colors>;
  /** Resolves when the last task is drawn. Tasks are drawn one after the other. */
  #drawn: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;
  #verdict: Verdict | undefined;
  #step: TaskLine | undefined;
  #reading = { files: 0, before: 0, now: 0, where: '' };
  #planning = false;
  #wave: { readonly pace: Pace; readonly name: string; trouble: number } | undefined;
  #note = { text: '', until: 0 };

  readonly #handlers: Handlers = {
    'run-started': (event) => {
      this.#planning = event.command !== 'check';
      this.#print(startedText(event));
    },
    'file-opened': (event) => this.#fileOpened(event),
    'sheet-started': (event) => this.#rowsRead(event),
    'rows-read': (event) => this.#rowsRead(event),
    checked: (event) => this.#checked(event),
    planned: ({ plan, invalid }) =>
      this.#stepOr(say().progress.planning).finish('success', plannedText(plan, invalid)),
    'wave-started': (event) => this.#waveStarted(event),
    row: (event) => this.#row(event),
    retry: (event) => this.#showNote(retryText(event), event.waitMs),
    'reading-back': (event) => this.#showNote(readingBackText(event), event.waitMs),
    throttled: (event) => this.#showNote(throttledText(event), event.waitMs),
    'concurrency-found': (event) => this.#line(concurrencyText(event)),
    settling: (event) => void this.#start(() => settlingText(event), 'success'),
    'wave-finished': (event) => this.#waveFinished(event),
    stopping: (event) => this.#line(this.#chalk.yellow(stoppingText(event))),
    verdict: (event) => {
      this.#verdict = event;
    },
  };

  constructor({ stream, now, colorLevel }: Screen, marks: Marks) {
    this.#marks = marks;
    this.#stream = stream;
    this.#now = now;
    this.#chalk = colors(colorLevel);
    process.on('exit', this.#showCursor);
  }

  on(event: RunEvent): void {
    handle(this.#handlers, event);
  }

  async idle(): Promise<void> {
    this.#endStep();
    await this.#drawn;
    this.#showCursor();
  }

  async end(): Promise<void> {
    this.#endStep();
    await this.#drawn;
    process.off('exit', this.#showCursor);
    this.#showCursor();
    if (this.#verdict)
      this.#stream.write(`${verdictText(this.#verdict, this.#chalk, terminalWidth(this.#stream))}\n`);
    if (this.#failure) throw this.#failure.error;
  }

  /** Also called if the process exits early: after a second Ctrl-C, or because of a bug. */
  readonly #showCursor = () => {
    this.#stream.write(SHOW_CURSOR);
  };

  #fileOpened(event: EventOf<'file-opened'>): void {
    const step = this.#stepOr(() => this.#readingText());
    this.#reading.files += 1;
    if (this.#reading.files <= FILES_SHOWN) step.line(fileText(event));
  }

  #rowsRead(event: EventOf<'rows-read'> | EventOf<'sheet-started'>): void {
    this.#stepOr(() => this.#readingText());
    const reading = this.#reading;
    reading.where = sheetName(event);
    if (event.type === 'sheet-started') return;
    reading.now = event.done ? 0 : event.rows;
    if (event.done) reading.before += event.rows;
  }

  #readingText(): string {
    const { before, now, where } = this.#reading;
    const rows = amount(before + now, 'row');
    return where === '' ? say().progress.reading({ rows }) : say().progress.readingIn({ where, rows });
  }

  #checked(event: EventOf<'checked'>): void {
    const step = this.#stepOr(say().progress.checking);
    const hidden = this.#reading.files - FILES_SHOWN;
    if (hidden > 0) step.line(say().progress.moreFiles({ count: hidden, number: count(hidden) }));
    step.finish(event.findings.error > 0 ? 'failure' : 'success', checkedText(event));
    if (this.#planning) this.#start(say().progress.planning, 'skipped');
  }

  #waveStarted(event: EventOf<'wave-started'>): void {
    const pace = new Pace(event.total, this.#now());
    const name = waveName(event);
    this.#start(() => {
      const note = this.#now() < this.#note.until ? `, ${this.#note.text}` : '';
      return say().progress.waveAt({ wave: name, rows: `${pace.text(this.#now())}${note}` });
    });
    this.#wave = { pace, name, trouble: 0 };
  }

  #row(event: EventOf<'row'>): void {
    const wave = this.#wave;
    wave?.pace.add(this.#now());
    if (!TROUBLE.has(event.outcome)) return;
    if (wave) wave.trouble += 1;
    if (!wave || wave.trouble <= TROUBLE_SHOWN) this.#line(this.#chalk.red(rowText(event)));
  }

  #waveFinished(event: EventOf<'wave-finished'>): void {
    const step = this.#stepOr(() => waveName(event));
    const hidden = (this.#wave?.trouble ?? 0) - TROUBLE_SHOWN;
    if (hidden > 0) {
      step.line(this.#chalk.red(hiddenText(hidden)));
    }
    step.finish(
      isSuccess(event.totals) ? 'success' : 'failure',
      say().progress.waveAt({ wave: waveName(event), rows: totalsText(event.totals) }),
    );
    this.#wave = undefined;
  }

  /** Shows a text in the title of the running wave for `waitMs` milliseconds. */
  #showNote(text: string, waitMs: number): void {
    this.#note = { text, until: this.#now() + waitMs };
  }

  #line(text: string): void {
    if (this.#step?.open) this.#step.line(text);
    else this.#print(text);
  }

  #print(text: string): void {
    const lines = paintedLines(text, terminalWidth(this.#stream));
    this.#draw(() => void this.#stream.write(`${lines.join('\n')}\n`));
  }

  #stepOr(title: () => string): TaskLine {
    return this.#step?.open ? this.#step : this.#start(title);
  }

  #start(title: () => string, defaultEnd: End = 'failure'): TaskLine {
    this.#endStep();
    const step = new TaskLine(title, defaultEnd);
    this.#step = step;
    this.#draw(() => step.run(this.#stream, this.#chalk, this.#marks));
    return step;
  }

  /** Ends the open task, if any: for example a stage that was skipped or interrupted. */
  #endStep(): void {
    const step = this.#step;
    if (!step?.open) return;
    if (this.#wave)
      step.finish(
        'failure',
        say().progress.waveInterrupted({
          wave: this.#wave.name,
          rows: this.#wave.pace.text(this.#now()),
        }),
      );
    else step.end();
    this.#wave = undefined;
  }

  #draw(work: () => void | Promise<void>): void {
    this.#drawn = this.#drawn.then(work).catch((error: unknown) => {
      this.#failure ??= { error };
    });
  }
}
