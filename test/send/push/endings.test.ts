import { describe, expect, it } from 'vitest';
import type { Body } from '../../../src/contract/kind.ts';
import { KINDS } from '../../../src/contract/registry.ts';
import {
  absentEnding,
  existingEnding,
  foundEnding,
  inDoubtEnding,
  lostEnding,
  refusedEnding,
  stopReason,
  stopWords,
  unreachable,
  unusable,
  wordsOf,
} from '../../../src/send/push/endings.ts';
import { ANSWERS, LOOKS } from './responses.ts';
import { DOUBT, type Given, LOST, stateOf } from './states.ts';

const MATERIAL = KINDS.v3.material;
const BODY = { packagingRef: 'E1', type: 'BOX' };

const sent = (given: Omit<Given, 'phase'> = {}) =>
  stateOf({ ...given, phase: 'sent', record: { body: JSON.stringify(BODY), ...given.record } });
const lost = (given: Omit<Given, 'phase'> = {}) => sent({ ...LOST, ...given });
const KNOWN = { ...DOUBT, known: true };
const OTHERS = { ...DOUBT, same: false };
const text = (body: Body) => JSON.stringify(body);
const IDS = { answer: '{"id":"read-back"}' };
const FOUND = 'HTTP 500; found by reading back';

describe('the ending of a refused record', () => {
  const update = { record: { isUpdate: true } };
  const rejected = { outcome: 'rejected', status: 400, messages: ['name must be set'] };

  it.each([
    ['a create gets no entry in the ledger', sent(), rejected],
    ['a create in doubt gets its earlier entry', lost(), { ...rejected, entry: 'before' }],
    ['an update has no effect on the entry', sent(update), { ...rejected, entry: 'updated' }],
    ['an update in doubt has no effect', lost(update), { ...rejected, entry: 'updated' }],
  ])('the ending of a refused record is rejected: %s', (_, state, expected) => {
    expect(refusedEnding(state, ANSWERS.refused)).toEqual(expected);
  });
});

describe('a record whose key the service had before', () => {
  const ending = (state = sent(), content: string | null = null) =>
    existingEnding(state, ANSWERS.exists, content);
  const kept = (why: string) =>
    `the service keeps the content it has: ${why}; trace plan FILE, with its file for FILE, shows what differs`;

  it('a record whose key the service had before ends as existing, with the messages of the service', () => {
    const expected = { outcome: 'existing', status: 400, messages: ['SUPPLIER_EXISTS'], entry: 'existing' };
    expect(ending()).toEqual(expected);
  });

  it.each<[string, Omit<Given, 'phase'>, string]>([
    ['was changed since it was accepted', { record: { status: 'changed' } }, 'v2 cannot update records'],
    ['was in doubt', LOST, 'v2 cannot update records'],
    ['is of v3', { record: { status: 'changed', kind: MATERIAL } }, 'a create request cannot update records'],
  ])(
    'a record whose key the service had before ends with a message that the service keeps its content, if the record %s',
    (_, given, why) => {
      expect(ending(sent(given)).messages).toEqual(['SUPPLIER_EXISTS', kept(why)]);
    },
  );

  it('a record whose key the service had before is compared with the content that the ledger knew before the doubt', () => {
    const state = lost({ doubt: KNOWN });
    expect(ending(state, text(BODY))).toMatchObject({ outcome: 'unchanged', entry: 'before' });
    const changed = [expect.stringContaining('type changed'), 'type: "CASE" → "BOX"'];
    const messages = ['SUPPLIER_EXISTS', kept('v2 cannot update records'), ...changed];
    const outdated = ending(state, text({ ...BODY, type: 'CASE' }));
    expect(outdated).toMatchObject({ outcome: 'outdated', messages, entry: 'before' });
    expect(ending(state)).toMatchObject({ outcome: 'existing', entry: 'before' });
  });

  it('a record whose key the service had before is not compared with content that only an attempt in doubt sent', () => {
    expect(ending(lost(), text(BODY))).toMatchObject({ outcome: 'existing', entry: 'existing' });
  });

  it('a record whose key the service had before has an entry as existing if it is not in doubt any more', () => {
    expect(ending(lost({ doubt: KNOWN, inDoubt: false }))).toMatchObject({ entry: 'existing' });
    expect(ending(lost({ doubt: null }))).toMatchObject({ entry: 'existing' });
  });
});

