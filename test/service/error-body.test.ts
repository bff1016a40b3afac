import { describe, expect, it } from 'vitest';
import { LongMessages, messagesAt, readErrorBody } from '../../src/service/error-body.ts';

const read = (body: unknown, sent = '') => readErrorBody(JSON.stringify(body), { sent });
const messagesOf = (body: unknown) => read(body).messages;

/** A value nested in this many lists. */
const nested = (levels: number, value: unknown): unknown =>
  levels === 0 ? value : [nested(levels - 1, value)];
/** A body nested in this many `error` fields. */
const inErrors = (levels: number, body: object): object =>
  levels === 0 ? body : { error: inErrors(levels - 1, body) };

/** A body with a message in every field that is read. */
const ALL_FIELDS = {
  ...{ details: ['8'], data: { message: '7' }, error: { message: '6' }, error_description: '5' },
  ...{ detail: '4', title: '3', errors: ['2'], message: '1' },
};

describe('the messages of an error body', () => {
  it.each<[string, unknown, string[]]>([
    ['are in the order for people, whatever the order of the fields', ALL_FIELDS, [...'12345678']],
    ['may be numbers and booleans', { message: [7, true, null, ''] }, ['7', 'true']],
    ['are not texts of data', { message: 'no', data: 'x' }, ['no']],
    ['are not items of a list of data', { message: 'no', data: [{ message: 'x' }] }, ['no']],
    ['are not null', { message: null, error: null, data: null }, []],
    ['are those of a JSON text', 'no', ['no']],
    ['are those of a JSON list', ['a', { message: 'b' }], ['a', 'b']],
    ['include a code within a message only there', { code: 'A_B', message: ['A_B: no'] }, ['A_B: no']],
    ['include a code once', { code: 'A_B', errorCode: 'A_B' }, ['A_B']],
    [
      'do not repeat a code of the details',
      { message: 'no', details: [{ reason: 'ThingNotFound' }, 'because'] },
      ['no', 'because', 'ThingNotFound'],
    ],
    ['keep details that contain no code', { code: 'A_B', details: ['because'] }, ['because', 'A_B']],
    ['are the error and the code, without other text', { error: 'Gone', code: 'E7' }, ['Gone', 'E7']],
    ['are not an empty error', { error: '', code: 'E7', hint: 'call us' }, ['E7']],
    ['are not an error of another type', { error: 7, hint: 'call us' }, ['call us']],
    ['are any other texts, if there are none', { a: 'bad row', b: ['bad row', 'x', '77'] }, ['bad row']],
  ])('%s', (_, body, messages) => {
    expect(messagesOf(body)).toEqual(messages);
  });

  it('the messages of an error body are read eight levels deep in known fields, and three in unknown ones', () => {
    expect(messagesOf({ message: nested(8, 'deep') })).toEqual(['deep']);
    expect(messagesOf({ message: nested(9, 'deep'), title: 'no' })).toEqual(['no']);
    expect(messagesOf(inErrors(8, { message: 'deep' }))).toEqual(['deep']);
    expect(messagesOf(inErrors(9, { message: 'deep' }))).toEqual([]);
    expect(messagesOf({ data: inErrors(7, { message: 'deep' }) })).toEqual(['deep']);
    expect(messagesOf({ other: nested(2, 'deep') })).toEqual(['deep']);
    expect(messagesOf({ other: nested(3, 'deep') })).toEqual([]);
  });

  it.each([
    ['one list', (texts: string[]) => ({ message: texts })],
    ['an object', (texts: string[]) => ({ errors: Object.fromEntries(texts.map((one) => [one, one])) })],
    ['two lists', (texts: string[]) => ({ message: texts.slice(0, 60), errors: texts.slice(60) })],
  ])('the messages of an error body are at most 100, if they are in %s', (_, bodyOf) => {
    const texts = Array.from({ length: 120 }, (_, index) => `m${index}`);
    expect(messagesOf(bodyOf(texts))).toEqual(texts.slice(0, 100));
  });

  it('the messages of an error body are read from the first 100 items of a list and the first 100 fields of errors', () => {
    const empty = Array.from({ length: 99 }, () => '');
    expect(messagesOf({ message: [...empty, '100', '101'] })).toEqual(['100']);
    expect(messagesOf({ errors: { ...[...empty, '100', '101'] } })).toEqual(['100']);
  });

  it('the messages of an error body are kept up to 2000 characters, and longer ones end with an ellipsis', () => {
    expect(messagesOf({ message: 'a'.repeat(2000) })).toEqual(['a'.repeat(2000)]);
    expect(messagesOf({ message: 'a'.repeat(2001) })).toEqual([`${'a'.repeat(1999)}…`]);
  });

  it('the messages of an error body are truncated except a list of allowed values, and that only with the option "lists"', () => {
    const listing = `type must be one of the following values: ${'A, '.repeat(2000)}`;
    const first = (message: string, how?: { lists: boolean }) =>
      readErrorBody(JSON.stringify({ message }), how).messages[0];
    expect(first(listing, { lists: true })).toBe(listing);
    for (const how of [{ lists: false }, undefined]) expect(first(listing, how)).toHaveLength(2000);
    expect(first('A, '.repeat(2000), { lists: true })).toHaveLength(2000);
  });
});

