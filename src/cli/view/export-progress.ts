import type { ExportEvent } from '../../read/export/export-event.ts';
import type { Nouns } from '../../read/export/resource.ts';
import { kindText, language, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { Screen } from './listener.ts';
import { amount, colors, count, duration, Pace } from './sentences.ts';
import { paintedLines, terminalWidth } from './wrap.ts';

/** Minimum time between two lines of progress, in milliseconds; on a terminal, between two updates of the line. */
const EVERY = 5000;
const EVERY_DRAWN = 100;
/** Number of problems that get a line; the file lists all of them. */
const PROBLEMS_SHOWN = 20;

type EventOf<Type extends ExportEvent['type']> = Extract<ExportEvent, { type: Type }>;

export interface ExportListener {
  on(event: ExportEvent): void;
  /** Clears the progress line, and prints the number of problems that were not shown. */
  end(): void;
}

/** Shows the progress of an export: lines in a log, one updated line on a terminal. Makes text from outside safe. */
export function exportProgress({ stream, now, colorLevel }: Screen, drawn: boolean): ExportListener {
  const chalk = colors(colorLevel);
  let words: Nouns = { one: 'record', many: 'records' };
  let pace: Pace | null = null;
  let last = now();
  let lastNote = Number.NEGATIVE_INFINITY;
  let problems = 0;
  let shown = false;

  const clear = () => {
    if (shown) stream.write('\r\u001b[2K');
    shown = false;
  };
  const line = (text: string) => {
    clear();
    stream.write(`${paintedLines(text, terminalWidth(stream)).join('\n')}\n`);
  };
  const progress = (text: () => string) => {
    if (now() - last < (drawn ? EVERY_DRAWN : EVERY)) return;
    last = now();
    if (!drawn) {
      line(text());
      return;
    }
    clear();
    stream.write(text());
    shown = true;
  };
  const note = (text: string) => {
    if (now() - lastNote < EVERY) return;
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
    end() {
      clear();
      if (problems > PROBLEMS_SHOWN)
        line(
          chalk.red(say().progress.moreProblems({ problems: amount(problems - PROBLEMS_SHOWN, 'problem') })),
        );
    },
  };
}
