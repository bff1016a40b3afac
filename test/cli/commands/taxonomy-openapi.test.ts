import { access, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { completionSchema } from '../../../src/contract/completion-schema.ts';
import { FAMILY_NAMES } from '../../../src/contract/family.ts';
import { type Body, createPath } from '../../../src/contract/kind.ts';
import { KINDS } from '../../../src/contract/registry.ts';
import { Ledger } from '../../../src/ledger/ledger.ts';
import { run } from '../../../src/main.ts';
import { bodyOf, documentWith, type Schema } from '../../contract/document/generate.ts';
import { dbOf } from '../../ledger/store-of.ts';
import { httpSide } from '../../service/far-side.ts';
import { readFile as readSheets } from '../../sheets/reading.ts';
import {
  createsOf,
  expectEnd,
  findingsIn,
  journalOf,
  mockService,
  printed,
  sandboxFolder,
  trace,
} from './harness.ts';
import { csv, HEADS, purchase, told, world } from './purchases.ts';
import { smallBatch } from './sheets.ts';

/** The values in the material list of the service. */
const MATERIALS = ['COTTON', 'LINEN', 'OTHER', 'TENCEL'];

/** The schema of an object, to be changed. */
interface Loose {
  [name: string]: unknown;
  readonly properties: Record<string, Loose>;
  items: Loose;
  required: string[];
}

/** The schema of the body of a kind, with changes. */
function changed(
  kind: keyof typeof KINDS.v2,
  family: (typeof FAMILY_NAMES)[number],
  change: (schema: Loose) => void,
) {
  const schema = bodyOf(KINDS.v2[kind], family) as Loose;
  change(schema);
  return schema;
}

/** TENCEL added to the materials, `reachCompliance` required everywhere, `siteEmails` renamed to `site_emails`. */
function document(): Schema {
  const bodies: Record<string, Schema> = {};
  for (const family of FAMILY_NAMES) {
    bodies[createPath(KINDS.v2.component, family)] = changed('component', family, (schema) => {
      const { items } = schema.properties.composition!;
      Object.assign(items.properties, { material: { $ref: '#/components/schemas/Material' } });
    });
    bodies[createPath(KINDS.v2.product, family)] = changed('product', family, (schema) => {
      schema.required = [...new Set([...schema.required, 'reachCompliance'])];
    });
  }
  const site = bodyOf(KINDS.v3.supplier, null) as Loose;
  const { siteEmails, ...rest } = site.properties;
  bodies['/suppliers'] = { ...site, properties: { ...rest, site_emails: siteEmails } };
  return documentWith(bodies, { components: { schemas: { Material: { type: 'string', enum: MATERIALS } } } });
}

const SITES =
  'uniqueIdentifier,siteName,siteEmails\nAURORE-SITE-0001,Mill,one@example.com; two@example.com\n';

/** The small batch with another material. */
const batchOf = (material: string) =>
  Object.fromEntries(
    Object.entries(smallBatch()).map(([name, text]) => [name, String(text).replaceAll('COTTON', material)]),
  );

async function folder(more: Readonly<Record<string, string>> = {}, env = 'sandbox') {
  const { mock, cwd } = await sandboxFolder(
    { 'openapi.json': JSON.stringify(document()), 'sites.csv': SITES, ...more },
    { config: ['interface: v2'] },
  );
  const file = path.join(cwd, `trace.contract.${env}.json`);
  return { cwd, mock, file };
}

/** Starts `trace mock` in the folder, on its own port. */
async function traceMock(cwd: string, ...argv: readonly string[]): Promise<string> {
  const stop = new AbortController();
  const url = Promise.withResolvers<string>();
  const sink = (take: (text: string) => void) =>
    new Writable({
      write(chunk, _encoding, done) {
        take(String(chunk));
        done();
      },
    });
  const code = run(['mock', '--port', '0', '--data', 'mock-of-test.db', ...argv], {
    ...{ stdin: Readable.from([]), stdout: sink((text) => url.resolve(text.trim())), stderr: sink(() => {}) },
    ...{ isTTY: false, canAnswer: false, env: {}, cwd, now: () => new Date(), signal: stop.signal },
  });
  onTestFinished(async () => {
    stop.abort();
    await code;
  });
  return url.promise;
}

const post = async (url: string, body: Body) => {
  const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, text: await answer.text() };
};