describe('the field of a message', () => {
  it.each<[string, object, string]>([
    ['property', { property: 'a', path: 'b', field: 'c', loc: 'd', message: 'm' }, 'a: m'],
    ['path', { path: ['b', 0], field: 'c', loc: 'd', message: 'm' }, 'b.0: m'],
    ['field', { field: 'c', loc: 'd', message: 'm' }, 'c: m'],
    ['loc', { loc: 'd', message: 'm' }, 'd: m'],
    ['loc without the first part `body`', { loc: ['body', 'a', 'b'], msg: 'm' }, 'a.b: m'],
    ['loc of another part of the request', { loc: ['query', 'limit'], msg: 'm' }, 'query.limit: m'],
    ['the body as a whole', { loc: ['body'], msg: 'm' }, 'body: m'],
    ['none', { msg: 'm' }, 'm'],
    ['property, before other texts of the item', { property: 'a', rule: 'too long' }, 'a: too long'],
  ])('is taken from: %s', (_, item, message) => {
    expect(messagesOf({ message: [item] })).toEqual([message]);
  });

  it('is not the key of an object in another field than `errors`', () => {
    expect(messagesOf({ message: { name: 'too long' } })).toEqual(['too long']);
  });

  it('the field of a message is read with its messages eight levels deep', () => {
    const inChildren = (levels: number): object =>
      levels === 0 ? { message: 'no' } : { children: [inChildren(levels - 1)] };
    expect(messagesOf({ message: inChildren(3) })).toEqual(['no']);
    expect(messagesOf({ message: inChildren(4), title: 'not read' })).toEqual(['not read']);
    expect(messagesOf({ message: nested(6, { path: ['a'], message: 'm' }) })).toEqual(['a: m']);
    expect(messagesOf({ message: nested(7, { path: ['a'], message: 'm' }) })).toEqual(['m']);
  });

  it('the field of a message is before each message of its item, and before those of its children', () => {
    const item = {
      ...{ property: 'address', message: 'm', msg: 'n', title: 't', detail: 'd', reason: 'r' },
      ...{ constraints: { max: 'too long' }, value: 'not a message' },
      children: [{ property: 'city', constraints: { set: 'must be set' } }],
    };
    const texts = ['m', 'n', 't', 'd', 'too long', 'r', 'city: must be set'];
    expect(messagesOf({ message: [item] })).toEqual(texts.map((text) => `address: ${text}`));
  });

  it.each<[string, string, string]>([
    ['name', 'name is too long', 'name is too long'],
    ['name', 'the "name" is too long', 'the "name" is too long'],
    ['name', 'too long: name', 'too long: name'],
    ['contacts', 'contacts.0.email is wrong', 'contacts.0.email is wrong'],
    ['contacts', 'contacts[0] is wrong', 'contacts[0] is wrong'],
    ['name', 'names are too long', 'name: names are too long'],
    ['name', 'surname is too long', 'name: surname is too long'],
    ['name', `${'x'.repeat(995)} name`, `${'x'.repeat(995)} name`],
    ['name', `${'x'.repeat(1000)} name`, `name: ${'x'.repeat(1000)} name`],
  ])('%s is not added before a message that contains it: "%s"', (field, text, message) => {
    expect(messagesOf({ message: [{ field, message: text }] })).toEqual([message]);
  });

  it.each<[string, unknown, string[]]>([
    ['the key of an object', { name: ['too long', 'not set'] }, ['name: too long', 'name: not set']],
    ['each key of nested objects', { address: { city: ['too long'] } }, ['address: city: too long']],
    ['not a key that names no field', { non_field_errors: ['no'], '0': ['first'] }, ['first', 'no']],
    ['not the key of one error', { property: 'name', constraints: { a: 'too long' } }, ['name: too long']],
    ['not the key of one error with a path', { path: 'name', rule: 'too long' }, ['name: too long']],
    ['not the key of one error with a field', { field: 'name', rule: 'too long' }, ['name: too long']],
    ['a key whose value is a list, as that of one error is not', { path: ['long'] }, ['path: long']],
  ])('in `errors` is %s', (_, errors, messages) => {
    expect(messagesOf({ errors })).toEqual(messages);
  });

  it('in `errors` is read eight levels deep', () => {
    const deep = (levels: number): unknown => (levels === 0 ? 'no' : { [`f${levels}`]: deep(levels - 1) });
    expect(messagesOf({ errors: deep(8) })).toEqual(['f8: f7: f6: f5: f4: f3: f2: f1: no']);
    expect(messagesOf({ errors: deep(9), title: 'no' })).toEqual(['no']);
  });
});

