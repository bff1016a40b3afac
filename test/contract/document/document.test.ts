import { describe, expect, test } from 'vitest';
import { documentWith, type Schema } from './generate.ts';
import { changesIn, completed, importing, importingBody } from './importing.ts';

const changesOf = async (document: object | string) => changesIn((await importing(document)).completion);

/** A document of v3 suppliers with these fields. */
const sites = (properties: Schema, more: Schema = {}, components: Schema = {}): Schema =>
  documentWith(
    {
      '/suppliers': {
        ...{ type: 'object', properties: { uniqueIdentifier: ID, ...properties } },
        ...{ required: ['uniqueIdentifier'], ...more },
      },
    },
    { components: { schemas: components } },
  );
/** A document of v3 suppliers with one field that is a reference to `$ref`. */
const referring = ($ref: string, more: Schema = {}, components: Schema = {}) =>
  sites({ a: { $ref } }, more, components);
const ID = { type: 'string', minLength: 15, maxLength: 255 };

describe('the schema of a field in an OpenAPI document', () => {
  const LONG = { type: 'string', maxLength: 9 };
  const GRADE = 'one of supplier.siteGrade, optional';
  test.each<[string, Schema, string]>([
    ['an enum', { type: 'string', enum: ['A', 'B'] }, GRADE],
    ['nulls of 3.0', { type: 'string', nullable: true, enum: ['A', null] }, GRADE],
    ['nulls of 3.1', { type: ['string', 'null'], maxLength: 5 }, 'text of 1 to 5 characters, optional'],
    ['oneOf', { oneOf: [{ type: 'null' }, { type: 'number', minimum: 1 }] }, 'number from 1, optional'],
    ['constants', { oneOf: [{ const: 'A' }, { const: 'B' }] }, GRADE],
    ['anyOf of two types', { anyOf: [{ type: 'string' }, { type: 'number' }] }, 'any value, optional'],
    ['a reference', { $ref: '#/components/schemas/Grade' }, GRADE],
    ['one part in allOf', { allOf: [{ $ref: '#/components/schemas/Grade' }, { description: 'x' }] }, GRADE],
    ['allOf', { allOf: [LONG, { maxLength: 4, minLength: 2 }] }, 'text of 2 to 4 characters, optional'],
    ['a minimum length only', { type: 'string', minLength: 3 }, 'text of 3 characters or more, optional'],
    ['a pattern of digits', { type: 'string', pattern: '^[0-9]{13}$' }, 'reference of 13 digits, optional'],
    ['the integers 0 and 1', { type: 'integer', enum: [0, 1] }, '1 or 0, optional'],
    ['a boolean', { type: 'boolean' }, 'boolean, optional'],
    ['a format', { type: 'string', format: 'email' }, 'email, optional'],
    ['an object', { type: 'object' }, 'object, optional'],
    ['an object that contains itself', { $ref: '#/components/schemas/Tree' }, 'object, optional'],
    ['a wild pattern', { type: 'string', pattern: '^(a+)+$' }, 'text, optional'],
  ])('with $0 is learned as: $2', async (_, schema, told) => {
    const components = {
      Grade: { type: 'string', enum: ['A', 'B'] },
      Tree: { type: 'object', properties: { siteGrade: { $ref: '#/components/schemas/Tree' } } },
    };
    const changes = await changesOf(sites({ siteGrade: schema }, {}, components));
    const at = schema.$ref === '#/components/schemas/Tree' ? 'siteGrade.siteGrade' : 'siteGrade';
    expect(changes.filter((change) => change.startsWith('+'))).toEqual([`+${at}: ${told}`]);
  });

  test('the schema of a field makes a required property required in its group, or always if its group is required, in arrays too', async () => {
    const properties = { name: { type: 'string' }, age: { type: 'number' } };
    const person = { type: 'object', properties, required: ['name'] };
    const heads = { type: 'array', items: person };
    const ids = { type: 'array', items: { type: 'string' } };
    const body = sites({ owner: person, heads, ids }, { required: ['uniqueIdentifier', 'heads'] });
    expect(await changesOf(body)).toEqual([
      '+owner.name: text, required in its group',
      '+owner.age: number, optional',
      '+heads[].name: text, required',
      '+heads[].age: number, optional',
      '+ids[]: text, optional',
    ]);
  });

  test('the schema of a field gives fields for the properties of allOf and oneOf, but not for readOnly properties', async () => {
    const text = { type: 'string' };
    const own = (name: string, schema: Schema) => ({ properties: { [name]: schema } });
    const a = { allOf: [{ ...own('x', text), required: ['x'] }, own('y', { type: 'number' })] };
    const b = { oneOf: [{ ...own('p', text), required: ['p'] }, own('q', text)] };
    expect(await changesOf(sites({ a, b, id: { ...text, readOnly: true } }))).toEqual([
      '+a.x: text, required in its group',
      '+a.y: number, optional',
      '+b.p: text, optional',
      '+b.q: text, optional',
    ]);
  });
});

