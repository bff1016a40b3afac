import { READ_SHAPES } from '../../contract/v2/read-shapes.ts';
import { brandProductDescribed } from '../../contract/v3/brand-product-read.ts';
import { declaredFecListItem } from '../../contract/v3/fec-read.ts';
import { listText } from '../../contract/v3/list-names.ts';
import { say } from '../../say.ts';
import { type Answered, isRecord, recordsAt, textAt } from '../../service/read-record.ts';
import {
  brandProductTable,
  declaredFecTable,
  packagingTable,
  productTables,
} from '../tables/record-tables.ts';
import { showcaseTables, studyTables } from '../tables/study.ts';
import { GRAINS } from '../tables/table.ts';
import { textsAt } from '../tables/value.ts';
import { type Item, type ItemOrder, refOf, refsOf } from './item.ts';
import { packagingItems, packagingsOf, productItems, v3ListItems } from './items.ts';
import { namedItems } from './named-items.ts';
import { productsOf, studiesOf } from './product-lists.ts';
import type { Resource } from './resource.ts';
import type { StudyExtract } from './study-extract.ts';
import { fetchStudy, showcaseItems, studyItems } from './study-items.ts';

const studies: Resource<StudyExtract> = {
  name: 'studies',
  nouns: { one: 'study', many: 'studies' },
  command: 'studies',
  show: ['studies', 'show'],
  interface: 'v2',
  record: READ_SHAPES.study.schema,
  grains: GRAINS,
  tables: (languages) => studyTables(GRAINS, { languages }),
  list: {
    flags: ['study', 'search'],
    columns: [
      { header: () => say().listed.productRef(), cell: ({ productRef }) => productRef },
      { header: () => say().listed.product(), cell: ({ productName }) => productName },
      { header: () => say().listed.color(), cell: ({ colorCode }) => colorCode },
      { header: () => say().listed.state(), cell: ({ state }) => state },
      { header: () => say().listed.collection(), cell: ({ collection }) => collection },
      { header: () => say().listed.study(), cell: ({ id }) => id, isWhole: true },
    ],
    type: 'study',
    emptyNext: ['products', 'list'],
    read: studiesOf,
  },
  exportFlags: ['study', 'search', 'languages'],
  items: studyItems,
  fetch: fetchStudy,
  place: (record, item) => [
    textAt(record, 'brandCollectionName'),
    textAt(record, 'productRef'),
    textAt(record, 'colorCode'),
    idOf(record, item),
  ],
};

/** The public view of studies. The studies are listed; a showcase does not contain its own id. */
const showcases: Resource<StudyExtract> = {
  ...studies,
  name: 'showcases',
  nouns: { one: 'showcase', many: 'showcases' },
  show: ['studies', 'showcase'],
  record: READ_SHAPES.showcase.schema,
  tables: (languages) =>
    showcaseTables(GRAINS, { languages }).map(({ name, columns, rows }) => ({
      name,
      columns,
      rows: (showcase, [, , , studyId]) => rows({ studyId, showcase }),
    })),
  items: showcaseItems,
  fetch: (reads, { id = '' }, languages) => reads.showcase(id, languages),
  place: (record, item) => [
    item.place?.[0] ?? '',
    textAt(record, 'sku'),
    textAt(record, 'color'),
    idOf(record, item),
  ],
};

const products: Resource<Answered> = {
  name: 'products',
  nouns: { one: 'product', many: 'products' },
  command: 'products',
  show: ['products', 'show'],
  interface: 'v2',
  record: READ_SHAPES.product.schema,
  grains: ['product', 'study'],
  tables: productTables,
  list: {
    flags: ['study', 'search', 'sort'],
    columns: [
      { header: () => say().listed.id(), cell: (item) => textAt(item, 'id') },
      { header: () => say().listed.productRef(), cell: (item) => refsOf(item).join(', ') },
      { header: () => say().listed.name(), cell: (item) => textAt(item, 'name') },
      { header: () => say().listed.category(), cell: (item) => textAt(item, 'category') },
      { header: () => say().listed.studies(), cell: (item) => String(recordsAt(item, 'studies').length) },
    ],
    type: 'product',
    emptyNext: ['import', 'FILE'],
    read: productsOf,
  },
  exportFlags: ['study', 'search'],
  items: productItems,
  fetch: (reads, { id = '' }) => reads.product(id),
  place: (record, item) => ['', refOf(record), '', idOf(record, item)],
};

