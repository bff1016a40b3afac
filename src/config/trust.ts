import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { command, operands, variable } from '../advice.ts';
import { TraceError } from '../errors.ts';
import { isLoopback } from './environment.ts';
import { codeOf, homeFile, readHomeFile, unwritable, withFileLock, writeHomeFile } from './home-file.ts';

/** A token that is about to be sent, and its destination. */
export interface Use {
  /** Name of the environment. */
  readonly environment: string;
  readonly token: string;
  /** Name of the token source; see `sourceName`. */
  readonly source: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Flags that select the environment, for commands in messages. */
  readonly place?: readonly string[];
  /**
   * Whether this source and origin are approved: then a token that is bound to the origin from another source is
   * accepted too.
   */
  readonly approved?: boolean;
}

/** Permission to send a token to an origin. */
export interface Trust {
  /** Set if the token cannot be bound to the origin. */
  readonly warning?: string;
  /** Call it when the service accepted the token: it binds the token to the origin. Never throws. */
  confirm(): Promise<void>;
}

type Variables = Readonly<Record<string, string | undefined>>;

const NOTHING: Trust = { confirm: async () => {} };

const storeSchema = z.strictObject({
  version: z.literal(1),
  salt: z.string().regex(/^[0-9a-f]{32,}$/),
  /** By salted hash of the token: its bindings (`Binding`). */
  tokens: z.record(z.string().regex(/^[0-9a-f]{64}$/), z.array(z.string())),
});
type Store = z.infer<typeof storeSchema>;

/** An origin to which a token from a source may be sent. Files of older versions have no source: null means any. */
interface Binding {
  readonly origin: string;
  readonly source: string | null;
}

/**
 * Parses a stored binding: the origin, a space and the source. Older versions take it for an unknown origin and
 * refuse.
 */
function bindingOf(text: string): Binding {
  const at = text.indexOf(' ');
  return at < 0 ? { origin: text, source: null } : { origin: text.slice(0, at), source: text.slice(at + 1) };
}

const textOf = ({ origin, source }: Binding): string => (source === null ? origin : `${origin} ${source}`);

/**
 * Decides whether a token may be sent to an origin. A known token may only go where it went before, from the same
 * source; a new token is bound by its first use. Bindings are stored for the person, not in the folder.
 * TRACE_TOKEN_ORIGIN overrides them.
 *
 * @throws TraceError `token-other-origin` or `token-other-source` if the token is bound otherwise, `trust-damaged`.
 */
export async function trustOf(use: Use, env: Variables): Promise<Trust> {
  if (isLoopback(new URL(use.origin).hostname)) return NOTHING;
  const origins = env.TRACE_TOKEN_ORIGIN?.split(/[\s,]+/).filter((part) => part !== '') ?? [];
  if (origins.length > 0) {
    if (origins.some((part) => URL.parse(part)?.origin === use.origin)) return NOTHING;
    throw otherOrigin(use, origins, 'If this is intended, add it to TRACE_TOKEN_ORIGIN.');
  }
  const file = homeFile('trust.json', env);
  if (file === null) return { ...NOTHING, warning: unbound(use, 'no home folder is set') };
  let store: Store | null;
  try {
    store = await readStore(file);
  } catch (error) {
    if (error instanceof TraceError) throw error;
    return { ...NOTHING, warning: unbound(use, `${file} cannot be read (${codeOf(error)})`) };
  }
  const bindings = (store?.tokens[hashOf(use.token, store.salt)] ?? []).map(bindingOf);
  const here = bindings.filter(({ origin }) => origin === use.origin);
  if (here.some(({ source }) => source === use.source)) return NOTHING;
  if (bindings.length > 0 && here.length === 0) {
    const hint = `If this is intended, allow it once: ${trustCommand(use)}. If not, do not trust the configuration in this folder.`;
    throw otherOrigin(use, [...new Set(bindings.map(({ origin }) => origin))], hint);
  }
  const fromAny = here.some(({ source }) => source === null);
  if (here.length > 0 && !fromAny && !use.approved) throw otherSource(use, here);
  const confirm = () =>
    allow(use, env).then(
      () => {},
      () => {},
    );
  const reason = unwritable(file);
  if (reason === null) return { confirm };
  return here.length > 0
    ? NOTHING
    : { confirm, warning: unbound(use, `${file} cannot be written (${reason})`) };
}

/**
 * Allows a token from its source to be sent to an origin, in addition to existing bindings. Returns the path of the
 * trust file.
 *
 * @throws TraceError `trust-unwritable`, `trust-damaged`.
 */
export async function allow({ token, origin, source }: Use, env: Variables): Promise<string> {
  const file = homeFile('trust.json', env);
  if (file === null) throw cannotSave('no home folder is set');
  const change = async () => {
    const store = (await readStore(file)) ?? {
      version: 1,
      salt: randomBytes(16).toString('hex'),
      tokens: {},
    };
    const hash = hashOf(token, store.salt);
    // An old binding without a source is replaced.
    const others = (store.tokens[hash] ?? []).filter((text) => text !== origin);
    const bindings = [...new Set([...others, textOf({ origin, source })])];
    await writeHomeFile(file, { ...store, tokens: { ...store.tokens, [hash]: bindings } });
  };
  try {
    await withFileLock(file, change);
    return file;
  } catch (error) {
    throw error instanceof TraceError ? error : cannotSave(`${file} cannot be written (${codeOf(error)})`);
  }
}

/** The token is stored only as a salted hash, so files of different people cannot be compared. */
function hashOf(token: string, salt: string): string {
  return createHash('sha256').update(salt).update(token).digest('hex');
}

function readStore(file: string): Promise<Store | null> {
  return readHomeFile(
    file,
    (content) => storeSchema.parse(content),
    () =>
      new TraceError(
        'usage',
        'trust-damaged',
        `${file} (the origins that each token may be sent to) is damaged.`,
        'Move it away. The next use of each token binds it again.',
      ),
  );
}

const trustCommand = ({ environment, place }: Use): string =>
  command('env', 'trust', ...operands([environment], place));

function otherOrigin({ environment, origin }: Use, known: readonly string[], hint: string): TraceError {
  return new TraceError(
    'usage',
    'token-other-origin',
    `The token of ${environment} is bound to ${known.join(', ')} and would be sent to ${origin}. Nothing was sent.`,
    hint,
  );
}

function otherSource(use: Use, bindings: readonly Binding[]): TraceError {
  const { environment, origin, source } = use;
  const known = bindings.map((binding) => binding.source).join(', ');
  return new TraceError(
    'usage',
    'token-other-source',
    `The token of ${environment} is bound to ${origin} from another source: ${known}, not ${source}. Nothing was sent.`,
    `If this is intended, allow it once: ${trustCommand(use)}`,
  );
}

function unbound({ environment, origin }: Use, why: string): string {
  return `The token of ${environment} is not bound to ${origin}: ${why}. ${variable('TRACE_TOKEN_ORIGIN', origin)} binds it.`;
}

function cannotSave(why: string): TraceError {
  return new TraceError(
    'usage',
    'trust-unwritable',
    `The origin of the token cannot be saved: ${why}.`,
    'Set TRACE_HOME to a folder, or TRACE_TOKEN_ORIGIN to the origin.',
  );
}
