import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  expectEnd,
  folderWith,
  type mockService,
  type Ran,
  sandboxConfig,
  sandboxFolder,
  TOKEN,
  trace,
} from './harness.ts';
import { SMALL_BATCH, smallBatch } from './sheets.ts';

const hexOf = (sign: string) => sign.charCodeAt(0).toString(16);
const each = (write: (sign: string) => string) => Array.from(TOKEN, write).join('');

/** The fixed part of a base64 text in which the token begins at each byte of a group. */
const WITHIN = [0, 1, 2].map((shift) => {
  const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(TOKEN)]);
  return bytes.toString('base64').slice([0, 2, 3][shift]!, Math.floor((bytes.length * 8) / 6));
});

const SPELLINGS = [
  ...[TOKEN, encodeURIComponent(TOKEN), ...WITHIN, Buffer.from(TOKEN).toString('hex')],
  ...[each((sign) => `%${hexOf(sign)}`), each((sign) => `%25${hexOf(sign)}`)],
  ...[each((sign) => `&#${sign.charCodeAt(0)};`), each((sign) => `&#x${hexOf(sign)};`)],
  each((sign) => `\\u00${hexOf(sign)}`),
];

/** All forms of the token, as sent by a careless service. */
const ECHO = [
  ...SPELLINGS.filter((spelling) => !WITHIN.includes(spelling)),
  ...['', 'a:', 'ab:', 'abc:'].map((user) => `Basic ${Buffer.from(`${user}${TOKEN}:z`).toString('base64')}`),
].join(' and ');

/** Every place where one of the texts occurs: streams, and the bytes of all files of the folder except `except`. */
async function leaks(ran: readonly Ran[], folder: string, except: readonly string[]): Promise<string[]> {
  const places = ran.flatMap(({ stdout, stderr }, at) => [
    { name: `stdout ${at}`, bytes: Buffer.from(stdout) },
    { name: `stderr ${at}`, bytes: Buffer.from(stderr) },
  ]);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || except.includes(entry.name)) continue;
    const name = path.join(entry.parentPath, entry.name);
    places.push({ name, bytes: await readFile(name) });
  }
  expect(places.some(({ name }) => name.endsWith('ledger.db'))).toBe(true);
  return places.filter(({ bytes }) => SPELLINGS.some((text) => bytes.includes(text))).map(({ name }) => name);
}

const PRINT_IT = 'process.stdout.write(require("node:fs").readFileSync("token", "utf8"))';

describe.each([
  ['a variable', 'tokenEnv: SANDBOX_TOKEN'],
  ['a file', 'tokenFile: token'],
  [
    'a command',
    `tokenCommand: ${JSON.stringify([process.execPath, '-e', PRINT_IT.replace('"token"', 'process.env.TOKEN_FILE')])}`,
  ],
])('a token from %s appears in no output, report, ledger or error', (_, source) => {
  const commands = [
    ['import', ...SMALL_BATCH, '--env', 'sandbox', '--json-lines', '--report', 'report.json'],
    ['import', ...SMALL_BATCH, '--env', 'sandbox', '--json'],
    ['plan', ...SMALL_BATCH, '--env', 'sandbox', '--json'],
    ['runs', 'list', '--json'],
    ['runs', 'show', '--json'],
    ['runs', 'report'],
    ['trace', 'FRN-1', '--json'],
    ['env', 'show', 'sandbox'],
    ['env', 'show', 'sandbox', '--json'],
    ['env', 'list'],
    ['env', 'check', 'sandbox'],
  ];

  async function all(before?: Parameters<typeof mockService>[0]) {
    const { cwd } = await sandboxFolder(smallBatch(), { config: [source], ...before });
    const file = path.join(cwd, 'token');
    await writeFile(file, TOKEN, { mode: 0o600 });
    const ran: Ran[] = [];
    for (const argv of commands) ran.push(await trace(argv, { cwd, env: { TOKEN_FILE: file } }));
    return { ran, found: await leaks(ran, cwd, ['token']) };
  }

  test('a token is in no output when every command succeeds', async () => {
    const { ran, found } = await all();
    expect(ran.map(({ code }) => code)).toEqual(commands.map(() => 0));
    expect(found).toEqual([]);
  });

  test('a token is in no output when the service rejects it', async () => {
    const { ran, found } = await all({ token: 'another' });
    expect([ran[0]!.code, ran[1]!.code, ran.at(-1)!.code]).toEqual([4, 4, 4]);
    expect(found).toEqual([]);
  });

  test('a token is in no output when the service returns it in error messages', async () => {
    const echo = `no access for Bearer ${ECHO}`;
    const { ran, found } = await all({
      before: ({ n }) => {
        const status = [401, 500, 400][n % 3]!;
        return Response.json({ statusCode: status, message: [echo], error: echo }, { status });
      },
    });
    expect(ran[0]!.code).toBe(4);
    expect(ran.some(({ stdout }) => stdout.includes('[redacted]'))).toBe(true);
    expect(found).toEqual([]);
  });
});

