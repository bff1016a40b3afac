import type { KindPatterns } from './patterns.ts';

/** A certificate of something else than the record is a question: an audit of the factory is not one of the garment. */
const certificationsOf = (own: string, other: string): KindPatterns => ({
  'certifications[].type': `certification type? name? ${own} | ~certification type? name? ${other}`,
  'certifications[].date_start': 'certification start date? product? | certification date | ~start date?',
  'certifications[].date_end': 'certification end date? | ~end date?',
  'certifications[].file': 'certification link | certification file link? | ~certification picture link?',
});

const SUPPLIER_REF = 'supplier ref | supplier id | supplier ref id | supplier! | site ref | site id';

const PRODUCT_KEY = {
  productCollectionRef: 'collection ref? name? product? | season ref? name? product? | collection season',
  productColorCode: 'color ref product? article? | color id product? | color product? article?',
};

/** What headers mean for the kinds of v2: the notions that a header must name for each field. */
export const V2: Readonly<Record<string, KindPatterns>> = {
  supplier: {
    supplierRef: `${SUPPLIER_REF} | company ref | ~contact ref | ref`,
    name: 'name company? 1? | supplier name 1? | company 1 | supplier desc | supplier company name? | company | site name | site company | desc | supplier! | site!',
    category:
      'category supplier? site? | activity supplier? site? category? type? | type supplier | type site | family supplier | role | type! | family! | function!',
    'address.label': 'address full supplier? site?',
    'address.street':
      'street address? supplier? site? company? name? line? | address supplier? site? company? line? | street 1 line? | address 1 line? street? | address line | ~street address? contact line? | ~address contact line?',
    'address.additionalStreet':
      'extra address? street? supplier? site? | address 2 line? street? | street 2 line? name? | line 2 address? | extra 1',
    'address.city': 'city address? supplier? site? company? name? | ~city address? contact',
    'address.administrativeArea':
      'state address? supplier? site? name? ref? company? | region state ref? name? | region!',
    'address.postalCode': 'zip address? supplier? site? company? | ~zip address? contact',
    'address.country':
      'country address? supplier? site? company? ref? name? id? | country region ref? | country made | ~country address? contact ref? name?',
    'address.region': 'region full address? supplier? | region!',
    'contacts[].person.firstname': 'firstname contact? supplier? person?',
    'contacts[].person.name':
      'lastname contact? supplier? name? person? | contact name supplier? site? person? | contact person? supplier? site? | person | person name',
    'contacts[].person.email': 'email contact? supplier? site? company? person? address?',
    'contacts[].person.language': 'language contact? supplier? ref? person?',
    'contacts[].person.phone':
      'phone contact? supplier? site? company? person? ref? | mobile contact? phone? ref? person?',
    ...certificationsOf('supplier? site?', 'product? component? material? article?'),
    importationBatch: 'batch',
    additionalInformation: 'note supplier?',
  },
  component: {
    componentRef:
      'component ref | component id | component ref article | component! | material ref | material id | component material ref | component sku | article ref | article! | ~ref | material!',
    supplierComponentCode:
      '~supplier ref vague | ~site ref vague | supplier component ref article? product? | supplier article ref | supplier product ref | supplier material ref | supplier item ref article? | supplier component material ref',
    'lotReferences[]': 'lot ref? component? material? | lot color | lot dyeing',
    productRef:
      'product ref | product id | product article ref | product! | product article | article ref | article! | ~ref',
    ...PRODUCT_KEY,
    productColorCode:
      'color ref product? article? | color id product? | color product | color article | ~color',
    componentPrint: 'print component? | print printing',
    type: 'component type | component material type | material type | type! | article type!',
    category: 'category component? material? | component family | component function | family! | function!',
    'composition[].material': 'material name? # | composition # | component # | material | material article',
    'composition[].percentage':
      'percentage material? # | percentage material? | percentage composition #? | percentage component # | component percentage',
    'composition[].origin':
      'origin material country? | origin composition country? | ~origin country? ref? | country material | ~origin country? component ref? | made country material',
    'composition[].certifications[]': 'certification material',
    printingCountry: 'printing country ref? | printing country made | printing made | print country',
    dyeingCountry: 'dyeing country ref? | dyeing country made | dyeing made | dyeing finishing country',
    knittingCountry: 'knitting country ref? | knitting country made | knitting made',
    weavingCountry: 'weaving country ref? | weaving country made | weaving made',
    shoeFinishingCountry: 'shoe finishing country',
    shoeStitchingCountry: 'shoe stitching country',
    componentWeight: 'weight component? net? material? | weight! unit component? net?',
    ...certificationsOf('component?', 'product? supplier? site? article?'),
    importationBatch: 'batch',
    supplierRef: `${SUPPLIER_REF} | component supplier ref? | material supplier ref?`,
    'composition[]': 'composition component? material? full? | composition! percentage',
  },
  product: {
    productRef:
      'product ref | product id | product article ref | article ref | article id | ref | product! | article! | sku! | material ref | material!',
    name: 'name product? article? | desc product? article?',
    publicName: 'public name product?',
    purchaseOrder: 'po ref? supplier? | po id | purchase ref',
    picture: 'picture link? product? file? 1?',
    category:
      'category product? article? name? ref? | product type | article type | product family | article family | family | type!',
    ...PRODUCT_KEY,
    weight: 'weight net? product? article? | weight! unit product? article? net?',
    composition:
      'composition product? article? material? full? public? | composition! percentage | material! | material product!',
    producedQuantity: 'quantity produced product? made? | quantity made | quantity | ~quantity ordered po?',
    'packagingRefs[]': 'packaging ref? id? product?',
    ...certificationsOf('product? article?', 'component? supplier? site? material?'),
    'manufacturingAssemblyCountry[]':
      'made country ref? product? | made | made origin country? | ~origin country? product?',
    destinationMarket: 'market product? destination? country? | ~country destination',
    transportTypeToDestMarket: 'transport mode? type? | transport market',
    warehouseRef: 'warehouse ref? id? destination? | warehouse market | warehouse product',
    reachCompliance: 'reach',
    ecoModulation: 'ecomodulation product?',
    importationBatch: 'batch',
    supplierRef: `${SUPPLIER_REF} | supplier product | supplier made ref? | supplier ref made`,
    customBrandField1: 'businessunit name?',
    customBrandField2: 'division name?',
    customBrandField3: 'group category | ~group product | ~family product?',
    customBrandField4: 'house category',
  },
  packaging: {
    packagingRef: 'packaging ref | packaging id | ref | packaging! | article ref | packaging article ref',
    type: 'packaging type | type | packaging category | category! | family! | packaging!',
    channel: 'channel packaging?',
    percentageRecycled: 'recycled percentage packaging? material? | recycled! material?',
    'ecoModulation[]': 'ecomodulation packaging?',
    compostability: 'compost packaging?',
    recyclability: 'recyclable packaging?',
    possibilityReUse: 'reuse packaging?',
    'hazardousSubstances.status': 'hazard packaging? status?',
    'hazardousSubstances.value': 'substance name? | hazard name | substance hazard name?',
    importationBatch: 'batch',
  },
};
