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
  if (name !== 'tables') expect(parsed.map.sheets[0]).toHaveProperty(name);
  for (const [at, entry] of parsed.map.sheets.entries()) {
    if (entry.kind === 'skip') continue;
    const kind = kindNamed('v2', entry.kind as V2Kind);
    const bound = new BoundEntry({ ...parsed, name: 'm.yaml' }, entry, parsed.paths[at]!, kind);
    expect(bound.faults).toEqual([]);
  }
});
