import { expect, test } from 'vitest';
import type { Body } from '../../../src/contract/kind.ts';
import { leavesOf } from '../../../src/records/check/rule.ts';

test.each<[what: string, path: string, body: Body, ...leaves: string[]]>([
  ['a field', 'name', { name: 'a' }, 'name: a'],
  ['a missing field', 'name', {}, 'name: nothing'],
  ['a field of an object', 'address.city', { address: { city: 'Lyon' } }, 'address.city: Lyon'],
  ['a missing field of an object', 'address.city', { address: {} }, 'address.city: nothing'],
  ['a field of a missing object', 'address.city', {}, 'address.city: nothing, no group'],
  ['a field of an object that is a text', 'address.city', { address: 'Lyon' }],
  ['a field with the name of a list property', 'parcel.length', { parcel: ['a'] }, 'parcel.length: nothing'],
  [
    'a field of each item',
    'parts[].name',
    { parts: [{ name: 'a' }, {}] },
    'parts.0.name: a',
    'parts.1.name: nothing',
  ],
  [
    'a field of items that are no objects, with the name of a property of texts',
    'parts[].length',
    { parts: ['abc', null] },
    ...['parts.0.length: nothing', 'parts.1.length: nothing'],
  ],
  ['a field of a missing list', 'parts[].name', {}, 'parts.0.name: nothing, no group'],
  ['a field of an empty list', 'parts[].name', { parts: [] }, 'parts.0.name: nothing, no group'],
  ['a field of a list that is a text', 'parts[].name', { parts: 'a' }],
  ['each value of a list', 'gtins[]', { gtins: ['a', 'b'] }, 'gtins.0: a', 'gtins.1: b'],
  ['a missing list of values', 'gtins[]', {}, 'gtins: nothing'],
  ['an empty list of values', 'gtins[]', { gtins: [] }, 'gtins: nothing'],
  ['a list of values that is a text', 'gtins[]', { gtins: 'a' }, 'gtins: nothing'],
  ['a list of values in an object', 'person.emails[]', { person: { emails: ['a'] } }, 'person.emails.0: a'],
  ['a list of values in a missing object', 'person.emails[]', {}, 'person.emails: nothing, no group'],
  ['a list in a missing list', 'steps[].parts[].name', {}, 'steps.0.parts.0.name: nothing, no group'],
  [
    'a list in each item of a list',
    'steps[].parts[].name',
    { steps: [{ parts: [{ name: 'a' }, { name: 'b' }] }, {}] },
    ...['steps.0.parts.0.name: a', 'steps.0.parts.1.name: b', 'steps.1.parts.0.name: nothing, no group'],
  ],
  [
    'an object in each item of a list',
    'contacts[].email.to',
    { contacts: [{ email: { to: 'a' } }, { email: {} }, {}] },
    ...['contacts.0.email.to: a', 'contacts.1.email.to: nothing', 'contacts.2.email.to: nothing, no group'],
  ],
])('leavesOf gives the leaves of %s (path %s)', (_, path, body, ...leaves) => {
  const field = { path, value: { type: 'text' }, names: [], note: '' } as const;
  const found = leavesOf(field, body).map(
    (leaf) =>
      `${leaf.path}: ${leaf.value === undefined ? 'nothing' : leaf.value}${leaf.grouped ? '' : ', no group'}`,
  );
  expect(found).toEqual(leaves);
});
