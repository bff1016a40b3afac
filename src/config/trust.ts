import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { command, operands, variable } from '../advice.ts';
import { TraceError } from '../errors.ts';
import { isLoopback } from './environment.ts';
import { alone, codeOf, homeFile, readHomeFile, unwritable, writeHomeFile } from './home-file.ts';

/** A token that is about to be used, and where it would go. */
export interface Use {
  /** Name of the environment. */
  readonly environment: string;
  readonly token: string;
  /** Where the token comes from; see `sourceName`. */
  readonly source: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Flags that led to the environment, for the command that an error names. */
  readonly place?: readonly string[];
  /** A person approved that this source sends to this origin: a token from another source may then come from it as well. */
  readonly approved?: boolean;
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
  /** By salted hash of the token: the origins that it may go to, each with the source that it was bound from (`Binding`). */
  tokens: z.record(z.string().regex(/^[0-9a-f]{64}$/), z.array(z.string())),
});
type Store = z.infer<typeof storeSchema>;

/** An origin that a token may go to when it comes from a source; null: from any, as files of before have it. */
interface Binding {
  readonly origin: string;
  readonly source: string | null;
}

/** As it is kept: the origin, a space and the source. An older trace takes it for an unknown origin, and refuses. */
function bindingOf(text: string): Binding {
  const at = text.indexOf(' ');
  return at < 0 ? { origin: text, source: null } : { origin: text.slice(0, at), source: text.slice(at + 1) };
}

const textOf = ({ origin, source }: Binding): string => (source === null ? origin : `${origin} ${source}`);

/**
 * Whether a token may go to an origin: one that was used before goes where it went, from the source that it came from;
 * one that is new is bound by its first use. The memory is the person's, not the folder's.
 * TRACE_TOKEN_ORIGIN, where it is set, decides alone.
 *
 * @throws TraceError `token-other-origin` or `token-other-source` when the token is bound otherwise, `trust-damaged`.
 */
export async function trustOf(use: Use, env: Variables): Promise<Trust> {
  if (isLoopback(new URL(use.origin).hostname)) return NOTHING;
  const said = env.TRACE_TOKEN_ORIGIN?.split(/[\s,]+/).filter((part) => part !== '') ?? [];
  if (said.length > 0) {
    if (said.some((part) => URL.parse(part)?.origin === use.origin)) return NOTHING;
    throw elsewhere(use, said, 'Add it to TRACE_TOKEN_ORIGIN if that is meant.');
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
    const hint = `If that is meant, allow it once: ${allowedBy(use)}. If not, do not trust the configuration in this folder.`;
    throw elsewhere(use, [...new Set(bindings.map(({ origin }) => origin))], hint);
  }
  const fromAny = here.some(({ source }) => source === null);
  if (here.length > 0 && !fromAny && !use.approved) throw otherSource(use, here);
  const confirm = () =>
    allow(use, env).then(
      () => {},
      () => {},
    );
  const hindrance = unwritable(file);
  if (hindrance === null) return { confirm };
  return here.length > 0
    ? NOTHING
    : { confirm, warning: unbound(use, `${file} cannot be written (${hindrance})`) };
}

/**
 * Lets a token go to an origin from its source, beside what it may do already. Gives the file that keeps it.
 *
 * @throws TraceError `trust-unwritable`, `trust-damaged`.
 */
export async function allow({ token, origin, source }: Use, env: Variables): Promise<string> {
  const file = homeFile('trust.json', env);
  if (file === null) throw cannotKeep('no home folder is set');
  const change = async () => {
    const store = (await readStore(file)) ?? {
      version: 1,
      salt: randomBytes(16).toString('hex'),
      tokens: {},
    };
    const hash = hashOf(token, store.salt);
    // A binding of before, to the origin from any source, is narrowed.
    const others = (store.tokens[hash] ?? []).filter((text) => text !== origin);
    const bindings = [...new Set([...others, textOf({ origin, source })])];
    await writeHomeFile(file, { ...store, tokens: { ...store.tokens, [hash]: bindings } });
  };
  try {
    await alone(file, change);
    return file;
  } catch (error) {
    throw error instanceof TraceError ? error : cannotKeep(`${file} cannot be written (${codeOf(error)})`);
  }
}

/** The token itself is never kept, and what is kept fits no other person's file. */
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
        `${file}, which says where each token may go, is damaged.`,
        'Move it away: each token is then bound anew by its next use.',
      ),
  );
}

const allowedBy = ({ environment, place }: Use): string =>
  command('env', 'trust', ...operands([environment], place));

function elsewhere({ environment, origin }: Use, known: readonly string[], hint: string): TraceError {
  return new TraceError(
    'usage',
    'token-other-origin',
    `The token of ${environment} belongs to ${known.join(', ')}, and would go to ${origin}: nothing was sent.`,
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
    `If that is meant, allow it once: ${allowedBy(use)}`,
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
