/** Files whose findings are examples of `trace explain`, by the codes that they show. */
export interface ExplainedInput {
  readonly codes: readonly string[];
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly flags?: readonly string[];
}

const SUPPLIERS =
  'projectType,supplierRef,name,category,address.country,address.city,importationBatch,certifications.1.date_start';
const suppliers = (...rows: readonly string[]) => ({
  'suppliers.csv': `${[SUPPLIERS, ...rows].join('\n')}\n`,
});
const supplier = (ref: string, name: string, rest = 'FR,Lille,B1,') =>
  `STANDARD,${ref},${name},TRANSFORMATION - Weaving,${rest}`;
const [first, second] = [supplier('FRN-1', 'Tissage'), supplier('FRN-2', 'Filature')];

const COMPONENTS =
  'projectType,componentRef,productRef,productCollectionRef,type,category,composition,supplierRef,importationBatch,componentWeight';
const component = (ref: string, composition: string) =>
  `STANDARD,${ref},R-1,SS27,TEXTILE,MAIN FABRIC (WOVEN),"${composition}",FRN-1,B1,3`;

export const EXPLAINED: readonly ExplainedInput[] = [
  { codes: ['file-empty'], files: { 'suppliers.csv': `${SUPPLIERS}\n` } },
  { codes: ['nothing-chosen'], files: { 'batch.xlsx': 'a,b\n1,2\n' }, flags: ['--sheet', 'batch=skip'] },
  {
    codes: ['flag-unused'],
    files: { 'batch.xlsx': suppliers(first)['suppliers.csv'] },
    flags: ['--ignore-columns', 'Notes interne'],
  },
  { codes: ['file-extension'], files: { 'export.xlsx': suppliers(first)['suppliers.csv'] } },
  { codes: ['text-quotes'], files: suppliers('STANDARD,FRN-1,"Tissage,W,FR,Lille,B1,', second) },
  {
    codes: ['text-quoted-rows'],
    files: suppliers(`STANDARD,FRN-1,"Tissage\n${second}\n",TRANSFORMATION - Weaving,FR,Lille,B1,`),
  },
  {
    codes: ['text-formula', 'text-quote-inside', 'row-short', 'country-na'],
    files: suppliers(
      'STANDARD,="00012",Tissage,TRANSFORMATION - Weaving,FR,Lille,B1,',
      supplier('FRN-2', 'Fil 12" Nord'),
      'STANDARD,FRN-3,Filature,TRANSFORMATION - Weaving,FR',
      supplier('FRN-4', 'Teinture', 'NA,,B1,'),
    ),
  },
  {
    codes: ['text-letters', 'reference-letters', 'date-ambiguous', 'text-decoded'],
    files: suppliers(
      first,
      supplier('FRN-2', '\u0421OTTON Mills'),
      supplier('FRN-5\u041003', 'Mills'),
      supplier('FRN-4', 'Teinture', 'FR,Lille,B1,03/04/2025'),
      supplier('FRN-5', 'SociÃ©tÃ© Lilloise'),
    ),
  },
  {
    codes: ['text-cut'],
    files: { 'suppliers.csv': `${SUPPLIERS}\n${first}\nSTANDARD,FRN-2,Filature,TRANSFORMATION - Wea` },
  },
  { codes: ['rows-above-header'], files: { 'suppliers.csv': `${first}\n${SUPPLIERS}\n${second}\n` } },
  { codes: ['row-skipped'], files: suppliers(first, second, ',Total,2,,,,,') },
  {
    codes: ['second-table'],
    files: suppliers(first, '', 'productRef,name,category,productCollectionRef', 'R-1,Robe,DRESSES,SS27'),
  },
  { codes: ['batch-replaced'], files: suppliers(first), flags: ['--batch', 'B2'] },
  {
    codes: [
      ...['composition-read', 'composition-parts', 'composition-material'],
      ...['composition-cell-total', 'composition-unclear'],
    ],
    files: {
      'components.csv': `${[
        COMPONENTS.replace(',composition', ',productColorCode,composition'),
        ...[
          component('C-1', '80% cotton, 20% polyester'),
          component('C-2', 'Tissu : 100% cotton ; doublure : 100% polyester'),
          component('C-3', '80% cotton, 20% fibre bleue'),
          component('C-4', '80% cotton, 10% polyester'),
          component('C-5', 'coton et polyester'),
        ].map((row) => row.replace('(WOVEN),', '(WOVEN),BLEU,')),
      ].join('\n')}\n`,
    },
  },
  {
    codes: ['composition-fractions'],
    files: {
      'components.csv': `${COMPONENTS.replace(
        'composition',
        'productColorCode,composition.1.material,composition.1.percentage,composition.2.material,composition.2.percentage',
      )}\n${['C-1', 'C-2'].map((ref) => `STANDARD,${ref},R-1,SS27,TEXTILE,MAIN FABRIC (WOVEN),BLEU,COTTON,0.3,POLYESTER,0.7,FRN-1,B1,3`).join('\n')}\n`,
    },
  },
  {
    codes: ['number-voted', 'number-fraction', 'reference-date-text'],
    files: {
      'products.csv': [
        'projectType,productRef,name,category,productCollectionRef,productColorCode,supplierRef,producedQuantity,importationBatch,weight,warehouseRef,purchaseOrder',
        'STANDARD,R-1,Robe,DRESSES,SS27,BLEU,FRN-1,"1,250",B1,350,,PO-1',
        'STANDARD,R-2,Robe 2,DRESSES,SS27,BLEU,FRN-1,"1250,5",B1,350,,janv-26',
        'STANDARD,R-3,Robe 3,DRESSES,SS27,BLEU,FRN-1,"7,5",B1,350,,PO-2',
        'STANDARD,R-4,Robe 4,DRESSES,SS27,BLEU,FRN-1,"7,25",B1,350,,PO-3\n',
      ].join('\n'),
    },
  },
  {
    codes: ['columns-swapped'],
    files: {
      'products.csv': [
        'projectType,productRef,name,category,weight,composition,productCollectionRef',
        'STANDARD,R-1,Robe,DRESSES,"80% cotton, 20% linen",350,SS27',
        'STANDARD,R-2,Robe 2,DRESSES,100% silk,420,SS27',
        'STANDARD,R-3,Robe 3,DRESSES,"60% wool, 40% polyamide",510,SS27\n',
      ].join('\n'),
    },
  },
  {
    codes: ['percent-fraction'],
    files: {
      'packaging.csv':
        'packagingRef,type,channel,percentageRecycled,ecoModulation\nE-1,BOX,STORE,0.8,NONE\nE-2,BOX,STORE,80,NONE\n',
    },
  },
  {
    codes: [
      ...['owner-and-address', 'owner-or-address', 'owner-incomplete', 'text-length'],
      ...['identifier-both', 'identifier-kind', 'identifier-missing', 'header-not-shown', 'collection-needs'],
    ],
    flags: ['--interface', 'v3', '--data-collection', '--extra-columns', 'Stockage'],
    files: {
      'purchased-items.csv': [
        'uniqueIdentifier,buyerId,buyerUniqueIdentifier,buyerKind,sellerUniqueIdentifier,itemUniqueIdentifier,purchaseOrder,Stockage',
        'PI-1,8f14e45f-ceea-467f-a0e6-1f2c3d4e5f60,ATELIER-1,SUPPLIER,FILATURE-1,COTON-1,PO-1,B4',
        'PI-2,,ATELIER-1,CUSTOMER,FILATURE-1,COTON-1,PO-1,',
        'PI-3,,,,FILATURE-1,,PO-2,\n',
      ].join('\n'),
      'materials.csv':
        'uniqueIdentifier,name,owner_kind,owner_id,address.city,address.country\nCOTON-1,Coton,SUPPLIER,ATELIER-1,Lille,FR\nCOTON-2,Coton 2,,,,\nCOTON-3,Coton 3,SUPPLIER,,,\n',
      'suppliers.csv':
        'uniqueIdentifier,legalName,address.country,address.city,siteEmails\nATELIER-1,Atelier,FR,Lille,\nFILATURE-1,Filature,FR,Lille,a@example.com\n',
    },
  },
  { codes: ['text-damaged'], files: suppliers(supplier('FRN-1', 'Pozna?'), second) },
  {
    codes: ['text-mixed'],
    files: {
      'suppliers.csv': Buffer.concat([
        Buffer.from(
          `${SUPPLIERS}\n${supplier('FRN-1', 'Société')}\n${supplier('FRN-2', 'Été')}\nSTANDARD,FRN-3,`,
        ),
        Buffer.from('Sée,TRANSFORMATION - Weaving,FR,Lille,B1,\n', 'latin1'),
      ]),
    },
  },
  {
    codes: ['sheet-transposed'],
    files: {
      'suppliers.csv': [
        'supplierRef,FRN-1,FRN-2',
        'name,Tissage,Filature',
        'category,TRANSFORMATION - Weaving,TRANSFORMATION - Weaving',
        'address.country,FR,FR',
        'address.city,Lille,Lille',
        'importationBatch,B1,B1\n',
      ].join('\n'),
    },
  },
  {
    codes: ['header-remark'],
    files: { 'suppliers.csv': `${SUPPLIERS.replace('name', 'Nom (interne)')}\n${first}\n` },
  },
  {
    codes: ['row-unclear'],
    files: {
      'products.csv': [
        'projectType,productRef,name,category,productCollectionRef,productColorCode,supplierRef,producedQuantity,importationBatch,weight,Taille',
        'STANDARD,R-1,Robe,DRESSES,SS27,BLEU,FRN-1,100,B1,350,S',
        'STANDARD,R-1,Robe,DRESSES,SS27,BLEU,FRN-1,100,B1,350,M\n',
      ].join('\n'),
    },
  },
  { codes: ['file-format'], files: { 'order.pdf': '%PDF-1.4\n%abc\n' } },
  {
    codes: ['header-unit'],
    files: {
      'components.csv': `${COMPONENTS.replace(',composition', ',productColorCode,composition').replace('componentWeight', 'componentWeight (livres)')}\n${component('C-1', '100% cotton').replace('(WOVEN),', '(WOVEN),BLEU,')}\n`,
    },
  },
  {
    codes: ['map-key', 'map-unit', 'map-separator', 'map-column', 'map-word', 'map-unused', 'reference-name'],
    files: {
      'orders.csv':
        'Modell;Name;Kategorie;Kollektion;Farbe;Lieferant;Gewicht;Einheit;Verpackung\n;Kleid;Kleid;SS27;BLAU;Filature du Nord;5;Unze;E-1, E-2\n',
      'trace.map.yaml': `version: 1
sheets:
  - sheet: orders
    kind: product
    columns:
      Name: name
      Kategorie: category
      Kollektion: productCollectionRef
      Farbe: productColorCode
      Lieferant: supplierRef
      Stoff: composition
      Gewicht: weight
      Verpackung: packagingRefs
      Einheit: ignore
    references: { Lieferant: name }
    units: { Gewicht: "{Einheit}" }
    keys: { productRef: "M-{Modell}" }
  - sheet: lieferanten
    kind: supplier
    columns: { Ref: supplierRef }
`,
    },
  },
  {
    codes: ['map-fill', 'map-layout', 'map-date-order'],
    files: {
      'orders.csv': 'Ref;Name;Typ;Datum\nFRN-1;Filature;GOTS;03/04/2025\n',
      'trace.map.yaml': `version: 1
sheets:
  - sheet: orders
    kind: supplier
    columns:
      Ref: supplierRef
      Name: name
      Typ: certifications.1.type
      Datum: certifications.1.date_start
    groupBy: [Artikel]
    keys: { 'address.city': "M-{Stadt}" }
`,
    },
  },
  {
    codes: ['reference-several', 'reference-circle', 'reference-external', 'collection-link'],
    flags: ['--interface', 'v3', '--data-collection', '--external-refs'],
    files: {
      'materials.csv':
        'uniqueIdentifier,name,address.city,address.country\nCOTON-ORGANIC-0001,Coton,Lille,FR\nTWIN-ORGANIC-00001,Coton,Lille,FR\n',
      'components.csv': [
        'uniqueIdentifier,name,address.city,address.country,usedMaterials.1.uniqueIdentifier,usedMaterials.1.usagePercentage,usedComponents.1.uniqueIdentifier',
        'TWIN-ORGANIC-00001,Tissu,Lille,FR,COTON-ORGANIC-0001,100,',
        'COMPONENT-A-000001,Tissu,Lille,FR,,,COMPONENT-B-000001',
        'COMPONENT-B-000001,Tissu,Lille,FR,,,COMPONENT-A-000001\n',
      ].join('\n'),
      'purchased-items.csv': [
        'uniqueIdentifier,buyerUniqueIdentifier,buyerKind,sellerUniqueIdentifier,itemUniqueIdentifier,purchaseOrder',
        'PURCHASED-ITEM-0001,ATELIER-00000001,SUPPLIER,ATELIER-00000002,TWIN-ORGANIC-00001,PO-1\n',
      ].join('\n'),
    },
  },
];