describe('an error body that is not JSON', () => {
  it.each<[string, string, string[], string]>([
    ['nothing', '', [], 'foreign'],
    ['a text', 'Bad  Gateway\n', ['Bad Gateway'], 'foreign'],
    ['a text with a brace in it', 'error {', ['error {'], 'foreign'],
    ['a page', '<h1>Not</h1><p>here</p>', ['Not here'], 'foreign'],
    ['a page with a script', '<style>p{}</style>No<script src="x">let a;</script>', ['No'], 'foreign'],
    ['a page that begins with a long script', `<script>${'x'.repeat(3000)}</script>No`, ['No'], 'foreign'],
    ['a truncated object', '{"message":"no', ['{"message":"no'], 'truncated'],
    ['a truncated list after spaces', ' \n["no', ['["no'], 'truncated'],
  ])('is read as a text: %s', (_, text, messages, unreadable) => {
    expect(readErrorBody(text)).toMatchObject({ messages, unreadable });
  });

  it('an error body that is not JSON gives 200 characters of its first 4000', () => {
    expect(readErrorBody('x'.repeat(500)).messages).toEqual(['x'.repeat(200)]);
    expect(readErrorBody(`${'<br>'.repeat(1000)}late`).messages).toEqual([]);
  });

  it('an error body that is not JSON may be only a code', () => {
    const code = ['FORMAT_ERROR'];
    expect(readErrorBody('FORMAT_ERROR')).toEqual({
      ...{ messages: code, codes: code, deciding: code },
      ...{ inFields: false, missing: [], unreadable: 'foreign' },
    });
  });
});