const packaging: Resource<Answered> = {
  name: 'packaging',
  nouns: { one: 'packaging', many: 'packagings' },
  command: 'packaging',
  show: ['packaging', 'show'],
  interface: 'v2',
  record: READ_SHAPES.packaging.schema,
  grains: ['packaging'],
  tables: () => [packagingTable()],
  list: {
    flags: ['search', 'sort'],
    columns: [
      { header: () => say().listed.id(), cell: (item) => textAt(item, 'id') },
      { header: () => say().listed.packagingRef(), cell: (item) => textAt(item, 'packagingRef') },
      { header: () => say().listed.type(), cell: (item) => textAt(item, 'type') },
    ],
    type: 'packaging',
    fields: ({ type, ...item }) => ({ ...item, packagingType: type }),
    emptyNext: ['import', 'FILE'],
    read: packagingsOf,
  },
  exportFlags: ['search'],
  items: packagingItems,
  fetch: (reads, { id = '' }) => reads.packaging(id),
  place: (record, item) => ['', textAt(record, 'packagingRef'), '', idOf(record, item)],
};

const brandProducts: Resource<Answered> = {
  name: 'brand-products',
  nouns: { one: 'brand product', many: 'brand products' },
  command: 'brand-products',
  show: ['brand-products', 'show'],
  interface: 'v3',
  v3List: 'brandProducts',
  record: brandProductDescribed,
  grains: ['brand-product'],
  tables: () => [brandProductTable()],
  list: {
    flags: ['v3', 'wait'],
    columns: [
      { header: () => say().listed.uniqueIdentifier(), cell: (item) => listText(item, 'uniqueIdentifier') },
      { header: () => say().listed.reference(), cell: (item) => listText(item, 'reference') },
      { header: () => say().listed.name(), cell: (item) => listText(item, 'name') },
      { header: () => say().listed.color(), cell: (item) => textAt(item, 'colorCode') },
      { header: () => say().listed.gtins(), cell: (item) => textsAt(item, 'gtins').join(', ') },
      { header: () => say().listed.links(), cell: (item) => yesNo(item.hasCommunicationPackage) },
      { header: () => say().listed.id(), cell: (item) => listText(item, 'id') },
    ],
    type: 'brand-product',
    emptyHint: () => say().reading.newSoon(),
    read: (reads, { v3 }, _, note) => namedItems(reads, v3!, note),
  },
  exportFlags: ['v3', 'wait'],
  items: v3ListItems,
  place: keepListOrder,
};

const declaredFecs: Resource<Answered> = {
  name: 'declared-fecs',
  nouns: { one: 'declared FEC', many: 'declared FECs' },
  command: 'fec',
  show: ['fec', 'show'],
  interface: 'v3',
  v3List: 'declaredFecs',
  record: declaredFecListItem,
  grains: ['declared-fec'],
  tables: () => [declaredFecTable()],
  list: {
    flags: ['v3'],
    columns: [
      { header: () => say().listed.uniqueIdentifier(), cell: (item) => listText(item, 'uniqueIdentifier') },
      {
        header: () => say().listed.cost(),
        cell: ({ scoring }) => figureAt(scoring, 'frenchEnvironmentalCost'),
      },
      {
        header: () => say().listed.publishedCost(),
        cell: (item) => figureAt(item, 'publishedFrenchEnvironmentalCost'),
      },
      {
        header: () => say().listed.perGram(),
        cell: (item) => figureAt(item, 'publishedFrenchEnvironmentalCostPerUnitWeight'),
      },
      { header: () => say().listed.published(), cell: (item) => yesNo(item.isPublishedOnGovernmentPlatform) },
      { header: () => say().listed.calculated(), cell: (item) => textAt(item, 'calculatedAt').slice(0, 10) },
      {
        header: () => say().listed.id(),
        cell: (item) => textAt(item, 'brandProductId') || listText(item, 'id'),
      },
    ],
    type: 'declared-fec',
    emptyNext: ['brand-products', 'list'],
    read: (reads, { v3 }, _, note) => namedItems(reads, v3!, note),
  },
  exportFlags: ['v3'],
  items: v3ListItems,
  place: keepListOrder,
};

/** Everything that can be listed and exported, by name. A new resource is a row here, and its tables. */
export const RESOURCES = {
  studies,
  showcases,
  products,
  packaging,
  'brand-products': brandProducts,
  'declared-fecs': declaredFecs,
};

const idOf = (record: Answered, item: Item): string => textAt(record, 'id') || (item.id ?? '');

/** Records of v3 keep the order of their list, which `--sort-by` selects. */
function keepListOrder(_: Answered, { place, key }: Item): ItemOrder {
  return place ?? ['', '', '', key];
}

const yesNo = (value: unknown): string => (value === true ? say().listed.yes() : say().listed.no());

/** A number with six significant digits. */
function figureAt(record: unknown, name: string): string {
  const value = isRecord(record) ? record[name] : undefined;
  return typeof value === 'number' ? String(Number(value.toPrecision(6))) : '';
}
