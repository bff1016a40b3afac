import { z } from 'zod';
import { kindsOf } from '../../contract/registry.ts';
import { type PlainText, schemaMessage } from '../../contract/schema-message.ts';
import { type TraceError, usage } from '../../errors.ts';
import { nearest } from '../../nearest.ts';
import { say } from '../../say.ts';
import { ALL_FAULTS, type ChaosPlan, RATED_FAULTS, type RatedFault } from './plan.ts';

const LONGEST_MS = 3_600_000;

type Plain = PlainText<ReturnType<typeof say>['chaos']>;

/** The error that says what a value must be, in the language of the process when it is wrong. */
const mustBe = (text: Plain) => schemaMessage(() => say().chaos[text]());

const wholeNumber = (most: number, text: Plain) =>
  z.int(mustBe(text)).min(0, mustBe(text)).max(most, mustBe(text));
const shareSchema = z.number(mustBe('share')).min(0, mustBe('share')).max(1, mustBe('share'));
const count = wholeNumber(Number.MAX_SAFE_INTEGER, 'count');
const time = wholeNumber(LONGEST_MS, 'time');
const timeRange = z
  .union([time.transform((ms) => [ms, ms] as const), z.tuple([time, time])], mustBe('times'))
  .refine(([least, most]) => least <= most, mustBe('times'));

/** The settings, in the order of messages. In a text, their words are separated by hyphens. */
const SETTINGS = {
  seed: wholeNumber(2 ** 32 - 1, 'seed').default(1),
  latency: timeRange.default([0, 0]),
  faults: z.record(z.string(), shareSchema, mustBe('faults')).default({}),
  only: z.array(z.enum(['GET', 'HEAD', 'POST'], mustBe('methods')), mustBe('methods')).optional(),
  reads: z.boolean(mustBe('boolean')).default(false),
  kinds: z.array(z.string(), mustBe('kinds')).nullable().default(null),
  firstOnly: z.boolean(mustBe('boolean')).default(false),
  at: z.record(z.string(), z.string(), mustBe('at')).default({}),
  expire: count.nullable().default(null),
  expireStatus: z.literal([400, 401], mustBe('statuses')).default(400),
  restart: z.union([count.transform((n) => [n]), z.array(count)], mustBe('counts')).default([]),
  downMs: time.default(200),
  retryAfter: wholeNumber(86_400, 'seconds').default(1),
  slowMs: time.default(2000),
  lateMs: timeRange.default([1000, 1000]),
  redirectTo: z
    .string(mustBe('address'))
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), mustBe('httpAddress'))
    .nullable()
    .default(null),
};

const NAMES = Object.keys(SETTINGS);

const schema = z.strictObject(SETTINGS);

/**
 * Parses a plan of faults: a text (`seed=7,latency=20-80,500=1%,reset-after=20%,at=12:hang+30:restart`), JSON, or an
 * object (`{ seed, latency: [20, 80], faults: { 'reset-after': 0.2 }, at: { 12: 'hang' } }`).
 *
 * @throws {TraceError} usage, `chaos-spec`, with a suggestion for misspelled names.
 */
export function parseChaos(given: string | object): ChaosPlan {
  const raw = typeof given === 'string' ? parseText(given.trim()) : given;
  checkNames(raw);
  const parsed = schema.safeParse(raw);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw planError(say().chaos.mustBe({ name: path.join('.'), what: message }));
  }
  const { only, reads, ...plan } = parsed.data;
  const faults = plan.faults as Partial<Record<RatedFault, number>>;
  if (Object.values(faults).reduce((sum, each) => sum + each, 0) > 1 + 1e-9) {
    throw planError(say().chaos.total());
  }
  const named = [...Object.keys(faults), ...Object.values(plan.at)];
  if (plan.redirectTo === null && named.some((name) => name.startsWith('redirect'))) {
    throw planError(say().chaos.redirect(), say().chaos.redirectHow());
  }
  return {
    ...plan,
    faults,
    at: plan.at as ChaosPlan['at'],
    only: only ?? (reads ? ['GET', 'HEAD', 'POST'] : ['POST']),
  };
}

