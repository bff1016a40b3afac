import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectEnd, expectSaid, folderWith, sandboxFolder, TOKEN, trace } from './harness.ts';
import { csvOf, supplier, supplierBody } from './sheets.ts';

const ONE = { 'suppliers.csv': csvOf(supplier, [supplierBody('SUP-1', { name: 'Secret Mills' })]) };

/** A server for webhooks. It answers with `status`, or never if that is 0. */
async function hooks(status = 200) {
  const received: { path: string; text: string }[] = [];
  const server = createServer(async (request, response) => {
    const text = (await request.toArray()).join('');
    received.push({ path: `${request.url}`, text });
    if (status > 0) response.writeHead(status).end('thanks');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook-secret`, received };
}

/** A server for mails that speaks just enough SMTP. */
async function smtp() {
  const mails: string[] = [];
  const server = net.createServer((socket) => {
    let mail: string | null = null;
    socket.on('error', () => {});
    socket.write('220 test\r\n');
    socket.setEncoding('utf8').on('data', (text: string) => {
      if (mail !== null) mail += text;
      else if (/^DATA/i.test(text)) mail = '';
      const isWhole = mail?.endsWith('\r\n.\r\n') === true;
      if (isWhole) mails.push(mail!);
      if (isWhole) mail = null;
      if (mail === '') socket.write('354 go on\r\n');
      else if (mail === null) socket.write(/^QUIT/i.test(text) ? '221 bye\r\n' : '250 ok\r\n');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, mails };
}

/** A folder whose configuration has `notify`, and the service of a sandbox that rejects what `rejects` says. */
async function folder(notify: string, rejects = false) {
  const before = ({ path: at }: { path: string }) =>
    rejects && at === '/v2/suppliers' ? new Response('{"message":["Secret Mills"]}', { status: 400 }) : null;
  const { cwd } = await sandboxFolder(ONE, { before });
  const config = path.join(cwd, 'trace.config.yaml');
  await writeFile(config, `${await readFile(config, 'utf8')}notify: ${notify}\n`);
  return cwd;
}

const IMPORT = 'import suppliers.csv --env sandbox --quiet';

describe('notifications about a run', () => {
  it('have what happened and what is next in each format, but no data of rows and no token', async () => {
    const { url, received } = await hooks();
    const formats = ['generic', 'slack', 'teams'].map((format) => `{ urlEnv: HOOK, format: ${format} }`);
    const cwd = await folder(`{ webhooks: [${formats.join(', ')}] }`, true);
    expectEnd(await trace(IMPORT, { cwd, env: { HOOK: url } }), 5, 'rejected: supplier SUP-1');
    expect(received.map((one) => one.path)).toEqual(Array(3).fill('/hook-secret'));
    const bodies = received.map(({ text }) => JSON.parse(text));
    const generic = bodies.find((body) => 'exitCode' in body);
    expect(generic).toMatchObject({
      environment: 'sandbox',
      command: 'import',
      exitCode: 5,
      totals: { rejected: 1 },
    });
    expect(generic.causes).toEqual(['rejected: supplier SUP-1']);
    expect(generic.next).toContain(generic.run);
    const slack = bodies.find((body) => 'text' in body);
    expect(slack.text).toMatch(/^trace import sandbox: exit code 5\n.*1 rejected[\s\S]*\nNext: trace /);
    const [card] = bodies.find((body) => 'attachments' in body).attachments;
    expect(card.content).toMatchObject({
      type: 'AdaptiveCard',
      body: [{ weight: 'Bolder' }, {}, {}, {}, {}, {}],
    });
    for (const { text } of received) {
      expect(text).not.toContain('Secret Mills');
      expect(text).not.toContain(TOKEN);
    }
  });

  it('are sent for failures, always or never, as the configuration or the flag says', async () => {
    const { url, received } = await hooks();
    const cwd = await folder(`{ webhooks: [{ url: "${url}" }] }`);
    expectEnd(await trace(IMPORT, { cwd }), 0);
    expect(received).toEqual([]);
    expectEnd(await trace(`${IMPORT} --notify always`, { cwd }), 0);
    expect(JSON.parse(received[0]!.text)).toMatchObject({
      exitCode: 0,
      totals: { unchanged: 1 },
      causes: [],
    });
    expectEnd(await trace('import none-*.csv --env sandbox --notify never', { cwd }), 2);
    expect(received).toHaveLength(1);
    expectEnd(await trace('import none-*.csv --env sandbox', { cwd }), 2);
    expect(JSON.parse(received[1]!.text)).toMatchObject({
      exitCode: 2,
      run: null,
      verdict: expect.stringContaining('none-*.csv'),
    });
    await writeFile(path.join(cwd, 'suppliers.csv'), 'supplierRef,nonsense\nSUP-1,Secret Mills\n');
    expectEnd(await trace(IMPORT, { cwd }), 3);
    expect(JSON.parse(received[2]!.text).causes).toContainEqual(
      expect.stringContaining('header-unknown (1)'),
    );
    expect(received[2]!.text).not.toContain('Secret Mills');
  });

  it('name files and the state folder by absolute paths', async () => {
    const { url, received } = await hooks();
    const cwd = await folder(`{ webhooks: [{ url: '${url}' }] }`);
    await writeFile(path.join(cwd, 'my file.csv'), 'a,b\n1,2\n');
    const words = [
      'import',
      'my file.csv',
      '--env',
      'sandbox',
      '--state-dir',
      'st',
      '--config',
      'trace.config.yaml',
    ];
    expectEnd(await trace(words, { cwd }), 3, 'trace import "my file.csv"');
    const at = (name: string) => path.join(cwd, name);
    expect(JSON.parse(received[0]!.text).next).toBe(
      `fix the rows with errors, then trace import "${at('my file.csv')}" --config ${at('trace.config.yaml')} --state-dir ${at('st')} --env sandbox`,
    );
  });

  it('are sent as mail', async () => {
    const { url, mails } = await smtp();
    const cwd = await folder(
      '{ on: always, mail: { urlFile: smtp, from: trace@example.com, to: [data@example.com] } }',
    );
    await writeFile(path.join(cwd, 'smtp'), `${url}\n`, { mode: 0o600 });
    const ran = await trace(IMPORT, { cwd });
    expect(ran).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(mails).toEqual([
      expect.stringMatching(/Subject: trace import sandbox: exit code 0\r\n[\s\S]*1 created/),
    ]);
  });

  it('that fail are a warning each, which names no secret, and the exit code stays', async () => {
    const { url } = await hooks(500);
    const cwd = await folder(
      `{ on: always, webhooks: [{ urlEnv: HOOK }, { urlEnv: NONE }, { urlEnv: PLAIN }] }`,
    );
    const ran = await trace(IMPORT, { cwd, env: { HOOK: url, PLAIN: 'http://example.com/secret' } });
    expect(ran.code).toBe(0);
    expect(ran.stderr.trimEnd().split('\n')).toEqual([
      'The notification to variable HOOK was not sent: HTTP 500. The run is not affected.',
      'The notification to variable NONE was not sent: nothing is set there. The run is not affected.',
      'The notification to variable PLAIN was not sent: its address does not begin with https://. The run is not affected.',
    ]);
  });

  it('are checked by doctor, which sends a test message if it is asked to', async () => {
    const { url, received } = await hooks();
    const cwd = await folder(
      `{ webhooks: [{ urlEnv: HOOK }], mail: { urlFile: gone, from: a@example.com, to: [b@example.com] } }`,
    );
    const broken = await trace('doctor --env sandbox', { cwd, env: { HOOK: '' } });
    expect(broken.code).toBe(2);
    expectSaid(
      broken.stdout,
      'variable HOOK: nothing is set there',
      'the file or its folder does not exist (ENOENT)',
    );
    await writeFile(path.join(cwd, 'gone'), (await smtp()).url, { mode: 0o600 });
    const whole = await trace('doctor --env sandbox', { cwd, env: { HOOK: url } });
    expect([whole.code, whole.stdout]).toEqual([0, expect.stringContaining('variable HOOK; file ')]);
    expect(received).toEqual([]);
    const sent = await trace('doctor --env sandbox --notify', { cwd, env: { HOOK: url } });
    expect([sent.code, sent.stdout]).toEqual([0, expect.stringContaining('test message')]);
    expect(JSON.parse(received[0]!.text)).toMatchObject({ command: 'doctor', run: null, exitCode: 0 });
    const refused = await trace('doctor --env sandbox --notify', {
      cwd,
      env: { HOOK: `${(await hooks(403)).url}` },
    });
    expectSaid(refused.stdout, 'variable HOOK: HTTP 403');
  });

  it('need an approval of the configuration, and another one for another address on the same host', async () => {
    const { url, received } = await hooks();
    const home = await folderWith();
    const cwd = await folderWith(ONE);
    const config = (address: string) =>
      writeFile(
        path.join(cwd, 'trace.config.yaml'),
        `notify: { on: always, webhooks: [{ url: "${address}" }] }\n`,
      );
    const env = { TRACE_YES_TRUST: '', TRACE_HOME: home };
    await config(url);
    const refused = await trace('import suppliers.csv', { cwd, env });
    expectEnd(refused, 2, `runs write or send to ${new URL(url).origin} `, 'trace env trust mock');
    expect(refused.stderr).not.toContain('hook-secret');
    expect(received).toEqual([]);
    expectEnd(await trace('env trust --yes', { cwd, env }), 0);
    expectEnd(await trace('import suppliers.csv', { cwd, env }), 0);
    expect(received).toHaveLength(1);
    await config(`${url}-of-a-stranger`);
    expectEnd(await trace('import suppliers.csv', { cwd, env }), 2, 'mock changed since it was approved');
    expect(received).toHaveLength(1);
  });

  it('with a wrong setting or without a destination are errors of usage', async () => {
    const cwd = await folder('{ webhooks: [{ url: "https://a.example", urlEnv: HOOK }] }');
    expectEnd(await trace(IMPORT, { cwd }), 2, 'notify.webhooks.0 must have one of url');
    await writeFile(path.join(cwd, 'trace.config.yaml'), 'notify: { mail: { form: a } }\n');
    expectEnd(await trace(IMPORT, { cwd }), 2, 'notify.mail.form', 'from');
    await writeFile(path.join(cwd, 'trace.config.yaml'), '');
    expectEnd(await trace('import suppliers.csv --notify always', { cwd }), 2, 'nobody to notify');
  });
});
