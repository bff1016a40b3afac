import { expect, test } from 'vitest';
import { EXAMPLES, exampleFile } from '../../../scripts/mapping-page.ts';
import { kindNamed, type V2Kind } from '../../../src/contract/registry.ts';
import { BoundEntry } from '../../../src/map/map-file/bind.ts';
import { parseMap, sheetEntry } from '../../../src/map/map-file/map-file.ts';

test('docs/mapping.md has an example for every key of an entry', () => {
  expect(Object.keys(EXAMPLES)).toEqual(Object.keys(sheetEntry.shape));
});

test.each(Object.entries(EXAMPLES))('the example of %s in mapping.md is a map file', (name, example) => {
  const parsed = parseMap(exampleFile(example));
  if (!('lineOf' in parsed)) throw new Error(parsed[0]!.problem);
  const [entry] = parsed.map.sheets;
  expect(entry).toHaveProperty(name);
  if (entry!.kind === 'skip') return;
  const kind = kindNamed('v2', entry!.kind as V2Kind);
  expect(new BoundEntry({ ...parsed, name: 'm.yaml' }, entry!, 0, kind).faults).toEqual([]);
});