describe('the schema of a body in an OpenAPI document', () => {
  test('a closed schema of a body removes the fields that it lacks, except keys and fields that are never sent', async () => {
    const closed = await changesOf(sites({ siteName: { type: 'string' } }, { additionalProperties: false }));
    expect(closed).toEqual([
      ...['open false', '-parentCompanyName', '-siteEmails[]', '-siteAddress.country', '-siteAddress.city'],
      ...['-siteAddress.postalCode', '-siteAddress.street', '-siteCertifications[].certificationName'],
    ]);
    const { notes } = await importing(sites({ siteName: { type: 'string' } }));
    expect(notes.join()).toContain('not in the document, and kept: parentCompanyName');
  });

  test('adds a field again that an earlier document removed', async () => {
    const closed = (names: readonly string[]) =>
      sites(Object.fromEntries(names.map((name) => [name, { type: 'string' }])), {
        additionalProperties: false,
      });
    const { completion: without } = await importing(closed(['siteName']));
    const { completion } = await importing(closed(['siteName', 'parentCompanyName']), without);
    const names = completed(completion, 'v3', 'supplier').fields.map(({ path }) => path);
    expect(names).toEqual([
      ...['uniqueIdentifier', 'parentCompanyName', 'siteName', 'siteRole', 'id', 'importationBatch'],
    ]);
  });

  test('a schema that renames the key and other fields keeps the references and rules, with the new names', async () => {
    const names = ['unique_identifier', 'buyer_kind', 'buyer_id', 'buyer_unique_identifier'];
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    const required = ['unique_identifier'];
    const { completion } = await importingBody('/v3/purchased-items', properties, { required });
    const kind = completed(completion, 'v3', 'purchased-item');
    expect(kind.key).toEqual(['unique_identifier']);
    expect(kind.references.slice(0, 2)).toEqual([
      { fields: ['buyer_unique_identifier'], to: 'supplier' },
      {
        fields: ['buyer_id'],
        to: 'supplier',
        fills: 'buyer_id',
        unless: { field: 'buyer_kind', value: 'CUSTOMER' },
      },
    ]);
    expect(kind.rules?.[0]).toMatchObject({ fields: ['buyer_id', 'buyer_unique_identifier'] });
  });

  test('a property with a similar name adds a field, even if the description is the same', async () => {
    const citty = { type: 'string', description: 'City of the site.' };
    const siteAddress = { type: 'object', properties: { citty } };
    expect(await changesOf(sites({ siteAddress }))).toEqual(['+siteAddress.citty: text, optional']);
  });

  test('properties below an open object of the contract replace the object with fields for them', async () => {
    const projectImpact = { type: 'object', properties: { co2: { type: 'number' } } };
    const { completion } = await importingBody('/v2/products', { projectImpact });
    expect(changesIn(completion)).toEqual(['+projectImpact.co2: number, optional', '-projectImpact']);
  });
});

