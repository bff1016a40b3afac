import iconv from 'iconv-lite';
import type { Body, Json } from '../src/contract/kind.ts';
import { KINDS, type V2Kind } from '../src/contract/registry.ts';
import { type FixtureColumn, fixtureColumns, type Records, valueAt } from './fixture-sheets.ts';

/** The same records as a French Excel saves them: with semicolons, decimal commas, day-first dates and CRLF. */
export function frenchFiles(records: Records): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const { kind, file, encoding, between } of FILES) {
    const columns = fixtureColumns(KINDS.v2[kind], records[kind]);
    const heads = columns.map((column) => head(kind, column));
    const rows = records[kind].map((body) => columns.map((column) => text(body, column, between)));
    const lines = [heads, ...rows].map((cells) => `${cells.map(quoted).join(';')}\r\n`);
    const addBOM = encoding === 'utf8';
    files.set(file, iconv.encode(lines.join(''), encoding, { addBOM }));
  }
  return files;
}

interface FrenchFile {
  readonly kind: V2Kind;
  readonly file: string;
  readonly encoding: 'utf8' | 'windows-1252';
  /** The separator of several values in one cell. */
  readonly between: string;
}

const FILES: readonly FrenchFile[] = [
  { kind: 'supplier', file: 'fournisseurs.csv', encoding: 'utf8', between: '|' },
  { kind: 'packaging', file: 'emballages.csv', encoding: 'windows-1252', between: ' | ' },
  { kind: 'product', file: 'produits.csv', encoding: 'windows-1252', between: ';' },
  { kind: 'component', file: 'composants.csv', encoding: 'utf8', between: '; ' },
];

const SHARED = {
  projectType: 'Type de projet',
  importationBatch: "Lot d'import",
  supplierRef: 'Référence fournisseur',
  productRef: 'Référence produit',
  productCollectionRef: 'Collection',
  productColorCode: 'Code couleur',
  'certifications[].type': 'Type de certification',
  'certifications[].date_start': 'Début de certification',
  'certifications[].date_end': 'Fin de certification',
  'certifications[].file': 'Fichier de certification',
};

/** The headers in the French files, by kind and field: one of the field's names, or its path if it has none. */
export const FRENCH_HEADS: Readonly<Record<V2Kind, Readonly<Record<string, string>>>> = {
  supplier: {
    ...SHARED,
    name: 'Raison sociale',
    category: 'Catégorie fournisseur',
    'address.label': 'Adresse complète',
    'address.street': 'Rue',
    'address.additionalStreet': "Complément d'adresse",
    'address.city': 'Ville',
    'address.administrativeArea': 'Département',
    'address.postalCode': 'Code postal',
    'address.country': 'Pays',
    'address.region': 'Région du monde',
    'contacts[].person.firstname': 'Prénom du contact',
    'contacts[].person.name': 'Nom du contact',
    'contacts[].person.email': 'E-mail du contact',
    'contacts[].person.language': 'Langue du contact',
    'contacts[].person.phone': 'Téléphone du contact',
    additionalInformation: 'Informations complémentaires',
  },
  packaging: {
    ...SHARED,
    packagingRef: 'Référence emballage',
    type: "Type d'emballage",
    channel: 'Canal de distribution',
    percentageRecycled: 'Pourcentage recyclé',
    'ecoModulation[]': 'Éco-modulation',
    compostability: 'Compostabilité',
    recyclability: 'Recyclabilité',
    possibilityReUse: 'Possibilité de réemploi',
    'hazardousSubstances.status': 'Substances dangereuses',
    'hazardousSubstances.value': 'Nom de la substance',
  },
  product: {
    ...SHARED,
    name: 'Désignation',
    publicName: 'Nom public',
    purchaseOrder: 'Bon de commande',
    picture: 'Lien image',
    category: 'Catégorie produit',
    weight: 'Poids net',
    composition: 'Composition produit',
    producedQuantity: 'Quantité produite',
    'packagingRefs[]': 'Références emballage',
    'manufacturingAssemblyCountry[]': 'Pays de fabrication',
    destinationMarket: 'Marché de destination',
    transportTypeToDestMarket: 'Mode de transport',
    warehouseRef: 'Entrepôt',
    reachCompliance: 'Conformité REACH',
    ecoModulation: 'Éco-modulation',
    customBrandField1: "Unité d'affaires",
    customBrandField2: 'Division',
    customBrandField3: 'Catégorie groupe',
    customBrandField4: 'Catégorie maison',
  },
  component: {
    ...SHARED,
    componentRef: 'Référence composant',
    supplierComponentCode: 'Code article fournisseur',
    'lotReferences[]': 'Numéros de lot',
    componentPrint: 'Imprimé',
    type: 'Type de composant',
    category: 'Catégorie de composant',
    'composition[].material': 'Matière',
    'composition[].percentage': 'Pourcentage',
    'composition[].origin': 'Origine matière',
    'composition[].certifications[]': 'Certifications matière',
    printingCountry: "Pays d'impression",
    dyeingCountry: 'Pays de teinture',
    knittingCountry: 'Pays de tricotage',
    weavingCountry: 'Pays de tissage',
    shoeFinishingCountry: 'Pays de finition chaussure',
    shoeStitchingCountry: 'Pays de piqûre chaussure',
    componentWeight: 'Poids du composant',
  },
};

function head(kind: V2Kind, { field, item, header }: FixtureColumn): string {
  const name = FRENCH_HEADS[kind][field.path];
  if (name === undefined) return header;
  return /\[\]\./.test(field.path) ? `${name} ${item}` : name;
}

/** Countries as people write them in a French sheet. */
const COUNTRIES: Readonly<Record<string, string>> = {
  ...{ BD: 'Bangladesh', BE: 'Belgique', CN: 'Chine', DE: 'Allemagne', EG: 'Égypte', ES: 'Espagne' },
  ...{ FR: 'France', HK: 'Hong Kong', IN: 'Inde', IT: 'Italie', JP: 'Japon', KR: 'Corée du Sud' },
  ...{ MA: 'Maroc', MG: 'Madagascar', NZ: 'Nouvelle-Zélande', PL: 'Pologne', PT: 'Portugal' },
  ...{ TH: 'Thaïlande', TN: 'Tunisie', TR: 'Turquie', VN: 'Viêt Nam' },
};

function text(body: Body, column: FixtureColumn, between: string): string {
  const value = valueAt(body, column);
  if (value === undefined) return '';
  return (Array.isArray(value) ? value : [value]).map((one) => french(one, column)).join(between);
}

function french(value: Json, { field }: FixtureColumn): string {
  switch (field.value.type) {
    case 'number':
      return String(value).replace('.', ',');
    case 'boolean':
    case 'flag':
      return value === true || value === 1 ? 'oui' : 'non';
    case 'country':
      return COUNTRIES[String(value)]!;
    case 'date':
      return String(value).split('-').reverse().join('/');
    default:
      return String(value);
  }
}

const quoted = (cell: string): string => (/[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
