import { describe, expect, it } from 'vitest';
import { kindsOf } from '../../../src/contract/registry.ts';
import { proposeSheet } from '../../../src/map/propose.ts';
import { targets } from './sheets.ts';

const FORNITORI = `Codice | | F001 | F002
Attività | | Tessitura | Filatura
Via | | Via Roma 1 | Via X 2
CAP | | 13900 | 59100
Comune | | Biella | Prato
Nazione | | IT | IT
E-mail | | m@r.it | a@v.it`;

const NOMENCLATURE = `Réf. composant | | C1 | C2
Réf. modèle | | R1 | R1
Saison | | E27 | E27
Nature | | TEXTILE | METAL`;

const PRODUITS = `Réf. produit | | P1 | P2
Libellé | | Robe | Jupe
Saison | | E27 | E27`;

describe('columns about companies and persons', () => {
  it('company names are never the name of a person, and web addresses are never a name', () => {
    const found = targets(
      `${FORNITORI}
Denominazione | | Tessitura Rossi | Filatura Verdi
Sito | | www.rossi.it | www.verdi.it
Nome contatto | | Mario Rossi | Anna Verdi
Stato | | Attivo | Bloccato`,
      'Fornitori',
    );
    expect(found).toMatchObject({
      ...{ Denominazione: 'name', Sito: 'ignore', 'Nome contatto': 'contacts.1.person.name' },
      Stato: 'ignore',
    });
  });

  it('two columns with company names beside a contact are a question', () => {
    const found = targets(
      `${FORNITORI}
Denominazione | | Gruppo Rossi | Verdi
Ragione sociale | | Tessitura Rossi | Filatura Verdi
Nome contatto | | Mario | Anna`,
      'Fornitori',
    );
    expect(found).toMatchObject({
      Denominazione: expect.stringMatching(/^\? name/),
      'Ragione sociale': '? name',
    });
    expect(found['Nome contatto']).toMatch(/^\? contacts/);
  });

  it('a column with legal forms, such as SARL, is never the name of a person', () => {
    const found = targets(
      'Code | | F1 | F2\nDénomination | | Dupont | Kim\nNom | | Dupont SARL | Kim Ltd\nPrénom | | Marie | Lee\nPays | | FR | KR',
      'Fournisseurs',
    );
    expect(found.Nom).not.toBe('contacts.1.person.name');
    expect(found.Dénomination).not.toBe('contacts.1.person.name');
  });

  it('a column "Sito" with web addresses is ignored in v3: it is neither name nor reference of a site', () => {
    const text =
      'Identifiant unique | | F1 | F2\nSociété | | A | B\nPays | | FR | FR\nSito | | www.a.fr | b.fr';
    expect(targets(text, 'Fournisseurs', 'v3').Sito).toBe('ignore');
  });

  it('the state of a record, and countries, are never the state of an address', () => {
    expect(targets(`${FORNITORI}\nStato | | Attivo | Sospeso`, 'Fornitori').Stato).toBe('ignore');
    const foreign = FORNITORI.replace(/Nazione.*\n/, '');
    expect(targets(`${foreign}\nStato | | Italia | Francia`, 'Fornitori').Stato).not.toBe(
      'address.administrativeArea',
    );
  });
});

