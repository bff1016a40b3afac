import { describe, expect, test } from 'vitest';
import { kindNamed } from '../../../src/contract/registry.ts';
import { BoundEntry } from '../../../src/map/map-file/bind.ts';
import { parseMap } from '../../../src/map/map-file/map-file.ts';
import { readRow } from '../../../src/records/read.ts';
import { recogniseSheet } from '../../../src/records/recognise.ts';
import { rowsOf } from '../../records/sheet.ts';

const kind = kindNamed('v3', 'component');

function read(yaml: string, header: string, cell: string) {
  const rows = rowsOf([yaml === '' ? 'uniqueIdentifier' : 'Code', header], ['C-1', cell]);
  const parsed = parseMap(`version: 1\nsheets:\n  - sheet: "*"\n    kind: component\n${yaml}`);
  if (!('lineOf' in parsed)) throw new Error(parsed[0]!.problem);
  const mapping = new BoundEntry({ ...parsed, name: 'm.yaml' }, parsed.map.sheets[0]!, ['sheets', 0], kind);
  expect(mapping.faults).toEqual([]);
  const { map } = recogniseSheet({
    ...{ interfaceName: 'v3' as const, file: 'a.csv', sheet: 'a', firstRows: rows },
    options: yaml === '' ? {} : { mapping },
    ...(yaml === '' && { asKind: kind }),
  });
  const draft = readRow(map!, rows[1]!);
  return {
    ...{ draft, composition: draft.body.composition, codes: draft.findings.map(({ code }) => code) },
    map: map!,
  };
}

const MAP = `    columns:
      Code: uniqueIdentifier
      Zus.: composition
    values:
      composition.material:
        Bw: COTTON
        EL: ELASTANE
`;

describe('a composition of a v3 component in one cell', () => {
  test('a composition in one cell is read if the map file names its column', () => {
    const { composition, codes } = read(MAP, 'Zus.', '95% Bw, 5 % EL');
    expect(composition).toEqual([
      { material: 'COTTON', percentage: 95 },
      { material: 'ELASTANE', percentage: 5 },
    ]);
    expect(codes).toEqual(['composition-read']);
  });

  test('a composition in one cell is refused with an origin, which a composition of v3 does not have', () => {
    const { composition, codes } = read(MAP, 'Zus.', '100% Bw (FR)');
    expect([composition, codes]).toEqual([undefined, ['composition-unclear']]);
  });

  test('a composition in one cell is not recognised without a map file', () => {
    const { map } = read('', 'Composition', '100% coton');
    expect(map.unmapped?.map(({ header }) => header)).toContain('Composition');
  });
});
