import { z } from 'zod';
import { kindsOf } from '../../contract/registry.ts';
import { TraceError } from '../../errors.ts';
import { nearest } from '../../nearest.ts';
import { ALL_FAULTS, type ChaosPlan, RATED_FAULTS, type RatedFault } from './plan.ts';

const LONGEST_MS = 3_600_000;
const SHARE = 'a share, such as 5% or 0.05';
const MOMENT = 'a time in milliseconds, an hour at most';
const COUNT = 'a number of requests';

const number = (most: number, error: string) => z.int({ error }).min(0, { error }).max(most, { error });
const share = z.number({ error: SHARE }).min(0, { error: SHARE }).max(1, { error: SHARE });
const count = number(Number.MAX_SAFE_INTEGER, COUNT);
const moment = number(LONGEST_MS, MOMENT);
const range = 'one time in milliseconds or two, the smaller first, such as 20-80';
const times = z
  .union([moment.transform((ms) => [ms, ms] as const), z.tuple([moment, moment])], { error: range })
  .refine(([least, most]) => least <= most, { error: range });
const methods = 'GET, HEAD or POST';

/** The settings, in the order of messages. In a text, their words are separated by hyphens. */
const SETTINGS = {
  seed: number(2 ** 32 - 1, 'a whole number from 0 to 4294967295').default(1),
  latency: times.default([0, 0]),
  faults: z.record(z.string(), share, { error: 'an object of fault names and shares' }).default({}),
  only: z.array(z.enum(['GET', 'HEAD', 'POST'], { error: methods }), { error: methods }).optional(),
  reads: z.boolean({ error: 'true or false' }).default(false),
  kinds: z.array(z.string(), { error: 'names of kinds' }).nullable().default(null),
  firstOnly: z.boolean({ error: 'true or false' }).default(false),
  at: z.record(z.string(), z.string(), { error: 'an object of request numbers and fault names' }).default({}),
  expire: count.nullable().default(null),
  expireStatus: z.literal([400, 401], { error: '400 or 401' }).default(400),
  restart: z
    .union([count.transform((n) => [n]), z.array(count)], { error: `${COUNT}, or several` })
    .default([]),
  downMs: moment.default(200),
  retryAfter: number(86_400, 'a number of seconds, a day at most').default(1),
  slowMs: moment.default(2000),
  lateMs: times.default([1000, 1000]),
  redirectTo: z
    .string({ error: 'an address' })
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), { error: 'an http address' })
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
  const raw = typeof given === 'string' ? fromText(given.trim()) : given;
  checkNames(raw);
  const parsed = schema.safeParse(raw);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw wrong(`${path.join('.')} is not ${message}`);
  }
  const { only, reads, ...plan } = parsed.data;
  const faults = plan.faults as Partial<Record<RatedFault, number>>;
  if (Object.values(faults).reduce((sum, each) => sum + each, 0) > 1 + 1e-9) {
    throw wrong('the shares of the faults total more than 100%');
  }
  const named = [...Object.keys(faults), ...Object.values(plan.at)];
  if (plan.redirectTo === null && named.some((name) => name.startsWith('redirect'))) {
    throw wrong('a redirect needs an address', 'Add redirect-to=http://127.0.0.1:4011 (redirectTo in JSON).');
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
  if (Array.isArray(raw)) throw wrong('it is a list, not an object');
  const part = (name: 'faults' | 'at' | 'kinds'): object => {
    const value: unknown = Object.hasOwn(raw, name) ? (raw as Record<string, unknown>)[name] : undefined;
    return typeof value === 'object' && value !== null ? value : {};
  };
  for (const name of Object.keys(raw)) {
    if (isRated(name)) throw wrong(`${name} is a fault, not a setting`, 'Put it under "faults".');
    known(name, NAMES, 'setting');
  }
  for (const name of Object.keys(part('faults'))) known(name, RATED_FAULTS, 'fault');
  for (const [n, name] of Object.entries(part('at'))) {
    if (!/^[1-9]\d{0,14}$/.test(n)) throw wrong(`at: "${n}" is not the number of a request`);
    known(String(name), ALL_FAULTS, 'fault');
  }
  const kinds = [...kindsOf('v2'), ...kindsOf('v3')].map(({ name }) => name);
  for (const name of Object.values(part('kinds'))) known(String(name), kinds, 'kind');
}

const isRated = (name: string): boolean => (RATED_FAULTS as string[]).includes(name);

function known(name: string, names: readonly string[], what: string): void {
  if (names.includes(name)) return;
  const meant = nearest(name, names);
  const hint = meant === undefined ? `Known: ${names.join(', ')}.` : `Did you mean ${meant}?`;
  throw wrong(`there is no ${what} "${name}"`, hint);
}

function wrong(fault: string, hint?: string, cause?: unknown): TraceError {
  return new TraceError('usage', 'chaos-spec', `The plan of faults cannot be used: ${fault}.`, hint, cause);
}

function fromText(text: string): object {
  if (/^[[{]/.test(text)) {
    try {
      return JSON.parse(text) as object;
    } catch (error) {
      throw wrong('it is not well-formed JSON', undefined, error);
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
      known(name.trim(), [...RATED_FAULTS, ...TEXT_NAMES.keys()], 'fault or setting');
      once(faults, name.trim(), shareOf(value));
    } else {
      once(raw, setting, (READERS[setting] ?? plain)(value));
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

/** Each setting with the name that it has in a text. The area `helpChaos` of the languages says what it does. */
export const CHAOS_SETTINGS = [...TEXT_NAMES].map(([text, name]) => [text, name as SettingName] as const);

function once(into: Map<string, unknown>, name: string, value: unknown): void {
  if (into.has(name)) throw wrong(`${name} is given twice`);
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
  restart: (value) => value.split('+').map(plain),
  reads: truth,
  firstOnly: truth,
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
  return value.includes('-') ? value.split('-').map(plain) : plain(value);
}

function plain(value: string): unknown {
  return /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
}

function truth(value: string): unknown {
  if (value === '' || value === 'true') return true;
  return value === 'false' ? false : value;
}

function shareOf(value: string): unknown {
  const percent = /^(\d+(?:\.\d+)?)%$/.exec(value)?.[1];
  return percent === undefined ? plain(value) : Number(percent) / 100;
}