describe('a header with several meanings', () => {
  it.each([
    ['Partie | | Dos | Manche', 'lotReferences'],
    ['Teinte | | Bleu | Vert', 'productColorCode'],
    ['Colore | | Blu | Verde', 'productColorCode'],
    ['Taux | | 20 | 30', 'composition.1.percentage'],
    ['Provenance | | CN | IN', 'composition.1.origin'],
    ['Ennoblissement | | IT | FR', 'dyeingCountry'],
    ['Réf. usine | | X-77 | X-78', 'supplierComponentCode'],
  ])(
    'a header with several meanings such as "%s" is a question in a component sheet, with the candidate %s',
    (column, candidate) => {
      const [header = ''] = column.split(' |');
      const found = targets(`${NOMENCLATURE}\nMatière | | COTTON | LINEN\n${column}`, 'Nomenclature');
      expect(found[header]).toMatch(/^\?/);
      expect(found[header]!.split(' ')).toContain(candidate);
    },
  );

  it.each([
    ['Linea | | Donna | Uomo', 'productCollectionRef'],
    ['Drop | | D1 | D2', 'productCollectionRef'],
    ['Référence usine | | X-77 | X-78', 'supplierRef'],
    ['Rif. fornitore | | ART-778 | ART-779', 'supplierRef'],
    ['Conditionnement | | Pendu | Plié', 'packagingRefs'],
    ['Confezione | | Appeso | Scatola', 'packagingRefs'],
  ])(
    'a header with several meanings such as "%s" is a question in a product sheet, with the candidate %s',
    (column, candidate) => {
      const [header = ''] = column.split(' |');
      const found = targets(`${PRODUITS.replace(/\nSaison.*/, '')}\n${column}`, 'Produits');
      expect(found[header]).toMatch(/^\?/);
      expect(found[header]!.split(' ')).toContain(candidate);
    },
  );

  it('a header with several meanings is a question if it means a share or an origin and no column has a material', () => {
    const found = targets(`${NOMENCLATURE}\nPart | | 20 | 30\nOrigine matière | | CN | IN`, 'Nomenclature');
    expect(found.Part).toMatch(/^\?/);
    expect(found['Origine matière']).toMatch(/^\?/);
  });

  it('a header with several meanings is a question if it is a word of another language than the clear language of the sheet', () => {
    const german = 'Komponente | | C1 | C2\nModell | | R1 | R2\nSaison | | E27 | E27\nLieferant | | F1 | F2';
    expect(targets(`${german}\nWarengruppe | | ZIPS | ZIPS\nCharge | | L1 | L2`, 'BOM').Charge).toBe(
      'lotReferences',
    );
    const french = `${NOMENCLATURE}\nFournisseur | | F1 | F2\nCouleur | | B | V\nTissage | | IT | FR`;
    expect(targets(`${french}\nCharge | | L1 | L2`, 'Nomenclature').Charge).toMatch(/^\?/);
  });

  it('a header with several meanings is certain if another of its words makes the meaning clear', () => {
    expect(targets(`${PRODUITS}\nCode conditionnement | | E1 | E2`, 'Produits')).toMatchObject({
      'Code conditionnement': 'packagingRefs',
    });
    expect(targets(`${NOMENCLATURE}\nCode fournisseur | | F1 | F2`, 'Nomenclature')).toMatchObject({
      'Code fournisseur': 'supplierRef',
    });
  });
});

describe('columns that can mean nothing or a field', () => {
  it('dates of validity are a question, or those of the certificate that the header names', () => {
    const label = 'Label | | GOTS | GRS';
    const found = targets(
      `${NOMENCLATURE}\n${label}\nValide du | | 13/01/2025 | 14/01/2025\nValide au | | 31/12/2026 | 31/12/2026`,
      'Nomenclature',
    );
    expect(found).toMatchObject({
      'Valide du': '? certifications.1.date_start',
      'Valide au': '? certifications.1.date_end',
    });
    const dated = targets(`${NOMENCLATURE}\n${label}\nCert. valable du\nCert. valable au`, 'Nomenclature');
    expect(dated).toMatchObject({
      'Cert. valable du': 'certifications.1.date_start',
      'Cert. valable au': 'certifications.1.date_end',
    });
    const italian = targets(
      `${NOMENCLATURE}\n${label}\nCert. valido dal\nCert. valido al\nCert. válido hasta`,
      'Nomenclature',
    );
    expect(italian['Cert. valido dal']).toBe('certifications.1.date_start');
    expect(italian['Cert. valido al']).toBe('? certifications.1.date_end');
    expect(targets(`${NOMENCLATURE}\nValable du`, 'Nomenclature')['Valable du']).toMatch(/^\?/);
    expect(targets(`${NOMENCLATURE}\nValidé par | | Jean | Marie`, 'Nomenclature')['Validé par']).toBe(
      'ignore',
    );
  });

  it('words of a required list are a question if no other column has them, else ignored', () => {
    const uses = 'Emploi | | Doublure | Boutons';
    expect(targets(`${NOMENCLATURE}\n${uses}`, 'Nomenclature').Emploi).toBe('? category');
    expect(targets(`${NOMENCLATURE}\nEmploi | | 1,25 | 6`, 'Nomenclature').Emploi).toBe('ignore');
    const listed = `${NOMENCLATURE}\nCatégorie | | LININGS | BUTTONS`;
    expect(targets(`${listed}\n${uses}`, 'Nomenclature').Emploi).toBe('ignore');
    const sector = FORNITORI.replace('Attività', 'Settore');
    expect(targets(sector, 'Fornitori').Settore).toBe('? category');
  });

  it('a gross weight is a question if there is no other weight, else ignored', () => {
    expect(targets(`${PRODUITS}\nPoids brut | | 350 | 420`, 'Produits')['Poids brut']).toBe('? weight');
    expect(
      targets(`${PRODUITS}\nPoids brut | | 350 | 420\nPoids net | | 300 | 400`, 'Produits'),
    ).toMatchObject({ 'Poids brut': 'ignore', 'Poids net': 'weight' });
  });
});

