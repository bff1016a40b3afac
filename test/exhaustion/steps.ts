import path from 'node:path';
import type { DatabaseSync as Database, StatementSync as Statement } from 'node:sqlite';

/** A step of the process: an operation on a ledger file, a socket that it opened, or a file of its folder. */
export interface Step {
  readonly area: 'ledger' | 'socket' | 'file';
  /** `commit`, `insert into attempts`, `write`, `rename`. */
  readonly what: string;
  /** It changes nothing outside the process. */
  readonly reads: boolean;
  /** It is inside a ledger transaction: a killed process leaves no trace of it. */
  readonly inside: boolean;
}

/** The n-th step of an area, from 1; steps inside a transaction only on request. */
export interface KillAt {
  readonly area: Step['area'];
  readonly at: number;
  readonly inside: boolean;
}

export interface Watch {
  /** Called before the step; a returned error is thrown instead, as by the system. */
  before(step: Step): NodeJS.ErrnoException | undefined;
  /** Called after a database commit, explicit or of a single statement. */
  committed?(file: string): void;
}

const fs = process.getBuiltinModule('node:fs');
const files = process.getBuiltinModule('node:fs/promises');
const { syncBuiltinESMExports } = process.getBuiltinModule('node:module');
const { Socket } = process.getBuiltinModule('node:net');
const sqlite = process.getBuiltinModule('node:sqlite');

const FILE_READS = ['lstat', 'readFile', 'readdir', 'realpath', 'stat'] as const;
const FILE_WRITES = ['mkdir', 'mkdtemp', 'rename', 'rm', 'writeFile'] as const;
const SYNC = ['lstatSync', 'statSync', 'mkdirSync', 'openSync', 'readFileSync'] as const;
const HANDLE = ['appendFile', 'close', 'read', 'stat', 'sync', 'truncate', 'write', 'writeFile'] as const;
const READS: ReadonlySet<string> = new Set([...FILE_READS, 'lstatSync', 'statSync', 'readFileSync', 'read']);

type Method = (this: never, ...parameters: never[]) => unknown;

let watching: Watch | undefined;
let watched = '';

const below = (file: unknown) =>
  watching !== undefined &&
  typeof file === 'string' &&
  !path.relative(watched, path.resolve(watched, file)).startsWith('..');

const ask = (area: Step['area'], what: string, reads: boolean, inside = false) =>
  watching?.before({ area, what, reads, inside });

/** Replaces the class from the first import on: later changes to the module would not reach named imports. */
sqlite.DatabaseSync = class extends sqlite.DatabaseSync {
  constructor(file: string, options: object = {}) {
    const error =
      file !== '' && below(file) ? ask('ledger', `open ${path.basename(file)}`, false) : undefined;
    if (error) throw error;
    super(file, options);
  }
};

/** Runs `work` unobserved: operations of the test are not steps. It must be synchronous. */
export function unwatched<T>(work: () => T): T {
  const before = watching;
  watching = undefined;
  try {
    return work();
  } finally {
    watching = before;
  }
}

/**
 * Observes operations on files below `folder` and on sockets that this process opens, until the returned function is
 * called. Named imports of Node's modules are covered; in-memory databases and server sockets are not.
 */
