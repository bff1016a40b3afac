import type { Labels } from './labels.ts';

const batch = { importationBatch: 'Import batch' };
const id = { id: 'Id in the service' };

const certificates = {
  'certifications[].type': 'Name of certificate {n}',
  'certifications[].date_start': 'Start date of certificate {n}',
  'certifications[].date_end': 'End date of certificate {n}',
  'certifications[].file': 'Link to certificate {n}',
};

const product = {
  productRef: 'Product reference',
  productCollectionRef: 'Collection',
  productColorCode: 'Colour code',
};

const address = {
  'address.country': 'Country',
  'address.city': 'City',
  'address.postalCode': 'Postal code',
  'address.street': 'Street and number',
};

const composition = {
  'composition[].material': 'Material {n}',
  'composition[].percentage': 'Percentage of material {n}',
};

const owner = {
  owner_kind: 'Kind of owner',
  owner_id: 'Owner id in the service',
  owner_unique_identifier: 'Owner identifier',
};

const steps = {
  'steps[].name': 'Step {n}',
  'steps[].address.country': 'Country of step {n}',
  'steps[].address.city': 'City of step {n}',
  'steps[].address.postalCode': 'Postal code of step {n}',
  'steps[].address.street': 'Street of step {n}',
};

const purchasedItems = {
  'purchasedItems[].uniqueIdentifier': 'Purchase {n}',
  'purchasedItems[].id': 'Id of purchase {n}',
  'purchasedItems[].usagePercentage': 'Share of purchase {n} (%)',
};

const usedMaterials = {
  'usedMaterials[].uniqueIdentifier': 'Material used {n}',
  'usedMaterials[].id': 'Id of material used {n}',
  'usedMaterials[].usagePercentage': 'Share of material used {n} (%)',
};

const usedComponents = {
  'usedComponents[].uniqueIdentifier': 'Component used {n}',
  'usedComponents[].id': 'Id of component used {n}',
  'usedComponents[].usagePercentage': 'Share of component used {n} (%)',
};

const usedProducts = {
  'usedProducts[].uniqueIdentifier': 'Product used {n}',
  'usedProducts[].id': 'Id of product used {n}',
  'usedProducts[].usagePercentage': 'Share of product used {n} (%)',
};

