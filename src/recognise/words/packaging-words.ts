import type { WordList, Words } from './word-list.ts';

const OTHER: Words = {
  en: 'other',
  fr: 'autre',
  it: 'altro',
  es: 'otro',
  de: 'Sonstiges | Andere',
  pt: 'outro',
};

export const packagingTypeWords = (): WordList => ({
  values: {
    BOX: {
      en: 'boxes',
      fr: 'boîte',
      it: 'scatola | scatole',
      es: 'caja | cajas',
      de: 'Schachtel',
      pt: 'caixa',
    },
    CARDBOARD_SHEET: {
      fr: 'feuille de carton | plaque de carton',
      it: 'foglio di cartone',
      es: 'lámina de cartón | hoja de cartón',
      de: 'Kartonbogen | Pappbogen',
      pt: 'folha de cartão',
    },
    CRYSTAL_POCKET: { fr: 'pochette cristal' },
    'DELIVERY BOX': {
      en: 'shipping box | shipping carton',
      fr: "carton d'expédition | carton de livraison",
      it: 'scatola di spedizione',
      es: 'caja de envío',
      de: 'Versandkarton | Versandkartons',
      pt: 'caixa de envio',
    },
    DOYPACK: { en: 'stand-up pouch' },
    'DUST BAG/POUCH': {
      en: 'dust bag | dustbag | dust pouch',
      it: 'sacchetto antipolvere',
      es: 'bolsa guardapolvo | funda guardapolvo',
      de: 'Staubbeutel',
    },
    ENVELOPE: { fr: 'enveloppe', es: 'sobre', de: 'Umschlag | Umschläge | Briefumschlag' },
    FILLER: { fr: 'calage', it: 'riempitivo', es: 'relleno', de: 'Füllmaterial', pt: 'enchimento' },
    GARMENT_BAG: {
      en: 'garment cover',
      fr: 'housse à vêtement | housse vêtement',
      it: 'portabiti',
      es: 'funda para ropa | portatrajes',
      de: 'Kleidersack | Kleiderhülle',
      pt: 'porta-fatos',
    },
    HANDTAG_PAPER: {
      en: 'paper hangtag | paper hang tag | paper tag',
      fr: 'étiquette papier | étiquette carton',
    },
    HANDTAG_PLASTIC: { en: 'plastic hangtag | plastic hang tag | plastic tag', fr: 'étiquette plastique' },
    HANGER: {
      en: 'clothes hanger | coat hanger',
      fr: 'cintre',
      it: 'gruccia | grucce | appendino',
      es: 'percha',
      de: 'Kleiderbügel',
      pt: 'cabide',
    },
    NONE: {
      en: 'no packaging | without packaging',
      fr: 'sans emballage | aucun emballage',
      it: 'senza imballaggio | nessun imballaggio',
      es: 'sin embalaje',
      de: 'ohne Verpackung | keine Verpackung',
      pt: 'sem embalagem',
    },
    OTHER,
    OUTER_PACK_: {
      en: 'outer packaging',
      fr: 'suremballage',
      it: 'imballaggio esterno',
      es: 'embalaje exterior',
      de: 'Umverpackung',
      pt: 'embalagem exterior',
    },
    PAPER_ENVELOPE: {
      fr: 'enveloppe papier | enveloppe en papier',
      it: 'busta di carta',
      es: 'sobre de papel',
      de: 'Papierumschlag',
      pt: 'envelope de papel',
    },
    PERFUME_BOTTLE: {
      fr: 'flacon de parfum',
      it: 'flacone di profumo',
      es: 'frasco de perfume',
      de: 'Parfümflakon | Parfümflasche',
      pt: 'frasco de perfume',
    },
    POLYBAG: { en: 'poly bag', de: 'Polybeutel' },
    'PRINTED PAPER': {
      fr: 'papier imprimé',
      it: 'carta stampata',
      es: 'papel impreso',
      de: 'bedrucktes Papier',
      pt: 'papel impresso',
    },
    'SHOE BOX': {
      fr: 'boîte à chaussures',
      it: 'scatola da scarpe | scatola per scarpe',
      es: 'caja de zapatos',
      de: 'Schuhkarton | Schuhkartons | Schuhschachtel',
      pt: 'caixa de sapatos',
    },
    'SHOPPING BAG': {
      en: 'carrier bag',
      fr: 'sac shopping | sac de caisse',
      it: 'shopper',
      es: 'bolsa de compra',
      de: 'Einkaufstasche | Einkaufstüte | Tragetasche',
      pt: 'saco de compras',
    },
    SHRINK_FILM: {
      en: 'shrink wrap',
      fr: 'film rétractable | film thermorétractable',
      it: 'film termoretraibile | pellicola termoretraibile',
      es: 'film retráctil | película retráctil',
      de: 'Schrumpffolie',
      pt: 'filme retrátil',
    },
    'SILK PAPER': {
      en: 'tissue paper',
      fr: 'papier de soie',
      it: 'carta velina',
      es: 'papel de seda',
      de: 'Seidenpapier',
      pt: 'papel de seda',
    },
    'TOTE BAG': { en: 'tote' },
    WOOD_PALLET: {
      en: 'wooden pallet',
      fr: 'palette bois | palette en bois',
      it: 'pallet di legno | bancale di legno',
      es: 'palé de madera | palet de madera',
      de: 'Holzpalette | Holzpaletten',
      pt: 'palete de madeira',
    },
  },
  questions: {
    'carton | cartone | Karton | cartón | cartão': ['BOX', 'CARDBOARD_SHEET', 'DELIVERY BOX'],
    'busta | buste': ['ENVELOPE', 'PAPER_ENVELOPE', 'POLYBAG'],
    'plastic bag | sachet plastique | sac plastique | sacchetto di plastica | bolsa de plástico | Plastikbeutel | Plastiktüte | saco de plástico':
      ['POLYBAG', 'SHOPPING BAG'],
    'tag | hangtag | hang tag | étiquette | etichetta | cartellino | etiqueta | Etikett | Hängeetikett': [
      'HANDTAG_PAPER',
      'HANDTAG_PLASTIC',
    ],
    'pallet | palette | bancale | palé | palet | palete': ['WOOD_PALLET'],
  },
});

