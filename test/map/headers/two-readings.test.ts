import { describe, expect, it } from 'vitest';
import { columnsOf, proposed } from './sheets.ts';

const SHEETS = {
  Produits: `Code produit | | P1 | P2
Catégorie | | DRESSES | PANTS
Collection produit | | SS27 | SS27
Code fournisseur | | F1 | F1`,
  Composants: `Code composant | | C1 | C2
Code produit | | P1 | P2
Type de composant | | TEXTILE | TEXTILE
Catégorie de composant | | LININGS | LININGS
Code fournisseur | | F1 | F1`,
  Fournisseurs: `Code fournisseur | | F1 | F2
Nom fournisseur | | Rossi | Verdi
Catégorie fournisseur | | OTHER - Warehouse | OTHER - Warehouse`,
  Emballages: `Code emballage | | E1 | E2
Type emballage | | BAG | BOX`,
};
const SITES = `Identifiant unique | | F1 | F2
Nom du site | | Rossi | Verdi
Pays | | IT | FR`;

const proposals = (sheet: string, columns: string, interfaceName: 'v2' | 'v3' = 'v2') =>
  proposed(columnsOf(columns), { sheet, interfaceName }).columns;

/** The target of a column that is added to a sheet; null if it is a question. */
const target = (sheet: keyof typeof SHEETS, header: string, values: string) =>
  proposals(sheet, `${SHEETS[sheet]}\n${header} | | ${values} | ${values}`).at(-1)!.target;

describe('a header with two readings is never certain', () => {
  it.each<[keyof typeof SHEETS, string, string]>([
    [
      'Fournisseurs',
      'Paul Brand',
      'Contact interne / Internal contact / Referente interno / Contatto interno / Interner Kontakt / Contacto interno / Contato interno / Notre contact / Our contact / Kontaktdaten / Contact info / Contact details',
    ],
    [
      'Fournisseurs',
      'paul@brand.com',
      'Mail interne / E-mail interne / Internal email / Email interno / Interne E-Mail / E-mail interno / Own email',
    ],
    [
      'Fournisseurs',
      '+33 1 23 45',
      'Téléphone interne / Internal phone / Telefono interno / Teléfono interno',
    ],
    [
      'Fournisseurs',
      'margin is low',
      'Commentaire interne / Internal comment / Interner Kommentar / Note interne / Nota interna / Internal notes / Remarque interne',
    ],
    [
      'Fournisseurs',
      'X-77',
      'Code interne / Internal code / Codice interno / Interner Code / Código interno',
    ],
    [
      'Produits',
      'X-77',
      'Commande interne / Couleur interne / Emballage interne / Référence interne / Interne Bestellnummer / Cor interna / Color interno / Notre commande / Letzte Bestellung / Dernière commande',
    ],
    ['Produits', '120', 'Quantité interne / Poids interne (g) / Gesamtgewicht (g) / Gesamtmenge'],
    ['Produits', 'Anna', 'Nom interne / Désignation interne / Internal name / Modellname intern'],
    [
      'Produits',
      'GOTS',
      'Label fournisseur / Certification fournisseur / Supplier label / Supplier certification / Certification usine / Component certification / Label usine',
    ],
    ['Produits', 'https://a.fr/b.jpg', 'Picture of label / Label picture / Photo of label / Photo défaut'],
    ['Produits', '100% COTTON', 'Composition dos / Fur composition'],
    [
      'Composants',
      'GOTS',
      'Label fournisseur / Supplier certification / Certification usine / Product label',
    ],
    ['Composants', 'X-77', 'Lot interne / Code interne / Couleur interne'],
    ['Fournisseurs', 'FR', 'Pays contact / Pays du contact / Contact country / Pays interne'],
    ['Fournisseurs', 'Lyon', 'Ville contact / Ville du contact / Contact city'],
    ['Fournisseurs', '1 rue du Port', 'Adresse du contact / Contact address'],
    ['Fournisseurs', '69001', 'Code postal contact / Contact zip'],
    ['Fournisseurs', 'IT', 'Stato / Region / Région'],
    ['Fournisseurs', 'GOTS 2026', 'Standard'],
    ['Emballages', 'oui', 'Substance / Substances'],
    ['Produits', 'oui', 'Présence emballage / Contains packaging / Code couleur / Commande'],
    ['Fournisseurs', 'FR', 'Paese sede / País sede / Official country / Stammland / Pays actuel'],
    ['Fournisseurs', 'Lyon', 'Città sede / Ciudad sede / Ville actuelle / Official city'],
    ['Produits', '120', 'Quantité actuelle / Current quantity / Actual quantity / Cantidad actual'],
    ['Produits', 'X-77', 'Couleur générique / Couleur libre / Generic color / Einzelfarbe / Default color'],
    [
      'Produits',
      '120',
      'Poids théorique (g) / Poids moyen (g) / Poids max (g) / Poids cible (g) / Target weight (g) / Average weight (g) / Quantité prévue / Quantité totale / Planned quantity',
    ],
    [
      'Fournisseurs',
      'FR',
      'Pays siège / Pays facturation / Pays livraison / Pays client / Pays groupe / Pays maison / Ancien pays / Nouveau pays / Billing country / Customer country',
    ],
  ])('in the sheet %s, with values such as "%s": %s', (sheet, values, headers) => {
    const certain = headers
      .split(' / ')
      .filter((header) => ![null, 'ignore'].includes(target(sheet, header, values)));
    expect(certain).toEqual([]);
  });

  it.each(['B+', '15/20', '12', 'A'])(
    'a header with two readings is never certain in Fournisseurs with grades such as "%s": Note',
    (value) => {
      for (const header of ['Note fournisseur', 'Note'])
        expect([null, 'ignore']).toContain(target('Fournisseurs', header, value));
    },
  );

  it('a header with two readings is never certain in a sheet of v3: E-mail interne', () => {
    for (const header of ['E-mail interne', 'Internal email', 'Interne E-Mail'])
      expect(proposals('Sites', `${SITES}\n${header} | | a@b.fr | c@d.fr`, 'v3').at(-1)!.target).toBeNull();
  });
});

