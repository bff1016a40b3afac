import type { Body } from '../src/contract/kind.ts';
import { COUNTRY_OF } from './fixture-countries.ts';
import { BATCH, COLLECTIONS, plain } from './fixture-house.ts';
import type { Random } from './fixture-random.ts';

/** ref | name | public name's end | category | grams | division | group | supplier | packaging | composition | components */
const STYLES = `
ROB-2041|Robe Camille|en popeline|DRESSES|350|Femme|RTW|FRN-0021|EMB-POLY-01, EMB-BOX-02|97% cotton, 3% elastane|popeline, zip18, boutonnacre, fil
ROB-2042|Robe Héloïse|en voile imprimé|DRESSES|265|Femme|RTW|FRN-0021|EMB-POLY-01|100% organic cotton|voile, doubcoton, zip18, etiquette
ROB-2050|Robe chemise Solène|en lin mêlé|SHIRT-DRESSES|410|Femme|RTW|FRN-0001|EMB-POLY-01, EMB-CINTRE-06|55% linen, 45% cotton|lin, boutonnacre, fil, compo
JUP-1107|Jupe Margaux|plissée|SKIRTS|280|Femme|RTW|FRN-0021|EMB-POLY-01|70% triacetate, 30% polyester|satin, zip18, doubcupro, fil
JUP-1112|Jupe Ondine|trapèze en denim|SKIRTS|395|Femme|RTW|FRN-0005|EMB-POLY-01|80% cotton, 18% recycled cotton, 2% elastane|denim, jeans, rivet, poche
CHE-3001|Chemise Éloi|à col officier|SHIRTS|240|Homme|RTW|FRN-0003|EMB-POLY-01, EMB-CINTRE-06|97% cotton, 3% elastane|popeline, boutonnacre, thermo, filcoton
CHE-3005|Chemise Bastien|en lin|SHIRTS|255|Homme|RTW|FRN-0003|EMB-POLY-01|100% linen|linpur, bouton, filcoton, etiquette
CHE 3010/L|Chemisier Aube|lavallière|BLOUSES|135|Femme|RTW|FRN-0001|EMB-POLY-01, EMB-SOIE-05|100% silk|soie, boutonnacre, fil, compo
PAN-4001|Pantalon Roman|à pinces|PANTS|480|Homme|RTW|FRN-0002|EMB-POLY-01|88% wool, 12% polyamide|laine, zip18, poche, bouton
PAN-4007|Pantalon Ysé|large|PANTS|390|Femme|RTW|FRN-0002|EMB-POLY-01|55% linen, 45% cotton|lin, zip18, poche, fil
JEA-4100|Jean Marin|droit|DENIM PANTS|640|Homme|RTW|FRN-0005|EMB-ETIQ-07|80% cotton, 18% recycled cotton, 2% elastane|denim, jeans, rivet, poche
BLJ-4150|Blouson Rivage|en denim|DENIM_JACKETS|880|Femme|RTW|FRN-0005|EMB-POLY-01, EMB-ETIQ-07|80% cotton, 18% recycled cotton, 2% elastane|denim, jeans, rivet, etiquette
VES-5001|Veste Édouard|deux boutons|BLAZERS & SUITS|780|Homme|RTW|FRN-0002|EMB-HOUSSE-11, EMB-CINTRE-06|88% wool, 12% polyamide|laine, doubcupro, bouton, thermo
VES-5008|Veste Colette|croisée|BLAZERS & SUITS|640|Femme|RTW|FRN-0002|EMB-HOUSSE-11|55% linen, 45% cotton|lin, doubcupro, bouton, thermo
TRE-5100|Trench Ouessant|ceinturé|TRENCH|1150|Femme|RTW|FRN-0001|EMB-HOUSSE-11, EMB-CINTRE-06|62.5% cotton, 37.5% recycled polyamide|gabardine, doubcoton, boucle, bouton
DOU-5201|Doudoune Névé|légère|DOWN JACKETS|720|Mixte|RTW|FRN-0005|EMB-COLIS-09|100% recycled polyamide, filling down|gabardine, duvet, zip60, cordon
TSH-6001|T-shirt Aurore|col rond|TSHIRTS|165|Mixte|RTW|FRN-0006|EMB-POLY-01, EMB-COLIS-09|95% organic cotton, 5% elastane|jersey, bord, fil, compo
TSH-6002|T-shirt Marinière|manches longues|TSHIRTS|190|Mixte|RTW|FRN-0006|EMB-POLY-01|95% organic cotton, 5% elastane|jersey, bord, fil, etiquette
POL-6100|Polo Gaspard|en piqué|POLOS|230|Homme|RTW|FRN-0006|EMB-POLY-01|95% organic cotton, 5% elastane|jersey, col, boutonnacre, fil
SWE-6200|Sweat Lucien|molletonné|SWEATSHIRTS|540|Homme|RTW|FRN-0004|EMB-POLY-01|85% cotton, 15% recycled polyester|molleton, bord, fil, compo
HOO-6210|Sweat capuche Noé|zippé|HOODIES|620|Mixte|RTW|FRN-0004|EMB-POLY-01, EMB-COLIS-09|85% cotton, 15% recycled polyester|molleton, zip60, lacet, cordon
PUL-7001|Pull Anselme|col roulé|PULLOVERS|330|Homme|RTW|FRN-0009|EMB-POCHON-04|100% merino wool|merinos, fil, etiquette, compo
PUL-7004|Pull Violette|col V|PULLOVERS|295|Femme|RTW|FRN-0009|EMB-POCHON-04, EMB-SOIE-05|60% recycled cashmere, 30% wool, 10% polyamide|cachemire, fil, etiquette, compo
CAR-7010|Cardigan Jeanne|boutonné|CARDIGANS|360|Femme|RTW|FRN-0009|EMB-POCHON-04|100% merino wool|merinos, bouton, ruban, etiquette
COM-8001|Combinaison Faustine|ceinturée|JUMPSUITS & BOILERS|455|Femme|RTW|FRN-0021|EMB-POLY-01|100% linen|linpur, zip60, bouton, fil
SAL-8010|Salopette Camille|en toile|BIBS & BRACES|590|Enfant|RTW|FRN-0003|EMB-POLY-01|97% cotton, 3% elastane|popeline, jeans, poche, etiquette
MAI-8100|Maillot Calanque|une pièce|ONE PIECES|150|Femme|RTW|FRN-0034|EMB-POLY-01|78% recycled polyamide, 22% elastane|bain, elastique, fil, compo
MAI-8105|Maillot Sormiou|short de bain|SWIMMING TRUNKS|120|Homme|RTW|FRN-0034|EMB-POLY-01|78% recycled polyamide, 22% elastane|bain, elastique, cordon, compo
SNE-9001|Basket Ravel|basse|SNEAKERS|760|Mixte|Shoes|FRN-0019|EMB-CHAUSSURE 03, EMB-COLIS-09|goat leather, rubber sole|chevre, semelle, lacet, oeillet
SNE-9004|Basket Satie|en maille|SNEAKERS|610|Mixte|Shoes|FRN-0032|EMB-CHAUSSURE 03|92% recycled polyester, 8% TPU|tigevegan, semelleeva, lacet, premiere
SAN-9010|Sandale Biarritz|à brides|SANDALS|420|Femme|Shoes|FRN-0019|EMB-CHAUSSURE 03|goat leather, cork midsole|chevre, semelleliege, boucle, premiere
ESC-9020|Escarpin Opéra|talon sept|HEELS (CLOSED)|540|Femme|Shoes|FRN-0018|EMB-CHAUSSURE 03, EMB-POCHON-04|lamb leather|agneau, talon, premiere, boutdur
MUL 9025|Mule Trocadéro|ouverte|HEELS (OPENED)|460|Femme|Shoes|FRN-0018|EMB-CHAUSSURE 03|lamb leather|agneau, talon, premiere, boucle
BOT-9030|Bottine Vendôme|zippée|FASHION BOOTS|980|Femme|Shoes|FRN-0018|EMB-CHAUSSURE 03, EMB-POCHON-04|calf leather|veau, zip60, semelle, doubcuir
SAC/AURORE 12|Sac Aurore|à rabat|PURSES|720|Femme|Bags|Maroquinerie Périgord 2|EMB-POCHON-04, EMB-SAC/BOUTIQUE 08|calf leather|veauvt, chaine, mousqueton, doubcuir
SAC/AURORE 15|Sac Aurore grand|à main|OTHER BAGS|980|Femme|Bags|Maroquinerie Périgord 2|EMB-POCHON-04, EMB-SAC/BOUTIQUE 08|calf leather|veau, anse, anneau, renfort
SAC-2200|Sac Pergola|en raphia|TOTE BAGS|430|Femme|Bags|FRN-0024|EMB-POCHON-04|raffia, leather handles|raphia, anse, doubcoton, anneau
SAD-2310|Sac à dos Lisière|en toile|BACKPACKS|690|Homme|Bags|FRN-0023|EMB-POLY-01|62.5% cotton, 37.5% recycled polyamide|gabardine, zip60, mousqueton, doubcoton
PTF-3300|Portefeuille Passy|compact|WALLETS & CARD CARRIERS|145|Femme|Small Leather Goods|Maroquinerie Périgord 2|EMB-BOX-02|calf leather|veauvt, zip18, rivet, doubcuir
POC-3310|Pochette Passy|zippée|ZIPPED POUCHES|110|Femme|Small Leather Goods|FRN-0024|EMB-POCHON-04|lamb leather|agneau, zip18, curseur, doubcoton
CEI-3400|Ceinture Marais|trois centimètres|BELTS|180|Homme|Accessories|FRN-0023|EMB-POCHON-04|calf leather|veau, boucle, rivet, filcoton
FOU-3500|Carré Jardin d'Hiver|en soie|SCARVES & TIES|65|Femme|Accessories|FRN-0011|EMB-BOX-02, EMB-SOIE-05|100% silk|soie, filcoton, etiquette, compo
PEI-3600|Peignoir Rosée|en éponge|BATHROBES|1180|Mixte|Home / Interior / Travel|FRN-0003|EMB-COLIS-09|100% cotton|eponge, ruban, filcoton, etiquette
COU-3610|Housse de coussin Treille|brodée|CUSHION_COVERS|245|Maison|Home / Interior / Travel|FRN-0033|0000360712|65% cotton, 35% viscose|brode, zip18, fil, etiquette
0072310045|Tote bag Atelier|en toile|TOTE BAGS|210|Maison|Accessories|FRN-0001|EMB-ETIQ-07|100% linen|linpur, ruban, filcoton, etiquette
`;

