import { z } from 'zod';
import { FAMILY_NAMES } from '../contract/family.ts';
import { isFieldName } from '../contract/field.ts';
import { kindsOf, updatableKinds } from '../contract/registry.ts';
import { type PlainText, schemaMessage } from '../contract/schema-message.ts';
import { isUpdatePath } from '../contract/v3/update-paths.ts';
import { changeFault, SEVERITY_CHANGES } from '../findings/severity.ts';
import { didYouMean } from '../nearest.ts';
import { say } from '../say.ts';
import { LOG_LEVELS } from './environment.ts';

const DAY_MS = 86_400_000;

type Plain = PlainText<ReturnType<typeof say>['settings']>;

/** The error that says what a setting must be. Its language is chosen when the error occurs. */
const mustBe = (text: Plain) => schemaMessage(() => say().settings[text]());

/** A duration such as `4s`, `500ms`, `2m` or 0, at most a day. Parsed to milliseconds. */
export const duration = z.union([z.string(), z.number()], mustBe('time')).transform((value, context) => {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m)?$/.exec(String(value).trim());
  const unit = match?.[2];
  const ms = Number(match?.[1]) * (unit === 'm' ? 60_000 : unit === 's' ? 1000 : 1);
  if (!match || (unit === undefined && ms !== 0)) {
    context.addIssue({ code: 'custom', message: say().settings.time() });
    return z.NEVER;
  }
  if (ms > DAY_MS) {
    context.addIssue({ code: 'custom', message: say().settings.timeMost() });
    return z.NEVER;
  }
  return ms;
});

/** A duration above 0: a timeout of 0 would abort every request. */
export const timeout = duration.refine((ms) => ms > 0, mustBe('timeout'));

/** A number, or a text that is one. A blank text is rejected, so that an empty setting does not remove a limit. */
const numeral = (message: ReturnType<typeof schemaMessage>) =>
  z.union([z.number(), z.string().regex(/^\d+(\.\d+)?$/, message)], message).transform(Number);

const RATE = mustBe('rate');
export const rate = numeral(RATE).refine((value) => value >= 0, RATE);

const CONCURRENCY = mustBe('concurrency');
export const concurrency = numeral(CONCURRENCY).refine(
  (value) => Number.isInteger(value) && value >= 1 && value <= 512,
  CONCURRENCY,
);

export const interfaceName = choice(['v2', 'v3']);
/** The name of a family, in upper or lower case. */
export const family = z
  .string(mustBe('family'))
  .transform((text) => text.trim().toUpperCase())
  .pipe(choice(FAMILY_NAMES));
const inDoubt = choice(['verify', 'hold', 'resend']);
const mock = choice(['fixed-answers']);

/** One of a few words. The error lists them and suggests the nearest. */
function choice<const Name extends string>(names: readonly Name[]) {
  return z.enum(names, {
    error: ({ input }) => {
      const near = typeof input === 'string' ? didYouMean(input, names).suggestion : undefined;
      const all = names.join(', ');
      return near === undefined
        ? say().settings.choice({ names: all })
        : say().settings.choiceNear({ names: all, near });
    },
  });
}

const ABSENCE = mustBe('absence');
export const KIND_NAMES = [...new Set([...kindsOf('v2'), ...kindsOf('v3')].map(({ name }) => name))];
/** A time for all kinds, or a time for each kind. */
const absence = z.union([duration, z.partialRecord(z.enum(KIND_NAMES), duration, ABSENCE)], ABSENCE);
const ACCOUNT = mustBe('account');
export const account = z
  .string(ACCOUNT)
  .transform((text) => text.normalize('NFC').trim())
  .refine((text) => /^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u.test(text), ACCOUNT);

const COMMAND = mustBe('command');
const filled = (text: Plain) => z.string(mustBe(text)).min(1, mustBe(text));
const batch = z.string(mustBe('batch')).trim().min(1, mustBe('batch'));

/** An object that rejects unknown keys, so that a misspelled setting is not ignored. */
const strictObjectOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'invalid_type' ? say().settings.keys() : undefined),
  });

const NEED = mustBe('need');
const need = z.union([z.boolean(), z.literal('within')], NEED);
const fieldPath = z
  .string()
  .refine((path) => path.split('.').every((step) => isFieldName(step.replace(/\[\]$/, ''))));