describe('an OpenAPI document of the service', () => {
  test('an OpenAPI document of the service changes check, template, bodies and mock of its environment, and of no other environment', async () => {
    const { cwd, file } = await folder();
    const told = await trace(['taxonomy', 'import', 'openapi.json', '--env', 'mock'], { cwd });
    expect([told.code, told.stdout.split('\n').filter(Boolean)]).toEqual([
      0,
      [
        expect.stringMatching(
          /^v2 list component\.material: added COTTON, LINEN, TENCEL; removed .*; now complete$/,
        ),
        'v2 product reachCompliance: required for MODULE360_AGEC → required',
        'v3 supplier siteEmails[]: renamed to site_emails[]',
      ],
    ]);
    expect(told.stderr).toContain('Stored the contract');
    await expect(access(file)).rejects.toThrow();

    // check
    const findings = async (argv: readonly string[]) => {
      const { stdout } = await trace(['check', ...argv, '--json'], { cwd });
      return findingsIn(stdout).map(({ code, field, value }) =>
        [code, field, value].filter(Boolean).join(' '),
      );
    };
    await Promise.all(
      Object.entries(batchOf('YAK')).map(([name, text]) => writeFile(path.join(cwd, name), text as string)),
    );
    const batch = Object.keys(batchOf('YAK'));
    const inMock = await findings([...batch, '--env', 'mock']);
    expect(inMock).toContainEqual(expect.stringMatching(/^not-in-list composition\.0\.material YAK/));
    expect(inMock).toContain('header-missing reachCompliance');
    const elsewhere = await findings([...batch, '--env', 'sandbox']);
    expect(elsewhere.filter((one) => /not-in|header-missing/.test(one))).toEqual([]);

    // template
    const sheets = async (...argv: readonly string[]) => {
      const out = path.join(cwd, `blank-${argv.join('')}.xlsx`);
      expect((await trace(['template', '--out', out, ...argv], { cwd })).code).toBe(0);
      return (await readSheets(out)).sheets;
    };
    const column = (read: Awaited<ReturnType<typeof sheets>>, sheet: string, head: string) => {
      const rows = read.find(({ name }) => name === sheet)!.rows.map(({ cells }) => cells);
      const at = rows[0]!.indexOf(head);
      return at < 0 ? null : rows.slice(1).flatMap((cells) => cells[at] ?? []);
    };
    const v2 = await sheets('--env', 'mock');
    expect(column(v2, 'Lists', 'component.material')).toEqual(MATERIALS);
    expect(column(await sheets('--env', 'sandbox'), 'Lists', 'component.material')).not.toContain('TENCEL');
    const v3 = await sheets('--env', 'mock', '--interface', 'v3');
    // A renamed field keeps its label.
    expect(column(v3, 'Suppliers', 'Contact e-mails')).toContain(
      'rita.ribeiro@example.com; qualidade@example.com',
    );

    // body, in the embedded mock: the header of the user keeps its meaning
    const sent = await trace(['import', 'sites.csv', '--env', 'mock', '--interface', 'v3'], { cwd });
    expectEnd(sent, 0, '1 created');
    const kept = await mockService({ dataFile: path.join(cwd, '.trace', 'mock.db') });
    const site_emails = ['one@example.com', 'two@example.com'];
    const site = { uniqueIdentifier: 'AURORE-SITE-0001', siteName: 'Mill', site_emails };
    expect((await journalOf(kept)).map(({ body }) => body)).toEqual([site]);

    // mock of the command line
    for (const argv of [
      ['--env', 'mock'],
      ['--contract', 'trace.contract.mock.json', '--env', 'sandbox'],
    ]) {
      const url = await traceMock(cwd, ...argv);
      const uniqueIdentifier = `AURORE-SITE-000${argv.length}`;
      const wrong = await post(`${url}/suppliers`, { uniqueIdentifier, site_emails: ['no address'] });
      const expected = [400, expect.stringContaining('site_emails.0 must be an email')];
      expect([wrong.status, wrong.text]).toEqual(expected);
      const refused = await post(`${url}/v2/components`, { composition: [{ material: 'YAK' }] });
      expect(refused.text).toContain(`must be one of the following values: ${MATERIALS.join(', ')}`);
      expect((await post(`${url}/v2/products`, {})).text).toContain('reachCompliance should not be empty');
    }
    const list = await trace(['taxonomy', 'list', 'component.material', '--env', 'mock'], { cwd });
    expect(list.stdout.trim().split('\n')).toEqual(MATERIALS);
    const hits = await trace(['taxonomy', 'search', 'tencel', '--env', 'mock', '--json'], { cwd });
    expect(JSON.parse(hits.stdout)).toEqual([{ list: 'component.material', value: 'TENCEL' }]);
  });

  test('a document that renames a field makes import send the new name', async () => {
    const { cwd, mock } = await folder();
    await trace(['taxonomy', 'import', 'openapi.json', '--env', 'sandbox'], { cwd });
    const argv = ['import', 'sites.csv', '--env', 'sandbox', '--interface', 'v3'];
    expect((await trace(argv, { cwd })).code).toBe(0);
    expect((await journalOf(mock)).map(({ body }) => Object.keys(body as Body))).toEqual([
      ['uniqueIdentifier', 'siteName', 'site_emails'],
    ]);
    expect((await trace(argv, { cwd })).stderr).toContain('1 unchanged');
    expect(createsOf(mock)).toBe(1);
  });

  test('a document that renames a field does not make a known record a new one', async () => {
    const { cwd, mock } = await folder();
    const argv = ['import', 'sites.csv', '--env', 'sandbox', '--interface', 'v3'];
    expect((await trace(argv, { cwd })).code).toBe(0);
    await trace(['taxonomy', 'import', 'openapi.json', '--env', 'sandbox'], { cwd });
    expectEnd(await trace(argv, { cwd }), 0, '1 unchanged');
    expect(createsOf(mock)).toBe(1);
  });

  test('a document that renames fields changes the names in the bodies of updates', async () => {
    const { run, updates, cwd } = await world({
      'changes.csv': csv(HEADS, purchase('P-1', 'PO-NEW'), purchase('P-2', 'PO-P-2')),
      'clear.csv': csv(['uniqueIdentifier', 'purchaseOrder'], ['P-4', '(clear)']),
      'openapi.json': JSON.stringify(
        documentWith({
          '/purchased-items': {
            type: 'object',
            properties: { purchase_order: { type: 'string' }, buyer_kind: { type: 'string' } },
          },
        }),
      ),
    });
    expect((await trace(['taxonomy', 'import', 'openapi.json', '--env', 'sandbox'], { cwd })).code).toBe(0);
    const { report } = await run('purchased-items', 'update', 'changes.csv');
    expect(told(report)).toBe('P-1 updated, P-2 unchanged');
    expect(told((await run('purchased-items', 'update', 'clear.csv')).report)).toBe('P-4 updated');
    expect((await updates()).map(({ key, body }) => [key, body])).toEqual([
      ['P-1', { purchase_order: 'PO-NEW' }],
      ['P-4', { purchase_order: null }],
    ]);
  });

  test('an OpenAPI document of the service is not stored with --dry-run, and changes nothing the second time', async () => {
    const { cwd, file } = await folder();
    const argv = ['taxonomy', 'import', 'openapi.json', '--env', 'sandbox'];
    const before = await readdir(cwd);
    const dry = await trace([...argv, '--dry-run', '--json'], { cwd });
    expect(await readdir(cwd)).toEqual(before);
    const shown = JSON.parse(dry.stdout);
    expect([shown.stored, shown.changes.length, shown.file]).toEqual([false, 3, file]);
    expect(await printed([...argv, '--json'], { cwd })).toEqual({ ...shown, stored: true });
    const kept = await readFile(file, 'utf8');
    expect(completionSchema.safeParse(JSON.parse(kept)).success).toBe(true);
    const second = await trace(argv, { cwd });
    const expected = [0, '', expect.stringContaining('No changes to the contract')];
    expect([second.code, second.stdout, second.stderr]).toEqual(expected);
    expect(await readFile(file, 'utf8')).toBe(kept);
    const diff = await trace(['taxonomy', 'diff', '--env', 'sandbox', '--json'], { cwd });
    expect(JSON.parse(diff.stdout).changes).toEqual(shown.changes);
    expect((await trace(['taxonomy', 'reset', '--env', 'sandbox'], { cwd })).code).toBe(0);
    expect((await trace(['taxonomy', 'diff', '--env', 'sandbox'], { cwd })).stdout).toBe('');
    expect(await readdir(cwd)).toEqual(before);
  });

  test('--add-only only adds to lists', async () => {
    const { cwd } = await folder();
    await trace(['taxonomy', 'import', 'openapi.json', '--env', 'sandbox', '--add-only'], { cwd });
    const { stdout } = await trace('taxonomy list component.material --env sandbox --json', { cwd });
    const list = JSON.parse(stdout);
    expect([list.values, list.complete]).toEqual([['OTHER', 'COTTON', 'LINEN', 'TENCEL'], false]);
    expect(list.likely).toContain('YAK');
    expect(list.likely).not.toContain('COTTON');
  });

  test('an OpenAPI document of the service can come from an address, without a token, and only from the same origin', async () => {
    const { cwd } = await folder();
    const { baseUrl: origin, seen } = await httpSide((response, { path: asked }) => {
      if (asked === '/moved') response.writeHead(302, { location: '/openapi.json' }).end();
      else if (asked === '/away') response.writeHead(302, { location: 'https://example.com/' }).end();
      else if (asked === '/none') response.writeHead(404).end();
      else if (asked === '/long') response.end(JSON.stringify(document()) + ' '.repeat(21 * 1024 ** 2));
      else response.end(JSON.stringify(document()));
    });
    const importing = (address: string) =>
      trace(['taxonomy', 'import', address, '--env', 'sandbox', '--dry-run'], { cwd });
    expect((await importing(`${origin}/moved`)).stdout).toContain('TENCEL');
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
    expectEnd(await importing(`${origin}/away`), 7, 'redirects to https://example.com');
    expect((await importing(`${origin}/none`)).stderr).toContain('HTTP 404');
    expectEnd(await importing(`${origin}/long`), 2, `The document at ${origin} is larger`);
    expectEnd(await importing('http://example.com/openapi.json'), 2, 'https://');
    const secret = await importing('https://user:hunter2@example.com/openapi.json');
    expect([secret.code, secret.stderr.includes('hunter2')]).toEqual([2, false]);
    expect((await importing('ftp://example.com/openapi.json')).code).toBe(2);
  });
});