describe('a record that an attempt with a lost response created', () => {
  it.each([
    ['without ids if none were read', null, {}],
    ['with the ids that were read', LOOKS.found, IDS],
  ])('a record that a lost attempt stored is created, %s', (_, look, ids) => {
    const messages = ['HTTP 500; the service has it from that attempt'];
    const created = { outcome: 'created', status: 400, messages, entry: 'accepted', ...ids };
    expect(lostEnding(lost(), ANSWERS.exists, look)).toEqual(created);
  });

  it('a record that a lost attempt stored is created, found by reading back, if its fields were compared', () => {
    const expected = { outcome: 'created', messages: ['HTTP 500; found by reading back'] };
    expect(lostEnding(lost(), ANSWERS.exists, { ...LOOKS.found, shows: {} })).toMatchObject(expected);
  });
});

describe('a record that was found by reading back', () => {
  const ending = (given: Omit<Given, 'phase'> = {}, found: object = {}, content: string | null = null) =>
    foundEnding(lost(given), { ...LOOKS.found, ...found }, content);

  it('a record that was found by reading back is created, with its ids', () => {
    expect(ending()).toEqual({ outcome: 'created', messages: [FOUND], entry: 'accepted', ...IDS });
  });

  it('a record that was found by reading back has no ids if the read shows none', () => {
    expect(ending({}, { answer: {} })).not.toHaveProperty('answer');
  });

  it.each<[string, string[], string[]]>([
    ['none', [], []],
    ['one', ['type'], ['not compared when read back: type']],
    ['four', ['a', 'b', 'c', 'd'], ['not compared when read back: a, b, c, d']],
    ['five', ['a', 'b', 'c', 'd', 'e'], ['not compared when read back: a, b, c, d and 1 more']],
  ])(
    'a record that was found by reading back has a message with at most four of the fields that were not compared (%s)',
    (_, unread, messages) => {
      expect(ending({}, { unread }).messages).toEqual(['HTTP 500; found by reading back', ...messages]);
    },
  );

  it('a record that was found by reading back is outdated if the service shows a different value: the record was there before', () => {
    const why = 'the record in the service is from another source, and v2 cannot update records';
    const messages = [`${FOUND}, with a different type: ${why}`, 'type: "CASE" → "BOX"'];
    const outdated = { outcome: 'outdated', messages, entry: 'existing', ...IDS };
    const shown = '{"packagingRef":"E1","type":"CASE"}';
    expect(ending({}, { shows: { type: 'CASE' } })).toEqual({ ...outdated, shown });
    const both = ending({ record: { kind: MATERIAL } }, { shows: { type: 'CASE', packagingRef: 'E2' } });
    expect(both.messages[0]).toMatch(
      /with a different type, packagingRef: .* a create request cannot update records$/,
    );
  });

  it('a record that was found by reading back is existing, unchanged or outdated, not created, if the service had the key before', () => {
    const kept = 'the service had this key before; v2 cannot update records, it keeps the content it has';
    expect(ending({ doubt: KNOWN })).toEqual({ outcome: 'existing', messages: [kept], entry: 'before' });
    const another = ending({ doubt: KNOWN }, { shows: { type: 'CASE' } });
    expect(another.messages).toEqual([kept, 'the service shows a different type']);
    const two = [kept, 'the service shows a different type, name'];
    const unchanged = ending({ doubt: KNOWN }, { shows: { type: 'CASE', name: 'x' } }, text(BODY));
    expect(unchanged).toEqual({ outcome: 'unchanged', messages: two, entry: 'before' });
    const messages = [kept, expect.stringContaining('type changed'), 'type: "CASE" → "BOX"'];
    const outdated = ending({ doubt: KNOWN }, {}, text({ ...BODY, type: 'CASE' }));
    expect(outdated).toMatchObject({ outcome: 'outdated', messages });
  });

  it('a record that was found by reading back is existing or outdated if an earlier run sent other content', () => {
    const earlier = 'HTTP 500; found by reading back, as an earlier run sent it';
    const existing = { outcome: 'existing', messages: [earlier], entry: 'doubted', ...IDS };
    expect(ending({ doubt: OTHERS })).toEqual(existing);
    const outdated = ending({ doubt: OTHERS }, { shows: { name: 'x' } }, text({ ...BODY, type: 'CASE' }));
    const changed = [expect.stringContaining('type changed'), 'type: "CASE" → "BOX"'];
    const messages = [earlier, ...changed, 'the service shows a different name'];
    expect(outdated).toMatchObject({ outcome: 'outdated', messages });
  });

  it('a record that was found by reading back is created if an earlier run sent the same content', () => {
    const expected = { outcome: 'created', messages: ['HTTP 500; found by reading back'], entry: 'accepted' };
    expect(ending({ doubt: OTHERS }, {}, text(BODY))).toMatchObject(expected);
  });
});

