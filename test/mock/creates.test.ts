import { describe, expect, test } from 'vitest';
import { referencesIn } from '../../src/contract/body.ts';
import { codesOf } from '../../src/contract/error-codes.ts';
import { isExistsCode } from '../../src/contract/exists-codes.ts';
import { FAMILIES, FAMILY_NAMES } from '../../src/contract/family.ts';
import { type Body, createPath, isRequired, type Json, keyOf, keyText } from '../../src/contract/kind.ts';
import { kindNamed, kindsOf } from '../../src/contract/registry.ts';
import { readCreated } from '../../src/service/response-body.ts';
import { mockInProcess } from './harness.ts';
import { prerequisites, setAt, soundBody } from './sound-body.ts';

const KINDS = kindsOf('v2');
const EVERY = FAMILY_NAMES.flatMap((family) => KINDS.map((kind) => ({ family, kind, name: kind.name })));
const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);

describe.each(EVERY)('a create of kind $name in family $family', ({ kind, family }) => {
  test('a create with every field is accepted, and the journal has its body as it was sent', async () => {
    const mock = mockInProcess();
    const body = soundBody(kind, family);
    const reply = await mock.sendWithPrerequisites(kind, family, body);
    expect(reply.json).not.toHaveProperty('message');
    expect(reply.status).toBe(201);
    expect(readCreated(kind, reply.json)).not.toBeNull();
    expect(mock.store.journal(0, 1000).at(-1)).toMatchObject({ kind: kind.name, family, body });
  });

  test('a create with only the required fields is accepted', async () => {
    const mock = mockInProcess();
    const body = soundBody(kind, family, { fill: 'required' });
    const reply = await mock.sendWithPrerequisites(kind, family, body);
    expect(reply.status, reply.text).toBe(201);
  });

  test('a create without a required field is refused with the name of the field, for each required field', async () => {
    const mock = mockInProcess();
    for (const field of kind.fields.filter((candidate) => isRequired(candidate, family))) {
      const body = soundBody(kind, family);
      setAt(body, field.path, undefined);
      const path = field.path.replace(/\[\]$/, '').replace('[]', '.0');
      const reply = await mock.send(kind, family, body);
      expect(reply.status, field.path).toBe(400);
      const message = [`${path} should not be empty`];
      expect(reply.json).toEqual({ statusCode: 400, message, error: 'Bad Request' });
    }
    expect(mock.store.applied()).toBe(0);
  });

  test('a create is refused for a value that is not in a complete list, with the values of the list', async () => {
    const mock = mockInProcess();
    for (const field of kind.fields) {
      if (field.value.type !== 'choice') continue;
      const body = soundBody(kind, family);
      setAt(body, field.path, field.path.endsWith('[]') ? ['NO SUCH VALUE'] : 'NO SUCH VALUE');
      const reply = await mock.send(kind, family, body);
      const said = ((reply.json.message ?? []) as string[]).filter((line) => line.includes('must be one of'));
      if (!field.value.list.complete) {
        expect(said, field.path).toEqual([]);
        continue;
      }
      expect(reply.status, field.path).toBe(400);
      expect(said).toHaveLength(1);
      expect(said[0]).toMatch(
        new RegExp(`^${field.path.replaceAll('[]', '.0').replaceAll('.', '\\.')} must be`),
      );
      for (const value of field.value.list.values) expect(said[0]).toContain(value);
    }
  });

  test('a create is refused if its key exists, with the code for that', async () => {
    const mock = mockInProcess();
    const body = soundBody(kind, family);
    await mock.sendWithPrerequisites(kind, family, body);
    const reply = await mock.send(kind, family, { ...body, importationBatch: 'AURORE-SS27-W2' });
    expect(reply.status).toBe(400);
    expect(codesOf(reply.json).some((code) => isExistsCode(kind, code))).toBe(true);
  });

  test('a create is refused if a record that it refers to is missing', async () => {
    const body = soundBody(kind, family);
    const before = prerequisites(kind, body, family);
    for (const { field, to, key } of referencesIn(kind, body)) {
      const mock = mockInProcess();
      for (const entry of before) {
        if (entry.kind.name === to && keyOf(entry.kind, entry.body) === key) continue;
        await mock.send(entry.kind, family, entry.body);
      }
      const applied = mock.store.applied();
      const reply = await mock.send(kind, family, body);
      expect(reply.status, `${field} ${key}`).toBe(400);
      expect(reply.json.message).toContain(`${to.toUpperCase()}_NOT_FOUND`);
      expect(reply.json.message).toContain(`${field} ${keyText(key)} does not exist: send the ${to} first`);
      expect(mock.store.applied()).toBe(applied);
    }
  });

  test('a create with the project type of another family is refused', async () => {
    const mock = mockInProcess();
    const body = { ...soundBody(kind, family), projectType: 'NOT_OF_THIS_PATH' };
    const reply = await mock.send(kind, family, body);
    expect(reply.status).toBe(400);
    expect(reply.json.message[0]).toMatch(/^projectType must be one of the following values: /);
  });
});

