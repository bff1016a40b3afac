import { describe, expect, it } from 'vitest';
import { kindsOf } from '../../../src/contract/registry.ts';
import { BoundEntry } from '../../../src/map/map-file/bind.ts';
import { numberedPath } from '../../../src/records/column-paths.ts';
import { EXHAUSTIVE, SLOW } from '../../effort.ts';
import { columnsOf, EXPORTS, proposed, proposedFor } from './sheets.ts';

const NOWHERE = { name: 'x', lineOf: () => 1, blockLineOf: () => 1, lineText: () => '' };

const named = (meaning: ReturnType<BoundEntry['meaning']>) =>
  typeof meaning === 'object' ? numberedPath(meaning, new Set()) : meaning;

describe('proposals for exports of other systems', () => {
  it.each(EXPORTS)('have the right kind, and no wrong column: $name', (foreign) => {
    const { kind, headerRow, columns } = proposedFor(foreign);
    expect({ kind, headerRow }).toEqual({ kind: foreign.kind, headerRow: 1 });
    const expected = columnsOf(foreign.columns);
    for (const { index, header, target } of columns)
      if (target !== null) expect(expected[index]!.expected, header).toContain(target);
  });

  it('are valid entries of a map file, in which names of the contract need no entry', () => {
    for (const foreign of EXPORTS) {
      const { columns, words } = proposedFor(foreign);
      const kind = kindsOf(foreign.interfaceName ?? 'v2').find(({ name }) => name === foreign.kind)!;
      const certain = columns.filter(({ target }) => target !== null);
      const values: Record<string, Record<string, string>> = {};
      for (const { field, word, value } of words)
        if (value !== null) values[field] = { ...values[field], [word]: value };
      const entry = {
        ...{ sheet: 'x', kind: kind.name, values },
        columns: Object.fromEntries(certain.map(({ header, target }) => [header, target!])),
        units: Object.fromEntries(
          certain.flatMap(({ header, unit }) => (unit === undefined ? [] : [[header, unit]])),
        ),
      };
      const bound = new BoundEntry(NOWHERE, entry, ['sheets', 0], kind);
      expect(bound.faults, foreign.name).toEqual([]);
      const bare = new BoundEntry(NOWHERE, { sheet: 'x', kind: kind.name }, ['sheets', 0], kind);
      for (const { header, basis } of certain)
        if (basis === 'name') expect(named(bare.meaning(header)), header).toBe(named(bound.meaning(header)));
      for (const { header, target, readsAs } of columns)
        if (target === null && readsAs === undefined) expect(bare.meaning(header), header).toBeUndefined();
    }
  });

  it('are certain or likely for nine of ten columns', () => {
    const all = EXPORTS.flatMap((foreign) => proposedFor(foreign).columns);
    const open = all.filter(({ target, likely }) => target === null && likely === undefined);
    expect(open.length / all.length).toBeLessThan(0.1);
    for (const { question } of open) expect(question).toBeTruthy();
  });

  it('are the same without the names of sheets and files, and with the columns in another order', () => {
    for (const foreign of EXPORTS) {
      const targets = new Map(proposedFor(foreign).columns.map(({ header, target }) => [header, target]));
      // A column of units belongs to the column before it, so neighbours stay together.
      const columns = columnsOf(foreign.columns);
      const half = Math.floor(columns.length / 2);
      const turned = [...columns.slice(half), ...columns.slice(0, half)];
      const { kind, columns: found } = proposed(turned, { interfaceName: foreign.interfaceName ?? 'v2' });
      // Only its name distinguishes a sheet of materials from one of components with few columns.
      expect([foreign.kind, null], foreign.name).toContain(kind);
      if (kind === null) continue;
      for (const { header, target } of found) expect([header, target]).toEqual([header, targets.get(header)]);
    }
  });

  it('are the same for decorated headers as for bare ones', { tags: ['sampled'] }, () => {
    const decorations: ((header: string) => string)[] = [
      (header) => `${header} *`,
      (header) => `  ${header} `,
      (header) => `${header} (obligatoire)`,
      (header) => `${header} :`,
      (header) => header.normalize('NFD'),
      (header) => header.replaceAll(' ', '\u00a0'),
    ];
    for (const foreign of EXPORTS.filter((_, at) => EXHAUSTIVE || (at % 4 === 0) !== SLOW)) {
      const bare = proposedFor(foreign).columns;
      for (const decorate of decorations) {
        const columns = columnsOf(foreign.columns).map((one) => ({ ...one, header: decorate(one.header) }));
        const found = proposed(columns, foreign).columns;
        for (const { index, header, target } of found)
          if (target !== null) expect([header, target]).toEqual([header, bare[index]?.target ?? target]);
        const open = found.filter(({ target }, at) => target === null && bare[at]!.target !== null);
        expect(
          open.length / bare.length,
          `${foreign.name}: ${open.map(({ header }) => header)}`,
        ).toBeLessThan(0.15);
      }
    }
  });
});
