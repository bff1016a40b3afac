import { z } from 'zod';
import { FAMILY_NAMES } from '../contract/family.ts';

/** `4s`, `500ms`, `2m`, or 0; milliseconds after parsing. */
export const duration = z.union([z.string(), z.number()]).transform((value, context) => {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m)?$/.exec(String(value).trim());
  const unit = match?.[2];
  if (!match || (unit === undefined && Number(match[1]) !== 0)) {
    context.addIssue({ code: 'custom', message: 'takes a time such as 4s, 500ms or 0' });
    return z.NEVER;
  }
  return Number(match[1]) * (unit === 'm' ? 60_000 : unit === 's' ? 1000 : 1);
});

export const rate = z.coerce.number().min(0, 'is 0 (no limit) or more requests a second');
export const concurrency = z.coerce.number().int().min(1).max(512);
export const interfaceName = z.enum(['v2', 'v3']);
export const family = z.enum(FAMILY_NAMES);
export const inDoubt = z.enum(['verify', 'hold', 'resend']);

const environment = z.strictObject({
  baseUrl: z
    .url({ protocol: /^https?$/, message: 'is a web address such as https://api.example.com' })
    .optional(),
  tokenEnv: z.string().min(1).optional(),
  tokenFile: z.string().min(1).optional(),
  tokenCommand: z.union([z.string().min(1), z.array(z.string()).min(1)]).optional(),
  interface: interfaceName.optional(),
  family: family.optional(),
  rate: rate.optional(),
  concurrency: concurrency.optional(),
  settle: duration.optional(),
  inDoubt: inDoubt.optional(),
  timeout: duration.optional(),
});

/** The configuration file. An unknown key is an error: a misspelled limit must not be ignored. */
export const configSchema = z.strictObject({
  stateDir: z.string().min(1).optional(),
  environments: z
    .record(z.string().regex(/^[\w-]+$/, 'names have letters, digits, - and _'), environment)
    .optional(),
  families: z.partialRecord(family, z.strictObject({ projectType: z.string().min(1) })).optional(),
});

export type Config = z.infer<typeof configSchema>;
export type EnvironmentConfig = z.infer<typeof environment>;
