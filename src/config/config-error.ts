import type { z } from 'zod';
import { FAMILY_NAMES } from '../contract/family.ts';
import { TraceError } from '../errors.ts';
import { didYouMean } from '../nearest.ts';
import { configSchema, environment, familySettings } from './schema.ts';

/**
 * Creates the error for invalid keys and values of a configuration file, with suggestions. The error does not
 * contain the values, because they may be secret.
 */
export function configError(file: string, issues: readonly z.core.$ZodIssue[]): TraceError {
  return new TraceError(
    'usage',
    'config-invalid',
    `${file}: ${issues.flatMap(sentencesOf).join('; ')}.`.replace(/\?\.$/, '?'),
    'Fix the file, or choose another with --config.',
  );
}

function sentencesOf(issue: z.core.$ZodIssue): string[] {
  const at = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys' && at === 'families') {
    return issue.keys.map((key) => {
      const { suggestion } = didYouMean(key.toUpperCase(), FAMILY_NAMES);
      return `${at}.${key} is not a family, ${suggestion ?? `known: ${FAMILY_NAMES.join(', ')}`}`;
    });
  }
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(issue.path);
    return issue.keys.map((key) => {
      const { suggestion } = didYouMean(key, known);
      return `${[at, key].filter(Boolean).join('.')} is not a key${suggestion === undefined ? ` (known: ${known.join(', ')})` : `, ${suggestion}`}`;
    });
  }
  if (issue.code === 'invalid_key') return [`${at}: names may only contain letters, digits, - and _`];
  return [at === '' ? 'a configuration must consist of keys with values' : `${at} ${issue.message}`];
}

/** The valid keys at the path of an unknown key. */
function keysAt(path: readonly PropertyKey[]): string[] {
  if (path.length === 0) return Object.keys(configSchema.shape);
  if (path[2] === 'required') return ['v2', 'v3'];
  return Object.keys(path[0] === 'families' ? familySettings.shape : environment.shape);
}
