import type { Completion } from '../contract/completion.ts';
import type { FamilyName, ProjectTypes } from '../contract/family.ts';
import type { AbsenceSetting, InterfaceName } from '../contract/kind.ts';
import type { RequiredSets } from '../contract/required-sets.ts';
import type { ConfiguredPaths } from '../contract/v3/update-paths.ts';
import type { ConfiguredPlace } from './configured-places.ts';
import type { Drift } from './drift.ts';
import type { Retention } from './retention.ts';
import type { NotifySettings } from './schema.ts';
import type { TokenSource } from './token-source.ts';

/** A setting and where it comes from, as `trace env show` prints it. */
export interface Sourced<T> {
  readonly value: T;
  readonly from: string;
}

/** How the configuration says that the service is reached. Null where it says nothing. */
export interface NetworkSettings {
  /** The address of a proxy, or `none`. */
  readonly proxy: Sourced<string | null>;
  /** The source of the `name:password` for that proxy. */
  readonly proxyAuth: TokenSource | null;
  /** Paths of PEM files: authorities to trust, and the certificate and key to identify with. */
  readonly ca: Sourced<string | null>;
  readonly clientCert: Sourced<string | null>;
  readonly clientKey: Sourced<string | null>;
}

/** An environment for rehearsals, as far as it says which records of the ledger are its own. */
export type Rehearsal = Pick<Environment, 'name' | 'baseUrl' | 'account' | 'mock'>;

/** The levels of a log, from the one with the fewest lines. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A resolved environment. Flags override environment variables, which override the file and the defaults. */
export interface Environment {
  readonly name: string;
  /** Null for the embedded mock, and if there is none (`hasNoAddress`). */
  readonly baseUrl: Sourced<string | null>;
  /** The configuration has no address: only commands that do not contact the service may use the environment. */
  readonly hasNoAddress: boolean;
  readonly token: Sourced<TokenSource>;
  /** Name of the token source, for the ledger, the trust files and messages; see `sourceName`. */
  readonly tokenSource: string;
  /** The brand or customer that the token belongs to, if configured. */
  readonly account: Sourced<string | null>;
  readonly network: NetworkSettings;
  /** The source of the address of the memory that machines share; null if this machine has its own. */
  readonly memory: TokenSource | null;
  /** All environments of the configuration that have an address. */
  readonly configured: readonly ConfiguredPlace[];
  /** The source of the address and the token source, and whether they are approved. */
  readonly origin: ConfigOrigin;
  readonly interface: Sourced<InterfaceName>;
  /** Whether trace uses v3 names, lengths and lists that the interface does not document. */
  readonly hints: Sourced<boolean>;
  /** Fields whose requirement differs from the contract. */
  readonly required: RequiredSets;
  readonly family: Sourced<FamilyName | null>;
  /** The importation batch of rows that have none. */
  readonly batch: Sourced<string | null>;
  readonly rate: Sourced<number>;
  readonly concurrency: Sourced<number>;
  readonly settleMs: Sourced<number>;
  readonly inDoubt: Sourced<'verify' | 'hold' | 'resend'>;
  /** `fixed-answers`: the service is a mock that answers every create with the same example. Null for a service. */
  readonly mock: Sourced<'fixed-answers' | null>;
  /** Time after which the absence of a record proves that it was not stored. */
  readonly absence: Sourced<AbsenceSetting>;
  readonly timeoutMs: Sourced<number>;
  readonly stateDir: Sourced<string>;
  /** How long the state folder keeps earlier runs; null for ever. */
  readonly retention: Retention | null;
  /** How an input is compared with those of earlier runs; null if it is not. */
  readonly drift: Drift | null;
  /** The environment that must have accepted content before it is sent to this one; null if none must. */
  readonly rehearsal: Rehearsal | null;
  /** The log of runs; no file: null. */
  readonly log: { readonly file: string | null; readonly level: LogLevel };
  /** Who hears of a run, and the folder from which paths start; null for nobody. */
  readonly notify: { readonly settings: NotifySettings; readonly folder: string } | null;
  readonly projectTypes: ProjectTypes;
  /** The flags `--config` and `--state-dir`, if given, to repeat in commands that messages suggest. */
  readonly place: readonly string[];
  /** Paths of v3 updates that the interface does not document. */
  readonly updatePaths: ConfiguredPaths;
  /** How the contract of the environment differs from the interface. */
  readonly completion: Completion;
}

/** The configuration file of an environment. */
interface ConfigOrigin {
  /** The path of the file; null if there is none. */
  readonly file: string | null;
  /** The values to approve. Null for the embedded mock, unless the file moves its state folder. */
  readonly toApprove: ConfiguredPlace | null;
  /** Whether its addresses and token sources need approval. */
  readonly needsApproval: boolean;
  /** Whether `--yes-trust` approves them for this run. */
  readonly approvedForRun: boolean;
  /** Whether the file sets a state folder or anything else outside its own folder (`outsideWrites`). */
  readonly movesState: boolean;
}
