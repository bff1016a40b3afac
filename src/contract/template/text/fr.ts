import type { TemplateText } from './text.ts';

const batch =
  'Nom de cet envoi de données, identique sur toutes les lignes ; par exemple marque, collection, vague et date.';

const common = {
  projectType: 'Type de projet. Indiquez celui qui vous a été communiqué, identique sur toutes les lignes.',
  importationBatch: batch,
};

const certificates = {
  'certifications[].type': 'Nom de la certification, tel que la liste l’écrit.',
  'certifications[].date_start': 'Premier jour de validité.',
  'certifications[].date_end': 'Dernier jour de validité ; il ne précède pas le premier.',
  'certifications[].file': 'Lien vers le certificat ; il doit être accessible sur Internet.',
};

const collection =
  'Nom de la collection, toujours écrit de la même façon : un nom inconnu crée une nouvelle collection.';
const colour = 'Référence de la couleur ; un produit en trois couleurs occupe trois lignes.';
const gtins = 'Codes à 13 chiffres, séparés par un point-virgule.';
const segment = 'Clientèle visée par le produit.';
const eco = 'Critère du barème de l’éco-organisme ; NONE si aucun ne s’applique.';
const unit = 'Unité du nombre de la colonne voisine.';
const postalCode = 'Code postal, conservé comme texte.';

const v3 = {
  id: 'Identifiant de l’enregistrement dans le service, si trace ne le connaît pas. Les enregistrements qui y font référence en ont besoin. Il n’est pas envoyé.',
  importationBatch: `${batch} Il n’est pas envoyé.`,
};

const composition = {
  'composition[].material': 'Matière, telle que la liste l’écrit ; OTHER en dernier recours.',
  'composition[].percentage': 'Part de la matière, de 0 à 100 ; les parts d’un composant totalisent 100.',
};

const owner = {
  owner_kind:
    'Type du propriétaire, par exemple SUPPLIER. Indiquez soit un propriétaire, soit l’adresse de l’étape de transformation.',
  owner_id:
    'Identifiant du propriétaire dans le service, ou identifiant unique d’un fournisseur, que trace remplace par celui du service.',
  owner_unique_identifier:
    'Identifiant unique du fournisseur à qui il appartient : son identifiant dans le service est complété dès qu’il est connu.',
};

const stepCountry = 'Pays de l’étape de transformation, si aucun propriétaire n’est indiqué.';
const stepCity = 'Ville de l’étape de transformation.';
const street = 'Rue et numéro.';
const address = {
  'address.country': stepCountry,
  'address.city': stepCity,
  'address.postalCode': postalCode,
  'address.street': street,
  'steps[].name': 'Nom d’une étape de transformation.',
  'steps[].address.country': stepCountry,
  'steps[].address.city': stepCity,
  'steps[].address.postalCode': postalCode,
  'steps[].address.street': street,
};

/** The notes of the columns that refer to something used: `what` with its article, such as `d’un achat`. */
const used = (array: string, what: string) => ({
  [`${array}[].uniqueIdentifier`]: `Identifiant unique ${what}.`,
  [`${array}[].id`]: `Identifiant ${what} dans le service, à la place de son identifiant unique.`,
  [`${array}[].usagePercentage`]: 'Sa part, de 0 à 100.',
});
const purchasedItems = used('purchasedItems', 'd’un achat');
const usedMaterials = used('usedMaterials', 'd’une matière utilisée');
const usedComponents = used('usedComponents', 'd’un composant utilisé');
const usedProducts = used('usedProducts', 'd’un produit utilisé');

const inService = (what: string) =>
  `Identifiant ${what} dans le service. trace remplace un identifiant unique par celui du service.`;
const unique = (what: string) =>
  `Identifiant unique ${what} : son identifiant dans le service est complété dès qu’il est connu.`;

