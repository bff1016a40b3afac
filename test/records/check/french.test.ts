import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Body } from '../../../src/contract/kind.ts';
import { KINDS, kindsOf } from '../../../src/contract/registry.ts';
import { cycleFindings } from '../../../src/records/check/links.ts';
import { shareFaults } from '../../../src/records/check/rules/shares.ts';
import { OddRows } from '../../../src/records/layout/odd-rows.ts';
import { useLanguage } from '../../../src/say.ts';
import type { Cell } from '../../../src/sheets/cell.ts';
import { recognised, rowsOf } from '../sheet.ts';
import { placed } from './placed.ts';

beforeEach(() => useLanguage('fr'));
afterEach(() => useLanguage('en'));

const composition = (...shares: readonly number[]): Body => ({
  composition: shares.map((percentage) => ({ material: 'COTTON', percentage })),
});

test.each([
  [[97, 4], 'les parts de composition totalisent 101, et non 100', undefined],
  [[0.25, 0.75], 'les parts de composition totalisent 1, et non 100', 'vouliez-vous dire 25 + 75\u00a0?'],
])('in French, the shares %j are reported: %s', (shares, message, suggestion) => {
  const [fault] = [...shareFaults(KINDS.v2.component, composition(...shares), () => false)];
  expect(fault).toMatchObject({ message, ...(suggestion && { suggestion }) });
});

test('in French, records that refer to each other are reported with articles and genders', () => {
  const place = { file: 'lot.xlsx', sheet: 'Composants', columns: '{}' };
  const at = (key: string, row: number, kind = 'component') => ({
    ...placed(kind, key, row, place),
    field: 'usedComponents',
  });
  const message = (...records: Parameters<typeof cycleFindings>[0]) =>
    [...cycleFindings(records)][0]!.finding.message;
  expect(message(at('A', 2))).toBe('le composant A fait référence à lui-même\u00a0: l’envoi est impossible');
  const itself = 'la matière A fait référence à elle-même\u00a0: l’envoi est impossible';
  expect(message(at('A', 2, 'material'))).toBe(itself);
  expect(message(at('A', 2), at('B', 3))).toBe(
    'le composant A cite le composant B, qui cite le composant A\u00a0: aucun ne peut être envoyé en premier (lot.xlsx › Composants!A2, lot.xlsx › Composants!A3)',
  );
});

test.each<[string, Cell[], string]>([
  ['a total', ['Total', null, null, null, 12], 'est un total, et non un fournisseur\u00a0: elle est ignorée'],
  [
    'a second table',
    ['packagingRef', 'type', 'weight', null, null],
    'a les en-têtes d’un second tableau (emballages\u00a0: "packagingRef", "type", "weight")\u00a0: une feuille contient un seul tableau, donc rien n’est lu à partir d’ici',
  ],
])('in French, the finding on %s is a French sentence', (_, row, message) => {
  const rows = rowsOf(
    ['supplierRef', 'name', 'Pays', 'category', 'Effectif'],
    ['S1', 'Filature', 'FR', 'OTHER - Warehouse', 12],
    row,
  );
  const { map } = recognised(rows, { sheet: 'Suppliers' });
  const odd = new OddRows(map!, kindsOf('v2'));
  const [, , found] = rows.map((one, at) => (at === 0 ? undefined : odd.find(one)));
  expect(found?.finding.message).toBe(`la ligne ${message}`);
});