export async function watchSteps(folder: string, watch: Watch): Promise<() => void> {
  const undo: (() => void)[] = [];
  const replace = <Of extends object>(owner: Of, name: keyof Of & string, make: (real: Method) => Method) => {
    const own = Object.getOwnPropertyDescriptor(owner, name);
    const real = owner[name] as unknown as Method;
    Object.defineProperty(owner, name, { value: make(real), writable: true, configurable: true });
    undo.push(() => (own ? Object.defineProperty(owner, name, own) : Reflect.deleteProperty(owner, name)));
  };
  watched = folder;
  watchLedgers();
  watchSockets();
  await watchFiles();
  syncBuiltinESMExports();
  watching = watch;
  return () => {
    watching = undefined;
    for (const back of undo.reverse()) back();
    syncBuiltinESMExports();
  };

  function watchLedgers(): void {
    const statements = new WeakMap<object, { db: Database; sql: string }>();
    const { DatabaseSync, StatementSync } = sqlite;
    const realExec = DatabaseSync.prototype.exec;
    const isOurs = (db: Database) => db.isOpen && below(db.location());

    /** Fails a statement like SQLite: some errors end the transaction, others leave it open. */
    const failing = (db: Database, error: Error & { errcode?: number }) => {
      if (error.errcode === 13 && db.isTransaction) realExec.call(db, 'rollback');
      return error;
    };
    const done = (db: Database) => {
      if (!db.isTransaction && isOurs(db)) watching?.committed?.(db.location()!);
    };
    const prototype = Object.getPrototypeOf(DatabaseSync.prototype) as Database;

    replace(
      prototype,
      'exec',
      (real) =>
        function (this: Database, sql: string) {
          if (!isOurs(this)) return real.call(this as never, sql as never);
          const what = wordsOf(sql);
          const error = ask('ledger', what, false, this.isTransaction && what !== 'commit');
          if (error) throw failing(this, error);
          real.call(this as never, sql as never);
          return done(this);
        } as Method,
    );
    replace(
      prototype,
      'close',
      (real) =>
        function (this: Database) {
          if (isOurs(this)) ask('ledger', 'close', false);
          return real.call(this as never);
        } as Method,
    );
    replace(
      prototype,
      'prepare',
      (real) =>
        function (this: Database, sql: string) {
          const statement = real.call(this as never, sql as never) as Statement;
          if (isOurs(this)) statements.set(statement, { db: this, sql });
          return statement;
        } as Method,
    );
    for (const name of ['run', 'get', 'all', 'iterate'] as const) {
      replace(
        StatementSync.prototype,
        name,
        (real) =>
          function (this: Statement, ...parameters: never[]) {
            const ours = statements.get(this);
            if (ours === undefined) return real.apply(this as never, parameters);
            const error = ask('ledger', wordsOf(ours.sql), name !== 'run', ours.db.isTransaction);
            if (error) throw failing(ours.db, error);
            const result = real.apply(this as never, parameters);
            if (name === 'run') done(ours.db);
            return result;
          } as Method,
      );
    }
  }

  function watchSockets(): void {
    const ours = new WeakSet<object>();
    const fail = (socket: InstanceType<typeof Socket>, error: Error | undefined) => {
      if (error) process.nextTick(() => socket.destroy(error));
      return error !== undefined;
    };
    type Sock = InstanceType<typeof Socket>;
    replace(
      Socket.prototype,
      'connect',
      (real) =>
        function (this: Sock, ...parameters: never[]) {
          ours.add(this);
          return fail(this, ask('socket', 'connect', false)) ? this : real.apply(this as never, parameters);
        } as Method,
    );
    for (const name of ['_write', '_writev'] as const) {
      replace(
        Socket.prototype as Sock & Record<typeof name, unknown>,
        name,
        (real) =>
          function (this: Sock, ...parameters: never[]) {
            const error = ours.has(this) ? ask('socket', 'write', false) : undefined;
            if (error) return (parameters.at(-1) as unknown as (error: Error) => void)(error);
            return real.apply(this as never, parameters);
          } as Method,
      );
    }
    replace(
      Socket.prototype,
      'push',
      (real) =>
        function (this: Sock, ...parameters: never[]) {
          const error = ours.has(this)
            ? ask('socket', parameters[0] === null ? 'end arrives' : 'bytes arrive', false)
            : undefined;
          return fail(this, error) ? false : real.apply(this as never, parameters);
        } as Method,
    );
    replace(
      Socket.prototype,
      'emit',
      (real) =>
        function (this: Sock, ...parameters: never[]) {
          if (ours.has(this) && (parameters[0] as unknown) === 'connect') {
            if (fail(this, ask('socket', 'connected', false))) return false;
          }
          return real.apply(this as never, parameters);
        } as Method,
    );
  }

  async function watchFiles(): Promise<void> {
    for (const name of SYNC) {
      replace(
        fs,
        name,
        (real) =>
          ((...parameters: never[]) => {
            const error = below(parameters[0])
              ? ask('file', name.replace('Sync', ''), READS.has(name) || parameters[1] === 'r')
              : undefined;
            if (error) throw error;
            return real.apply(fs as never, parameters);
          }) as Method,
      );
    }
    for (const name of [...FILE_READS, ...FILE_WRITES]) {
      replace(
        files,
        name,
        (real) =>
          (async (...parameters: never[]) => {
            const error = below(parameters[0]) ? ask('file', name, READS.has(name)) : undefined;
            if (error) throw error;
            return real.apply(files as never, parameters);
          }) as Method,
      );
    }
    const ours = new WeakSet<object>();
    replace(
      files,
      'open',
      (real) =>
        (async (...parameters: never[]) => {
          const how = parameters[1] as string | number | undefined;
          const reads = how === undefined || how === 'r' || how === fs.constants.O_RDONLY;
          const error = below(parameters[0]) ? ask('file', 'open', reads) : undefined;
          if (error) throw error;
          const handle = (await real.apply(files as never, parameters)) as object;
          if (below(parameters[0])) ours.add(handle);
          return handle;
        }) as Method,
    );
    const any = await files.open(import.meta.filename);
    await any.close();
    const handles = Object.getPrototypeOf(any) as typeof any;
    for (const name of HANDLE) {
      replace(
        handles,
        name,
        (real) =>
          async function (this: object, ...parameters: never[]) {
            const error = ours.has(this) ? ask('file', name, READS.has(name)) : undefined;
            // A failed close still closes.
            if (error && name === 'close') await real.apply(this as never, parameters);
            if (error) throw error;
            return real.apply(this as never, parameters);
          } as Method,
      );
    }
  }
}

/** The operation of a statement, without its values. */
function wordsOf(sql: string): string {
  const words =
    sql
      .trim()
      .toLowerCase()
      .match(/[a-z_]+/g) ?? [];
  const [verb = ''] = words;
  if (verb === 'insert' || verb === 'delete') {
    const at = words.findIndex((word) => word === 'into' || word === 'from');
    return `${verb} ${words[at + 1]}`;
  }
  return verb === 'update' || verb === 'pragma' ? `${verb} ${words[1]}` : verb;
}