describe('a damaged contract', () => {
  test.each([
    ['{', 'invalid JSON'],
    ['{"trace":"contract","version":2}', 'version'],
    [
      '{"trace":"contract","version":1,"v2":{"lists":{},"kinds":{"x":{"fields":{"a.constructor":{}},"added":{}}}},"v3":{"lists":{},"kinds":{}},"projectTypes":{}}',
      'v2',
    ],
    ['[]', 'unexpected format'],
  ])('a damaged contract stops every command, and is replaced with --force: %s', async (text, why) => {
    const { cwd, file } = await folder({ 'trace.contract.sandbox.json': text });
    for (const argv of [
      ['check', 'sites.csv'],
      ['taxonomy', 'list'],
      ['taxonomy', 'import', 'openapi.json'],
      ['template', '--out', '-'],
    ]) {
      expectEnd(await trace([...argv, '--env', 'sandbox'], { cwd }), 2, why);
    }
    expect(await readFile(file, 'utf8')).toBe(text);
    const forced = await trace('taxonomy import openapi.json --env sandbox --force', { cwd });
    expect(forced.code).toBe(0);
    expect((await trace(['taxonomy', 'list', '--env', 'sandbox'], { cwd })).code).toBe(0);
    await writeFile(file, text);
    expectEnd(await trace(['taxonomy', 'reset', '--env', 'sandbox'], { cwd }), 0, 'was removed');
    await expect(access(file)).rejects.toThrow('ENOENT');
    expect((await trace(['check', 'sites.csv', '--env', 'sandbox'], { cwd })).code).not.toBe(2);
  });
});

