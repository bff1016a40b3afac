import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { LANGUAGES } from '../../../src/contract/v2/study-lists.ts';
import { type Resource, tablesOf } from '../../../src/read/export/resource.ts';
import { RESOURCES } from '../../../src/read/export/resources.ts';
import { emptyFolder, exportFrom, worldOf } from './world.ts';

test.each(Object.entries(RESOURCES))('the resource %s has a table for each grain', (name, resource) => {
  expect(resource.name).toBe(name);
  expect(resource.tables(LANGUAGES).map((table) => table.name)).toEqual(resource.grains);
  expect(resource.grains).toContain(resource.list.type);
});

/** Two colours, from a list that contains one of them completely. */
const colours: Resource = {
  ...{ name: 'colours', nouns: { one: 'colour', many: 'colours' }, command: 'colours' },
  ...{ show: ['colours', 'show'], interface: 'v2', record: z.looseObject({ id: z.string() }) },
  grains: ['colour'],
  tables: () => [
    {
      name: 'colour',
      columns: [{ name: 'id', heading: 'id', type: 'text' }],
      rows: ({ id }) => [[String(id)]],
    },
  ],
  list: { flags: [], columns: [], type: 'colour', async *read() {} },
  exportFlags: [],
  async *items() {
    yield { item: { key: 'red', record: { id: 'red' } } };
    yield { item: { key: 'blue', id: 'blue' } };
    yield { item: { key: 'blue', id: 'blue' } };
    yield { item: { key: 'none', id: 'none' } };
  },
  fetch: async (_, { id }) =>
    id === 'blue' ? { type: 'found', record: { id, shade: 'navy' } } : { type: 'absent' },
  place: ({ id }) => ['', '', '', String(id)],
};

test('a new resource is exported from its entry alone', async () => {
  const cwd = await emptyFolder();
  const { exported, events } = await exportFrom(worldOf([]), cwd, {
    resource: colours,
    tables: tablesOf(colours, [], LANGUAGES),
    out: 'colours.csv',
  });
  expect(await readFile(path.join(cwd, 'colours.csv'), 'utf8')).toBe('id\r\nblue\r\nred\r\n');
  expect(exported).toMatchObject({ records: 2, problems: [{ id: 'none', status: 404 }] });
  expect(events).toContainEqual({ type: 'listing', nouns: colours.nouns, listed: 3 });
  expect(events).toContainEqual({ type: 'note', text: expect.stringContaining('shade') });
  expect(() => tablesOf(colours, ['color'], LANGUAGES)).toThrow(/unknown grain of colours/);
});