/** Checks names before values, so that a misspelled name is reported as such. */
function checkNames(raw: object): void {
  if (Array.isArray(raw)) throw planError(say().chaos.list());
  const part = (name: 'faults' | 'at' | 'kinds'): object => {
    const value: unknown = Object.hasOwn(raw, name) ? (raw as Record<string, unknown>)[name] : undefined;
    return typeof value === 'object' && value !== null ? value : {};
  };
  for (const name of Object.keys(raw)) {
    if (isRated(name)) throw planError(say().chaos.isFault({ name }), say().chaos.isFaultHow());
    requireKnown(name, NAMES, 'noSetting');
  }
  for (const name of Object.keys(part('faults'))) requireKnown(name, RATED_FAULTS, 'noFault');
  for (const [n, name] of Object.entries(part('at'))) {
    if (!/^[1-9]\d{0,14}$/.test(n)) throw planError(say().chaos.atNumber({ number: n }));
    requireKnown(String(name), ALL_FAULTS, 'noFault');
  }
  const kinds = [...kindsOf('v2'), ...kindsOf('v3')].map(({ name }) => name);
  for (const name of Object.values(part('kinds'))) requireKnown(String(name), kinds, 'noKind');
}

const isRated = (name: string): boolean => (RATED_FAULTS as readonly string[]).includes(name);

type Unknown = 'noSetting' | 'noFault' | 'noKind' | 'noName';

function requireKnown(name: string, names: readonly string[], problem: Unknown): void {
  if (names.includes(name)) return;
  const meant = nearest(name, names);
  const { chaos } = say();
  const hint =
    meant === undefined ? chaos.known({ names: names.join(', ') }) : chaos.didYouMean({ name: meant });
  throw planError(chaos[problem]({ name }), hint);
}

function planError(fault: string, hint?: string, cause?: unknown): TraceError {
  return usage('chaos-spec', say().chaos.invalid({ fault }), hint, cause);
}

function parseText(text: string): object {
  if (/^[[{]/.test(text)) {
    try {
      return JSON.parse(text) as object;
    } catch (error) {
      throw planError(say().chaos.notJson(), undefined, error);
    }
  }
  const raw = new Map<string, unknown>();
  const faults = new Map<string, unknown>();
  for (const part of text.split(',').map((piece) => piece.trim())) {
    if (part === '') continue;
    const [name = '', ...rest] = part.split('=');
    const value = rest.join('=').trim();
    const setting = TEXT_NAMES.get(name.trim());
    if (setting === undefined) {
      requireKnown(name.trim(), [...RATED_FAULTS, ...TEXT_NAMES.keys()], 'noName');
      setOnce(faults, name.trim(), shareOf(value));
    } else {
      setOnce(raw, setting, (READERS[setting] ?? numberOrText)(value));
    }
  }
  return Object.fromEntries([...raw, ['faults', Object.fromEntries(faults)]]);
}

/** Settings by their names in a text: `first-only` for `firstOnly`. A text has faults in addition to the settings. */
const TEXT_NAMES: ReadonlyMap<string, string> = new Map(
  NAMES.filter((name) => name !== 'faults').map((name) => [
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    name,
  ]),
);

type SettingName = Exclude<keyof typeof SETTINGS, 'faults'>;

/** Each setting with its name in a text. The area `helpChaos` of the messages describes it. */
export const CHAOS_SETTINGS = [...TEXT_NAMES].map(([text, name]) => [text, name as SettingName] as const);

function setOnce(into: Map<string, unknown>, name: string, value: unknown): void {
  if (into.has(name)) throw planError(say().chaos.twice({ name }));
  into.set(name, value);
}

/**
 * Parsers of values with a special form in a text. A text that cannot be parsed is returned unchanged, and the schema
 * then rejects it.
 */
const READERS: Readonly<Record<string, (value: string) => unknown>> = {
  latency: timesIn,
  lateMs: timesIn,
  only: (value) => value.toUpperCase().split('+'),
  kinds: (value) => value.toLowerCase().split('+'),
  restart: (value) => value.split('+').map(numberOrText),
  reads: booleanOf,
  firstOnly: booleanOf,
  redirectTo: (value) => value,
  at: (value) =>
    Object.fromEntries(
      value.split('+').map((pair) => {
        const [n = '', ...name] = pair.split(':');
        return [n.trim(), name.join(':').trim()];
      }),
    ),
};

function timesIn(value: string): unknown {
  return value.includes('-') ? value.split('-').map(numberOrText) : numberOrText(value);
}

function numberOrText(value: string): unknown {
  return /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
}

function booleanOf(value: string): unknown {
  if (value === '' || value === 'true') return true;
  return value === 'false' ? false : value;
}

function shareOf(value: string): unknown {
  const percent = /^(\d+(?:\.\d+)?)%$/.exec(value)?.[1];
  return percent === undefined ? numberOrText(value) : Number(percent) / 100;
}
