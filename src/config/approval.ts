import { createHash, randomBytes } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { command, operands } from '../advice.ts';
import { TraceError } from '../errors.ts';
import type { ConfiguredPlace } from './configured-places.ts';
import type { Environment } from './environment.ts';
import { alone, codeOf, homeFile, readHomeFile, writeHomeFile } from './home-file.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const approvedSchema = z.strictObject({
  /** SHA-256, salted, of all that is approved. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** What a person saw, to say what has changed since. */
  address: z.string(),
  tokenSource: z.string(),
  account: z.string().nullable(),
  /** Where the state is kept, when that is outside of the file's folder. */
  state: z.string().optional(),
});
type Approved = z.infer<typeof approvedSchema>;

const storeSchema = z.strictObject({
  version: z.literal(1),
  salt: z.string().regex(/^[0-9a-f]{32,}$/),
  /** By path of the file and name of the environment. */
  files: z.record(z.string(), z.record(z.string(), approvedSchema)),
});
type Store = z.infer<typeof storeSchema>;

/** How an environment of a configuration file stands. */
export interface Standing {
  readonly place: ConfiguredPlace;
  readonly state: 'approved' | 'new' | 'changed';
  /** What was approved before, where it changed. */
  readonly before: Omit<Approved, 'hash'> | null;
}

/**
 * How these environments of a file stand with the person.
 *
 * @throws TraceError `approvals-damaged`
 */
export async function standings(
  file: string,
  places: readonly ConfiguredPlace[],
  env: Variables,
): Promise<Standing[]> {
  const store = await storeFor(env);
  const known = own(store?.files, fileKey(file)) ?? {};
  return places.map((place) => {
    const before = own(known, place.name);
    if (!before) return { place, state: 'new', before: null };
    const state = before.hash === hashOf(store!.salt, file, place) ? 'approved' : 'changed';
    return { place, state, before };
  });
}

/**
 * Keeps that a person approved the addresses and token sources of these environments of a file. Gives the file that keeps
 * it.
 *
 * @throws TraceError `approvals-damaged`, `approval-unwritable`
 */
export async function approve(
  file: string,
  places: readonly ConfiguredPlace[],
  env: Variables,
): Promise<string> {
  const path = homeFile('approved.json', env);
  if (path === null) throw cannotKeep('no home folder is set');
  const change = async () => {
    const store: Store = (await readStore(path)) ?? {
      version: 1,
      salt: randomBytes(16).toString('hex'),
      files: {},
    };
    const approved = places.map((place) => {
      const { address, tokenSource, account, state } = place;
      const hash = hashOf(store.salt, file, place);
      const kept = { hash, address, tokenSource, account, ...(state === null ? {} : { state }) };
      return [place.name, kept] as const;
    });
    const key = fileKey(file);
    const all = { ...own(store.files, key), ...Object.fromEntries(approved) };
    await writeHomeFile(path, { ...store, files: { ...store.files, [key]: all } });
  };
  try {
    await alone(path, change);
    return path;
  } catch (error) {
    throw error instanceof TraceError ? error : cannotKeep(`${path} cannot be written (${codeOf(error)})`);
  }
}

/**
 * Refuses an environment whose address and token source no person approved, before either is used. Gives whether they
 * were approved, and not for this run alone.
 *
 * @throws TraceError `config-unapproved`, `approvals-damaged`
 */
export async function requireApproval(
  environment: Pick<Environment, 'name' | 'origin' | 'place'>,
  env: Variables,
): Promise<boolean> {
  const { name, origin } = environment;
  const { file, place } = origin;
  if (!origin.needsApproval || origin.approvedForRun || file === null || place === null) return false;
  const [standing] = await standings(file, [place], env);
  if (standing!.state === 'approved') return true;
  const path = homeFile('approved.json', env);
  const home =
    path === null ? 'If you trust it, set TRACE_HOME to a folder of yours, and' : 'If you trust it,';
  throw new TraceError(
    'usage',
    'config-unapproved',
    `${file} is not approved: ${standingText(standing!)}. ${lookedIn(path)}No token was read and nothing was sent.`,
    `${home} approve it once: ${trustCommand(name, environment.place)} (in CI: --yes-trust)`,
  );
}

/** Where approvals were looked for, when none are there; empty when some are. */
function lookedIn(path: string | null): string {
  if (path === null)
    return 'No home folder is set, so there is nowhere to look for an approval or to store one. ';
  return existsSync(path) ? '' : `Approvals are looked for in ${path}, which does not exist. `;
}

/**
 * Refuses a state folder outside of the folder of a configuration that no person approved, before anything is written
 * there.
 *
 * @throws TraceError `config-unapproved`, `approvals-damaged`
 */
export async function requireState(
  environment: Pick<Environment, 'name' | 'origin' | 'place'>,
  env: Variables,
): Promise<void> {
  if (environment.origin.movesState) await requireApproval(environment, env);
}

/** The command that approves an environment, or all of a file; `flags` are those that lead to it, and more. */
export function trustCommand(name: string | undefined, flags: readonly string[]): string {
  return command('env', 'trust', ...operands(name === undefined ? [] : [name], flags));
}

/** What an environment would do, and what of it is new. */
export function standingText({ place, state, before }: Standing): string {
  const now = useText(place);
  if (state === 'changed')
    return `${place.name} changed since it was approved: before, ${useText(before!)}; now, ${now}`;
  return state === 'new' ? `${place.name} is new: ${now}` : `${place.name}: ${now}`;
}

function useText({ address, tokenSource, account, state }: Used): string {
  const of = account === null ? '' : ` of the account ${account}`;
  const token = `the token${of} from the ${tokenSource} goes to ${address}`;
  if (state === null || state === undefined) return token;
  const kept = `the ledger and the reports are stored in ${state}`;
  return tokenSource === 'embedded' ? kept : `${token}, ${kept}`;
}

/** What an approval is about, as it is configured or as it was approved. */
type Used = Pick<Approved, 'address' | 'tokenSource' | 'account'> & {
  readonly state?: string | null | undefined;
};

/** A folder has one path, whichever link leads to it. */
function fileKey(file: string): string {
  return join(realpathSync(dirname(file)), basename(file));
}

/** The file's path is part of it: what was approved in one place is not approved in a copy. */
function hashOf(
  salt: string,
  file: string,
  { name, address, tokenSource, account, state }: ConfiguredPlace,
): string {
  return createHash('sha256')
    .update(
      JSON.stringify([
        salt,
        fileKey(file),
        name,
        address,
        tokenSource,
        account,
        ...(state === null ? [] : [state]),
      ]),
    )
    .digest('hex');
}

async function storeFor(env: Variables): Promise<Store | null> {
  const path = homeFile('approved.json', env);
  if (path === null) return null;
  try {
    return await readStore(path);
  } catch (error) {
    if (error instanceof TraceError) throw error;
    return null;
  }
}

function readStore(path: string): Promise<Store | null> {
  return readHomeFile(
    path,
    (content) => storeSchema.parse(content),
    () =>
      new TraceError(
        'usage',
        'approvals-damaged',
        `${path}, which says which configurations are approved, is damaged.`,
        'Move it away, and approve them again.',
      ),
  );
}

/** Names come from files: none is a property that every object has. */
function own<T>(values: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return values && Object.hasOwn(values, name) ? values[name] : undefined;
}

function cannotKeep(why: string): TraceError {
  return new TraceError(
    'usage',
    'approval-unwritable',
    `The approval cannot be kept: ${why}.`,
    'Set TRACE_HOME to a folder of yours, and approve it again; or approve it for one run with --yes-trust.',
  );
}
