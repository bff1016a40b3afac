import type { Labels } from './labels.ts';

const batch = { importationBatch: 'Lot d’import' };
const id = { id: 'Identifiant dans le service' };

const certificates = {
  'certifications[].type': 'Nom du certificat {n}',
  'certifications[].date_start': 'Date de début du certificat {n}',
  'certifications[].date_end': 'Date de fin du certificat {n}',
  'certifications[].file': 'Lien vers le certificat {n}',
};

const product = {
  productRef: 'Référence produit',
  productCollectionRef: 'Collection',
  productColorCode: 'Code couleur',
};

const address = {
  'address.country': 'Pays',
  'address.city': 'Ville',
  'address.postalCode': 'Code postal',
  'address.street': 'Rue et numéro',
};

const composition = {
  'composition[].material': 'Matière {n}',
  'composition[].percentage': 'Pourcentage de la matière {n}',
};

const owner = {
  owner_kind: 'Type de propriétaire',
  owner_id: 'Identifiant du propriétaire dans le service',
  owner_unique_identifier: 'Identifiant unique du propriétaire',
};

const steps = {
  'steps[].name': 'Étape {n}',
  'steps[].address.country': 'Pays de l’étape {n}',
  'steps[].address.city': 'Ville de l’étape {n}',
  'steps[].address.postalCode': 'Code postal de l’étape {n}',
  'steps[].address.street': 'Rue de l’étape {n}',
};

const purchasedItems = {
  'purchasedItems[].uniqueIdentifier': 'Achat {n}',
  'purchasedItems[].id': 'Identifiant dans le service de l’achat {n}',
  'purchasedItems[].usagePercentage': 'Part de l’achat {n} (%)',
};

const usedMaterials = {
  'usedMaterials[].uniqueIdentifier': 'Matière utilisée {n}',
  'usedMaterials[].id': 'Identifiant dans le service de la matière utilisée {n}',
  'usedMaterials[].usagePercentage': 'Part de la matière utilisée {n} (%)',
};

const usedComponents = {
  'usedComponents[].uniqueIdentifier': 'Composant utilisé {n}',
  'usedComponents[].id': 'Identifiant dans le service du composant utilisé {n}',
  'usedComponents[].usagePercentage': 'Part du composant utilisé {n} (%)',
};

const usedProducts = {
  'usedProducts[].uniqueIdentifier': 'Produit utilisé {n}',
  'usedProducts[].id': 'Identifiant dans le service du produit utilisé {n}',
  'usedProducts[].usagePercentage': 'Part du produit utilisé {n} (%)',
};