test('errors in a contract or in a document are in the language of the command', async () => {
  const contract = '{"trace":"other","version":1}';
  const { cwd } = await folder({ 'trace.contract.sandbox.json': contract, 'open.json': '{"a": [' });
  const said = async (...argv: string[]) =>
    (await trace([...argv, '--env', 'sandbox', '--lang', 'fr'], { cwd })).stderr;
  expect(await said('taxonomy', 'list')).toContain('endommagé : trace : format inattendu.');
  expect(await said('taxonomy', 'import', 'open.json', '--force')).toContain(
    'ligne 1 : un crochet ou un guillemet n’est pas fermé.',
  );
});

test('a project type without a family is ignored with a message, unless a family is configured for it', async () => {
  const types = ['STANDARD', 'NEWFAMILY', 'AGEC-2'];
  const bodies = Object.fromEntries(
    FAMILY_NAMES.map((family) => [
      createPath(KINDS.v2.supplier, family),
      changed('supplier', family, (schema) => {
        Object.assign(schema.properties, { projectType: { type: 'string', enum: types } });
      }),
    ]),
  );
  const { cwd } = await folder({ 'types.json': JSON.stringify(documentWith(bodies, {})) });
  const importing = () => trace(['taxonomy', 'import', 'types.json', '--env', 'sandbox'], { cwd });
  const { code, stderr } = await importing();
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(
      /projectType: ignored, because no family has this name: NEWFAMILY, AGEC-2\. .*families\.<NAME>\.projectType in trace\.config\.yaml/,
    ),
  ]);
  expect(stderr.match(/NEWFAMILY/g)).toHaveLength(1);
  const config = path.join(cwd, 'trace.config.yaml');
  const text = await readFile(config, 'utf8');
  await writeFile(config, text.replace(/^ {2}AGEC: .*$/m, '  AGEC: { projectType: AGEC-2 }'));
  expect((await importing()).stderr).toContain('no family has this name: NEWFAMILY. ');
});

