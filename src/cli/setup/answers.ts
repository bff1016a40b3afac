import { existsSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { fromHome } from '../../config/home.ts';
import { type EnvironmentConfig, environment } from '../../config/schema.ts';
import { flagError, TraceError, usage } from '../../errors.ts';
import { say } from '../../say.ts';
import { checkTarget } from '../../service/target.ts';

/** The flags of `trace init` that are answers, and the settings of an environment that they become. */
const ANSWERS = {
  url: 'baseUrl',
  tokenEnv: 'tokenEnv',
  tokenFile: 'tokenFile',
  tokenCommand: 'tokenCommand',
  proxy: 'proxy',
  proxyAuthFile: 'proxyAuthFile',
  ca: 'ca',
  interface: 'interface',
  family: 'family',
  batch: 'batch',
} as const;
type Answer = keyof typeof ANSWERS;

/** What was answered, as it was typed. `env` is the name of the environment. */
export type Answers = { readonly [Name in Answer | 'env']?: string | undefined };

/** The configuration to which the environment is added. */
export interface SetupPlace {
  readonly file: string;
  /** The environments that it has. */
  readonly names: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

const TOKEN_SOURCES = ['tokenEnv', 'tokenFile', 'tokenCommand'] as const;

/** What is wrong with an answer; undefined if nothing. The text does not repeat it, because it may be a token. */
export function faultOf(name: Answer | 'env', answer: string, place: SetupPlace): string | undefined {
  const text = answer.trim();
  const { isMock, isTaken, notName, notVariable, noFile } = say().init;
  if (name === 'env') {
    if (text === 'mock') return isMock();
    if (place.names.includes(text)) return isTaken({ file: place.file });
    return /^[\w-]+$/.test(text) ? undefined : notName();
  }
  const parsed = environment.shape[ANSWERS[name]].safeParse(text);
  if (!parsed.success) return parsed.error.issues[0]!.message;
  if (name === 'url') return targetFault(text);
  if (name === 'tokenEnv' && place.env[text] === undefined && !looksLikeVariable(text)) return notVariable();
  if (/file$|^ca$/i.test(name) && !isPath(text, dirname(place.file))) return noFile();
  return undefined;
}

/** A pasted token has lower-case letters, or a long part without an underscore. */
const looksLikeVariable = (text: string): boolean => /^[A-Z][A-Z0-9]{0,19}(?:_[A-Z0-9]{1,19})*$/.test(text);

const isPath = (text: string, folder: string): boolean =>
  isAbsolute(text) || /^(?:~|\.{1,2})[/\\]/.test(text) || existsSync(resolve(folder, fromHome(text)));

function targetFault(baseUrl: string): string | undefined {
  try {
    checkTarget({ baseUrl, token: 'any', tlsChecked: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    return error.code === 'token-over-http' ? say().init.notHttps() : say().settings.baseUrl();
  }
}

/** The settings of the environment, without those that have no answer. The answers must have no fault. */
export const settingsFrom = (answers: Answers): EnvironmentConfig =>
  environment.parse(
    Object.fromEntries(
      Object.entries(ANSWERS).flatMap(([name, key]) => {
        const text = answers[name as Answer]?.trim();
        return text ? [[key, text]] : [];
      }),
    ),
  );

/**
 * Checks the answers that are given as flags.
 *
 * @throws TraceError `flag-value`, `token-sources`
 */
export function checkFlags(answers: Answers, place: SetupPlace): void {
  const sources = TOKEN_SOURCES.filter((name) => answers[name] !== undefined).map(flagOf);
  if (sources.length > 1) throw usage('token-sources', say().init.oneSource({ flags: sources.join(', ') }));
  for (const name of ['env', ...Object.keys(ANSWERS)] as (keyof Answers)[]) {
    const text = answers[name];
    const fault = text === undefined ? undefined : faultOf(name, text, place);
    if (fault !== undefined) throw flagError(say().init.flag({ flag: flagOf(name), fault }));
  }
}

/** The required flags that are missing. */
export function missingFlags(answers: Answers): string[] {
  const hasToken = TOKEN_SOURCES.some((name) => answers[name] !== undefined);
  return [
    ...(['env', 'url'] as const).filter((name) => answers[name] === undefined),
    ...(hasToken ? [] : ['tokenEnv' as const]),
  ].map(flagOf);
}

const flagOf = (name: keyof Answers): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