/** The labels of fields and sheets in French. */
export const FR: Labels = {
  exampleMark: '[EXEMPLE]',
  v2: {
    supplier: {
      sheet: 'Fournisseurs',
      fields: {
        projectType: 'Type de projet',
        supplierRef: 'Référence fournisseur',
        name: 'Nom du fournisseur',
        category: 'Activité',
        'address.label': 'Adresse complète',
        'address.street': 'Rue et numéro',
        'address.additionalStreet': 'Complément d’adresse',
        'address.city': 'Ville',
        'address.administrativeArea': 'Département ou province',
        'address.postalCode': 'Code postal',
        'address.country': 'Pays',
        'address.region': 'Région du monde',
        'contacts[].person.firstname': 'Prénom du contact {n}',
        'contacts[].person.name': 'Nom du contact {n}',
        'contacts[].person.email': 'E-mail du contact {n}',
        'contacts[].person.language': 'Langue du contact {n}',
        'contacts[].person.phone': 'Téléphone du contact {n}',
        ...certificates,
        ...batch,
        additionalInformation: 'Informations complémentaires',
      },
    },
    packaging: {
      sheet: 'Emballages',
      fields: {
        projectType: 'Type de projet',
        packagingRef: 'Référence emballage',
        type: 'Type d’emballage',
        channel: 'Canal',
        percentageRecycled: 'Matière recyclée (%)',
        'ecoModulation[]': 'Éco-modulation',
        compostability: 'Compostabilité',
        recyclability: 'Recyclabilité',
        possibilityReUse: 'Réemploi',
        'hazardousSubstances.status': 'Substances dangereuses',
        'hazardousSubstances.value': 'Nom de la substance dangereuse',
        ...batch,
      },
    },
    product: {
      sheet: 'Produits',
      fields: {
        projectType: 'Type de projet',
        ...product,
        name: 'Nom du produit sur la plateforme',
        publicName: 'Nom affiché aux consommateurs',
        purchaseOrder: 'Bon de commande',
        picture: 'Lien vers la photo',
        category: 'Catégorie de produit',
        weight: 'Poids (g)',
        composition: 'Composition',
        producedQuantity: 'Quantité produite par an',
        'packagingRefs[]': 'Références emballage',
        ...certificates,
        'manufacturingAssemblyCountry[]': 'Pays de confection',
        destinationMarket: 'Marché de destination',
        transportTypeToDestMarket: 'Transport vers le marché',
        warehouseRef: 'Référence entrepôt',
        reachCompliance: 'Conformité REACH',
        ecoModulation: 'Éco-modulation',
        ...batch,
        supplierRef: 'Référence fournisseur',
        customBrandField1: 'Business unit',
        customBrandField2: 'Division',
        customBrandField3: 'Catégorie de produit du groupe',
        customBrandField4: 'Catégorie de produit de la maison',
      },
    },
    component: {
      sheet: 'Composants',
      fields: {
        projectType: 'Type de projet',
        componentRef: 'Référence composant',
        supplierComponentCode: 'Code composant du fournisseur',
        'lotReferences[]': 'Numéros de lot',
        ...product,
        componentPrint: 'Imprimé',
        type: 'Type de composant',
        category: 'Fonction du composant',
        ...composition,
        'composition[].origin': 'Origine de la matière {n}',
        'composition[].certifications[]': 'Certifications de la matière {n}',
        printingCountry: 'Pays d’impression',
        dyeingCountry: 'Pays de teinture',
        knittingCountry: 'Pays de tricotage',
        weavingCountry: 'Pays de tissage',
        shoeFinishingCountry: 'Pays de finition des chaussures',
        shoeStitchingCountry: 'Pays de piquage des chaussures',
        componentWeight: 'Poids du composant (g)',
        ...certificates,
        ...batch,
        supplierRef: 'Référence fournisseur',
      },
    },
  },
  v3: {
    supplier: {
      sheet: 'Fournisseurs',
      fields: {
        uniqueIdentifier: 'Identifiant unique du site',
        parentCompanyName: 'Société mère',
        siteName: 'Nom du site',
        'siteEmails[]': 'E-mails de contact',
        'siteAddress.country': 'Pays',
        'siteAddress.city': 'Ville',
        'siteAddress.postalCode': 'Code postal',
        'siteAddress.street': 'Rue et numéro',
        'siteCertifications[].certificationName': 'Nom du certificat {n}',
        siteRole: 'Activité du site',
        ...id,
        ...batch,
      },
    },
    material: {
      sheet: 'Matières',
      fields: {
        uniqueIdentifier: 'Identifiant unique de la matière',
        name: 'Nom de la matière',
        material: 'Matière première',
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
      sheet: 'Composants',
      fields: {
        uniqueIdentifier: 'Identifiant unique du composant',
        name: 'Nom du composant',
        category_family: 'Famille du composant',
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
      sheet: 'Produits',
      fields: {
        uniqueIdentifier: 'Identifiant unique du produit',
        name: 'Nom du produit',
        'weight.value': 'Poids',
        'weight.unit': 'Unité de poids',
        'quantity.value': 'Quantité',
        'quantity.unit': 'Unité de quantité',
        'packagings[].packagingId': 'Identifiant dans le service de l’emballage {n}',
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
      sheet: 'Achats',
      fields: {
        uniqueIdentifier: 'Identifiant unique de l’achat',
        buyerKind: 'Type d’acheteur',
        buyerUniqueIdentifier: 'Identifiant unique de l’acheteur',
        buyerId: 'Identifiant de l’acheteur dans le service',
        sellerUniqueIdentifier: 'Identifiant unique du vendeur',
        sellerId: 'Identifiant du vendeur dans le service',
        itemUniqueIdentifier: 'Identifiant unique de l’article acheté',
        itemId: 'Identifiant de l’article acheté dans le service',
        purchaseOrder: 'Bon de commande',
        purchaseOrderDate: 'Date du bon de commande',
        'transports[].name': 'Transport {n}',
        'transports[].usagePercentage': 'Part du transport {n} (%)',
        'purchasedQuantity.value': 'Quantité achetée',
        'purchasedQuantity.unit': 'Unité de la quantité achetée',
        'certifications[].certificationName': 'Nom du certificat {n}',
        ...id,
        ...batch,
      },
    },
    'generic-product-info': {
      sheet: 'Informations produit',
      fields: {
        uniqueIdentifier: 'Identifiant unique de l’information produit',
        productUniqueIdentifier: 'Identifiant unique du produit',
        productId: 'Identifiant du produit dans le service',
        purchasedItemUniqueIdentifier: 'Identifiant unique de l’achat',
        purchasedItemId: 'Identifiant de l’achat dans le service',
        warehouseUniqueIdentifier: 'Identifiant unique de l’entrepôt',
        warehouseId: 'Identifiant de l’entrepôt dans le service',
        ref: 'Référence produit',
        colorCode: 'Code couleur',
        collection: 'Collection',
        productName: 'Nom commercial du produit',
        packagingId: 'Identifiant de l’emballage dans le service',
        'gtins[]': 'Codes GTIN',
        marketSegment: 'Segment de marché',
        productPrice: 'Prix du produit',
        ecoModulation: 'Éco-modulation',
        ...id,
        ...batch,
      },
    },
    'brand-product': {
      sheet: 'Produits de marque',
      fields: {
        uniqueIdentifier: 'Identifiant unique du produit de marque',
        productUniqueIdentifier: 'Identifiant unique du produit',
        productId: 'Identifiant du produit dans le service',
        genericProductInfoUniqueIdentifier: 'Identifiant unique de l’information produit',
        genericProductInfoId: 'Identifiant de l’information produit dans le service',
        productRef: 'Référence produit',
        productName: 'Nom du produit',
        'collections[]': 'Collections',
        'productCategories[]': 'Catégories de produit',
        colorCode: 'Code couleur',
        marketSegment: 'Segment de marché',
        'gtins[]': 'Codes GTIN',
        producedQuantity: 'Quantité produite',
        isProductInAGECScope: 'Soumis à la loi AGEC',
        hasCommunicationPackage: 'Pack de communication',
        traceabilityStartDate: 'Date de début de la traçabilité',
        theoreticalTraceabilityEndDate: 'Date limite de la traçabilité',
        ...id,
        ...batch,
      },
    },
  },
};