export const channelWords = (): WordList => ({
  values: {
    BOTH: { fr: 'les deux', it: 'entrambi', es: 'ambos', de: 'beide', pt: 'ambos' },
    'E-COMMERCE': {
      en: 'online | online shop | online store',
      fr: 'en ligne | vente en ligne | boutique en ligne',
      it: 'online | commercio elettronico',
      es: 'en línea | comercio electrónico | tienda online',
      de: 'Onlinehandel | Onlineshop',
      pt: 'comércio eletrónico | loja online',
    },
    STORE: {
      en: 'shop',
      fr: 'magasin | boutique',
      it: 'negozio | negozi',
      es: 'tienda',
      de: 'Laden | Filiale | Geschäft',
      pt: 'loja | lojas',
    },
  },
});

const NO: Words = { en: 'no', fr: 'non', it: 'no', es: 'no', de: 'nein', pt: 'não' };
const NOT_APPLICABLE: Words = {
  en: 'not applicable',
  fr: 'non applicable | sans objet',
  it: 'non applicabile',
  es: 'no aplicable | no aplica',
  de: 'nicht anwendbar | nicht zutreffend',
  pt: 'não aplicável',
};
const YES = 'yes | oui | sì | sí | ja | sim';

export const compostabilityWords = (): WordList => ({
  values: {
    'NO - 0': { ...NO, en: 'no | not compostable', fr: 'non | non compostable' },
    'N/A': NOT_APPLICABLE,
    'YES - COMPOSTABLE': {
      en: 'yes | compostable',
      fr: 'oui | compostable',
      it: 'sì | compostabile',
      es: 'sí | compostable',
      de: 'ja | kompostierbar',
      pt: 'sim | compostável',
    },
  },
});

export const recyclabilityWords = (): WordList => ({
  values: {
    'NO - 0': { ...NO, en: 'no | not recyclable', fr: 'non | non recyclable' },
    'N/A': NOT_APPLICABLE,
    'YES - MOSTLY RECYCLING': {
      en: 'mostly recyclable',
      fr: 'majoritairement recyclable',
      it: 'prevalentemente riciclabile',
      es: 'mayoritariamente reciclable',
      de: 'überwiegend recycelbar',
      pt: 'maioritariamente reciclável',
    },
  },
  questions: {
    [`${YES} | recyclable | riciclabile | reciclable | recycelbar | reciclável`]: [
      'YES - FULLY RECYCLING',
      'YES - FULLY RECYCLING + RECYCLABLE IN THE SAME TYPE OF PACKAGING',
      'YES - MOSTLY RECYCLING',
    ],
    'fully recyclable | entièrement recyclable | totalement recyclable | completamente riciclabile | totalmente reciclable | vollständig recycelbar | totalmente reciclável':
      ['YES - FULLY RECYCLING', 'YES - FULLY RECYCLING + RECYCLABLE IN THE SAME TYPE OF PACKAGING'],
  },
});

export const reuseWords = (): WordList => ({
  values: {
    'NO - 0': { ...NO, en: 'no | not reusable', fr: 'non | non réutilisable' },
    'N/A': NOT_APPLICABLE,
    'YES - REFILLABLE': {
      en: 'refillable',
      fr: 'rechargeable',
      it: 'ricaricabile',
      es: 'recargable | rellenable',
      de: 'nachfüllbar',
      pt: 'recarregável',
    },
    'YES - REUSABLE': {
      en: 'reusable',
      fr: 'réutilisable',
      it: 'riutilizzabile',
      es: 'reutilizable',
      de: 'wiederverwendbar',
      pt: 'reutilizável',
    },
  },
  questions: { [YES]: ['YES - REFILLABLE', 'YES - REUSABLE'] },
});
