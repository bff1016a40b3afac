import { createHash } from 'node:crypto';
import { z } from 'zod';
import { command, operands, variable } from '../advice.ts';
import { TraceError, usage } from '../errors.ts';
import { say } from '../say.ts';
import { isLoopback } from './address.ts';
import type { Variables } from './home.ts';
import { changeHome, codeOf, type HomeStore, homeFile, readHome, unwritable } from './home-file.ts';
import { sourceText } from './token-source.ts';

/** A token that is about to be sent, and where. */
export interface TokenUse {
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
   * Whether this source and origin are approved. Then the token is accepted even if it is bound to the origin from
   * another source.
   */
  readonly approved?: boolean;
}

/** Permission to send a token to an origin. */
export interface Trust {
  /** Set if the token cannot be bound to the origin. */
  readonly warning?: string;
  /** Binds the token to the origin. Call it when the service has accepted the token. Never throws. */
  confirm(): Promise<void>;
}

/** Permission that needs no binding. */
const GRANTED: Trust = { confirm: async () => {} };

const storeSchema = z.strictObject({
  version: z.literal(1),
  salt: z.string().regex(/^[0-9a-f]{32,}$/),
  /** The bindings of each token (see `Binding`), by the salted hash of the token. */
  tokens: z.record(z.string().regex(/^[0-9a-f]{64}$/), z.array(z.string())),
});
type Store = z.infer<typeof storeSchema>;

const TRUST: HomeStore<Store> = {
  name: 'trust.json',
  schema: storeSchema,
  empty: (salt) => ({ version: 1, salt, tokens: {} }),
  damaged(file) {
    const { trustDamaged, trustDamagedHow } = say().configuration;
    return usage('trust-damaged', trustDamaged({ file }), trustDamagedHow());
  },
  unwritable(why) {
    const { trustUnwritable, trustUnwritableHow } = say().configuration;
    return usage('trust-unwritable', trustUnwritable({ why }), trustUnwritableHow());
  },
};

/** An origin to which a token from a source may be sent. Null means any source: older versions stored none. */
interface Binding {
  readonly origin: string;
  readonly source: string | null;
}

/**
 * Parses a stored binding: the origin, a space and the source. Older versions of trace read all of it as an origin, and
 * therefore refuse to send the token.
 */
function bindingOf(text: string): Binding {
  const at = text.indexOf(' ');
  return at < 0 ? { origin: text, source: null } : { origin: text.slice(0, at), source: text.slice(at + 1) };
}

const textOf = ({ origin, source }: Binding): string => (source === null ? origin : `${origin} ${source}`);

/**
 * Decides whether a token may be sent to an origin. The first use of a token binds it to the origin and its source;
 * later uses must match. Bindings are stored in the home folder of the user, not in the project. TRACE_TOKEN_ORIGIN
 * overrides them.
 *
 * @throws TraceError `token-other-origin` or `token-other-source` if the token is bound to others, `trust-damaged`.
 */
export async function trustOf(use: TokenUse, env: Variables): Promise<Trust> {
  if (isLoopback(new URL(use.origin).hostname)) return GRANTED;
  const origins = env.TRACE_TOKEN_ORIGIN?.split(/[\s,]+/).filter((part) => part !== '') ?? [];
  if (origins.length > 0) {
    if (origins.some((part) => URL.parse(part)?.origin === use.origin)) return GRANTED;
    throw otherOrigin(use, origins, say().configuration.otherOriginVariable());
  }
  const file = homeFile(TRUST.name, env);
  if (file === null) return { ...GRANTED, warning: unbound(use, say().configuration.noHomeSet()) };
  let store: Store | null;
  try {
    store = await readHome(TRUST, file);
  } catch (error) {
    if (error instanceof TraceError) throw error;
    return {
      ...GRANTED,
      warning: unbound(use, say().configuration.fileUnreadable({ file, code: codeOf(error) })),
    };
  }
  const bindings = (store?.tokens[hashOf(use.token, store.salt)] ?? []).map(bindingOf);
  const here = bindings.filter(({ origin }) => origin === use.origin);
  if (here.some(({ source }) => source === use.source)) return GRANTED;
  if (bindings.length > 0 && here.length === 0) {
    const hint = say().configuration.otherOriginHow({ command: trustCommand(use) });
    throw otherOrigin(use, [...new Set(bindings.map(({ origin }) => origin))], hint);
  }
  const fromAny = here.some(({ source }) => source === null);
  if (here.length > 0 && !fromAny && !use.approved) throw otherSource(use, here);
  const confirm = () =>
    bindToken(use, env).then(
      () => {},
      () => {},
    );
  const reason = unwritable(file);
  if (reason === null) return { confirm };
  return here.length > 0
    ? GRANTED
    : { confirm, warning: unbound(use, say().configuration.fileUnwritable({ file, code: reason })) };
}

/**
 * Binds a token and its source to an origin, in addition to its existing bindings. Returns the path of the trust file.
 *
 * @throws TraceError `trust-unwritable`, `trust-damaged`.
 */
export function bindToken({ token, origin, source }: TokenUse, env: Variables): Promise<string> {
  return changeHome(TRUST, env, (store) => {
    const hash = hashOf(token, store.salt);
    // An old binding without a source is replaced.
    const others = (store.tokens[hash] ?? []).filter((text) => text !== origin);
    const bindings = [...new Set([...others, textOf({ origin, source })])];
    return { ...store, tokens: { ...store.tokens, [hash]: bindings } };
  });
}

/** Tokens are stored only as salted hashes, so that the files of two users cannot be compared. */
function hashOf(token: string, salt: string): string {
  return createHash('sha256').update(salt).update(token).digest('hex');
}

const trustCommand = ({ environment, place }: TokenUse): string =>
  command('env', 'trust', ...operands([environment], place));

function otherOrigin({ environment, origin }: TokenUse, known: readonly string[], hint: string): TraceError {
  return usage(
    'token-other-origin',
    say().configuration.otherOrigin({ environment, known: known.join(', '), origin }),
    hint,
  );
}

function otherSource(use: TokenUse, bindings: readonly Binding[]): TraceError {
  const { environment, origin, source } = use;
  const known = bindings.map((binding) => sourceText(`${binding.source}`)).join(', ');
  return usage(
    'token-other-source',
    say().configuration.otherSource({ environment, origin, known, source: sourceText(source) }),
    say().configuration.otherSourceHow({ command: trustCommand(use) }),
  );
}

function unbound({ environment, origin }: TokenUse, why: string): string {
  return say().configuration.unbound({
    environment,
    origin,
    why,
    variable: variable('TRACE_TOKEN_ORIGIN', origin),
  });
}
