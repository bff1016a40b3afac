import type { RunEvent, Verdict } from '../../import/report/run-event.ts';
import { say } from '../../say.ts';
import type { PlanSummary } from '../../send/plan/plan.ts';
import { type Handlers, handle, type Listener, Pace, rowsAfter, type Screen } from './listener.ts';
import type { End, Marks } from './marks.ts';
import {
  amount,
  colors,
  count,
  type EventOf,
  eventText,
  hiddenText,
  isSuccess,
  sheetName,
  TROUBLE_OUTCOMES,
  TROUBLE_SHOWN,
  totalsText,
  verdictText,
  waveName,
} from './sentences.ts';
import { TaskScreen } from './task-screen.ts';
import { terminalWidth } from './wrap.ts';

const FILES_SHOWN = 20;

/**
 * The listener for a terminal: draws one task for each stage and wave. Nothing else may write to the terminal between
 * the first event and `end()`, which prints the verdict.
 */
export function tasks(screen: Screen, marks: Marks): Listener {
  return new Tasks(screen, marks);
}

class Tasks implements Listener {
  readonly #width: () => number | undefined;
  readonly #now: () => number;
  readonly #chalk: ReturnType<typeof colors>;
  readonly #screen: TaskScreen;
  #verdict: Verdict | undefined;
  #defaultEnd: End = 'failure';
  #reading = { files: 0, before: 0, now: 0, where: '' };
  #planning = false;
  #plan: PlanSummary | undefined;
  #wave: { readonly pace: Pace; readonly name: string; trouble: number } | undefined;
  #note = { text: '', until: 0 };

  readonly #handlers: Handlers = {
    'run-started': (event) => {
      this.#planning = event.command !== 'check';
      this.#screen.print(eventText(event));
    },
    'memory-restored': (event) => this.#screen.line(this.#chalk.yellow(eventText(event))),
    'file-opened': (event) => this.#fileOpened(event),
    'sheet-started': (event) => this.#rowsRead(event),
    'rows-read': (event) => this.#rowsRead(event),
    checked: (event) => this.#checked(event),
    planned: (event) => {
      this.#plan = event.plan;
      this.#screen.start(say().progress.planning);
      this.#screen.finish('success', eventText(event));
    },
    'wave-started': (event) => this.#waveStarted(event),
    row: (event) => this.#row(event),
    retry: (event) => this.#showNote(eventText(event), event.waitMs),
    'reading-back': (event) => this.#showNote(eventText(event), event.waitMs),
    throttled: (event) => this.#showNote(eventText(event), event.waitMs),
    'concurrency-found': (event) => this.#screen.line(eventText(event)),
    settling: (event) => this.#start(() => eventText(event), 'success'),
    'wave-finished': (event) => this.#waveFinished(event),
    stopping: (event) => this.#screen.line(this.#chalk.yellow(eventText(event))),
    verdict: (event) => {
      this.#verdict = event;
    },
  };

  constructor(screen: Screen, marks: Marks) {
    this.#width = () => terminalWidth(screen.stream);
    this.#now = screen.now;
    this.#chalk = colors(screen.colorLevel);
    this.#screen = new TaskScreen(screen, marks);
  }

  on(event: RunEvent): void {
    handle(this.#handlers, event);
  }

  idle(): Promise<void> {
    this.#endStep();
    return this.#screen.idle();
  }

  end(): Promise<void> {
    this.#endStep();
    const verdict = this.#verdict;
    return this.#screen.end(verdict && `${verdictText(verdict, this.#chalk, this.#width())}\n`);
  }

  #fileOpened(event: EventOf<'file-opened'>): void {
    this.#screen.start(() => this.#readingText());
    this.#reading.files += 1;
    if (this.#reading.files <= FILES_SHOWN) this.#screen.line(eventText(event));
  }

  #rowsRead(event: EventOf<'rows-read'> | EventOf<'sheet-started'>): void {
    this.#screen.start(() => this.#readingText());
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
    this.#screen.start(say().progress.checking);
    const hidden = this.#reading.files - FILES_SHOWN;
    if (hidden > 0) this.#screen.line(say().progress.moreFiles({ count: hidden, number: count(hidden) }));
    this.#screen.finish(event.findings.error > 0 ? 'failure' : 'success', eventText(event));
    if (this.#planning) this.#start(say().progress.planning, 'skipped');
  }

  #waveStarted(event: EventOf<'wave-started'>): void {
    const pace = new Pace(event.total, this.#now(), rowsAfter(this.#plan, event.wave));
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
    if (!TROUBLE_OUTCOMES.has(event.outcome)) return;
    if (wave) wave.trouble += 1;
    if (!wave || wave.trouble <= TROUBLE_SHOWN) this.#screen.line(this.#chalk.red(eventText(event)));
  }

  #waveFinished(event: EventOf<'wave-finished'>): void {
    this.#screen.start(() => waveName(event));
    const hidden = (this.#wave?.trouble ?? 0) - TROUBLE_SHOWN;
    if (hidden > 0) this.#screen.line(this.#chalk.red(hiddenText(hidden)));
    this.#screen.finish(
      isSuccess(event.totals) ? 'success' : 'failure',
      say().progress.waveAt({ wave: waveName(event), rows: totalsText(event.totals) }),
    );
    this.#wave = undefined;
  }

  /** Shows a text in the title of the running wave for `waitMs` milliseconds. */
  #showNote(text: string, waitMs: number): void {
    this.#note = { text, until: this.#now() + waitMs };
  }

  /** Starts a task, which ends with this mark if no event ends it. */
  #start(title: () => string, defaultEnd: End = 'failure'): void {
    this.#endStep();
    this.#defaultEnd = defaultEnd;
    this.#screen.start(title);
  }

  /** Ends the task that runs, if any: for example a stage that was skipped or interrupted. */
  #endStep(): void {
    const wave = this.#wave;
    const title = wave
      ? say().progress.waveInterrupted({ wave: wave.name, rows: wave.pace.text(this.#now()) })
      : this.#screen.title?.();
    if (title !== undefined) this.#screen.finish(wave ? 'failure' : this.#defaultEnd, title);
    this.#defaultEnd = 'failure';
    this.#wave = undefined;
  }
}
