import type { WordList } from './word-list.ts';

/** Words for parts of the world. */
export const marketWords = (): WordList => ({
  values: {
    AFRICA: { fr: 'Afrique', es: 'África', de: 'Afrika', pt: 'África' },
    AMERICA: { fr: 'Amérique', es: 'América', de: 'Amerika', pt: 'América' },
    ASIA: { fr: 'Asie', de: 'Asien', pt: 'Ásia' },
    EUROPE: { it: 'Europa', es: 'Europa', de: 'Europa', pt: 'Europa' },
    'MIDDLE EAST': {
      fr: 'Moyen-Orient',
      it: 'Medio Oriente',
      es: 'Oriente Medio | Medio Oriente',
      de: 'Naher Osten | Mittlerer Osten',
      pt: 'Médio Oriente | Oriente Médio',
    },
    OCEANIA: { fr: 'Océanie', es: 'Oceanía', de: 'Ozeanien', pt: 'Oceânia' },
  },
});

/** Words for means of transport. */
export const transportWords = (): WordList => ({
  values: {
    BARGE: { fr: 'péniche', it: 'chiatta', es: 'barcaza', de: 'Binnenschiff', pt: 'barcaça' },
    BOAT: {
      en: 'ship | vessel | sea | sea freight',
      fr: 'bateau | navire | maritime',
      it: 'nave | marittimo',
      es: 'barco | marítimo',
      de: 'Schiff | Seefracht',
      pt: 'navio | barco | marítimo',
    },
    CAR: { fr: 'voiture', it: 'automobile', es: 'coche', de: 'Auto | PKW', pt: 'carro' },
    PLANE: {
      en: 'air | air freight | airplane | aircraft',
      fr: 'avion | aérien',
      it: 'aereo',
      es: 'avión | aéreo',
      de: 'Flugzeug | Luftfracht',
      pt: 'avião | aéreo',
    },
    TRAIN: {
      en: 'rail',
      fr: 'ferroviaire',
      it: 'treno',
      es: 'tren | ferrocarril',
      de: 'Zug | Bahn',
      pt: 'comboio | trem',
    },
    TRUCK: {
      en: 'lorry | lorries',
      fr: 'camion',
      it: 'camion',
      es: 'camión',
      de: 'LKW | Lastwagen',
      pt: 'camião | caminhão',
    },
    VAN: {
      fr: 'camionnette | fourgon',
      it: 'furgone',
      es: 'furgoneta',
      de: 'Lieferwagen',
      pt: 'carrinha',
    },
  },
  questions: {
    'road | route | routier | strada | carretera | Straße | estrada | rodoviário': ['TRUCK', 'VAN', 'CAR'],
  },
});

/** Words for units, with the codes of common systems and of UN/CEFACT. */
export const unitWords = (): WordList => ({
  values: {
    GRAMS: {
      en: 'gram',
      fr: 'gramme',
      it: 'grammo | grammi',
      es: 'gramo',
      de: 'Gramm',
      pt: 'grama',
      code: 'g | gr | GRM',
    },
    KILOGRAMS: {
      en: 'kilogram | kilo',
      fr: 'kilogramme | kilo',
      it: 'chilogrammo | chilogrammi | chilo',
      es: 'kilogramo | kilo',
      de: 'Kilogramm | Kilo',
      pt: 'quilograma | quilo',
      code: 'kg | kgs | KGM',
    },
    METERS: {
      en: 'meter | metre',
      fr: 'mètre',
      it: 'metro | metri',
      es: 'metro',
      de: 'Meter',
      pt: 'metro',
      code: 'm | MTR',
    },
    PIECES: {
      en: 'piece | unit | each',
      fr: 'pièce | unité',
      it: 'pezzo | pezzi | unità',
      es: 'pieza | unidad | unidades',
      de: 'Stück | Stücke',
      pt: 'peça | unidade',
      code: 'pc | pcs | pce | pces | pz | Stk | EA | H87',
    },
    'SQUARE FOOT': { en: 'square feet | sq ft | sqft | ft2', fr: 'pied carré', code: 'FTK' },
    'SQUARE METERS': {
      en: 'square meter | square metre | sqm | sq m',
      fr: 'mètre carré',
      it: 'metro quadrato | metri quadrati | mq',
      es: 'metro cuadrado',
      de: 'Quadratmeter | qm',
      pt: 'metro quadrado',
      code: 'm2 | MTK',
    },
  },
  // Linear metres or millilitres, metres or metric tons.
  questions: { 'ml | mt': ['METERS'] },
});

/** Words for the two kinds of owners and buyers. */
export const partnerWords = (): WordList => ({
  values: {
    SUPPLIER: {
      en: 'vendor',
      fr: 'fournisseur',
      it: 'fornitore',
      es: 'proveedor',
      de: 'Lieferant',
      pt: 'fornecedor',
    },
    CUSTOMER: { en: 'client', fr: 'client', it: 'cliente', es: 'cliente', de: 'Kunde', pt: 'cliente' },
  },
});

/** Words for the segments of the market. */
export const segmentWords = (): WordList => ({
  values: {
    Menswear: {
      en: 'men | man',
      fr: 'homme',
      it: 'uomo',
      es: 'hombre',
      de: 'Herren | Herrenmode',
      pt: 'homem',
    },
    Womenswear: {
      en: 'women | woman | ladies',
      fr: 'femme',
      it: 'donna',
      es: 'mujer',
      de: 'Damen | Damenmode',
      pt: 'mulher',
    },
    Kidswear: {
      en: 'kids | children',
      fr: 'enfant',
      it: 'bambino | bambini',
      es: 'niño | niños',
      de: 'Kinder | Kindermode',
      pt: 'criança',
    },
    Babywear: { en: 'baby', fr: 'bébé', it: 'neonato', es: 'bebé', de: 'Baby', pt: 'bebé' },
  },
});

/** Words for the product categories of a group. */
export const groupCategoryWords = (): WordList => ({
  values: {
    RTW: {
      en: 'ready to wear',
      fr: 'prêt-à-porter',
      it: 'pronto moda',
      es: 'prêt-à-porter',
      pt: 'pronto a vestir',
    },
    Shoes: { fr: 'chaussure', it: 'scarpe | calzature', es: 'calzado', de: 'Schuhe', pt: 'calçado' },
    Bags: { en: 'bag', fr: 'sac', it: 'borsa | borse', es: 'bolsos', de: 'Taschen', pt: 'malas' },
    'Small Leather Goods': {
      en: 'slg',
      fr: 'petite maroquinerie',
      it: 'piccola pelletteria',
      es: 'pequeña marroquinería',
      de: 'Kleinlederwaren',
      pt: 'pequena marroquinaria',
    },
    Accessories: { fr: 'accessoire', it: 'accessori', es: 'accesorio', de: 'Accessoires', pt: 'acessório' },
  },
});