test('a token in the data of the service is redacted in every list and export', async () => {
  const { cwd } = await sandboxFolder(smallBatch(), {
    before: () =>
      Response.json({
        ...{ offset: 0, limit: 100, total: 1 },
        data: [{ id: 'P-1', packagingRef: `EMB ${ECHO}`, type: ECHO, [ECHO]: ECHO }],
      }),
  });
  await trace(['import', ...SMALL_BATCH, '--env', 'mock'], { cwd });
  const ran: Ran[] = [];
  for (const argv of [
    ['packaging', 'list'],
    ['packaging', 'show', 'P-1'],
    ['packaging', 'export', '--out', 'packaging.csv'],
    ['packaging', 'export', '--out', 'packaging.json'],
    ['packaging', 'export', '--out', '-', '--format', 'ndjson'],
    ['packaging', 'export', '--out', 'packaging/'],
  ])
    ran.push(await trace([...argv, '--env', 'sandbox'], { cwd }));
  // A list is not the format of one packaging item: something between may have responded, so it is retried.
  expect(ran.map(({ code }) => code)).toEqual([0, 7, 0, 0, 0, 0]);
  expect(ran[0]!.stdout).toContain('EMB [redacted] and [redacted]');
  expect(await leaks(ran, cwd, [])).toEqual([]);
});

test('a token with a line break is rejected, and is not printed', async () => {
  const { mock, cwd } = await sandboxFolder(smallBatch());
  const ran = await trace(['import', ...SMALL_BATCH, '--env', 'sandbox'], {
    cwd,
    env: { SANDBOX_TOKEN: `${TOKEN}\nX: y` },
  });
  expect(ran.code).toBe(4);
  expect(await leaks([ran], cwd, [])).toEqual([]);
  expect(mock.stats().requests).toBe(0);
});

test('a token is never sent unencrypted to another machine', async () => {
  const cwd = await folderWith({
    ...smallBatch(),
    'trace.config.yaml': sandboxConfig('http://api.example.invalid'),
  });
  const ran = await trace(['import', ...SMALL_BATCH, '--env', 'sandbox'], { cwd });
  expectEnd(ran, 2, 'would be sent unencrypted');
});

describe('a file in place of the ledger that is not a database', () => {
  test.each(['check', 'plan', 'import', 'runs'])(
    'a file in place of the ledger is named in the error of trace %s',
    async (command) => {
      const cwd = await folderWith({ ...smallBatch() });
      await trace(['import', ...SMALL_BATCH], { cwd });
      await writeFile(
        path.join(cwd, '.trace', 'ledger.db'),
        'not a database, but a text that is long enough'.repeat(50),
      );
      for (const extra of ['ledger.db-wal', 'ledger.db-shm'])
        await writeFile(path.join(cwd, '.trace', extra), '');
      const argv = command === 'runs' ? ['runs', 'list'] : [command, ...SMALL_BATCH];
      const ran = await trace(argv, { cwd });
      expectEnd(ran, 2, 'ledger.db');
    },
  );
});
