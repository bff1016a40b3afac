/** Files whose findings are examples of `trace explain`, by the codes that they show. */
export interface ExplainedInput {
  readonly codes: readonly string[];
  readonly files: Readonly<Record<string, string>>;
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
];
