import type { Config } from './documents.ts';

/** What each function accepts. An option that is not described here means what the flag of the command with its name does. */
export interface CommonOptions {
  /** The name of an environment, as `--env` (default `mock`, which is on this machine). */
  readonly environment?: string | undefined;
  /** The path of a configuration file, or its content, which needs no approval (default: the file in `cwd`). */
  readonly config?: string | Config | undefined;
  /** The token of the service, instead of the source in the configuration. It is kept in memory only. */
  readonly token?: string | undefined;
  /** Environment variables, such as `process.env` (default: none). trace reads no others. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The folder from which relative paths start (default: the working folder of the process). */
  readonly cwd?: string | undefined;
  /** The folder of the ledger. Calls that send from one folder at a time are refused with `run-locked`. */
  readonly stateDir?: string | undefined;
  /** Stops the call. What that means for a run is in docs/library.md. */
  readonly signal?: AbortSignal | undefined;
  /** Approves the configuration file for this call, as `--yes-trust`. */
  readonly trust?: boolean | undefined;
  /** Requests per second. */
  readonly rate?: number | undefined;
  /** Requests at the same time. */
  readonly concurrency?: number | undefined;
  /** For example `30s`. */
  readonly timeout?: string | undefined;
}

/** What functions accept that read spreadsheets. */
export interface InputOptions extends CommonOptions {
  /** Paths of spreadsheets; `-` is `stdin`. */
  readonly files: readonly string[];
  /** The content of the file `-`. */
  readonly stdin?: AsyncIterable<Uint8Array> | undefined;
  readonly interface?: 'v2' | 'v3' | undefined;
  readonly family?: string | undefined;
  readonly batch?: string | undefined;
  /** Kinds of records, such as `supplier`. */
  readonly only?: readonly string[] | undefined;
  readonly dataCollection?: boolean | undefined;
  readonly update?: boolean | undefined;
  /** The kind of each sheet by its name, or `skip`. */
  readonly sheets?: Readonly<Record<string, string>> | undefined;
  /** The path of a map file. */
  readonly map?: string | undefined;
  readonly strict?: boolean | undefined;
  readonly externalRefs?: boolean | undefined;
  /** Headers of columns. */
  readonly ignoreColumns?: readonly string[] | undefined;
  readonly ignoreUnknownColumns?: boolean | undefined;
  /** Headers of columns. */
  readonly extraColumns?: readonly string[] | undefined;
  /** The severity of findings by their code. */
  readonly severities?: Readonly<Record<string, 'warning' | 'error' | 'off'>> | undefined;
  readonly allowEmpty?: boolean | undefined;
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly decimal?: ',' | '.' | undefined;
  readonly dateOrder?: 'day-first' | 'month-first' | undefined;
  /** The limits of files by their name, such as `{ 'part-bytes': '3GB' }`. */
  readonly fileLimits?: Readonly<Record<string, string | number>> | undefined;
}

export interface CheckOptions extends InputOptions {
  /** Lists all findings, and not only the first 10,000 of each code. */
  readonly all?: boolean | undefined;
}

export interface PlanOptions extends InputOptions {
  readonly skipInvalid?: boolean | undefined;
}

export interface ImportOptions extends PlanOptions {
  /** Allows a write to the environment `production`, as `--yes`. */
  readonly yes?: boolean | undefined;
  /** The pause between kinds, for example `4s`. */
  readonly settle?: string | undefined;
  /** What replaces a ledger that is lost or damaged: its copy, or an empty one (default: the call is refused). */
  readonly ledger?: 'restore' | 'new' | undefined;
  /** Also stops the wait for open requests; their records are then in doubt. */
  readonly forced?: AbortSignal | undefined;
}

export interface ExportOptions extends CommonOptions {
  /** Ids of studies (default: all that match). */
  readonly ids?: readonly string[] | undefined;
  /** The path of a file or folder, as `--out`, or a stream (default: files in `cwd`). */
  readonly out?: string | NodeJS.WritableStream | undefined;
  readonly format?: 'csv' | 'xlsx' | 'json' | 'ndjson' | 'parquet' | undefined;
  /** The tables of studies, such as `step`. */
  readonly grains?: readonly string[] | undefined;
  readonly excel?: 'en' | 'fr' | 'de' | undefined;
  readonly dataHeaders?: boolean | undefined;
  readonly raw?: boolean | undefined;
  readonly changedSinceLast?: boolean | undefined;
  readonly force?: boolean | undefined;
  readonly fresh?: boolean | undefined;
  /** Exports the showcases of the studies. */
  readonly showcase?: boolean | undefined;
  readonly collection?: string | undefined;
  readonly productRef?: string | undefined;
  readonly color?: string | undefined;
  readonly states?: readonly string[] | undefined;
  readonly batch?: string | undefined;
  readonly run?: string | undefined;
  readonly since?: string | undefined;
  readonly search?: string | undefined;
  readonly limit?: number | undefined;
  /** The languages of texts, such as `fr`. */
  readonly languages?: readonly string[] | undefined;
}