/** A map by kind and path of a field, such as whether the field is required. */
const requiredOf = <Value extends z.ZodType>(value: Value) =>
  z.record(z.string(), z.record(fieldPath, value, mustBe('fieldPaths')), mustBe('kinds')).optional();

const shellWords = z.union([filled('aCommand'), z.array(z.string()).min(1, COMMAND)], COMMAND);

/** Whether a web address contains a user name or a password. */
const hasUser = (text: string) => /@/.test(URL.parse(text)?.href.split('/')[2] ?? '');

/** The address of a proxy, or `none` for a direct connection whatever the variables say. */
const proxy = z
  .string(mustBe('proxy'))
  .refine((text) => text === 'none' || (/^https?:\/\//i.test(text) && URL.canParse(text)), mustBe('proxy'))
  .refine((text) => !hasUser(text), mustBe('proxyUser'));

const SHARE = mustBe('share');
const share = z.number(SHARE).min(1, SHARE).max(100, SHARE).optional();
const DRIFT_LEVELS = ['warning', 'error'] as const;
const drift = z.union([
  choice(['off', ...DRIFT_LEVELS]),
  strictObjectOf({ level: choice(DRIFT_LEVELS).optional(), rows: share, blank: share, keys: share }),
]);

export const environment = strictObjectOf({
  baseUrl: z
    .url({ protocol: /^https?$/, error: () => say().settings.baseUrl() })
    .refine((text) => !hasUser(text), mustBe('baseUrlUser'))
    .optional()
    .describe('Address of the service, such as https://api.example.com.'),
  tokenEnv: filled('variable').optional().describe('Name of the variable that has the token.'),
  tokenFile: filled('filePath').optional().describe('File that has only the token.'),
  tokenCommand: shellWords.optional().describe('Command that prints the token, run without a shell.'),
  memoryEnv: filled('variable').optional().describe('Variable that has the address of a shared memory.'),
  memoryFile: filled('filePath').optional().describe('File that has only that address.'),
  memoryCommand: shellWords.optional().describe('Command that prints that address.'),
  account: account.optional().describe('Owner of the token, if one address serves several brands.'),
  proxy: proxy.optional().describe('Address of the proxy, or none to connect directly.'),
  proxyAuthEnv: filled('variable').optional().describe('Variable that has the NAME:PASSWORD for the proxy.'),
  proxyAuthFile: filled('filePath').optional().describe('File that has only the NAME:PASSWORD.'),
  proxyAuthCommand: shellWords.optional().describe('Command that prints the NAME:PASSWORD.'),
  ca: filled('filePath')
    .optional()
    .describe('PEM file with certificate authorities to trust besides those of the system.'),
  clientCert: filled('filePath').optional().describe('PEM file with the certificate of this client.'),
  clientKey: filled('filePath').optional().describe('PEM file with the key of that certificate.'),
  interface: interfaceName.optional().describe('Default: detected from the sheets, else v2.'),
  hints: z.boolean(mustBe('boolean')).optional(),
  required: strictObjectOf({
    v2: requiredOf(z.union([...need.options, z.array(family).min(1, NEED)], NEED)),
    v3: requiredOf(need),
  }).optional(),
  family: family
    .optional()
    .meta({ description: 'Family of rows without a project type.', examples: [...FAMILY_NAMES] }),
  batch: batch.optional().describe('Importation batch of rows that have none.'),
  map: filled('mapPath').optional(),
  rate: rate.optional().describe('Maximum requests per second; 0 = unlimited.'),
  concurrency: concurrency.optional(),
  settle: duration.optional().describe('Pause between kinds of records, such as 4s.'),
  inDoubt: inDoubt.optional().describe('What to do with rows in doubt.'),
  mock: mock.optional(),
  absence: absence.optional().describe('How long reads may not show a new record, such as 60s.'),
  timeout: timeout.optional().describe('Maximum time to wait for a response, such as 30s.'),
  drift: drift
    .optional()
    .describe('How a nightly file is compared with the last ones: off, warning, error, or limits.'),
  requires: strictObjectOf({ rehearsed: filled('environmentName') })
    .optional()
    .describe(
      'What content must have before it is sent: rehearsed has the environment that must have accepted it.',
    ),
});

export const familySettings = strictObjectOf({ projectType: filled('projectType') });

/** A path that is appended to the base address, with exactly one placeholder. */
const updatePath = (placeholder: string) => {
  const message = schemaMessage(() => say().settings.updatePath({ placeholder }));
  return z.string(message).refine((text) => isUpdatePath(text, placeholder), message);
};

export const updatePaths = strictObjectOf({
  byId: updatePath('{id}').optional(),
  byUniqueIdentifier: updatePath('{uniqueIdentifier}').optional(),
});

export const v3UpdatePaths = strictObjectOf(
  Object.fromEntries(updatableKinds().map(({ name }) => [name, updatePaths.optional()])),
);

/** v3 settings that the interface does not document. */
export const v3 = strictObjectOf({ updatePaths: v3UpdatePaths.optional() });

/** Changed severities by finding code. */
const severity = z
  .record(z.string(), choice(SEVERITY_CHANGES), mustBe('severities'))
  .superRefine((changes, context) => {
    for (const [code, to] of Object.entries(changes)) {
      const fault = changeFault(code, to);
      if (fault)
        context.addIssue({
          code: 'custom',
          path: [code],
          message: say().settings.severity({ to, why: fault.why, hint: fault.hint }),
        });
    }
  });

const DAYS = mustBe('days');
/** A number of days such as `90d`. */
export const days = z
  .string(DAYS)
  .regex(/^[1-9]\d{0,3}d$/, DAYS)
  .transform((text) => Number(text.slice(0, -1)));
const KEEP_LAST = mustBe('keepLast');
export const keepLast = numeral(KEEP_LAST).refine(
  (value) => Number.isInteger(value) && value >= 1,
  KEEP_LAST,
);
const retention = strictObjectOf({
  keep: days.optional(),
  keepLast: keepLast.optional(),
  reports: days.optional(),
});

export const logLevel = choice(LOG_LEVELS);
export const log = strictObjectOf({ file: filled('filePath').optional(), level: logLevel.optional() });

export const notifyOn = choice(['failures', 'always', 'never']);

/** A destination of notifications, which has its address in one of three places. */
const destinationOf = <Shape extends z.ZodRawShape>(protocol: RegExp, shape: Shape) =>
  strictObjectOf({
    url: z
      .url({ protocol, error: mustBe('destination').error })
      .refine((url) => !/^\w+:\/\/[^/]*@/.test(url), mustBe('baseUrlUser'))
      .optional(),
    urlEnv: filled('variable').optional(),
    urlFile: filled('filePath').optional(),
    ...shape,
  });
const hasOne = (one: object) => ['url', 'urlEnv', 'urlFile'].filter((name) => name in one).length === 1;

export const webhook = destinationOf(/^https?$/, {
  format: choice(['generic', 'slack', 'teams']).optional(),
});
export const mail = destinationOf(/^smtps?$/, { from: filled('mail'), to: z.array(filled('mail')).min(1) });
export const notify = strictObjectOf({
  on: notifyOn.optional(),
  webhooks: z.array(webhook.refine(hasOne, mustBe('destination'))).optional(),
  mail: mail.refine(hasOne, mustBe('destination')).optional(),
});
export type NotifySettings = z.infer<typeof notify>;

/** The configuration file. */
export const configSchema = strictObjectOf({
  stateDir: filled('folderPath').optional().describe('Folder of the ledger and the reports.'),
  ignoreColumns: z
    .array(filled('header'), mustBe('headers'))
    .optional()
    .describe('Headers of columns to ignore.'),
  extraColumns: z.array(filled('header'), mustBe('headers')).optional(),
  map: filled('mapPath').optional(),
  severity: severity.optional(),
  retention: z.union([z.literal('off'), retention], mustBe('retention')).optional(),
  environments: z.record(z.string().regex(/^[\w-]+$/), environment, mustBe('keys')).optional(),
  v3: v3.optional(),
  log: log.optional(),
  notify: notify.optional(),
  families: z.partialRecord(z.enum(FAMILY_NAMES), familySettings, mustBe('keys')).optional(),
});

export type Config = z.infer<typeof configSchema>;
export type EnvironmentConfig = z.infer<typeof environment>;
