import type { ExportEvent } from '../../read/export/event.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { Screen } from './listener.ts';
import { count, duration, Pace } from './pace.ts';
import { amount, colors } from './sentences.ts';

/** Progress of plain lines at most this often (ms), and of a line that is drawn again and again. */
const EVERY = 5000;
const EVERY_DRAWN = 100;
/** Problems that get a line of their own; the file lists them all. */
const PROBLEMS_SHOWN = 20;

const WORDS = {
  studies: { one: 'study', many: 'studies' },
  showcases: { one: 'showcase', many: 'showcases' },
  products: { one: 'product', many: 'products' },
  packaging: { one: 'packaging', many: 'packagings' },
  'brand-products': { one: 'brand product', many: 'brand products' },
  'declared-fecs': { one: 'declared FEC', many: 'declared FECs' },
} as const;

type EventOf<Type extends ExportEvent['type']> = Extract<ExportEvent, { type: Type }>;

export interface ExportListener {
  on(event: ExportEvent): void;
  /** Clears what is drawn. Problems that had no line of their own are counted. */
  end(): void;
}

/**
 * Tells how an export goes on: plain lines in a log, one line that is drawn again on a terminal. All foreign text is
 * made safe here.
 */
export function exportProgress({ stream, now, colorLevel }: Screen, drawn: boolean): ExportListener {
  const chalk = colors(colorLevel);
  let words: { readonly one: string; readonly many: string } = WORDS.studies;
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
    stream.write(`${text}\n`);
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
  const many = (value: number) => `${count(value)} ${value === 1 ? words.one : words.many}`;

  const answers: { readonly [Type in ExportEvent['type']]: (event: EventOf<Type>) => void } = {
    'export-started'({ subject, environment, origin }) {
      words = WORDS[subject];
      const address = origin === null ? '' : ` (${forTerminal(origin)})`;
      line(`export of ${words.many} from ${forTerminal(environment)}${address}`);
    },
    continued({ startedAt, fetched }) {
      const at = startedAt.slice(0, 16).replace('T', ' ');
      line(
        `going on with the export of ${at} UTC that was cut off: ${many(fetched)} fetched already; --fresh begins anew`,
      );
    },
    listing({ subject, listed }) {
      words = WORDS[subject];
      progress(() => `${many(listed)} listed`);
    },
    listed({ total }) {
      line(`${many(total)} to export`);
    },
    fetched({ done, total }) {
      pace ??= new Pace(total, now());
      pace.add(now());
      const rate = pace.rate(now());
      const left = rate ? `, ${duration(((total - done) / rate) * 1000)} left` : '';
      const speed = rate ? `, ${count(Math.round(rate))}/s` : '';
      if (done < total) progress(() => `${count(done)}/${many(total)} fetched${speed}${left}`);
    },
    problem({ subject, problem }) {
      words = WORDS[subject];
      if (++problems > PROBLEMS_SHOWN) return;
      const { id, productRef, error, advice } = problem;
      const name = [id, productRef].filter((part) => part !== '').map((part) => forTerminal(part));
      const who = name.length === 0 ? '' : `${words.one} ${name.join(', ')}: `;
      line(chalk.red(`${who}${forTerminal(error, 500)}; ${forTerminal(advice, 8000)}`));
    },
    writing: ({ rows }) => progress(() => `${many(rows)} written`),
    note: ({ text }) => line(chalk.yellow(forTerminal(text, 8000))),
    throttled({ status, waitMs, concurrency }) {
      note(
        `the service answers ${status}: pause of ${duration(waitMs)}, then ${amount(concurrency, 'request')} at a time`,
      );
    },
    retry({ what, attempt, waitMs, reason }) {
      note(
        `try ${attempt} of ${forTerminal(what)} came to nothing (${forTerminal(reason)}): again in ${duration(waitMs)}`,
      );
    },
  };

  return {
    on: (event) => answers[event.type](event as never),
    end() {
      clear();
      if (problems > PROBLEMS_SHOWN)
        line(chalk.red(`and ${amount(problems - PROBLEMS_SHOWN, 'problem')} more`));
    },
  };
}