describe('a header with one reading stays certain', () => {
  it.each<[keyof typeof SHEETS, string, string, string]>([
    ['Fournisseurs', 'Mail principal', 'a@b.fr', 'contacts.1.person.email'],
    ['Fournisseurs', 'Label fournisseur', 'GOTS', 'certifications.1.type'],
    ['Fournisseurs', 'Stato', 'Lombardia', 'address.administrativeArea'],
    ['Fournisseurs', 'Pays usine', 'FR', 'address.country'],
    ['Produits', 'Label produit', 'GOTS', 'certifications.1.type'],
    ['Composants', 'Label composant', 'GOTS', 'certifications.1.type'],
    ['Emballages', 'Substance', 'Plomb', 'hazardousSubstances.value'],
  ])('in the sheet %s: "%s" with values such as "%s" is %s', (sheet, header, value, expected) => {
    expect(target(sheet, header, value)).toBe(expected);
  });
});

describe('the documented name of a field beside another header for it', () => {
  it.each(['Nom interne', 'Internal name', 'Nom du produit', 'Intitulé'])('wins over %s', (header) => {
    const columns = `${SHEETS.Produits}\n${header} | | ANNA | EVA\nDésignation | | Robe longue | Jupe`;
    const [other, own] = proposals('Produits', columns).slice(-2);
    expect(own!.target).toBe('name');
    expect(other!.target).toBeNull();
  });
});

it.each([
  ['Matière', 'laine', 'composition.1.material'],
  ['Matière', '100% laine', 'composition'],
  ['Matière', '80% laine (Australie) / 20% polyamide (Chine)', 'composition'],
  ['材质', '80%羊毛(澳大利亚)/20%锦纶(中国)', 'composition'],
  ['材质', '100%棉', 'composition'],
  ['材质', '羊毛', 'composition.1.material'],
])('the header %s of values such as %s is %s', (header, value, field) => {
  expect(target('Composants', header, value)).toBe(field);
});

it('a header with one reading stays certain for a phone number beside an e-mail, without which it cannot be sent', () => {
  const phone = 'Téléphone standard | | +33 1 23 45 | +33 1 23 46';
  const last = (sheet: string) => proposals('Fournisseurs', `${sheet}\n${phone}`).at(-1)!;
  expect(last(`${SHEETS.Fournisseurs}\nE-mail | | a@b.fr | c@d.fr`).target).toBe('contacts.1.person.phone');
  expect(last(SHEETS.Fournisseurs)).toMatchObject({
    ...{ target: null, likely: 'ignore', candidates: ['contacts.1.person.phone'] },
    question:
      'no column has contacts.1.person.email, which is required with it, so these values cannot be sent',
  });
});