describe('the codes of an error body', () => {
  it.each<[string, unknown, object]>([
    ['in a field', { code: 'A_B', message: 'no' }, { codes: ['A_B'], deciding: ['A_B'], inFields: true }],
    ['as a message', { message: 'A_B' }, { codes: ['A_B'], deciding: ['A_B'], inFields: false }],
    ['no code', { message: 'no' }, { codes: [], deciding: [], inFields: false, missing: [] }],
    [
      'everywhere: all are kept, the field for codes decides',
      { message: ['C_D', 'E_F: no'], code: 'A_B', details: [{ reason: 'ThingNotFound' }] },
      { codes: ['C_D', 'E_F', 'A_B', 'ThingNotFound'], deciding: ['A_B', 'ThingNotFound'], inFields: true },
    ],
    [
      'in a field that only names the status: the messages decide',
      { code: 'BAD_REQUEST', message: ['BAD_REQUEST', 'A_B'] },
      { deciding: ['BAD_REQUEST', 'A_B'], inFields: false },
    ],
    [
      'for a missing record, only in details[].reason',
      { code: 'A_NOT_FOUND', details: [{ reason: 'ThingNotFound' }, { reason: 'ThingLocked' }] },
      { missing: ['ThingNotFound'] },
    ],
  ])('decide by their place: %s', (_, body, expected) => {
    expect(read(body)).toMatchObject(expected);
  });

  it('codes at the start of a message do not count if the request contains them', () => {
    const body = { message: 'A_B: is locked' };
    expect(read(body, '{"name":"A_B"}')).toMatchObject({ codes: ['A_B'], deciding: [], inFields: false });
    expect(read(body, '{"name":"C_D"}')).toMatchObject({ deciding: ['A_B'] });
  });
});

describe('messagesAt', () => {
  it('messagesAt gives the messages in the order of the given fields, each once, at most 100, each truncated', () => {
    const many = Array.from({ length: 80 }, (_, index) => `m${index}`);
    expect(messagesAt({ b: ['x', 'y'], a: { name: 'y' } }, ['a', 'b', 'c'])).toEqual(['name: y', 'x', 'y']);
    expect(messagesAt({ a: ['x', 'x'], b: 'x' }, ['a', 'b'])).toEqual(['x']);
    expect(messagesAt({ a: many, b: many.map((text) => `${text}b`) }, ['a', 'b'])).toHaveLength(100);
    expect(
      messagesAt({ a: `type must be one of the following values: ${'A, '.repeat(2000)}` }, ['a'])[0],
    ).toHaveLength(2000);
  });

  it('messagesAt gives no messages from the prototype of an object', () => {
    expect(messagesAt({}, ['constructor', 'toString'])).toEqual([]);
    expect(messagesAt(Object.create({ message: 'no' }), ['message'])).toEqual([]);
  });
});

describe('a list of allowed values in the messages of a run', () => {
  const LIMIT = 2000;
  const list = (path: string, last = 'Z'): string =>
    `${path} must be one of the following values: ${'COTTON, '.repeat(LIMIT / 4)}${last}`;
  const short = (message: string): string => `${message.slice(0, LIMIT - 1)}…`;

  it('a list of allowed values is whole the first time and truncated after that, whatever field it is about', () => {
    const long = new LongMessages();
    const [first, second] = [list('composition.0.material'), list('composition.1.material')];
    expect(long.once({ messages: [first, 'short'] })).toEqual({ messages: [first, 'short'] });
    expect(long.once({ messages: [second, 'short'] })).toEqual({ messages: [short(second), 'short'] });
  });

  it('a list of allowed values is whole the first time for each of 32 lists, and truncated for further ones', () => {
    const long = new LongMessages();
    for (let at = 0; at < 32; at++) {
      const message = list('material', String(at));
      expect(long.once({ messages: [message] })).toEqual({ messages: [message] });
    }
    const more = list('material', 'more');
    expect(long.once({ messages: [more] })).toEqual({ messages: [short(more)] });
  });

  it('a list of allowed values is longer than 2000 characters: a message of 2000 stays whole every time', () => {
    const long = new LongMessages();
    const messages = ['y'.repeat(LIMIT)];
    expect(long.once({ messages })).toEqual({ messages });
    expect(long.once({ messages })).toEqual({ messages });
  });
});