test('a missing document is reported like any missing file', async () => {
  const { cwd } = await folder();
  for (const argv of [
    ['import', 'nope.yaml'],
    ['add', 'materials', 'nope.txt'],
  ]) {
    const ran = await trace(['taxonomy', ...argv, '--env', 'sandbox'], { cwd });
    expectEnd(ran, 2, `There is no file ${argv.at(-1)}.`);
    expect(ran.stderr).not.toContain('ENOENT');
  }
});

describe('taxonomy add', () => {
  const adding = async (list: string, file: string, text: string, ...argv: readonly string[]) => {
    const { cwd } = await folder({ [file]: text });
    const ran = await trace(['taxonomy', 'add', list, file, '--env', 'sandbox', ...argv], { cwd });
    const shown = await trace('taxonomy list component.material --env sandbox --interface v3 --json', {
      cwd,
    });
    return { ...ran, list: JSON.parse(shown.stdout) };
  };

  test.each([
    ['materials', 'm.txt', 'TENCEL\r\nSEACELL, BLENDED\n\nTENCEL\n'],
    ['Material', 'm.csv', 'Material;Note\nTENCEL;x\n"SEACELL, BLENDED";y\n'],
    ['component.material', 'm.csv', 'TENCEL\n"SEACELL, BLENDED"\n'],
  ])('adds to the list %s the first column of the file %s', async (name, file, text) => {
    const { code, stdout, list } = await adding(name, file, text);
    expect([code, stdout]).toEqual([
      0,
      ['v2', 'v3'].map((one) => `${one} list component.material: added TENCEL, SEACELL, BLENDED\n`).join(''),
    ]);
    expect([list.values, list.complete]).toEqual([['OTHER', 'TENCEL', 'SEACELL, BLENDED'], false]);
    expect(list.likely).toContain('COTTON');
  });

  test('taxonomy add --complete replaces a list; a value that is known in another spelling is reported', async () => {
    const whole = await adding('materials', 'm.txt', 'TENCEL\nCOTTON\n', '--complete');
    const expected = [['TENCEL', 'COTTON'], true, undefined];
    expect([whole.list.values, whole.list.complete, whole.list.likely]).toEqual(expected);
    const twin = await adding('materials', 'm.txt', 'Cotton\n');
    expect([twin.stdout, twin.stderr]).toEqual(['', expect.stringContaining('has it as "COTTON"')]);
  });

  test.each([
    ['materiels', 'Did you mean "material"?'],
    ['certification', 'is ambiguous'],
  ])('taxonomy add rejects the list name %s: %s', async (name, told) => {
    expectEnd(await adding(name, 'm.txt', 'TENCEL\n'), 2, told);
  });

  test.each(['', '\n\n'])('taxonomy add refuses a file without a value: %j', async (text) => {
    expect((await adding('materials', 'm.txt', text)).code).toBe(2);
  });
});

