import type { z } from 'zod';
import { FAMILY_NAMES } from '../contract/family.ts';
import { type TraceError, usage } from '../errors.ts';
import { didYouMean } from '../nearest.ts';
import { say } from '../say.ts';
import {
  configSchema,
  environment,
  familySettings,
  KIND_NAMES,
  log,
  mail,
  notify,
  updatePaths,
  v3,
  v3UpdatePaths,
  webhook,
} from './schema.ts';

/**
 * Creates the error for invalid keys and values of a configuration file, with suggestions. The error does not
 * contain the values, because they may be secret.
 */
export function configError(file: string, issues: readonly z.core.$ZodIssue[]): TraceError {
  return usage(
    'config-invalid',
    say().verdict.place({ label: file, sentence: issues.flatMap(sentencesOf).map(withStop).join(' ') }),
    say().configuration.invalid(),
  );
}

const withStop = (sentence: string): string => (/[.?]$/.test(sentence) ? sentence : `${sentence}.`);

function sentencesOf(issue: z.core.$ZodIssue): string[] {
  const at = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys' && at === 'families') {
    return issue.keys.map((key) => {
      const { suggestion } = didYouMean(key.toUpperCase(), FAMILY_NAMES);
      const path = `${at}.${key}`;
      return suggestion === undefined
        ? say().configuration.familyKnown({ path, names: FAMILY_NAMES.join(', ') })
        : say().configuration.familyUnknown({ path, near: suggestion });
    });
  }
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(issue.path);
    return issue.keys.map((key) => {
      const { suggestion } = didYouMean(key, known);
      const path = [at, key].filter(Boolean).join('.');
      return suggestion === undefined
        ? say().configuration.keyKnown({ path, names: known.join(', ') })
        : say().configuration.keyUnknown({ path, near: suggestion });
    });
  }
  if (issue.code === 'invalid_key') return [say().configuration.names({ path: at })];
  return [at === '' ? say().configuration.keys() : `${at} ${issue.message}`];
}

/** The valid keys at the path of an unknown key. */
function keysAt(path: readonly PropertyKey[]): string[] {
  const [first, , third] = path;
  if (first === undefined) return Object.keys(configSchema.shape);
  if (first === 'log') return Object.keys(log.shape);
  if (first === 'notify')
    return Object.keys((path[1] === 'webhooks' ? webhook : path[1] === 'mail' ? mail : notify).shape);
  if (first === 'v3') return Object.keys([v3, v3UpdatePaths, updatePaths][path.length - 1]?.shape ?? {});
  if (third === 'required') return ['v2', 'v3'];
  if (third === 'absence') return KIND_NAMES;
  return Object.keys(first === 'families' ? familySettings.shape : environment.shape);
}