/**
 * The number of colours of each style, in turn. The first three styles have one more, and the last has none: 120
 * products in total.
 */
const COLOURS_OF = [3, 2, 3, 2, 4, 2, 3, 3, 2, 3, 2] as const;
const COLOURS = [
  ...['ECRU-012', 'NOIR-001', 'BLEU NUIT/14', 'ROUGE-030', 'VERT SAUGE 22', 'SABLE-018', 'Rosé-041', '0101'],
];
const HOUSE_CATEGORIES: Readonly<Record<string, string>> = {
  RTW: 'Prêt-à-porter',
  Shoes: 'Souliers',
  Bags: 'Sacs',
  'Small Leather Goods': 'Petite maroquinerie',
  Accessories: 'Accessoires',
  'Home / Interior / Travel': 'Maison',
};
const ECO_MODULATIONS: Readonly<Record<string, string>> = {
  'HOO-6210': 'REFASHION TLC - ECO-MODULATION 1 - DURABILITY',
  'PUL-7001': 'REFASHION TLC - ECO-MODULATION 2 - ENVIRONMENTAL LABELS',
  'SAD-2310': 'ECOLOGIC ASL - CRITERIA 3 - INTEGRATION OF RECYCLED MATERIALS > 40%.',
  'SNE-9004': 'ECOLOGIC ASL - CRITERIA 1 + 2 + 3',
};
const MARKETS = ['EUROPE', 'EUROPE', 'EUROPE', 'ASIA', 'AMERICA', 'MIDDLE EAST'] as const;

