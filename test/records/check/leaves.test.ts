import { expect, test } from 'vitest';
import type { Body, Json } from '../../../src/contract/kind.ts';
import { leavesOf } from '../../../src/records/check/rule.ts';

type LeafRow = [path: string, value: Json | undefined, grouped: boolean];

test.each<[what: string, path: string, body: Body, leaves: LeafRow[]]>([
  ['a field', 'name', { name: 'a' }, [['name', 'a', true]]],
  ['a missing field', 'name', {}, [['name', undefined, true]]],
  ['a field of an object', 'address.city', { address: { city: 'Lyon' } }, [['address.city', 'Lyon', true]]],
  ['a missing field of an object', 'address.city', { address: {} }, [['address.city', undefined, true]]],
  ['a field of a missing object', 'address.city', {}, [['address.city', undefined, false]]],
  ['a field of an object that is a text', 'address.city', { address: 'Lyon' }, []],
  [
    'a field of an object that is a list: not a property of the list',
    'parcel.length',
    { parcel: ['a'] },
    [['parcel.length', undefined, true]],
  ],
  [
    'a field of each item',
    'parts[].name',
    { parts: [{ name: 'a' }, {}] },
    [
      ['parts.0.name', 'a', true],
      ['parts.1.name', undefined, true],
    ],
  ],
  [
    'a field of items that are no objects: not a property of a text',
    'parts[].length',
    { parts: ['abc', null] },
    [
      ['parts.0.length', undefined, true],
      ['parts.1.length', undefined, true],
    ],
  ],
  ['a field of a missing list', 'parts[].name', {}, [['parts.0.name', undefined, false]]],
  ['a field of an empty list', 'parts[].name', { parts: [] }, [['parts.0.name', undefined, false]]],
  ['a field of a list that is a text', 'parts[].name', { parts: 'a' }, []],
  [
    'each value of a list',
    'gtins[]',
    { gtins: ['a', 'b'] },
    [
      ['gtins.0', 'a', true],
      ['gtins.1', 'b', true],
    ],
  ],
  ['a missing list of values', 'gtins[]', {}, [['gtins', undefined, true]]],
  ['an empty list of values', 'gtins[]', { gtins: [] }, [['gtins', undefined, true]]],
  ['a list of values that is a text', 'gtins[]', { gtins: 'a' }, [['gtins', undefined, true]]],
  [
    'a list of values in an object',
    'person.emails[]',
    { person: { emails: ['a'] } },
    [['person.emails.0', 'a', true]],
  ],
  ['a list of values in a missing object', 'person.emails[]', {}, [['person.emails', undefined, false]]],
  ['a list in a missing list', 'steps[].parts[].name', {}, [['steps.0.parts.0.name', undefined, false]]],
  [
    'a list in each item of a list',
    'steps[].parts[].name',
    { steps: [{ parts: [{ name: 'a' }, { name: 'b' }] }, {}] },
    [
      ['steps.0.parts.0.name', 'a', true],
      ['steps.0.parts.1.name', 'b', true],
      ['steps.1.parts.0.name', undefined, false],
    ],
  ],
  [
    'an object in each item of a list',
    'contacts[].person.email',
    { contacts: [{ person: { email: 'a' } }, { person: {} }, {}] },
    [
      ['contacts.0.person.email', 'a', true],
      ['contacts.1.person.email', undefined, true],
      ['contacts.2.person.email', undefined, false],
    ],
  ],
])('%s: %s', (_, path, body, leaves) => {
  const field = { path, value: { type: 'text' }, names: [], note: '' } as const;
  const found = leavesOf(field, body).map((leaf): LeafRow => [leaf.path, leaf.value, leaf.grouped]);
  expect(found).toEqual(leaves);
  expect(leavesOf(field, body)).toHaveLength(leaves.length);
});