describe('taxonomy learn', () => {
  /** A run whose components were rejected with the values that the service allows. */
  async function refused(allowed: readonly string[] = MATERIALS) {
    const message = `composition.0.material must be one of the following values: ${allowed.join(', ')}`;
    const { cwd } = await sandboxFolder(smallBatch(), {
      before: ({ method, path }) =>
        method === 'POST' && path.endsWith('/components')
          ? Response.json({ statusCode: 400, message: [message], error: 'Bad Request' }, { status: 400 })
          : null,
    });
    const ran = await trace(['import', ...Object.keys(smallBatch()), '--env', 'sandbox', '--json'], { cwd });
    expect(ran.code).toBe(5);
    const run = (JSON.parse(ran.stdout) as { run: string }).run;
    const materials = async () => {
      const { stdout } = await trace(['taxonomy', 'list', 'component.material', '--env', 'sandbox'], { cwd });
      return stdout.trim().split('\n');
    };
    return { cwd, run, materials };
  }

  test('learns the values of a rejection after a confirmation', async () => {
    const { cwd, run, materials } = await refused();
    const shy = await trace(['taxonomy', 'learn', run], { cwd });
    const expected = [2, expect.stringContaining('TENCEL'), expect.stringContaining('--yes')];
    expect([shy.code, shy.stdout, shy.stderr]).toEqual(expected);
    const no = await trace(['taxonomy', 'learn', run], { cwd, canAnswer: true, stdin: 'no\n' });
    expectEnd(no, 0, 'Nothing was stored');
    await trace(['taxonomy', 'learn', run, '--yes', '--dry-run'], { cwd });
    expect(await materials()).toEqual(['OTHER']);
    const yes = await trace(['taxonomy', 'learn', run], { cwd, canAnswer: true, stdin: 'yes\n' });
    expect([yes.code, await materials()]).toEqual([0, MATERIALS]);
    expectEnd(await trace(['taxonomy', 'learn', run], { cwd }), 0, 'No changes to the contract');
  });

  const fibres = (count: number) =>
    Array.from({ length: count }, (_, at) => `FIBRE_${String(at).padStart(5, '0')}`);

  /** The messages of the components in the ledger, in the order of the input, and those of their attempts. */
  function kept(cwd: string) {
    const ledger = Ledger.open(path.join(cwd, '.trace', 'ledger.db'));
    onTestFinished(() => ledger.close());
    const db = dbOf(ledger);
    const all = (sql: string) => Array.from(db.prepare(sql).iterate(), (row) => String(row.messages));
    const records = "records where kind = 'component' and outcome = 'rejected'";
    return {
      db,
      messages: () => all(`select messages from ${records} order by id`),
      tries: all(`select error as messages from attempts where record in (select id from ${records})`),
    };
  }

  test('learns a long list completely, though the ledger stores it only once', async () => {
    const allowed = fibres(1000);
    const { cwd, run, materials } = await refused(allowed);
    const { db, messages, tries } = kept(cwd);
    const lengths = messages()
      .map(({ length }) => length)
      .sort((one, other) => one - other);
    expect(lengths).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
    expect(lengths[1]).toBeLessThan(2100);
    expect(lengths[2]).toBeGreaterThan(13_000);
    expect(tries.filter(({ length }) => length > 2100)).toHaveLength(1);
    // Whichever row got the complete message, and whichever comes first.
    const [shortest] = messages().sort((one, other) => one.length - other.length);
    const whole = messages().find(({ length }) => length > 13_000)!;
    const ids = db.prepare("select id from records where kind = 'component' order by id").all();
    for (const [at, { id }] of ids.entries()) {
      db.prepare('update records set messages = ? where id = ?').run(at === 1 ? whole : shortest!, id!);
    }
    const yes = await trace(['taxonomy', 'learn', run, '--yes'], { cwd });
    expect([yes.code, yes.stderr]).toEqual([0, expect.not.stringContaining('is truncated')]);
    expect(await materials()).toEqual(allowed);
  });

  test('taxonomy learn never treats a truncated list as complete', async () => {
    const { cwd, run } = await refused(fibres(2000));
    const yes = await trace(['taxonomy', 'learn', run, '--yes'], { cwd });
    expectEnd(yes, 0, 'component.material is truncated');
    const text = await readFile(path.join(cwd, 'trace.contract.sandbox.json'), 'utf8');
    const { v2 } = completionSchema.parse(JSON.parse(text));
    const list = v2.lists['component.material']!;
    expect(list.complete).toBe(false);
    expect(list.values.length).toBeGreaterThan(1000);
    expect(list.values.filter((value) => value !== 'OTHER' && !/^FIBRE_\d{5}$/.test(value))).toEqual([]);
    const lengths = kept(cwd)
      .messages()
      .map(({ length }) => length);
    expect(Math.max(...lengths)).toBeLessThan(16_100);
  });

  test('reports that there is nothing to learn', async () => {
    const { cwd } = await sandboxFolder(smallBatch());
    await trace(['import', ...Object.keys(smallBatch()), '--env', 'sandbox'], { cwd });
    const runs = JSON.parse((await trace(['runs', 'list', '--json'], { cwd })).stdout) as { run: string }[];
    expectEnd(await trace(['taxonomy', 'learn', runs[0]!.run], { cwd }), 0, 'No message of run');
  });
});
