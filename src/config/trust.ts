import { createHash, randomBytes } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { command, operands, variable } from '../advice.ts';
import { TraceError } from '../errors.ts';
import { isLoopback } from './environment.ts';

/** A token that is about to be used, and where it would go. */
export interface Use {
  /** Name of the environment. */
  readonly environment: string;
  readonly token: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Flags that led to the environment, for the command that an error names. */
  readonly place?: readonly string[];
}

/** That a token may go to an origin. */
export interface Trust {
  /** Said once, when the token cannot be bound to the origin. */
  readonly warning?: string;
  /** To be called when the service took the token: from then on it goes nowhere else. Never throws. */
  confirm(): Promise<void>;
}

type Variables = Readonly<Record<string, string | undefined>>;

const NOTHING: Trust = { confirm: async () => {} };

const storeSchema = z.strictObject({
  version: z.literal(1),
  salt: z.string().regex(/^[0-9a-f]{32,}$/),
  /** By salted hash of the token: the origins that it may go to. */
  tokens: z.record(z.string().regex(/^[0-9a-f]{64}$/), z.array(z.string())),
});
type Store = z.infer<typeof storeSchema>;

/**
 * Whether a token may go to an origin: one that was used before goes where it went, one that is new is bound by its
 * first use. A folder's configuration names the address, so the memory is the person's, not the folder's.
 * TRACE_TOKEN_ORIGIN, where it is set, decides alone.
 *
 * @throws TraceError `token-other-origin` when the token belongs elsewhere, `trust-damaged`.
 */
export async function trustOf(use: Use, env: Variables): Promise<Trust> {
  if (isLoopback(new URL(use.origin).hostname)) return NOTHING;
  const said = env.TRACE_TOKEN_ORIGIN?.split(/[\s,]+/).filter((part) => part !== '') ?? [];
  if (said.length > 0) {
    if (said.some((part) => URL.parse(part)?.origin === use.origin)) return NOTHING;
    throw elsewhere(use, said, 'Add it to TRACE_TOKEN_ORIGIN if that is meant.');
  }
  const file = trustFile(env);
  if (file === null) return { ...NOTHING, warning: unbound(use, 'no home folder is set') };
  let store: Store | null;
  try {
    store = await readStore(file);
  } catch (error) {
    if (error instanceof TraceError) throw error;
    return { ...NOTHING, warning: unbound(use, `${file} cannot be read (${codeOf(error)})`) };
  }
  const origins = store?.tokens[hashOf(use.token, store.salt)] ?? [];
  if (origins.includes(use.origin)) return NOTHING;
  if (origins.length > 0) {
    const hint = `If that is meant, allow it once: ${command('env', 'trust', ...operands([use.environment], use.place))}. If not, do not trust the configuration in this folder.`;
    throw elsewhere(use, origins, hint);
  }
  const confirm = () =>
    allow(use, env).then(
      () => {},
      () => {},
    );
  const hindrance = unwritable(file);
  return hindrance === null
    ? { confirm }
    : { confirm, warning: unbound(use, `${file} cannot be written (${hindrance})`) };
}

/**
 * Lets a token go to an origin, beside those it may go to already. Gives the file that keeps it.
 *
 * @throws TraceError `trust-unwritable`, `trust-damaged`.
 */
export async function allow({ token, origin }: Use, env: Variables): Promise<string> {
  const file = trustFile(env);
  if (file === null) throw cannotKeep('no home folder is set');
  try {
    const store = (await readStore(file)) ?? {
      version: 1,
      salt: randomBytes(16).toString('hex'),
      tokens: {},
    };
    const hash = hashOf(token, store.salt);
    const origins = [...new Set([...(store.tokens[hash] ?? []), origin])];
    await writeStore(file, { ...store, tokens: { ...store.tokens, [hash]: origins } });
    return file;
  } catch (error) {
    throw error instanceof TraceError ? error : cannotKeep(`${file} cannot be written (${codeOf(error)})`);
  }
}

/** Where it is kept: TRACE_HOME, else the folder in which the system keeps a person's settings. Null without any. */
function trustFile(env: Variables): string | null {
  const { TRACE_HOME, XDG_CONFIG_HOME, APPDATA, HOME } = env;
  if (TRACE_HOME) return join(TRACE_HOME, 'trust.json');
  const settings = XDG_CONFIG_HOME || APPDATA || (HOME && join(HOME, '.config'));
  return settings ? join(settings, 'trace', 'trust.json') : null;
}

/** The token itself is never kept, and what is kept fits no other person's file. */
function hashOf(token: string, salt: string): string {
  return createHash('sha256').update(salt).update(token).digest('hex');
}

async function readStore(file: string): Promise<Store | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    return storeSchema.parse(JSON.parse(text));
  } catch {
    throw new TraceError(
      'usage',
      'trust-damaged',
      `${file}, which says where each token may go, is damaged.`,
      'Move it away: each token is then bound anew by its next use.',
    );
  }
}

/** In one step, so that two runs at once leave a sound file; a link in its place is replaced, not followed. */
async function writeStore(file: string, store: Store): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = join(dirname(file), `.trust-${randomBytes(8).toString('hex')}.tmp`);
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(store, null, 1)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Why the file could not be written, looked at before it is needed; null when it could. */
function unwritable(file: string): string | null {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    try {
      accessSync(folder, constants.W_OK | constants.X_OK);
      return null;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || folder === dirname(folder)) return codeOf(error);
    }
  }
}

function elsewhere({ environment, origin }: Use, known: readonly string[], hint: string): TraceError {
  return new TraceError(
    'usage',
    'token-other-origin',
    `The token of ${environment} belongs to ${known.join(', ')}, and would go to ${origin}: nothing was sent.`,
    hint,
  );
}

function unbound({ environment, origin }: Use, why: string): string {
  return `The token of ${environment} is not bound to ${origin}: ${why}. ${variable('TRACE_TOKEN_ORIGIN', origin)} binds it.`;
}

function cannotKeep(why: string): TraceError {
  return new TraceError(
    'usage',
    'trust-unwritable',
    `It cannot be kept where the token may go: ${why}.`,
    'Name a folder by TRACE_HOME, or the origin by TRACE_TOKEN_ORIGIN.',
  );
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? 'unknown reason';
}
