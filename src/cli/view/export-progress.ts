import type { ExportEvent } from '../../read/export/export-event.ts';
import type { Nouns } from '../../read/export/resource.ts';
import { kindText, language, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import { Pace, type Screen } from './listener.ts';
import { amount, colors, count, duration } from './sentences.ts';
import type { TaskScreen } from './task-screen.ts';
import { paintedLines, terminalWidth } from './wrap.ts';

/** Minimum time between two lines of progress, or two retries, in milliseconds. */
const MIN_INTERVAL_MS = 5000;
/** Number of problems that get a line; the file lists all of them. */
const PROBLEMS_SHOWN = 20;

type EventOf<Type extends ExportEvent['type']> = Extract<ExportEvent, { type: Type }>;

export interface ExportListener {
  on(event: ExportEvent): void;
  /** Removes the progress, and prints the number of problems that were not shown. Resolves when all is shown. */
  end(): Promise<void>;
}

/** Shows the progress of an export: lines in a log, a task on a terminal. Makes text from outside safe. */
export function exportProgress(
  { stream, now, colorLevel }: Screen,
  tasks: TaskScreen | null,
): ExportListener {
  const chalk = colors(colorLevel);
  let words: Nouns = { one: 'record', many: 'records' };
  let pace: Pace | null = null;
  let last = now();
  let lastNote = Number.NEGATIVE_INFINITY;
  let problems = 0;
  let latest = () => '';

  const line = (text: string) => {
    tasks?.remove();
    if (tasks) tasks.print(text);
    else stream.write(`${paintedLines(text, terminalWidth(stream)).join('\n')}\n`);
  };
  const progress = (text: () => string) => {
    latest = text;
    if (tasks) tasks.start(() => latest());
    else if (now() - last >= MIN_INTERVAL_MS) {
      last = now();
      line(text());
    }
  };
  const note = (text: string) => {
    if (now() - lastNote < MIN_INTERVAL_MS) return;
    lastNote = now();
    line(text);
  };
  // Zero is singular in French.
  const isOne = (value: number) => new Intl.PluralRules(language()).select(value) === 'one';
  const many = (value: number) =>
    `${count(value)} ${isOne(value) ? kindText(words.one) : kindText(words.many, 2)}`;

  const listeners: { readonly [Type in ExportEvent['type']]: (event: EventOf<Type>) => void } = {
    'export-started'({ nouns, environment, origin }) {
      words = nouns;
      const address = origin === null ? '' : ` (${forTerminal(origin)})`;
      const place = `${forTerminal(environment)}${address}`;
      line(say().progress.export({ things: kindText(words.many, 2), place }));
    },
    resumed({ startedAt, fetched }) {
      const at = startedAt.slice(0, 16).replace('T', ' ');
      line(say().progress.exportResumed({ at, things: many(fetched) }));
    },
    listing({ nouns, listed }) {
      words = nouns;
      progress(() => say().progress.listing({ things: many(listed) }));
    },
    listed({ total }) {
      line(say().progress.toExport({ things: many(total) }));
    },
    fetched({ done, total }) {
      pace ??= new Pace(total, now());
      pace.add(now());
      const rate = pace.rate(now());
      const left = rate ? `, ${say().progress.left({ time: duration(((total - done) / rate) * 1000) })}` : '';
      const speed = rate ? `, ${count(Math.round(rate))}/s` : '';
      const texts = { done: count(done), things: many(total), more: `${speed}${left}` };
      if (done < total) progress(() => say().progress.fetched(texts));
    },
    problem({ nouns, problem }) {
      words = nouns;
      if (++problems > PROBLEMS_SHOWN) return;
      const { id, productRef, error, advice } = problem;
      const name = [id, productRef].filter((part) => part !== '').map((part) => forTerminal(part));
      const texts = { error: forTerminal(error, 500), advice: forTerminal(advice, 8000) };
      const who = `${kindText(words.one)} ${name.join(', ')}`;
      const { problem: alone, problemOf } = say().progress;
      line(chalk.red(name.length === 0 ? alone(texts) : problemOf({ who, ...texts })));
    },
    writing: ({ rows }) => progress(() => say().progress.written({ things: many(rows) })),
    note: ({ text }) => line(chalk.yellow(forTerminal(text, 8000))),
    throttled({ status, waitMs, concurrency }) {
      note(
        say().progress.exportThrottled({
          status: `${status}`,
          time: duration(waitMs),
          requests: amount(concurrency, 'request'),
        }),
      );
    },
    retry({ what, attempt, waitMs, reason }) {
      note(
        say().progress.exportRetry({
          attempt: `${attempt}`,
          what: forTerminal(what),
          reason: forTerminal(reason),
          time: duration(waitMs),
        }),
      );
    },
  };

  return {
    on: (event) => listeners[event.type](event as never),
    async end() {
      const more = amount(problems - PROBLEMS_SHOWN, 'problem');
      if (problems > PROBLEMS_SHOWN) line(chalk.red(say().progress.moreProblems({ problems: more })));
      problems = 0;
      tasks?.remove();
      await tasks?.end();
    },
  };
}
