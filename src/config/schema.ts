import { z } from 'zod';
import { FAMILY_NAMES } from '../contract/family.ts';
import { isFieldName } from '../contract/field.ts';
import { kindsOf, updatableKinds } from '../contract/registry.ts';
import { isUpdatePath } from '../contract/v3/update-paths.ts';
import { CHANGES, changeFault } from '../findings/severity.ts';
import { didYouMean } from '../nearest.ts';

const DAY_MS = 86_400_000;

/** A duration such as `4s`, `500ms`, `2m` or 0, at most a day. Parsed to milliseconds. */
export const duration = z
  .union([z.string(), z.number()], 'must be a time such as 4s, 500ms or 0')
  .transform((value, context) => {
    const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m)?$/.exec(String(value).trim());
    const unit = match?.[2];
    const ms = Number(match?.[1]) * (unit === 'm' ? 60_000 : unit === 's' ? 1000 : 1);
    if (!match || (unit === undefined && ms !== 0)) {
      context.addIssue({ code: 'custom', message: 'must be a time such as 4s, 500ms or 0' });
      return z.NEVER;
    }
    if (ms > DAY_MS) {
      context.addIssue({ code: 'custom', message: 'must be at most a day (1440m)' });
      return z.NEVER;
    }
    return ms;
  });

/** A duration above 0: a timeout of 0 would abort every request. */
export const timeout = duration.refine((ms) => ms > 0, 'must be a time such as 30s, more than 0');

/** A number, or a text that is one. A blank text is rejected, so that an empty setting does not remove a limit. */
const numeral = (message: string) =>
  z.union([z.number(), z.string().regex(/^\d+(\.\d+)?$/, message)], message).transform(Number);

const RATE = 'must be a number of requests per second; 0 for no limit';
export const rate = numeral(RATE).refine((value) => value >= 0, RATE);

const CONCURRENCY = 'must be a whole number from 1 to 512';
export const concurrency = numeral(CONCURRENCY).refine(
  (value) => Number.isInteger(value) && value >= 1 && value <= 512,
  CONCURRENCY,
);

export const interfaceName = choice(['v2', 'v3']);
/** The name of a family, in upper or lower case. */
export const family = z
  .string('must be the name of a family')
  .transform((text) => text.trim().toUpperCase())
  .pipe(choice(FAMILY_NAMES));
const inDoubt = choice(['verify', 'hold', 'resend']);

/** One of a few words. The error lists them and suggests the nearest. */
function choice<const Name extends string>(names: readonly Name[]) {
  return z.enum(names, {
    error: ({ input }) => {
      const near = typeof input === 'string' ? didYouMean(input, names).suggestion : undefined;
      return `must be one of ${names.join(', ')}${near === undefined ? '' : `; ${near}`}`;
    },
  });
}

const ABSENCE = 'must be a time such as 60s, or kinds with a time each: { product: 60s, brand-product: 25m }';
const KIND_NAMES = [...new Set([...kindsOf('v2'), ...kindsOf('v3')].map(({ name }) => name))];
/** A time for all kinds, or a time for each kind. */
const absence = z.union([duration, z.partialRecord(z.enum(KIND_NAMES), duration, ABSENCE)], ABSENCE);
const ACCOUNT = 'must be the name of a brand or customer, up to 100 characters on one line';
export const account = z
  .string(ACCOUNT)
  .transform((text) => text.normalize('NFC').trim())
  .refine((text) => /^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u.test(text), ACCOUNT);

const COMMAND = 'must be a command, or a list of its words';
const filled = (what: string) => z.string(`must be ${what}`).min(1, `must be ${what}`);

/** An object that rejects unknown keys, so that a misspelled setting is not ignored. */
const keyed = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'invalid_type' ? 'must consist of keys with values' : undefined),
  });

const NEED = 'must be true, false, within, or a list of families';
const need = z.union([z.boolean(), z.literal('within')], NEED);
const fieldPath = z
  .string()
  .refine((path) => path.split('.').every((step) => isFieldName(step.replace(/\[\]$/, ''))));

/** Whether fields are required, by kind and path. */
const requiredOf = <Value extends z.ZodType>(value: Value) =>
  z
    .record(
      z.string(),
      z.record(fieldPath, value, 'must have field paths as keys'),
      'must have kinds as keys',
    )
    .optional();

export const environment = keyed({
  baseUrl: z
    .url({ protocol: /^https?$/, message: 'must be a web address such as https://api.example.com' })
    .refine(
      (text) => !/@/.test(URL.parse(text)?.href.split('/')[2] ?? ''),
      'must not contain a user name or a password',
    )
    .optional(),
  tokenEnv: filled('the name of a variable').optional(),
  tokenFile: filled('the path of a file').optional(),
  tokenCommand: z.union([filled('a command'), z.array(z.string()).min(1, COMMAND)], COMMAND).optional(),
  account: account.optional(),
  interface: interfaceName.optional(),
  hints: z.boolean('must be true or false').optional(),
  required: keyed({
    v2: requiredOf(z.union([...need.options, z.array(family).min(1, NEED)], NEED)),
    v3: requiredOf(need),
  }).optional(),
  family: family.optional(),
  map: filled('the path of a map file').optional(),
  rate: rate.optional(),
  concurrency: concurrency.optional(),
  settle: duration.optional(),
  inDoubt: inDoubt.optional(),
  absence: absence.optional(),
  timeout: timeout.optional(),
});

export const familySettings = keyed({ projectType: filled('the project type of the family') });

/** A path that is appended to the base address, with exactly one placeholder. */
const updatePath = (placeholder: string) => {
  const message = `must be a path such as /records/${placeholder}, with ${placeholder} once and no ? or #`;
  return z.string(message).refine((text) => isUpdatePath(text, placeholder), message);
};

const updatePaths = keyed({
  byId: updatePath('{id}').optional(),
  byUniqueIdentifier: updatePath('{uniqueIdentifier}').optional(),
});

/** v3 settings that the interface does not document. */
const v3 = keyed({
  updatePaths: keyed(
    Object.fromEntries(updatableKinds().map(({ name }) => [name, updatePaths.optional()])),
  ).optional(),
});

/** Changed severities by finding code. */
const severity = z
  .record(z.string(), choice(CHANGES), 'must map finding codes to warning, error or off')
  .superRefine((changes, context) => {
    for (const [code, to] of Object.entries(changes)) {
      const fault = changeFault(code, to);
      if (fault)
        context.addIssue({
          code: 'custom',
          path: [code],
          message: `cannot be ${to}: ${fault.why}. ${fault.hint}`,
        });
    }
  });

/** The configuration file. */
export const configSchema = keyed({
  stateDir: filled('the path of a folder').optional(),
  ignoreColumns: z.array(filled('the header of a column'), 'must be a list of headers').optional(),
  extraColumns: z.array(filled('the header of a column'), 'must be a list of headers').optional(),
  map: filled('the path of a map file').optional(),
  severity: severity.optional(),
  environments: z
    .record(z.string().regex(/^[\w-]+$/), environment, 'must consist of keys with values')
    .optional(),
  v3: v3.optional(),
  families: z
    .partialRecord(z.enum(FAMILY_NAMES), familySettings, 'must consist of keys with values')
    .optional(),
});

export type Config = z.infer<typeof configSchema>;
export type EnvironmentConfig = z.infer<typeof environment>;