/** The labels of fields and sheets in English. */
export const EN: Labels = {
  exampleMark: '[EXAMPLE]',
  examples: {},
  v2: {
    supplier: {
      sheet: 'Suppliers',
      fields: {
        projectType: 'Project type',
        supplierRef: 'Supplier reference',
        name: 'Supplier name',
        category: 'Activity',
        'address.label': 'Full address',
        'address.street': 'Street and number',
        'address.additionalStreet': 'Additional address',
        'address.city': 'City',
        'address.administrativeArea': 'State or province',
        'address.postalCode': 'Postal code',
        'address.country': 'Country',
        'address.region': 'World region',
        'contacts[].person.firstname': 'First name of contact {n}',
        'contacts[].person.name': 'Last name of contact {n}',
        'contacts[].person.email': 'E-mail of contact {n}',
        'contacts[].person.language': 'Language of contact {n}',
        'contacts[].person.phone': 'Telephone of contact {n}',
        ...certificates,
        ...batch,
        additionalInformation: 'Additional information',
      },
    },
    packaging: {
      sheet: 'Packaging',
      fields: {
        projectType: 'Project type',
        packagingRef: 'Packaging reference',
        type: 'Packaging type',
        channel: 'Channel',
        percentageRecycled: 'Recycled material (%)',
        'ecoModulation[]': 'Eco-modulation',
        compostability: 'Compostability',
        recyclability: 'Recyclability',
        possibilityReUse: 'Reuse',
        'hazardousSubstances.status': 'Hazardous substances',
        'hazardousSubstances.value': 'Name of the hazardous substance',
        ...batch,
      },
    },
    product: {
      sheet: 'Products',
      fields: {
        projectType: 'Project type',
        ...product,
        name: 'Product name',
        publicName: 'Name shown to consumers',
        purchaseOrder: 'Purchase order',
        picture: 'Link to a picture',
        category: 'Product category',
        weight: 'Weight (g)',
        composition: 'Composition',
        producedQuantity: 'Quantity produced per year',
        'packagingRefs[]': 'Packaging references',
        ...certificates,
        'manufacturingAssemblyCountry[]': 'Country of assembly',
        destinationMarket: 'Destination market',
        transportTypeToDestMarket: 'Transport to the market',
        warehouseRef: 'Warehouse reference',
        reachCompliance: 'REACH compliance',
        ecoModulation: 'Eco-modulation',
        ...batch,
        supplierRef: 'Supplier reference',
        customBrandField1: 'Business unit',
        customBrandField2: 'Division',
        customBrandField3: 'Product category of the group',
        customBrandField4: 'Product category of the house',
      },
    },
    component: {
      sheet: 'Components',
      fields: {
        projectType: 'Project type',
        componentRef: 'Component reference',
        supplierComponentCode: "Supplier's component code",
        'lotReferences[]': 'Lot numbers',
        ...product,
        componentPrint: 'Printed',
        type: 'Component type',
        category: 'Component function',
        ...composition,
        'composition[].origin': 'Origin of material {n}',
        'composition[].certifications[]': 'Certifications of material {n}',
        printingCountry: 'Country of printing',
        dyeingCountry: 'Country of dyeing',
        knittingCountry: 'Country of knitting',
        weavingCountry: 'Country of weaving',
        shoeFinishingCountry: 'Country of shoe finishing',
        shoeStitchingCountry: 'Country of shoe stitching',
        componentWeight: 'Component weight (g)',
        ...certificates,
        ...batch,
        supplierRef: 'Supplier reference',
      },
    },
  },
  v3: {
    supplier: {
      sheet: 'Suppliers',
      fields: {
        uniqueIdentifier: 'Site identifier',
        parentCompanyName: 'Parent company',
        siteName: 'Site name',
        'siteEmails[]': 'Contact e-mails',
        'siteAddress.country': 'Country',
        'siteAddress.city': 'City',
        'siteAddress.postalCode': 'Postal code',
        'siteAddress.street': 'Street and number',
        'siteCertifications[].certificationName': 'Name of certificate {n}',
        siteRole: 'Activity of the site',
        ...id,
        ...batch,
      },
    },
    material: {
      sheet: 'Materials',
      fields: {
        uniqueIdentifier: 'Material identifier',
        name: 'Material name',
        material: 'Raw material',
        ...owner,
        ...address,
        ...steps,
        ...purchasedItems,
        ...usedMaterials,
        ...id,
        ...batch,
      },
    },
    component: {
      sheet: 'Components',
      fields: {
        uniqueIdentifier: 'Component identifier',
        name: 'Component name',
        category_family: 'Component family',
        ...composition,
        ...owner,
        ...address,
        ...steps,
        ...purchasedItems,
        ...usedMaterials,
        ...usedComponents,
        ...id,
        ...batch,
      },
    },
    product: {
      sheet: 'Products',
      fields: {
        uniqueIdentifier: 'Product identifier',
        name: 'Product name',
        'weight.value': 'Weight',
        'weight.unit': 'Unit of weight',
        'quantity.value': 'Quantity',
        'quantity.unit': 'Unit of quantity',
        'packagings[].packagingId': 'Id of packaging {n}',
        ...owner,
        ...address,
        ...steps,
        ...purchasedItems,
        ...usedMaterials,
        ...usedComponents,
        ...usedProducts,
        ...id,
        ...batch,
      },
    },
    'purchased-item': {
      sheet: 'Purchased items',
      fields: {
        uniqueIdentifier: 'Purchase identifier',
        buyerKind: 'Kind of buyer',
        buyerUniqueIdentifier: 'Buyer identifier',
        buyerId: 'Buyer id in the service',
        sellerUniqueIdentifier: 'Seller identifier',
        sellerId: 'Seller id in the service',
        itemUniqueIdentifier: 'Identifier of the item bought',
        itemId: 'Id of the item bought in the service',
        purchaseOrder: 'Purchase order',
        purchaseOrderDate: 'Date of the purchase order',
        'transports[].name': 'Transport {n}',
        'transports[].usagePercentage': 'Share of transport {n} (%)',
        'purchasedQuantity.value': 'Quantity bought',
        'purchasedQuantity.unit': 'Unit of the quantity bought',
        'certifications[].certificationName': 'Name of certificate {n}',
        ...id,
        ...batch,
      },
    },
    'generic-product-info': {
      sheet: 'Generic product infos',
      fields: {
        uniqueIdentifier: 'Product information identifier',
        productUniqueIdentifier: 'Product identifier',
        productId: 'Product id in the service',
        purchasedItemUniqueIdentifier: 'Purchase identifier',
        purchasedItemId: 'Purchase id in the service',
        warehouseUniqueIdentifier: 'Warehouse identifier',
        warehouseId: 'Warehouse id in the service',
        ref: 'Product reference',
        colorCode: 'Colour code',
        collection: 'Collection',
        productName: 'Product name for customers',
        packagingId: 'Packaging id in the service',
        'gtins[]': 'GTIN codes',
        marketSegment: 'Market segment',
        productPrice: 'Product price',
        ecoModulation: 'Eco-modulation',
        ...id,
        ...batch,
      },
    },
    'brand-product': {
      sheet: 'Brand products',
      fields: {
        uniqueIdentifier: 'Brand product identifier',
        productUniqueIdentifier: 'Product identifier',
        productId: 'Product id in the service',
        genericProductInfoUniqueIdentifier: 'Product information identifier',
        genericProductInfoId: 'Product information id in the service',
        productRef: 'Product reference',
        productName: 'Product name',
        'collections[]': 'Collections',
        'productCategories[]': 'Product categories',
        colorCode: 'Colour code',
        marketSegment: 'Market segment',
        'gtins[]': 'GTIN codes',
        producedQuantity: 'Quantity produced',
        isProductInAGECScope: 'In the scope of the AGEC law',
        hasCommunicationPackage: 'Communication package',
        traceabilityStartDate: 'Start date of traceability',
        theoreticalTraceabilityEndDate: 'Deadline of traceability',
        ...id,
        ...batch,
      },
    },
  },
};
