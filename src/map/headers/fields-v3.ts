import type { KindPatterns } from './patterns.ts';

const OWNED: KindPatterns = {
  owner_kind: 'owner type',
  owner_unique_identifier:
    'owner ref | supplier ref | supplier uid | supplier id | supplier! | owner uid | owner supplier',
  owner_id: 'owner! | owner id!',
  'address.country': 'country address? step? | made country | country made address?',
  'address.city': 'city address?',
  'address.postalCode': 'zip address?',
  'address.street': 'street address? | address',
  'steps[].name': 'step name? #? | activity',
  'steps[].address.country': 'step country',
  'steps[].address.city': 'step city',
  'purchasedItems[].uniqueIdentifier': 'purchase ref? #? | purchase uid',
  'purchasedItems[].usagePercentage': 'purchase percentage',
  'usedMaterials[].uniqueIdentifier': 'material ref used | material used #?',
  'usedMaterials[].usagePercentage': 'material percentage used',
};

const COMPONENTS_USED: KindPatterns = {
  'usedComponents[].uniqueIdentifier': 'component used ref? #? | component ref!',
  'usedComponents[].usagePercentage': 'component percentage used',
};

const COLOR = 'color ref product? article? | color product? article?';

const COMPOSED: KindPatterns = {
  'composition[].material': 'material name? # | composition # | material!',
  'composition[].percentage': 'percentage material? #? | percentage composition #',
};

/** What headers mean for the kinds of v3: the notions that a header must name for each field. */
export const V3: Readonly<Record<string, KindPatterns>> = {
  supplier: {
    uniqueIdentifier:
      'uid supplier? site? | supplier ref | supplier id | site ref | site id | ref | supplier! | site!',
    parentCompanyName: 'parent name? company? | company parent | company! | group company',
    siteName: 'site name | site company | supplier name | site! | name | supplier company | supplier! | desc',
    'siteEmails[]': 'email contact? supplier? site? company? person? address?',
    'siteAddress.country': 'country address? supplier? site? ref? name? company?',
    'siteAddress.city': 'city address? supplier? site? company? name?',
    'siteAddress.postalCode': 'zip address? supplier? site? company?',
    'siteAddress.street':
      'street address? supplier? site? company? | address supplier? site? company? line? | address 1 line? | street 1 line?',
    'siteCertifications[].certificationName': 'certification name? type? site? supplier?',
    siteRole:
      'role site? supplier? | activity site? supplier? type? | category supplier? site? | function site? | type site | type supplier',
  },
  material: {
    uniqueIdentifier: 'uid material? | material ref | material id | ref',
    name: 'name material? | desc material?',
    material: 'material type? | composition material?',
    ...OWNED,
  },
  component: {
    uniqueIdentifier: 'uid component? | component ref | component id | ref | component!',
    name: 'component name | name | component desc | desc',
    category_family: 'family component? category? | category component?',
    ...COMPOSED,
    ...OWNED,
    ...COMPONENTS_USED,
  },
  product: {
    uniqueIdentifier: 'uid product? | product ref | product id | ref | article ref | product! | article!',
    name: 'product name | name | desc | product desc | article name | article desc',
    'weight.value': 'weight net? product? article?',
    'weight.unit': 'weight unit',
    'quantity.value': 'quantity produced? made?',
    'quantity.unit': 'quantity unit | unit!',
    'packagings[].packagingId': 'packaging ref? id? #?',
    ...OWNED,
    ...COMPONENTS_USED,
    'usedProducts[].uniqueIdentifier': 'product used ref?',
    'usedProducts[].usagePercentage': 'product percentage used',
  },
  'purchased-item': {
    uniqueIdentifier: 'uid purchase? item? | purchase ref | purchase id | purchase uid item? | ref!',
    buyerKind: 'buyer type',
    buyerUniqueIdentifier: 'buyer ref | buyer uid | buyer! | buyer supplier ref?',
    sellerUniqueIdentifier:
      'seller ref | seller uid | seller! | supplier ref | supplier! | supplier id | seller supplier ref?',
    itemUniqueIdentifier:
      'item ref | item uid | item! | article ref | article! | product ref | product! | component ref | component! | material ref | material!',
    purchaseOrder: 'po ref? | po id | purchase po ref?',
    purchaseOrderDate: 'po date | purchase date | ordered date | date!',
    'transports[].name': 'transport mode? type? name? #?',
    'transports[].usagePercentage': 'transport percentage',
    'purchasedQuantity.value':
      'quantity purchased | quantity | quantity ordered | quantity purchase | quantity po',
    'purchasedQuantity.unit': 'quantity unit purchased? | unit!',
    'certifications[].certificationName': 'certification name? type?',
  },
  'generic-product-info': {
    uniqueIdentifier: 'uid info? | info ref',
    productUniqueIdentifier: 'product uid | product id!',
    purchasedItemUniqueIdentifier: 'purchase uid item? | purchase ref item?',
    warehouseUniqueIdentifier: 'warehouse ref? uid? id?',
    ref: 'ref | product ref | article ref | product! | article!',
    colorCode: COLOR,
    collection: 'season name? | collection name?',
    productName: 'name product? article? | desc product? article? | product public name',
    packagingId: 'packaging ref? id?',
    'gtins[]': 'gtin | barcode',
    marketSegment: 'segment market? | market segment | gender!',
    productPrice: 'price! product? | price full | price public',
    ecoModulation: 'ecomodulation',
  },
  'brand-product': {
    uniqueIdentifier: 'uid | uid product public | public product ref',
    productUniqueIdentifier: 'product uid',
    genericProductInfoUniqueIdentifier: 'info uid? ref?',
    productRef: 'ref | product ref | article ref | product! | article!',
    productName: 'name product? article? | desc product? article?',
    'collections[]': 'collection ref? name? | season ref? name?',
    'productCategories[]': 'category product? article? | family product? article? | product type',
    colorCode: COLOR,
    marketSegment: 'segment market? | gender!',
    'gtins[]': 'gtin | barcode',
    producedQuantity: 'quantity produced? made?',
    isProductInAGECScope: 'agec',
    hasCommunicationPackage: 'communication',
    traceabilityStartDate: 'traceability start date?',
    theoreticalTraceabilityEndDate: 'traceability end date?',
  },
};