describe('a record that was not found by reading back', () => {
  it('a record that was not found by reading back ends in doubt if that is not certain, with the command that settles it', () => {
    const messages = ['HTTP 500', 'no way to read it; trace resolve run-1 settles it'];
    const ended = inDoubtEnding(lost(), 'no way to read it', 'resolve');
    expect(ended).toEqual({ outcome: 'in-doubt', messages });
    const stopped = inDoubtEnding(lost(), 'stopped', 'resume');
    expect(stopped.messages[1]).toBe('stopped; trace resume run-1 settles it');
  });

  it('a record that was not found by reading back ends as failed if it is absent, and the ledger gets no entry for it', () => {
    const expected = { outcome: 'failed', messages: ['HTTP 500', 'it is not there'], entry: 'none' };
    expect(absentEnding(lost(), 'it is not there')).toEqual(expected);
  });
});

describe('the reason why a run stops', () => {
  it('the reason why a run stops names the service that cannot be reached', () => {
    const reason = 'https://service.example cannot be reached: connection refused';
    expect(unreachable(sent(), 'connection refused')).toEqual({ exit: 'unreachable', reason });
    const answer = { type: 'unsent', error: 'connection refused', hint: 'log in', isFinal: true } as const;
    const stop = { exit: 'usage', code: 'proxy-auth', reason, hint: 'log in' };
    expect(unusable(sent(), answer)).toEqual(stop);
  });

  it('the reason why a run stops is a rejected token, with the messages of the service', () => {
    const answer = { ...ANSWERS.token, messages: ['INVALID_SESSION', 'sign in'] };
    const reason = 'https://service.example rejected the token (HTTP 401): INVALID_SESSION; sign in';
    expect(stopReason(sent(), answer)).toEqual({ exit: 'token', reason });
    expect(stopWords(answer)).toBe('INVALID_SESSION; sign in');
  });

  it.each([
    ['no such path: HTTP 404: Cannot POST /x', 'no such path: Cannot POST /x'],
    ['no such path: HTTP 404', 'no such path'],
    ['HTTP 404: redirected', 'redirected'],
    ['no such path: HTTP 405', 'no such path: HTTP 405'],
  ])(
    'the reason why a run stops is a wrong address, with the status only once, if the error is "%s"',
    (error, words) => {
      const answer = { ...ANSWERS.misdirected, error };
      const reason = `https://service.example is not the create address (HTTP 404): ${words}`;
      expect(stopReason(sent(), answer)).toEqual({ exit: 'usage', reason });
      expect(stopWords(answer)).toBe(error);
    },
  );

  it('the reason why a run stops names the setting for the address if it is wrong for an update', () => {
    const { reason } = stopReason(sent({ record: { isUpdate: true } }), ANSWERS.misdirected);
    expect(reason).toContain(
      'is not the update address of a packaging, which v3.updatePaths of the configuration can set (HTTP 404)',
    );
  });
});

it.each([
  [ANSWERS.unknown, 'HTTP 500'],
  [{ ...ANSWERS.refused, messages: ['a', 'b'] }, 'a; b'],
  [ANSWERS.putOff, 'HTTP 429'],
])('the text for a failed read with the response %j is "%s"', (answer, words) => {
  expect(wordsOf(answer)).toBe(words);
});
