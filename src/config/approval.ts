import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { command, operands } from '../advice.ts';
import { TraceError, usage } from '../errors.ts';
import { say } from '../say.ts';
import type { ConfiguredPlace } from './configured-places.ts';
import type { Environment } from './environment.ts';
import type { Variables } from './home.ts';
import { changeHome, type HomeStore, homeFile, readHome } from './home-file.ts';
import { sourceText } from './token-source.ts';

const approvedSchema = z.strictObject({
  /** Salted SHA-256 of everything that is approved. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** The approved values, so that a message can show what has changed. */
  address: z.string(),
  tokenSource: z.string(),
  account: z.string().nullable(),
  /** The state folder, if it is outside the folder of the configuration file. */
  state: z.string().optional(),
  /** The settings of the network, by key; see `ConfiguredPlace`. */
  network: z.record(z.string(), z.string()).optional(),
  /** See `outsideWrites`. */
  outside: z.string().optional(),
});
type Approved = z.infer<typeof approvedSchema>;

const storeSchema = z.strictObject({
  version: z.literal(1),
  salt: z.string().regex(/^[0-9a-f]{32,}$/),
  /** By path of the file, then by name of the environment. */
  files: z.record(z.string(), z.record(z.string(), approvedSchema)),
});
type Store = z.infer<typeof storeSchema>;

const APPROVALS: HomeStore<Store> = {
  name: 'approved.json',
  schema: storeSchema,
  empty: (salt) => ({ version: 1, salt, files: {} }),
  damaged(path) {
    const { approvalsDamaged, approvalsDamagedHow } = say().configuration;
    return usage('approvals-damaged', approvalsDamaged({ path }), approvalsDamagedHow());
  },
  unwritable(why) {
    const { approvalUnwritable, approvalUnwritableHow } = say().configuration;
    return usage('approval-unwritable', approvalUnwritable({ why }), approvalUnwritableHow());
  },
};

/** An environment of a configuration file, and whether it is approved. */
export interface ApprovalState {
  readonly place: ConfiguredPlace;
  readonly state: 'approved' | 'new' | 'changed';
  /** The values that were approved before; null if it is new. */
  readonly before: Omit<Approved, 'hash'> | null;
}

/**
 * Looks up whether environments of a configuration file are approved.
 *
 * @throws TraceError `approvals-damaged`
 */