describe('the paths of an OpenAPI document', () => {
  const body = { type: 'object', properties: { supplierRef: { type: 'string' }, zz: { type: 'string' } } };
  const read = async (document: object) =>
    (await importing(document)).creates.map((told) => told.replace('create calls of ', ''));

  const servers = [{ url: 'https://api.example.com/v2/e360' }];
  test.each<[Schema, string[]]>([
    [documentWith({ '/v2/suppliers': body }), ['v2: supplier in STANDARD']],
    [documentWith({ '/api/v2/agec/suppliers': body }), ['v2: supplier in AGEC']],
    [{ ...documentWith({ '/suppliers/': body }), servers }, ['v2: supplier in E360']],
    [documentWith({ '/v3/suppliers': body }), ['v3: supplier']],
    [documentWith({ '/suppliers': body }), ['v3: supplier']],
    [
      documentWith({ '/v2/suppliers': body, '/suppliers': body, '/v4/suppliers': body }),
      ['v2: supplier in STANDARD', 'v3: supplier'],
    ],
  ])(
    'the paths of an OpenAPI document show the interface, kind and family of each create call: $1',
    async (document, told) => {
      expect(await read(document)).toEqual(told);
    },
  );

  test('the paths of an OpenAPI document are read from Swagger 2 as well', async () => {
    const document = {
      swagger: '2.0',
      info: { title: 'x', version: '1' },
      basePath: '/v2',
      paths: {
        '/suppliers': {
          post: {
            parameters: [{ in: 'body', name: 'body', schema: { $ref: '#/definitions/Supplier' } }],
            responses: { 201: { description: 'ok' } },
          },
        },
      },
      definitions: { Supplier: body },
    };
    expect(await read(document)).toEqual(['v2: supplier in STANDARD']);
  });

  test('the paths of an OpenAPI document are an error that names some of them if none belongs to the interface', async () => {
    const refusal = { code: 'document-foreign', message: expect.stringContaining('/pets') };
    await expect(importing(documentWith({ '/pets': body }))).rejects.toMatchObject(refusal);
  });

  test('the paths of an OpenAPI document show the project type of a family that the interface does not show', async () => {
    const typed = { type: 'object', properties: { projectType: { type: 'string', enum: ['E360_X'] } } };
    const { completion } = await importing(
      documentWith({ '/v2/e360/suppliers': typed, '/v2/suppliers': body }),
    );
    expect(completion.projectTypes).toEqual({ E360: 'E360_X' });
  });

  test('different values of a list in each family give one list with the values of all', async () => {
    const market = (schema: Schema) => ({ type: 'object', properties: { destinationMarket: schema } });
    const changes = await changesOf(
      documentWith({
        '/v2/products': market({ type: 'string', enum: ['EUROPE', 'MOON'] }),
        '/v2/agec/products': market({ type: 'string' }),
        '/v2/e360/products': market({ type: 'string', enum: ['MARS'] }),
      }),
    );
    expect(changes).toEqual([expect.stringMatching(/^product\.destinationMarket \+MOON,MARS -\d+$/)]);
  });

  test('change nothing for families that they do not include', async () => {
    const properties = { reachCompliance: { type: 'integer' } };
    const { completion } = await importingBody('/v2/agec/products', properties, {
      required: ['reachCompliance'],
    });
    expect(changesIn(completion)).toEqual([
      'reachCompliance: required for MODULE360_AGEC > required for MODULE360_AGEC, AGEC',
    ]);
  });
});