describe('the body of a 201', () => {
  const mock = mockInProcess();
  const product = kindNamed('v2', 'product');
  const component = kindNamed('v2', 'component');
  const body = soundBody(component, 'STANDARD');
  const wave = { importationBatch: 'AURORE-SS27-W1-2026-11', projectType: 'STANDARD' };

  test('the body of a 201 has exactly the fields of the interface, for every kind', async () => {
    const answers: Record<string, unknown> = {};
    for (const entry of [...prerequisites(component, body, 'STANDARD'), { kind: component, body }]) {
      answers[entry.kind.name] = (await mock.send(entry.kind, 'STANDARD', entry.body)).json;
    }
    expect(answers.supplier).toEqual({ success: true, id: UUID, ...wave });
    expect(answers.component).toEqual({ success: true, id: UUID });
    const packaging = { success: true, packagingId: UUID, packagingRef: ['EMB-BOX-02'], ...wave };
    expect(answers.packaging).toEqual(packaging);
    expect(answers.product).toEqual({
      success: true,
      productId: UUID,
      studyId: UUID,
      productRef: [body.productRef],
      name: 'Robe Camille',
      productColorCode: body.productColorCode,
      qrCodeLink: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4010\/qr\//),
      showcaseLink: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4010\/showcase\//),
      ...wave,
    });
  });

  test('the response for a product sent without name and colour has an empty name and the colour DEFAULT', async () => {
    const plain = soundBody(product, 'STANDARD', { fill: 'required', with: { productRef: 'ROB-0001' } });
    const reply = await mock.send(product, 'STANDARD', plain);
    expect(reply.json).toMatchObject({ name: '', productColorCode: 'DEFAULT' });
  });
});

describe('a field that the interface declares in one form and shows in another', () => {
  const product = kindNamed('v2', 'product');
  const certified = (date_start: string) => [{ type: 'GOTS', date_start, date_end: '2027-12-31' }];

  test.each<[number, Body]>([
    [201, { certifications: certified('2026-01-01T00:00:00.000Z') }],
    [201, { certifications: certified('2026-01-01') }],
    [201, { manufacturingAssemblyCountry: 'PT' }],
    [201, { manufacturingAssemblyCountry: ['PT', 'FR'] }],
    [201, { productColorCode: { code: 'ECRU' } }],
    [400, { certifications: [{ type: 'GOTS', date_start: 'soon' }] }],
    [400, { certifications: [{ type: 'GOTS', date_end: '2026-01-01T00:00:00.000Z' }] }],
    [400, { manufacturingAssemblyCountry: 'Portugal' }],
    [400, { productColorCode: {} }],
    [400, { productColorCode: 12 }],
  ])(
    'a field that the interface shows in two forms is accepted in both forms and refused in others: status %i for %j',
    async (status, changed) => {
      const body = soundBody(product, 'STANDARD', { with: changed });
      const reply = await mockInProcess().sendWithPrerequisites(product, 'STANDARD', body);
      expect(reply.status).toBe(status);
    },
  );

  test('a field that the interface shows in two forms gives one key: a product with its colour as text repeats the one with a colour object', async () => {
    const mock = mockInProcess();
    const body = (color: Json) => soundBody(product, 'STANDARD', { with: { productColorCode: color } });
    const first = await mock.sendWithPrerequisites(product, 'STANDARD', body({ code: 'ECRU' }));
    expect(first.json).toMatchObject({ productColorCode: 'ECRU' });
    expect((await mock.send(product, 'STANDARD', body('ECRU'))).status).toBe(400);
    expect((await mock.send(product, 'STANDARD', body({ code: 'NOIR' }))).status).toBe(201);
  });
});