/** The texts of templates in French. */
export const FR: TemplateText = {
  yes: 'oui',
  no: 'non',
  guideSheet: 'Mode d’emploi',
  listsSheet: 'Listes',
  need: {
    required: 'Obligatoire.',
    furtherItem: 'Facultatif : laissez le groupe vide s’il n’y a pas d’autre élément.',
    within: 'Obligatoire dès qu’une autre colonne de son groupe est remplie.',
    families: (names) => `Obligatoire pour ${names}, facultatif sinon.`,
    optional: 'Facultatif.',
  },
  form: {
    several: 'plusieurs valeurs séparées par des points-virgules',
    oneOf: (values) => `Une valeur parmi : ${values}`,
    someOf: (values) => `Une ou plusieurs valeurs parmi : ${values}`,
    oneOfMany: (count) => `Une valeur parmi ${count} : choisissez-la dans la liste de la cellule`,
    someOfMany: (count) => `Une ou plusieurs valeurs parmi ${count} : choisissez dans la liste de la cellule`,
    oneOfOpen:
      'Une valeur : choisissez-la dans la liste de la cellule, ou saisissez-en une autre si vous en êtes certain',
    someOfOpen:
      'Une ou plusieurs valeurs : choisissez dans la liste de la cellule, ou saisissez-en d’autres si vous en êtes certain',
    exact: 'Texte, conservé tel que vous le saisissez',
    digits: (count) => `${count} chiffres`,
    text: 'Texte',
    characters: (min, max) =>
      max === Number.POSITIVE_INFINITY ? `au moins ${min} caractères` : `de ${min} à ${max} caractères`,
    number: 'Nombre',
    units: { pieces: 'pièces' },
    between: (min, max) => `de ${min} à ${max}`,
    least: (min) => `${min} ou plus`,
    yesNo: 'oui ou non',
    country:
      'Pays : choisissez-le dans la liste de la cellule, ou saisissez son code ou son nom (FR ou France)',
    date: 'Date',
    email: 'Adresse e-mail',
    url: 'Adresse web (https://...)',
  },
  fieldName: (header) => `Nom du champ : ${header}`,
  composition:
    'Toute la composition : chaque matière avec sa part, par exemple 95 % COTTON, 5 % ELASTANE. Les parts totalisent 100.',
  dropdown: {
    reject: 'Le service n’accepte pas cette valeur. Choisissez-en une dans la liste de la cellule.',
    ask: 'Cette valeur n’est pas dans la liste. Il se peut que le service l’accepte. La conserver ?',
  },
  guide: {
    title: 'Comment remplir ce classeur',
    intro: [
      'Chaque feuille est une liste : chaque ligne sous les lignes d’exemple est un enregistrement.',
      'Remplissez les feuilles dans l’ordre ci-dessous, enregistrez le classeur au format .xlsx et renvoyez-le à la personne qui vous l’a envoyé.',
    ],
    order: 'Remplissez les feuilles dans cet ordre',
    required: (labels) => `Obligatoire : ${labels}`,
    colours: 'Ce que signifient les couleurs',
    colour: {
      required: ['Obligatoire *', 'Remplissez cette colonne sur chaque ligne.'],
      group: [
        'Obligatoire dans son groupe',
        'Remplissez cette colonne sur chaque ligne où vous remplissez une autre colonne du même groupe, par exemple du même certificat.',
      ],
      optional: [
        'Facultatif',
        'Remplissez cette colonne si vous connaissez la valeur ; sinon, laissez-la vide.',
      ],
      example: [
        '[EXEMPLE] ABC-123',
        'Une ligne d’exemple. Elle montre ce qu’il faut écrire et n’est jamais importée. Vous pouvez la supprimer. Saisissez votre première ligne en dessous.',
      ],
    },
    hints: 'Bon à savoir',
    hint: [
      ['Sens d’une colonne', 'Placez le pointeur sur son en-tête pour lire l’explication.'],
      [
        'Listes',
        'Les cellules avec une flèche ont une liste : choisissez-y une valeur. Ne traduisez pas ces valeurs.',
      ],
      [
        'Références',
        'Une référence relie les feuilles : écrivez-la partout exactement de la même façon, avec les mêmes zéros, espaces et tirets.',
      ],
      [
        'Autres colonnes',
        'Certaines colonnes sont repliées. Cliquez sur + au-dessus des colonnes pour les afficher, par exemple pour un deuxième certificat.',
      ],
      ['Dates', 'Saisissez une date comme d’habitude dans votre tableur, par exemple 31/12/2026.'],
      [
        'Plusieurs valeurs',
        'Si une colonne accepte plusieurs valeurs, séparez-les par des points-virgules : A; B.',
      ],
      [
        'Noms',
        'Ne modifiez ni les noms des feuilles ni ceux des colonnes. Vous pouvez supprimer les colonnes bleues dont vous n’avez pas besoin.',
      ],
    ],
    family: (name) => [
      'Type de projet',
      `Écrivez ${name} dans la colonne « Type de projet » de chaque ligne.`,
    ],
  },
  rows: {
    v2: {
      supplier: 'Une ligne par site : usine, filature, atelier ou entrepôt.',
      packaging: 'Une ligne par emballage.',
      product: 'Une ligne par produit et par couleur.',
      component: 'Une ligne par composant de chaque produit : tissus, doublures, boutons, fermetures.',
    },
    v3: {
      supplier: 'Une ligne par site : usine, filature, atelier ou entrepôt.',
      material: 'Une ligne par matière.',
      component: 'Une ligne par composant : tissus, doublures, boutons, fermetures.',
      product: 'Une ligne par produit fabriqué.',
      'purchased-item': 'Une ligne par achat d’une matière, d’un composant ou d’un produit.',
      'generic-product-info':
        'Une ligne par produit tel qu’on le connaît : référence, couleur et collection.',
      'brand-product': 'Une ligne par produit de la marque.',
    },
  },
  notes: {
    v2: {
      supplier: {
        ...common,
        supplierRef:
          'Votre propre référence du fournisseur ; une autre adresse ou une autre activité est un autre fournisseur.',
        name: 'Nom de la société ou du site.',
        category: 'Activité du site ; un entrepôt est OTHER - Warehouse.',
        'address.label': 'Adresse sur une ligne.',
        'address.street': street,
        'address.additionalStreet': 'Bâtiment, étage, zone industrielle.',
        'address.city': 'Ville.',
        'address.administrativeArea': 'État, province ou département.',
        'address.postalCode': postalCode,
        'address.country': 'Pays ; obligatoire dès qu’une partie de l’adresse est remplie.',
        'address.region': 'Continent ou région du monde.',
        'contacts[].person.firstname': 'Prénom du contact.',
        'contacts[].person.name': 'Nom de famille du contact.',
        'contacts[].person.email':
          'Le service écrit à cette adresse ; obligatoire dès qu’une partie du contact est remplie.',
        'contacts[].person.language': 'Langue dans laquelle écrire au contact.',
        'contacts[].person.phone': 'Numéro de téléphone, conservé comme texte.',
        ...certificates,
        additionalInformation: 'Texte libre.',
      },
      packaging: {
        ...common,
        packagingRef: 'Votre propre référence de l’emballage.',
        type: 'Nature de l’emballage.',
        channel: 'Canal dans lequel l’emballage est utilisé.',
        percentageRecycled: 'Part de matière recyclée, de 0 à 100.',
        'ecoModulation[]':
          'Bonus et malus applicables, séparés par un point-virgule ; NONE si aucun ne s’applique.',
        compostability: 'Indique si l’emballage est compostable.',
        recyclability: 'Indique dans quelle mesure l’emballage est recyclable.',
        possibilityReUse: 'Indique si l’emballage est réemployable.',
        'hazardousSubstances.status': 'Indique si l’emballage contient des substances dangereuses.',
        'hazardousSubstances.value': 'Nom de la substance, s’il y en a une.',
      },
      product: {
        ...common,
        productRef: 'Votre propre référence du produit.',
        name: 'Nom affiché sur la plateforme.',
        publicName: 'Nom affiché aux consommateurs.',
        purchaseOrder: 'Numéro du bon de commande.',
        picture: 'Lien vers une photo.',
        category: 'Catégorie du produit ; OTHER est envoyé avec une alerte.',
        productCollectionRef: collection,
        productColorCode: colour,
        weight: 'Poids en grammes, de 5 à 10000.',
        composition: 'Pourcentages et noms de matières, séparés par des virgules.',
        producedQuantity: 'Nombre de pièces produites sur un an.',
        'packagingRefs[]': 'Références des emballages, séparées par un point-virgule.',
        ...certificates,
        'manufacturingAssemblyCountry[]': 'Pays de confection ; plusieurs pays sont possibles.',
        destinationMarket: 'Marché principal.',
        transportTypeToDestMarket: 'Mode de transport vers ce marché.',
        warehouseRef: 'Référence fournisseur de l’entrepôt principal ; il doit être envoyé avant.',
        reachCompliance: 'Indique si le produit est conforme à REACH : oui ou non.',
        ecoModulation: eco,
        supplierRef: 'Référence du fournisseur qui assure la confection ; il doit être envoyé avant.',
        customBrandField1: 'Business unit.',
        customBrandField2: 'Division par catégorie.',
        customBrandField3: 'Catégorie de produit du groupe.',
        customBrandField4: 'Catégorie propre à la maison.',
      },
      component: {
        ...common,
        componentRef: 'Votre propre référence du composant.',
        supplierComponentCode: 'Code que le fournisseur donne au composant.',
        'lotReferences[]':
          'Numéros de lot qui distinguent les parcours de traçabilité, séparés par un point-virgule.',
        productRef: 'Référence du produit auquel il appartient.',
        productCollectionRef: collection,
        productColorCode: colour,
        componentPrint: 'Indique si le composant est imprimé : oui ou non.',
        type: 'Principal type de matière ; OTHER s’il est inconnu.',
        category: 'Fonction du composant dans le produit.',
        ...composition,
        'composition[].origin': 'Pays d’où vient la matière.',
        'composition[].certifications[]': 'Certifications de la matière, séparées par un point-virgule.',
        printingCountry: 'Pays d’impression.',
        dyeingCountry: 'Pays de teinture.',
        knittingCountry: 'Pays de tricotage.',
        weavingCountry: 'Pays de tissage.',
        shoeFinishingCountry: 'Pays de finition des chaussures.',
        shoeStitchingCountry: 'Pays de piquage des chaussures.',
        componentWeight: 'Poids du composant en grammes.',
        ...certificates,
        supplierRef: 'Référence du fournisseur du composant ; il doit être envoyé avant.',
      },
    },
    v3: {
      supplier: {
        ...v3,
        uniqueIdentifier:
          'Votre propre identifiant du site, de 15 à 255 caractères ; un site qui diffère en quoi que ce soit a le sien.',
        parentCompanyName: 'Nom de la société à laquelle appartient le site.',
        siteName: 'Nom du site.',
        'siteEmails[]':
          'Adresses des contacts, séparées par un point-virgule. La collecte auprès des fournisseurs en demande une pour chaque site, sauf les entrepôts.',
        'siteAddress.country': 'Pays du site.',
        'siteAddress.city': 'Ville du site.',
        'siteAddress.postalCode': postalCode,
        'siteAddress.street': street,
        'siteCertifications[].certificationName': 'Nom de la certification.',
        siteRole:
          'Activité du site ; un entrepôt n’a pas besoin d’e-mail pour la collecte auprès des fournisseurs. Elle n’est pas envoyée.',
      },
      material: {
        ...v3,
        uniqueIdentifier: 'Votre propre identifiant de la matière, de 15 à 255 caractères.',
        name: 'Nom de la matière.',
        material: 'Ce dont elle est faite.',
        ...owner,
        ...address,
        ...purchasedItems,
        ...usedMaterials,
      },
      component: {
        ...v3,
        uniqueIdentifier: 'Votre propre identifiant du composant.',
        name: 'Nom du composant.',
        category_family: 'Famille de sa catégorie.',
        ...composition,
        ...owner,
        ...address,
        ...purchasedItems,
        ...usedMaterials,
        ...usedComponents,
      },
      product: {
        ...v3,
        uniqueIdentifier: 'Votre propre identifiant du produit fabriqué.',
        name: 'Nom du produit.',
        'weight.value': 'Poids du produit.',
        'weight.unit': unit,
        'quantity.value': 'Quantité produite.',
        'quantity.unit': unit,
        'packagings[].packagingId': 'Identifiant d’un emballage dans le service.',
        ...owner,
        ...address,
        ...purchasedItems,
        ...usedMaterials,
        ...usedComponents,
        ...usedProducts,
      },
      'purchased-item': {
        ...v3,
        uniqueIdentifier: 'Votre propre identifiant de l’achat.',
        buyerKind: 'SUPPLIER si l’acheteur est indiqué par son identifiant unique.',
        buyerUniqueIdentifier:
          'Identifiant unique du fournisseur qui achète. Indiquez soit celui-ci, soit l’identifiant dans le service.',
        buyerId: inService('de l’acheteur'),
        sellerUniqueIdentifier:
          'Identifiant unique du fournisseur qui vend. Indiquez soit celui-ci, soit l’identifiant dans le service.',
        sellerId: inService('du vendeur'),
        itemUniqueIdentifier:
          'Identifiant unique de la matière, du composant ou du produit acheté. Indiquez soit celui-ci, soit l’identifiant dans le service.',
        itemId: inService('de ce qui est acheté'),
        purchaseOrder:
          'Numéro du bon de commande ; la collecte auprès des fournisseurs en demande un pour chaque achat.',
        purchaseOrderDate: 'Jour du bon de commande.',
        'transports[].name': 'Mode de transport.',
        'transports[].usagePercentage': 'Part du trajet ou de la quantité, de 0 à 100.',
        'purchasedQuantity.value': 'Quantité achetée.',
        'purchasedQuantity.unit': unit,
        'certifications[].certificationName': 'Nom de la certification.',
      },
      'generic-product-info': {
        ...v3,
        uniqueIdentifier:
          'Votre propre identifiant de l’information ; par exemple référence, couleur, collection et bon de commande réunis.',
        productUniqueIdentifier: unique('du produit'),
        productId: inService('du produit'),
        purchasedItemUniqueIdentifier: unique('de l’achat'),
        purchasedItemId: inService('de l’achat'),
        warehouseUniqueIdentifier: unique('de l’entrepôt'),
        warehouseId: inService('de l’entrepôt'),
        ref: 'Référence sous laquelle le produit est connu.',
        colorCode: 'Référence de la couleur.',
        collection: 'Nom de la collection.',
        productName: 'Nom du produit pour les clients.',
        packagingId: 'Identifiant de l’emballage dans le service.',
        'gtins[]': gtins,
        marketSegment: segment,
        productPrice: 'Prix du produit.',
        ecoModulation: eco,
      },
      'brand-product': {
        ...v3,
        uniqueIdentifier: 'Votre propre identifiant du produit de marque.',
        productUniqueIdentifier: unique('du produit fabriqué'),
        productId: inService('du produit fabriqué'),
        genericProductInfoUniqueIdentifier: unique('de l’information produit'),
        genericProductInfoId: inService('de l’information produit'),
        productRef: 'Référence sous laquelle le produit est connu.',
        productName: 'Nom du produit.',
        'collections[]': 'Collections, séparées par un point-virgule.',
        'productCategories[]': 'Catégories de produit, séparées par un point-virgule.',
        colorCode: 'Référence de la couleur.',
        marketSegment: segment,
        'gtins[]': gtins,
        producedQuantity: 'Nombre de pièces produites.',
        isProductInAGECScope:
          'Indique si le produit entre dans le champ d’application de la loi AGEC : oui ou non.',
        hasCommunicationPackage:
          'Indique si le produit a le pack de communication, et avec lui ses liens ; oui ou non.',
        traceabilityStartDate: 'Jour où commence la traçabilité.',
        theoreticalTraceabilityEndDate:
          'Date limite de la traçabilité ; 70 jours après le lancement si aucune n’est indiquée.',
      },
    },
  },
};
