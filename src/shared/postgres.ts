import type { SecureContext } from 'node:tls';
import type { Pool, PoolClient } from 'pg';
import { TraceError, usage } from '../errors.ts';
import { say } from '../say.ts';
import { systemCause } from '../system-cause.ts';
import { migrate, VERSION } from './schema.ts';

/** How to reach the PostgreSQL of a shared memory. */
export interface MemoryAddress {
  /** Such as `postgres://user:password@host:5432/database`. Never printed. */
  readonly url: string;
  /** Where the address comes from, for messages. */
  readonly source: string;
  /** Reads the authorities that are trusted; undefined for those of Node. Not called for a server on this machine. */
  readonly authorities: () => Promise<SecureContext | undefined>;
}

/** How long a connection or a query may take, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** Pauses between tries if the connection fails, in milliseconds. */
const RETRY_MS = [50, 200, 500, 1000];
/** The classes of SQLSTATE that say who may connect or do what: invalid authorisation, and missing rights. */
const REFUSED = /^(28|42501|3D000|57P04)/;

/** A connected shared memory. Every query is retried while the connection fails, so each must allow a repetition. */
export class Postgres {
  readonly #pool: Pool;
  /** The names of statements, so that the server plans each once for a connection. */
  readonly #names = new Map<string, string>();
  /** Host and database, without user and password. */
  readonly name: string;

  private constructor(pool: Pool, name: string) {
    this.#pool = pool;
    this.name = name;
  }

  /**
   * Connects, and brings the tables to this version.
   *
   * @throws TraceError `memory-address`, `memory-plain`, `memory-refused`, `memory-newer`, `memory-lost`
   */
  static async open(address: MemoryAddress): Promise<Postgres> {
    const { config, name } = await poolConfig(address);
    const { default: pg } = await import('pg');
    const pool = new pg.Pool(config);
    // A connection that breaks while no query uses it is replaced when it is needed.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    const postgres = new Postgres(pool, name);
    try {
      const { version, oldest } = await postgres.with(migrate);
      if (oldest > VERSION)
        throw usage(
          'memory-newer',
          say().memory.newer({ name, version: `${version}` }),
          say().memory.newerHow(),
        );
    } catch (error) {
      await pool.end();
      throw error;
    }
    return postgres;
  }

  /** The rows of a query. `until`: when to stop trying again, on the clock of `performance`; by default a few seconds. */
  async rows<Row extends object>(
    sql: string,
    values: readonly unknown[],
    until?: () => boolean,
  ): Promise<Row[]> {
    const statement = { name: this.#nameOf(sql), text: sql, values: values as unknown[] };
    return this.with(async (client) => (await client.query<Row>(statement)).rows, until);
  }

  /** Whether the role may do what an import does. */
  async mayWrite(): Promise<boolean> {
    const sql = `select bool_and(has_table_privilege(name, 'select, insert') and has_table_privilege(name, 'update')) as all
      from unnest(array['claim', 'sender', 'rate', 'run']) name`;
    const [rights] = await this.rows<{ all: boolean }>(sql, []);
    return rights!.all;
  }

  /**
   * What `work` returns, on one connection. It is called again if the connection failed.
   *
   * @throws TraceError `memory-lost`, `memory-refused`
   */
  async with<T>(work: (client: PoolClient) => Promise<T>, mayRetry: () => boolean = () => true): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        const client = await this.#pool.connect();
        let failure: Error | undefined;
        try {
          return await work(client);
        } catch (error) {
          failure = error as Error;
          throw error;
        } finally {
          // A connection after an error is not used again.
          client.release(failure);
        }
      } catch (error) {
        if (error instanceof TraceError) throw error;
        const pause = RETRY_MS[tries];
        if (pause === undefined || !isConnectionError(error) || !mayRetry()) throw this.#errorOf(error);
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  #nameOf(sql: string): string {
    const name = this.#names.get(sql) ?? `trace-${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }

  #errorOf(error: unknown): unknown {
    const { code, message } = error as { code?: string; message: string };
    const { name } = this;
    if (code !== undefined && REFUSED.test(code))
      return usage(
        'memory-refused',
        say().memory.refused({ name, cause: message }),
        say().memory.refusedHow(),
        error,
      );
    if (!isConnectionError(error)) return error;
    const cause = systemCause(error) || message;
    return new TraceError(
      'unreachable',
      'memory-lost',
      say().memory.lost({ name, cause }),
      say().memory.lostHow(),
      error,
    );
  }
}

/** Whether an error is about the connection or the server as a whole, not about a statement. */
function isConnectionError(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  // 08: connection; 57P: the server stops or starts; 53: no more connections; 40: try the transaction again.
  if (/^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]{4}$/.test(code)) return /^(08|57P0[123]|53|40)/.test(code);
  return /^E[A-Z]+/.test(code) || /timeout|terminated|ended|closed|connection/i.test(message);
}

/** The settings of the pool, with TLS that is verified unless the server is on this machine. */
async function poolConfig({ url, source, authorities }: MemoryAddress) {
  const parsed = /^postgres(?:ql)?:/.test(url) ? URL.parse(url) : null;
  const { memory } = say();
  if (parsed === null || parsed.pathname.length < 2)
    throw usage('memory-address', memory.address({ source }), memory.addressHow());
  const { hostname, searchParams: params } = parsed;
  const socket = params.get('host');
  const isLocal = socket?.startsWith('/') || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  const mode = params.get('sslmode');
  const name = `${socket ?? parsed.host}${parsed.pathname}`;
  if (!isLocal && mode !== null && !/^(require|verify-(ca|full))$/.test(mode))
    throw usage('memory-plain', memory.plain({ name, mode }), memory.plainHow());
  for (const key of [...params.keys()]) if (/^ssl|^uselibpq/.test(key)) params.delete(key);
  const isPlain = isLocal && (mode === null || mode === 'disable');
  const secureContext = isPlain ? undefined : await authorities();
  return {
    name,
    config: {
      connectionString: parsed.href,
      ssl: isPlain
        ? false
        : { rejectUnauthorized: true, servername: hostname, ...(secureContext && { secureContext }) },
      max: 3,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS * 6,
      keepAlive: true,
      application_name: 'trace',
      // A claim is durable before its request leaves, whatever the default of the database.
      options: '-c search_path=trace -c synchronous_commit=on -c timezone=UTC',
    },
  };
}