export interface StyledProduct {
  readonly body: Body;
  /** The names of its components in the library. */
  readonly components: readonly string[];
}

/** 120 products: 45 styles in their colours, in two collections. */
export function products(random: Random): StyledProduct[] {
  return STYLES.trim()
    .split('\n')
    .flatMap((line, at, lines) => style(line, at, at === lines.length - 1, random));
}

function style(line: string, at: number, colourless: boolean, random: Random): StyledProduct[] {
  const [ref, name, end, category, grams, division, group, supplierRef, packs, composition, components] =
    line.split('|') as [
      ...[string, string, string, string, string, string, string, string, string, string, string],
    ];
  const count = colourless ? 1 : COLOURS_OF[at % COLOURS_OF.length]! + (at < 3 ? 1 : 0);
  const market = MARKETS[at % MARKETS.length]!;
  const made = COUNTRY_OF[supplierRef] ?? 'FR';
  const base: Body = {
    projectType: 'STANDARD',
    productRef: ref,
    name,
    publicName: `${name} ${end}`,
    purchaseOrder: `PO-27-${String(318 + at * 7).padStart(5, '0')}`,
    picture: `https://img.example.com/ss27/${plain(ref)}.jpg`,
    category,
    productCollectionRef: at % 9 === 7 ? COLLECTIONS.capsule : COLLECTIONS.main,
    weight: Number(grams),
    composition,
    packagingRefs: packs.split(', '),
    ...certified(components, at),
    manufacturingAssemblyCountry: at % 11 === 4 ? [made, 'MA'] : [made],
    destinationMarket: market,
    transportTypeToDestMarket:
      market === 'EUROPE' ? (at % 5 === 0 ? 'TRAIN' : 'TRUCK') : at % 2 ? 'BOAT' : 'PLANE',
    warehouseRef: at % 4 === 3 ? 'ENT-02' : 'ENT-01',
    reachCompliance: at % 22 === 13 ? 0 : 1,
    ecoModulation: ECO_MODULATIONS[ref] ?? 'NONE',
    importationBatch: BATCH,
    supplierRef,
    customBrandField1: group === 'RTW' ? 'Mode' : 'Maroquinerie & accessoires',
    customBrandField2: division,
    customBrandField3: group,
    customBrandField4: HOUSE_CATEGORIES[group]!,
    ...(at % 15 === 0 ? { projectImpact: { programme: 'Boucle textile 2027' } } : {}),
  };
  return Array.from({ length: count }, (_, colour) => {
    const colourCode = COLOURS[(at * 3 + colour) % COLOURS.length]!;
    const body = {
      ...base,
      ...(colourless ? {} : { productColorCode: colourCode }),
      producedQuantity: random.whole(4, 120) * 25,
    };
    return { body, components: components.split(', ') };
  });
}

function certified(components: string, at: number): Body {
  const type = /voile|jersey/.test(components)
    ? 'GOTS'
    : /merinos|laine/.test(components)
      ? 'RWS'
      : undefined;
  if (!type) return {};
  const first = {
    type,
    date_start: '2026-01-01',
    date_end: '2027-12-31',
    file: `https://docs.example.com/certificates/product-${type.toLowerCase()}-2026.pdf`,
  };
  return {
    certifications: at % 2 === 0 ? [first, { type: 'EU ECOLABEL', date_start: '2026-05-15' }] : [first],
  };
}
