import { describe, expect, it } from 'vitest';
import { kindsOf } from '../../../src/contract/registry.ts';
import { learnedFrom } from '../../../src/map/learned.ts';
import { parseMap } from '../../../src/map/map-file/map-file.ts';
import { proposeSheet, SheetSurvey } from '../../../src/map/propose.ts';
import { likelyInterface } from '../../../src/map/propose-together.ts';
import { columnsOf, proposed, targets } from './sheets.ts';

const KINDS = { v2: kindsOf('v2'), v3: kindsOf('v3') };

describe('the proposal for a component sheet', () => {
  const BOM = `
Modèle | | ROB-1 | ROB-2
Réf. composant | | T-1 | Z-1`;

  it('the proposal for a component sheet reads abbreviations, numbered groups, units and two languages', () => {
    expect(
      targets(
        `${BOM}
Réf. frn | | F1 | F2
Mat. 1 | | coton | polyester
% 1 | | 95 | 100
Matière 2 | | élasthanne |
Composant 2 % | | 5 |
Poids net (g) | | 210 | 8
Code couleur | | 012 | 014
Couleur | | Écru | Noir
Nbre de pièces | | 1 | 2
Qté | | 1 | 2`,
        'BOM',
      ),
    ).toEqual({
      Modèle: 'productRef',
      'Réf. composant': 'componentRef',
      'Réf. frn': '? supplierRef supplierComponentCode',
      'Mat. 1': 'composition.1.material',
      '% 1': 'composition.1.percentage',
      'Matière 2': 'composition.2.material',
      'Composant 2 %': 'composition.2.percentage',
      'Poids net (g)': 'componentWeight',
      ...{ 'Code couleur': 'productColorCode', Couleur: 'ignore', 'Nbre de pièces': 'ignore', Qté: 'ignore' },
    });
  });

  it('the proposal for a component sheet reads both halves of a header in two languages, and asks if they do not agree', () => {
    expect(
      targets(`${BOM}\nFournisseur / Supplier * | | F1 | F2\nSaison / Couleur | | 1 | 2`, 'BOM'),
    ).toMatchObject({
      'Fournisseur / Supplier *': 'supplierRef',
      'Saison / Couleur': expect.stringMatching(/^\?/),
    });
  });

  it('the proposal for a component sheet asks about a column of suppliers that has names instead of references', () => {
    expect(targets(`${BOM}\nFournisseur | | Tissages du Forez | Maille et Fils`, 'BOM').Fournisseur).toBe(
      '? supplierRef',
    );
  });

  it('the proposal for a component sheet asks about both columns if two would fill one field', () => {
    const { columns } = proposed(columnsOf(`${BOM}\nSaison | | E27 | E27\nCollection | | E27 | E27`), {
      sheet: 'BOM',
    });
    const both = columns.filter(({ header }) => header === 'Saison' || header === 'Collection');
    expect(both.map(({ target, candidates, readsAs }) => ({ target, candidates, readsAs }))).toEqual([
      { target: null, candidates: ['productCollectionRef'], readsAs: 'productCollectionRef' },
      { target: null, candidates: ['productCollectionRef'], readsAs: 'productCollectionRef' },
    ]);
    expect(both[0]!.question).toBe('column D ("Collection") would fill productCollectionRef too');
  });

  it('the proposal for a component sheet does not take line numbers for references, and suggests a template for the key', () => {
    const { columns, missing } = proposed(
      columnsOf(`
Modèle | | ROB-1 | ROB-1
N° | | 1 | 2
Mat. 1 | | coton | lin
% 1 | | 100 | 100
Poids (g) | | 210 | 30`),
      { sheet: 'BOM' },
    );
    expect(columns[1]).toMatchObject({ target: null });
    expect(missing?.find(({ field }) => field === 'componentRef')?.template).toBe('{productRef}-{N°}');
  });

  it('the proposal for a component sheet asks where an origin belongs if there are several materials', () => {
    const found = targets(`${BOM}\nMat. 1 | | coton | lin\nMat. 2 | | soie |\nOrigine | | FR | FR`, 'BOM');
    expect(found.Origine).toMatch(/^\? composition\.1\.origin/);
  });
});