describe('units in headers', () => {
  it.each(['Peso al kg', 'Poids par kg', 'Gewicht pro kg', 'Poids en T', 'Poids (T)'])(
    'the header "%s" is a question, since its unit is not clear',
    (header) => {
      const found = targets(`${NOMENCLATURE}\n${header} | | 12,5 | 0,35`, 'Nomenclature');
      expect(found[header]).toMatch(/^\? componentWeight/);
    },
  );

  it('a price per kilo is ignored, a weight in kilos is a weight', () => {
    const found = targets(
      `${NOMENCLATURE}\nPrix par kg | | 3 | 4\nPoids en kg | | 12,5 | 0,35`,
      'Nomenclature',
    );
    expect(found).toMatchObject({ 'Prix par kg': 'ignore', 'Poids en kg': 'componentWeight' });
  });
});

describe('headers with a technique', () => {
  it.each(['Knit', 'Strickerei', 'Weaving', 'Dye'])(
    'the header "%s" alone is not a country, whatever its values',
    (header) => {
      for (const word of ['Jersey', 'Panama', 'Turkey'])
        expect(targets(`${NOMENCLATURE}\n${header} | | ${word} | ${word}`, 'BOM')[header]).not.toMatch(
          /^\w+Country$/,
        );
    },
  );

  it('a technique with the word "country" is the country of the technique', () => {
    expect(targets(`${NOMENCLATURE}\nKnitting country | | IT | TR`, 'BOM')['Knitting country']).toBe(
      'knittingCountry',
    );
  });
});

describe('a row with a total', () => {
  it('a row with a total changes nothing about the columns', () => {
    const sheet = (last: string) =>
      targets(
        `Komponente | | K-100 | K-101${last === '' ? '' : ' | Summe'}
Material | | P-1 | P-1
Lieferant | | L1 | L1
Faser | | Polyester | Polyester
Anteil % | | 100 | 100`,
        'Stueckliste',
      );
    expect(sheet('Summe')).toEqual(sheet(''));
  });
});

describe('two header rows', () => {
  it('two header rows with a certificate below the composition never make it a certificate of the component', () => {
    const rows = [
      ['Component', '', 'Composition', '', '', '', 'Weight'],
      ['Component reference', 'Product reference', 'Material', '%', 'Origin', 'Certificate', 'g'],
      ['K-1', 'P-1', 'Organic cotton', 95, 'IN', 'GOTS', 120],
      ['K-2', 'P-1', 'Elastane', 5, 'IN', 'GRS', 80],
      ['K-3', 'P-2', 'Wool', 100, 'FR', 'RWS', 80],
    ].map((cells, at) => ({ row: at + 1, cells: cells.map((cell) => (cell === '' ? null : cell)) }));
    const { columns, headerRow } = proposeSheet({
      ...{ file: 'b.csv', sheet: 'BOM', kinds: kindsOf('v2'), rows },
      answers: { kind: 'component' },
    });
    expect(headerRow).toBe(2);
    expect(columns.map(({ target }) => target)).not.toContain('certifications.1.type');
    expect(columns[5]?.target ?? 'composition.1.certifications').toBe('composition.1.certifications');
  });
});