describe('references of a create', () => {
  const product = kindNamed('v2', 'product');
  const component = kindNamed('v2', 'component');

  test('missing references are all listed in one response, each with its field and key', async () => {
    const mock = mockInProcess();
    const body = soundBody(product, 'AGEC', { with: { supplierRef: 'FRN-1', warehouseRef: 'ENT-9' } });
    const reply = await mock.send(product, 'AGEC', { ...body, packagingRefs: ['EMB-1', 'EMB-2'] });
    expect(reply.json.message).toEqual([
      'SUPPLIER_NOT_FOUND',
      'PACKAGING_NOT_FOUND',
      'supplierRef FRN-1 does not exist: send the supplier first',
      'warehouseRef ENT-9 does not exist: send the supplier first',
      'packagingRefs EMB-1 does not exist: send the packaging first',
      'packagingRefs EMB-2 does not exist: send the packaging first',
    ]);
  });

  test('references of a component with a colour need a product of that colour; without one, any colour is enough', async () => {
    const mock = mockInProcess();
    const dress = soundBody(product, 'STANDARD', { with: { productColorCode: 'BLEU' } });
    await mock.sendWithPrerequisites(product, 'STANDARD', dress);
    const part = soundBody(component, 'STANDARD', { with: { supplierRef: dress.supplierRef! } });
    const { productColorCode: _, ...colourless } = part;
    const wrong = await mock.send(component, 'STANDARD', { ...part, productColorCode: 'BLE' });
    expect(wrong.json.message[0]).toBe('PRODUCT_NOT_FOUND');
    expect((await mock.send(component, 'STANDARD', colourless)).status).toBe(201);
    const elsewhere = { ...colourless, componentRef: 'CMP-2', productCollectionRef: 'FW99' };
    expect((await mock.send(component, 'STANDARD', elsewhere)).status).toBe(400);
    const shorter = String(dress.productRef).slice(0, -1);
    const other = { ...colourless, componentRef: 'CMP-3', productRef: shorter };
    expect((await mock.send(component, 'STANDARD', other)).status).toBe(400);
  });
});

describe('a create whose body is not a sound record', () => {
  const path = createPath(kindNamed('v2', 'supplier'), 'STANDARD');

  test.each([
    ['broken JSON', '{"name": ', 'FORMAT_ERROR'],
    ['no JSON at all', 'name=Tessitura', 'FORMAT_ERROR'],
    ['nothing', '', 'FORMAT_ERROR'],
    ['a list', '[]', 'body must be an object'],
    ['null', 'null', 'body must be an object'],
    ['a text', '"supplier"', 'body must be an object'],
    ['a depth that would overflow', `${'[{"a":'.repeat(50_000)}1`, 'FORMAT_ERROR'],
  ])('a create whose body is not a sound record is refused: %s', async (_, text, message) => {
    const reply = await mockInProcess().post(path, text);
    expect(reply.status).toBe(400);
    expect(reply.json.message).toContain(message);
  });

  test('a create whose body is not a sound record is not one with many brackets in a text, which are no nesting', async () => {
    const kind = kindNamed('v2', 'supplier');
    const body = soundBody(kind, 'STANDARD', { with: { additionalInformation: `"\\"${'[{'.repeat(500)}` } });
    expect((await mockInProcess().send(kind, 'STANDARD', body)).status).toBe(201);
  });

  test('a create whose body is not a sound record is refused with the paths of unknown fields, wrong types and values out of bounds', async () => {
    const kind = kindNamed('v2', 'product');
    const body = soundBody(kind, 'STANDARD');
    setAt(body, 'certifications[].level', 'gold');
    const reply = await mockInProcess().send(kind, 'STANDARD', {
      ...body,
      weight: 0.35,
      producedQuantity: '1200',
      colour: 'NOIR',
      picture: 'rob.jpg',
      packagingRefs: 'EMB-POLY-01',
      manufacturingAssemblyCountry: ['PT', 'UK'],
    });
    expect(reply.json.message.toSorted()).toEqual([
      'manufacturingAssemblyCountry.1 must be an ISO 3166-1 alpha-2 country code',
      'packagingRefs must be an array',
      'picture must be a URL address',
      'producedQuantity must be a number',
      'unknown field certifications.0.level',
      'unknown field colour',
      'weight must not be less than 5',
    ]);
  });

  test('a create whose body is not a sound record is refused for a field named __proto__, as an unknown field', async () => {
    const text = JSON.stringify(soundBody(kindNamed('v2', 'supplier'), 'STANDARD'));
    const reply = await mockInProcess().post(path, text.replace('{', '{"__proto__":{"admin":true},'));
    expect(reply.json.message).toEqual(['unknown field __proto__']);
  });

  test('a create whose body is not a sound record is refused above one megabyte, with a Content-Length or streamed', async () => {
    const mock = mockInProcess();
    const text = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });
    const headers = { 'content-type': 'application/json' };
    expect((await mock.post(path, text)).status).toBe(413);
    const told = { ...headers, 'content-length': String(text.length) };
    expect((await mock.call('POST', path, { headers: told, body: text })).status).toBe(413);
  });

  test('a create with another content type is refused', async () => {
    const init = { headers: { 'content-type': 'text/plain' }, body: '{}' };
    expect((await mockInProcess().call('POST', path, init)).status).toBe(415);
  });
});

test('families without a project type of their own accept any that is not empty; the others only theirs', async () => {
  const kind = kindNamed('v2', 'supplier');
  const mock = mockInProcess({ projectTypes: {} });
  for (const family of FAMILY_NAMES) {
    const body = { ...soundBody(kind, family), projectType: 'SOMETHING' };
    const open = FAMILIES[family].projectType === null;
    expect((await mock.send(kind, family, body)).status, family).toBe(open ? 201 : 400);
    expect((await mock.send(kind, family, { ...body, projectType: '' })).status).toBe(400);
  }
});