describe('the proposal for a supplier sheet', () => {
  it('the proposal for a supplier sheet reads a column "Fournisseur" as a name or a reference, by its values', () => {
    expect(
      targets('Fournisseur | | Tissages SA | Maille et Fils\nRéférence | | F1 | F2\nPays | | FR | IT', 'x'),
    ).toEqual({ Fournisseur: 'name', Référence: 'supplierRef', Pays: 'address.country' });
    expect(
      targets('Fournisseur | | F1 | F2\nVille | | Lyon | Paris\nPays | | FR | IT', 'Fournisseurs')
        .Fournisseur,
    ).toBe('supplierRef');
  });

  it('the proposal for a supplier sheet reads the numbers of contacts in headers', () => {
    expect(
      targets('Contact 1 - Nom | | Durand | Petit\nContact 2 - Mél | | a@b.fr | c@d.fr', 'Fournisseurs'),
    ).toEqual({ 'Contact 1 - Nom': 'contacts.1.person.name', 'Contact 2 - Mél': 'contacts.2.person.email' });
  });

  it('the proposal for a supplier sheet asks whether a name beside a first name is that of a contact, which it is if there is a company', () => {
    const text = 'Société | | Tissages SA | Maille\nNom | | Durand | Petit\nPrénom | | Anne | Luc';
    expect(targets(text, 'Fournisseurs')).toMatchObject({
      Société: 'name',
      Nom: '? contacts.1.person.name',
    });
    expect(targets('Nom | | Durand | Petit\nPrénom | | Anne | Luc', 'Fournisseurs').Nom).toMatch(/^\?/);
  });

  it.each([
    ['Pays', '12 | 13', 'its values are not countries'],
    ['E-mail', 'oui | non', 'its values are not e-mail addresses'],
    ['Code fournisseur', '12,50 | 13,90', 'its values are amounts'],
    ['Région du monde', 'Loire | Aube', 'its values are not world areas'],
    ['Ville', '12 | 13', 'its values are numbers'],
    ['Fin de certification', 'bientôt | jamais', 'its values are not dates'],
  ])(
    'the proposal for a supplier sheet asks about "%s" if it has the values %s: %s',
    (header, values, why) => {
      const [column] = proposed(columnsOf(`${header} | | ${values}\nRue | | 1 rue | 2 rue\nCP | | 1 | 2`), {
        sheet: 'Fournisseurs',
      }).columns;
      expect(column).toMatchObject({ target: null, basis: 'none' });
      expect(column!.question).toContain(why);
      expect(column!.candidates).not.toEqual([]);
    },
  );

  it('the proposal for a supplier sheet asks about a key that is the same in all rows', () => {
    const [column] = proposed(columnsOf('Code tiers | | F1 | F1 | F1 | F1\nVille | | a | b | c | d'), {
      sheet: 'Fournisseurs',
    }).columns;
    expect(column!.target).toBeNull();
    expect(column!.candidates).toContain('supplierRef');
  });

  it('the proposal for a supplier sheet never decides by the similarity of a header', () => {
    const [, column] = proposed(columnsOf('Code fournisseur | | F1 | F2\nVile | | Lyon | Paris'), {
      sheet: 'Fournisseurs',
    }).columns;
    expect(column).toMatchObject({ target: null, basis: 'suggestion', candidates: ['address.city'] });
  });

  it('the proposal for a supplier sheet ignores columns without values whose header is unknown, and asks about values without a header', () => {
    const { columns } = proposed([
      { header: 'Code fournisseur', values: ['F1', 'F2'] },
      { header: 'Xyz', values: [] },
      { header: '', values: ['a'] },
      { header: 'Ville', values: [] },
    ]);
    expect(columns.map(({ target }) => target)).toEqual(['supplierRef', 'ignore', null, 'address.city']);
  });
});