export async function approvalStates(
  file: string,
  places: readonly ConfiguredPlace[],
  env: Variables,
): Promise<ApprovalState[]> {
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
 * Saves the approval of environments of a file. Returns the path of the approvals file.
 *
 * @throws TraceError `approvals-damaged`, `approval-unwritable`
 */
export function approve(file: string, places: readonly ConfiguredPlace[], env: Variables): Promise<string> {
  return changeHome(APPROVALS, env, (store) => {
    const approved = places.map((place) => {
      const { address, tokenSource, account, state, network, outside } = place;
      const hash = hashOf(store.salt, file, place);
      const optional = {
        ...(state !== null && { state }),
        ...(isSet(network) && { network }),
        ...(outside !== null && { outside }),
      };
      return [place.name, { hash, address, tokenSource, account, ...optional }] as const;
    });
    const key = fileKey(file);
    const all = { ...own(store.files, key), ...Object.fromEntries(approved) };
    return { ...store, files: { ...store.files, [key]: all } };
  });
}

/**
 * Throws unless the address and the token source of an environment are approved, or need no approval. Returns whether a
 * stored approval was found.
 *
 * @throws TraceError `config-unapproved`, `approvals-damaged`, `certificate-unreadable` if the file of `ca` is gone
 */
export async function requireApproval(
  environment: Pick<Environment, 'name' | 'origin' | 'place'>,
  env: Variables,
): Promise<boolean> {
  const { name, origin } = environment;
  const { file, toApprove } = origin;
  if (!origin.needsApproval || origin.approvedForRun || file === null || toApprove === null) return false;
  if (env.TRACE_APPROVED !== undefined && env.TRACE_APPROVED === approvalCode(file, toApprove)) return true;
  const [found] = await approvalStates(file, [toApprove], env);
  if (found!.state === 'approved') return true;
  const ca = /^(.*) \(-\)$/.exec(toApprove.network.ca ?? '')?.[1];
  const { unreadable, unreadableHow } = say().network;
  const gone = { path: resolve(dirname(file), `${ca}`), why: say().systemCauses.ENOENT() };
  if (ca && !existsSync(gone.path)) throw usage('certificate-unreadable', unreadable(gone), unreadableHow());
  const path = homeFile(APPROVALS.name, env);
  const approving = trustCommand(name, environment.place);
  throw usage(
    'config-unapproved',
    say().configuration.unapproved({ file, place: approvalText(found!), where: lookedIn(path) }),
    env.TRACE_APPROVED !== undefined
      ? say().configuration.outdatedCode({ command: approving })
      : path === null
        ? say().configuration.approveHome({ command: approving })
        : say().configuration.approve({ command: approving }),
  );
}

/**
 * A code of everything that is approved, for the variable TRACE_APPROVED: it approves these values, also where no home
 * folder is known. If the file changes one of them, it approves nothing.
 */
export const approvalCode = (file: string, place: ConfiguredPlace): string => hashOf('', file, place);

/** A sentence on where approvals were looked for; empty if the file exists. */
function lookedIn(path: string | null): string {
  if (path === null) return `${say().configuration.noHome()} `;
  return existsSync(path) ? '' : `${say().configuration.noApprovals({ path })} `;
}

/**
 * Throws if the configuration sets a state folder outside its own folder and is not approved. Call it before anything
 * is written to the state folder.
 *
 * @throws TraceError `config-unapproved`, `approvals-damaged`
 */
export async function requireState(
  environment: Pick<Environment, 'name' | 'origin' | 'place'>,
  env: Variables,
): Promise<void> {
  if (environment.origin.movesState) await requireApproval(environment, env);
}

/** The command that approves an environment, or the whole file without `name`; `flags` select the configuration. */
export function trustCommand(name: string | undefined, flags: readonly string[]): string {
  return command('env', 'trust', ...operands(name === undefined ? [] : [name], flags));
}

/** Describes where the token of an environment is sent, and what changed since the approval. */
export function approvalText({ place, state, before }: ApprovalState): string {
  const now = valuesText(place);
  const { name } = place;
  const texts = say().configuration;
  if (state === 'changed') return texts.changed({ name, before: valuesText(before!), now });
  return state === 'new' ? texts.new({ name, now }) : texts.place({ name, now });
}

function valuesText({ address, tokenSource, account, state, network = {}, outside }: ApprovedValues): string {
  const texts = say().configuration;
  const direct =
    account === null
      ? texts.sent({ source: sourceText(tokenSource), address })
      : texts.sentOf({ account, source: sourceText(tokenSource), address });
  const settings = Object.entries(network).map(
    ([key, value]) => `${key}: ${key === 'proxyAuth' || key === 'memory' ? sourceText(value) : value}`,
  );
  const sent = isSet(network) ? texts.sentThrough({ sent: direct, settings: settings.join(', ') }) : direct;
  return [
    ...(tokenSource === 'embedded' ? [] : [sent]),
    ...(state ? [texts.stored({ folder: state })] : []),
    ...(outside ? [texts.written({ outside })] : []),
  ].reduce((first, stored) => texts.sentAndStored({ sent: first, stored }));
}

/** The values that need approval, as configured or as approved before. */
type ApprovedValues = Pick<Approved, 'address' | 'tokenSource' | 'account'> & {
  readonly state?: string | null | undefined;
  readonly network?: Readonly<Record<string, string>> | undefined;
  readonly outside?: string | null | undefined;
};

const isSet = (network: Readonly<Record<string, string>>): boolean => Object.keys(network).length > 0;

/** The key of a file in the approvals: its real path, so that symbolic links to its folder make no difference. */
function fileKey(file: string): string {
  return join(realpathSync(dirname(file)), basename(file));
}

/** The hash includes the path of the file, so that an approval does not apply to a copy in another folder. */
function hashOf(salt: string, file: string, place: ConfiguredPlace): string {
  const { name, address, tokenSource, account, state, network, outside } = place;
  // Values that are not set are omitted, so that older approvals stay valid.
  const more = [
    ...(state === null ? [] : [state]),
    ...(isSet(network) ? [network] : []),
    ...(outside === null ? [] : [{ outside }]),
  ];
  const approved = JSON.stringify([salt, fileKey(file), name, address, tokenSource, account, ...more]);
  return createHash('sha256').update(approved).digest('hex');
}

async function storeFor(env: Variables): Promise<Store | null> {
  const path = homeFile(APPROVALS.name, env);
  if (path === null) return null;
  return readHome(APPROVALS, path).catch((error: unknown) => {
    if (error instanceof TraceError) throw error;
    return null;
  });
}

/** Returns the value of an own property. Names come from files, so inherited properties must not match. */
function own<T>(values: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return values && Object.hasOwn(values, name) ? values[name] : undefined;
}