describe('an untrusted OpenAPI document', () => {
  const damaged = 'document-damaged';
  const tooLarge = 'document-too-large';
  const LONG = { type: 'string' };
  const HEAD = '{"openapi":"3.0.3","info":{"title":"x","version":"1"}';
  test.each<[string, string | object, string]>([
    ['an empty text', '', damaged],
    ['a list in place of an object', '[]', damaged],
    ['broken YAML', 'openapi: 3.0.3\npaths: {a: [}', damaged],
    ['another version', '{"openapi":"4.0.0","info":{},"paths":{}}', damaged],
    ['nested without end', '{"a":'.repeat(100_000), damaged],
    [
      'sound, and nested too deep',
      JSON.stringify({ ...sites({ a: { type: 'string' } }), 'x-a': 0 }).replace(
        '"x-a":0',
        `"x-a":${'['.repeat(1000)}${']'.repeat(1000)}`,
      ),
      damaged,
    ],
    ['sound, and too long', JSON.stringify(sites({ a: LONG })) + ' '.repeat(20 * 1024 ** 2), tooLarge],
    ['paths that are no object', `${HEAD},"paths":[]}`, 'document-foreign'],
    ['a path with the name __proto__', `${HEAD},"paths":{"__proto__":{}}}`, damaged],
    ['a reference to a file beside it', referring('./other.yaml#/A'), 'document-external'],
    ['a reference to a file of the system', referring('file:///etc/passwd'), 'document-external'],
    ['a reference to another address', referring('http://127.0.0.1:9/x'), 'document-external'],
    ['a reference to nothing', referring('#/components/schemas/None'), damaged],
    ['a reference to constructor', referring('#/components/schemas/constructor', {}, { B: {} }), damaged],
    ['a reference by a name', referring('#Grade'), damaged],
    ['a version that is a number', 'openapi: 3.1\ninfo: {title: x, version: "1"}\npaths: {}', damaged],
    ['two documents in one', '{"openapi":"3.0.3"}\n---\n{}', damaged],
    ['aliases that multiply', aliases(40), tooLarge],
    ['an alias', 'openapi: 3.0.3\ninfo: &a {title: x, version: "1", x-a: *a}\npaths: {}', 'document-foreign'],
  ])('is refused: %s', async (_, document, code) => {
    await expect(importing(document)).rejects.toMatchObject({ code });
  });

  test('loses field names that no path can contain, and a note lists them', async () => {
    const names = ['constructor', 'a.b', 'c[]', 'good'];
    const fields = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    const { completion, notes } = await importing(sites(fields));
    expect(Object.keys(completion.v3.kinds.supplier!.added)).toEqual(['good']);
    expect(notes.join()).toContain('constructor, a.b, c[]');
  });

  test('loses list values and field names with control characters', async () => {
    const enums = { type: 'string', enum: ['\u001b[2J', 'A', 'B\nC', ''] };
    const { completion } = await importing(sites({ grade: enums, '\u001b[2J': { type: 'string' } }));
    expect(completion.v3.lists['supplier.grade']?.values).toEqual(['A']);
    expect(Object.keys(completion.v3.kinds.supplier!.added)).toEqual(['grade']);
  });

  test('references or parts that multiply give a limited number of fields', async () => {
    const { completion } = await importing(bomb(40));
    expect(Object.keys(completion.v3.kinds.supplier!.added).length).toBeLessThan(300);
    const parts = Object.fromEntries(
      Array.from({ length: 39 }, (_, at) => {
        const next = { $ref: `#/components/schemas/S${at + 1}` };
        return [`S${at}`, { allOf: [next, next], anyOf: [next, next] }];
      }),
    );
    const last = { S39: { type: 'string', maxLength: 3 } };
    const joining = referring('#/components/schemas/S0', {}, { ...parts, ...last });
    const { completion: joined } = await importing(joining);
    expect(joined.v3.kinds.supplier!.added.a).toBeDefined();
  });

  // The small one has 15,625 leaves, the large one more than a machine could process.
  test.each([5, 60])(
    'an untrusted OpenAPI document is read to the end if %d fields lead back to their schema',
    async (width) => {
      const names = Array.from({ length: width }, (_, at) => `n${at}`);
      const components = Object.fromEntries(
        ['A', 'B', 'C', 'D', 'E', 'F'].map((name, at, all) => [
          name,
          {
            type: 'object',
            properties: Object.fromEntries(
              names.map((one) => [one, { $ref: `#/components/schemas/${all[(at + 1) % 6]}` }]),
            ),
          },
        ]),
      );
      const { completion } = await importing(referring('#/components/schemas/A', {}, components));
      expect(Object.keys(completion.v3.kinds.supplier!.added).length).toBeLessThan(2100);
    },
  );

  test('an untrusted OpenAPI document is read to the end if it has a chain of 20,000 references', async () => {
    const schemas = Array.from({ length: 20_000 }, (_, at) => {
      const properties = { b: { $ref: `#/components/schemas/S${(at + 1) % 20_000}` } };
      return [`S${at}`, { type: 'object', properties }];
    });
    const document = sites({ good: { type: 'string' } }, {}, Object.fromEntries(schemas));
    const { completion } = await importing(document);
    expect(completion.v3.kinds.supplier!.added).toHaveProperty('good');
  });

  test('an untrusted OpenAPI document may use YAML merge keys, but is refused if they multiply', async () => {
    const text = (fields: string) =>
      `openapi: 3.0.3\ninfo: {title: x, version: "1"}\n${fields}\npaths: {/suppliers: {post: {requestBody: {content: {application/json: {schema: {properties: *all}}}}, responses: {}}}}`;
    const { completion } = await importing(
      text('x-a: &a {one: {type: string}}\nx-all: &all {<<: *a, two: {type: string}}'),
    );
    expect(Object.keys(completion.v3.kinds.supplier!.added).sort()).toEqual(['one', 'two']);
    const many = Array.from({ length: 200 }, (_, at) => `n${at}: {type: string}`).join(', ');
    const merges = Array.from({ length: 200 }, () => '*a').join(', ');
    await expect(importing(text(`x-a: &a {${many}}\nx-all: &all {<<: [${merges}]}`))).rejects.toMatchObject({
      code: damaged,
    });
  });

  test('an untrusted OpenAPI document is read although it breaks the OpenAPI schema, here without a title and a version', async () => {
    const { completion } = await importing({ ...sites({ a: { type: 'string' } }), info: {} });
    expect(completion.v3.kinds.supplier!.added).toHaveProperty('a');
  });
});

/** Schemas that each reference the next one twice. */
function bomb(levels: number): Schema {
  const schemas = Array.from({ length: levels }, (_, at) => {
    const next = { $ref: `#/components/schemas/S${at + 1}` };
    const properties = at === levels - 1 ? { end: { type: 'string' } } : { x: next, y: next };
    return [`S${at}`, { type: 'object', properties }];
  });
  return referring('#/components/schemas/S0', {}, Object.fromEntries(schemas));
}

function aliases(levels: number): string {
  const lines = Array.from({ length: levels }, (_, at) =>
    at === 0 ? 'x0: &x0 [a, a]' : `x${at}: &x${at} [*x${at - 1}, *x${at - 1}]`,
  );
  return ['openapi: 3.0.3', 'info: {title: x, version: "1"}', 'paths: {}', ...lines].join('\n');
}