describe('the proposal for a weight', () => {
  const weight = (header: string, values: string, unit = '') =>
    proposed(columnsOf(`Modèle | | A1 | A2\nRéf. composant | | T1 | T2\n${header} | | ${values}${unit}`), {
      sheet: 'BOM',
    }).columns[2]!;

  it('the proposal for a weight takes the units of a column of units, if it is the only one and has only units of weight', () => {
    for (const units of ['kg | kg', 'kg | g'])
      expect(weight('Poids', '0,21 | 30', `\nUnité de poids | | ${units}`)).toMatchObject({
        target: 'componentWeight',
        unit: '{Unité de poids}',
      });
    expect(weight('Poids', '0,21 | 30', '\nUnité de poids | | kg | M')).toMatchObject({ target: null });
    expect(weight('Poids (g)', '0,21 | 30', '\nUnité de poids | | kg | kg')).toMatchObject({ target: null });
    expect(
      weight('Poids', '0,21 | 30', '\nUnité de poids | | kg | kg\nUnité de poids | | g | g'),
    ).toMatchObject({ target: null });
  });

  it('the proposal for a weight asks if numbers without a unit are too small for grams', () => {
    expect(weight('Poids', '0,21 | 0,03')).toMatchObject({ target: null, candidates: ['componentWeight'] });
    expect(weight('Poids', '210 | 30')).toMatchObject({ target: 'componentWeight' });
    expect(weight('Poids (kg)', '0,21 | 0,03')).toMatchObject({ target: 'componentWeight' });
  });

  it('does not ignore a weight with the word for the weight of an area, or for consumption, in grams', () => {
    for (const header of ['成衣克重(g)', 'Định mức (g/sp)'])
      expect(weight(header, '118 | 90').candidates).toEqual(['componentWeight']);
  });

  it('proposes to ignore the weight of an area', () => {
    for (const header of ['Poids (g/m²)', 'GSM', 'Gewicht g/qm', 'Greutate (g/mp)'])
      expect(weight(header, '118 | 90')).toMatchObject({ likely: 'ignore' });
  });
});

describe('the proposal for a sheet', () => {
  it('the proposal for a sheet finds the header row below titles, which the map file need not name', () => {
    const rows = [
      ['Export du 12/11/2026', null, null],
      [null, null, null],
      ['Code tiers', 'Raison soc.', 'Ville'],
      ['F1', 'Tissages SA', 'Lyon'],
      ['F2', 'Maille', 'Troyes'],
    ].map((cells, at) => ({ row: at + 1, cells }));
    expect(proposeSheet({ file: 'x.csv', sheet: 'x', kinds: KINDS.v2, rows })).toMatchObject({
      kind: 'supplier',
      headerRow: 3,
      namesHeaderRow: false,
    });
  });

  it('leaves the kind open if the headers fit two, and skips a sheet without records', () => {
    const text = 'Couleur | | 012 | 014\nSaison | | E27 | E27';
    const { kind, kindCandidates } = proposed(columnsOf(text));
    expect(kind).toBeNull();
    expect(kindCandidates).toContain('product');
    expect(proposed(columnsOf('Date | | 2026 | 2027\nAuteur | | a | b'), { sheet: 'Sommaire' }).kind).toBe(
      'skip',
    );
    expect(proposeSheet({ file: 'x', sheet: 'x', kinds: KINDS.v2, rows: [] }).kind).toBe('skip');
  });

  it('the proposal for a sheet follows the decisions of a person', () => {
    const survey = new SheetSurvey({ file: 'x.csv', sheet: 'x', kinds: KINDS.v2 });
    survey.add({ row: 1, cells: ['Code article', 'Truc', 'Saison'] });
    survey.add({ row: 2, cells: ['A1', 'plastique', 'E27'] });
    const found = survey.proposal({
      kind: 'component',
      columns: new Map([
        [1, 'type'],
        [0, 'componentRef'],
      ]),
    });
    expect(found.kind).toBe('component');
    expect(found.columns.map(({ target, basis }) => `${target} ${basis}`)).toEqual([
      'componentRef learned',
      'type learned',
      'productCollectionRef name',
    ]);
    expect(found.words).toMatchObject([
      { field: 'type', word: 'plastique', rows: 1, value: 'PLASTIC', basis: 'synonym' },
    ]);
  });

  it('the proposal for a sheet collects the words of all rows', () => {
    const survey = new SheetSurvey({ file: 'x.csv', sheet: 'Fournisseurs', kinds: KINDS.v2 });
    survey.add({ row: 1, cells: ['Code fournisseur', 'Activité', 'Pays'] });
    for (let row = 2; row < 3000; row++)
      survey.add({
        row,
        cells: [`F${row}`, row === 2900 ? 'Bizarre' : 'Tissage', row === 2950 ? 'Atlantide' : 'FR'],
      });
    expect(survey.proposal().words).toMatchObject([
      { field: 'category', word: 'Tissage', rows: 2997, value: 'TRANSFORMATION - Weaving' },
      { field: 'category', word: 'Bizarre', rows: 1, value: null },
      { field: 'address.country', word: 'Atlantide', rows: 1, value: null },
    ]);
  });

  it('the proposal for a sheet asks about the materials of compositions that do not resolve', () => {
    const { words } = proposed(
      columnsOf(
        'Modèle | | A1 | A2\nRéf. composant | | T1 | T2\nComposition | | 95% COTTON 5% zorgl | 100% COTTON',
      ),
      { sheet: 'BOM' },
    );
    expect(words).toMatchObject([{ field: 'composition.material', word: 'zorgl', rows: 1, value: null }]);
  });

  it('the proposal for a sheet uses the decisions of an earlier map file', () => {
    const parsed = parseMap(`
version: 1
sheets:
  - sheet: x
    kind: component
    columns: { Bidule: componentRef, Truc: ignore, Fibre A: composition.1.material }
    values: { Fibre A: { laine fine: WOOL } }
`);
    if (!('lineOf' in parsed)) throw new Error(JSON.stringify(parsed));
    const { columns, words } = proposeSheet({
      ...{ file: 'y', sheet: 'y', kinds: KINDS.v2, learned: learnedFrom(parsed.map.sheets) },
      rows: [
        ['Modèle', 'bidule', 'Truc', 'Fibre A'],
        ['A1', 'T1', 'z', 'Laine fine'],
        ['A2', 'T2', 'z', 'WOOL'],
      ].map((cells, at) => ({ row: at + 1, cells })),
    });
    expect(columns.map(({ target, basis }) => `${target} ${basis}`)).toEqual([
      'productRef name',
      'componentRef learned',
      'ignore learned',
      'composition.1.material learned',
    ]);
    expect(words).toEqual([
      {
        ...{ field: 'composition.material', word: 'Laine fine', rows: 1, value: 'WOOL', basis: 'learned' },
        candidates: [],
      },
    ]);
  });

  it('the proposal for a sheet has the likely interface', () => {
    const rows = (headers: string[], values: string[]) =>
      [headers, values].map((cells, at) => ({ row: at + 1, cells }));
    const bought = rows(['Code acheteur', 'Code vendeur', 'Qté achetée'], ['S1', 'S2', '12']);
    const parts = rows(
      ['Modèle', 'Coloris', 'Saison', 'Réf. composant', 'Composition'],
      ['A1', '01', 'AH26', 'T1', '100% laine'],
    );
    expect(likelyInterface([{ rows: bought }], KINDS)).toBe('v3');
    expect(likelyInterface([{ rows: parts }], KINDS)).toBe('v2');
    // Words that fit both do not show it, even if some more fit v3.
    const firms = rows(
      ['CT_Num', 'CT_Intitule', 'CT_Adresse', 'CT_CodePostal', 'CT_Ville', 'CT_Pays', 'CT_EMail'],
      ['F001', 'Tissages du Nord', '1 rue A', '59000', 'Lille', 'FR', 'a@b.example'],
    );
    expect(likelyInterface([{ rows: firms }], KINDS)).not.toBe('v3');
    // All sheets together show it, not the first one.
    const both = [{ rows: bought }, { rows: parts }, { rows: parts }];
    expect(likelyInterface(both, KINDS)).toBe('v2');
  });

  it('the proposal for a sheet ends for a thousand columns: comparing all pairs would not end in the time of a test', () => {
    const width = 1000;
    const headers = Array.from(
      { length: width },
      (_, at) => `Réf. fournisseurnummercodematière ${at % 190} (xx)`,
    );
    const survey = new SheetSurvey({ file: 'x', sheet: 'x', kinds: KINDS.v3 });
    headers[0] = 'Code fournisseur';
    for (let at = 1; at < 40; at++) headers[at] = `Contact ${at} - Nom`;
    survey.add({ row: 1, cells: headers });
    for (let row = 2; row < 60; row++) survey.add({ row, cells: headers.map((_, at) => `v${row}-${at}`) });
    expect(survey.proposal().columns).toHaveLength(width);
  });
});
