import type { Language } from '../contract/v2/study-lists.ts';

/** French, English, Spanish, Italian. */
type Words = readonly [fr: string, en: string, es: string, it: string];

const ORDER = ['fr', 'en', 'es', 'it'] as const satisfies readonly Language[];

const MATERIALS: Readonly<Record<string, Words>> = {
  ACRYLIC: ['acrylique', 'acrylic', 'acrílico', 'acrilico'],
  ALPACA: ['alpaga', 'alpaca', 'alpaca', 'alpaca'],
  ALUMINIUM: ['aluminium', 'aluminium', 'aluminio', 'alluminio'],
  BAMBOO: ['bambou', 'bamboo', 'bambú', 'bambù'],
  BRASS: ['laiton', 'brass', 'latón', 'ottone'],
  CASHMERE: ['cachemire', 'cashmere', 'cachemira', 'cashmere'],
  CORK: ['liège', 'cork', 'corcho', 'sughero'],
  COTTON: ['coton', 'cotton', 'algodón', 'cotone'],
  DOWN: ['duvet', 'down', 'plumón', 'piumino'],
  ELASTANE: ['élasthanne', 'elastane', 'elastano', 'elastan'],
  FEATHER: ['plume', 'feather', 'pluma', 'piuma'],
  FLAX: ['lin', 'flax', 'lino', 'lino'],
  HEMP: ['chanvre', 'hemp', 'cáñamo', 'canapa'],
  JUTE: ['jute', 'jute', 'yute', 'iuta'],
  LINEN: ['lin', 'linen', 'lino', 'lino'],
  LYOCELL: ['lyocell', 'lyocell', 'lyocell', 'lyocell'],
  'MERINO WOOL': ['laine mérinos', 'merino wool', 'lana merina', 'lana merino'],
  MODAL: ['modal', 'modal', 'modal', 'modal'],
  MOHAIR: ['mohair', 'mohair', 'mohair', 'mohair'],
  'NATURAL RUBBER': ['caoutchouc naturel', 'natural rubber', 'caucho natural', 'gomma naturale'],
  NYLON: ['nylon', 'nylon', 'nailon', 'nylon'],
  OTHER: ['autre matière', 'other material', 'otra materia', 'altro materiale'],
  POLYAMIDE: ['polyamide', 'polyamide', 'poliamida', 'poliammide'],
  POLYESTER: ['polyester', 'polyester', 'poliéster', 'poliestere'],
  POLYETHYLENE: ['polyéthylène', 'polyethylene', 'polietileno', 'polietilene'],
  POLYPROPYLENE: ['polypropylène', 'polypropylene', 'polipropileno', 'polipropilene'],
  POLYURETHANE: ['polyuréthane', 'polyurethane', 'poliuretano', 'poliuretano'],
  SILK: ['soie', 'silk', 'seda', 'seta'],
  STEEL: ['acier', 'steel', 'acero', 'acciaio'],
  VISCOSE: ['viscose', 'viscose', 'viscosa', 'viscosa'],
  WOOL: ['laine', 'wool', 'lana', 'lana'],
  ZAMAK: ['zamak', 'zamak', 'zamak', 'zama'],
  'CALF LEATHER': ['cuir de veau', 'calf leather', 'cuero de ternera', 'pelle di vitello'],
  'COW LEATHER': ['cuir de vache', 'cow leather', 'cuero de vaca', 'pelle di vacca'],
  'GOAT LEATHER': ['cuir de chèvre', 'goat leather', 'cuero de cabra', 'pelle di capra'],
  'LAMB LEATHER': ["cuir d'agneau", 'lamb leather', 'cuero de cordero', "pelle d'agnello"],
};

const PREFIXES: Readonly<Record<string, Words>> = {
  'RECYCLED ': ['recyclé', 'recycled', 'reciclado', 'riciclato'],
  'ORGANIC ': ['biologique', 'organic', 'orgánico', 'biologico'],
  'REGENERATIVE ': [
    "d'agriculture régénératrice",
    'regenerative',
    'regenerativo',
    'da agricoltura rigenerativa',
  ],
  'CHROME FREE TANNING ': [
    'tanné sans chrome',
    'chrome-free tanned',
    'curtido sin cromo',
    'conciato senza cromo',
  ],
  MIXED_TANNING_: ['à tannage mixte', 'mixed-tanned', 'de curtido mixto', 'a concia mista'],
};

const CATEGORIES: Readonly<Record<string, Words>> = {
  BUTTONS: ['Boutons', 'Buttons', 'Botones', 'Bottoni'],
  BUCKLES: ['Boucles', 'Buckles', 'Hebillas', 'Fibbie'],
  ELASTICS: ['Élastiques', 'Elastics', 'Elásticos', 'Elastici'],
  EMBROIDERIES: ['Broderies', 'Embroideries', 'Bordados', 'Ricami'],
  'FABRICS KNITTED': ['Mailles', 'Knitted fabrics', 'Tejidos de punto', 'Tessuti a maglia'],
  'FABRICS WOVEN': ['Tissus', 'Woven fabrics', 'Tejidos de calada', 'Tessuti a navetta'],
  HEELS: ['Talons', 'Heels', 'Tacones', 'Tacchi'],
  INSOLES: ['Semelles intérieures', 'Insoles', 'Plantillas', 'Solette'],
  LABELLINGS: ['Étiquettes', 'Labels', 'Etiquetas', 'Etichette'],
  LACES: ['Lacets', 'Laces', 'Cordones', 'Lacci'],
  'LEATHER PIECE': ['Pièce de cuir', 'Leather piece', 'Pieza de cuero', 'Pezzo di pelle'],
  LININGS: ['Doublures', 'Linings', 'Forros', 'Fodere'],
  'MAIN COMPONENT (FUR)': ['Fourrure principale', 'Main fur', 'Piel principal', 'Pelliccia principale'],
  'MAIN COMPONENT (LEATHER)': ['Cuir principal', 'Main leather', 'Cuero principal', 'Pelle principale'],
  'MAIN FABRIC (KNITTED)': [
    'Maille principale',
    'Main knitted fabric',
    'Punto principal',
    'Maglia principale',
  ],
  'MAIN FABRIC (WOVEN)': ['Tissu principal', 'Main woven fabric', 'Tejido principal', 'Tessuto principale'],
  'METAL ACCESSORIES': [
    'Accessoires en métal',
    'Metal accessories',
    'Accesorios de metal',
    'Accessori in metallo',
  ],
  OUTSOLES: ["Semelles d'usure", 'Outsoles', 'Suelas', 'Suole'],
  PADDINGS: ['Rembourrages', 'Paddings', 'Acolchados', 'Imbottiture'],
  'POCKETING FABRIC': ['Tissu de poche', 'Pocketing fabric', 'Tela de bolsillo', 'Tessuto per tasche'],
  'RIBBED EDGES': ['Bords-côtes', 'Ribbed edges', 'Bordes de canalé', 'Bordi a costine'],
  RIBBON: ['Ruban', 'Ribbon', 'Cinta', 'Nastro'],
  'SEWING THREADS': ['Fils à coudre', 'Sewing threads', 'Hilos de coser', 'Filati per cucire'],
  'SHOULDER PADS': ['Épaulettes', 'Shoulder pads', 'Hombreras', 'Spalline'],
  THERMOFUSINGS: ['Thermocollants', 'Fusible interlinings', 'Entretelas', 'Termoadesivi'],
  UPPERS: ['Tiges', 'Uppers', 'Empeines', 'Tomaie'],
  YARNS: ['Fils', 'Yarns', 'Hilos', 'Filati'],
  ZIPS: ['Fermetures à glissière', 'Zips', 'Cremalleras', 'Cerniere'],
};

const PACKAGING: Readonly<Record<string, Words>> = {
  BOX: ['Boîte', 'Box', 'Caja', 'Scatola'],
  CARDBOARD_SHEET: ['Feuille de carton', 'Cardboard sheet', 'Hoja de cartón', 'Foglio di cartone'],
  CASE: ['Étui', 'Case', 'Estuche', 'Astuccio'],
  'DELIVERY BOX': ["Boîte d'expédition", 'Delivery box', 'Caja de envío', 'Scatola di spedizione'],
  'DUST BAG/POUCH': ['Housse', 'Dust bag or pouch', 'Funda', 'Sacchetto antipolvere'],
  ENVELOPE: ['Enveloppe', 'Envelope', 'Sobre', 'Busta'],
  FILLER: ['Calage', 'Filler', 'Relleno', 'Riempitivo'],
  GARMENT_BAG: ['Housse de vêtement', 'Garment bag', 'Funda para ropa', 'Porta abiti'],
  HANDTAG_PAPER: ['Étiquette en papier', 'Paper hang tag', 'Etiqueta de papel', 'Cartellino di carta'],
  HANDTAG_PLASTIC: [
    'Étiquette en plastique',
    'Plastic hang tag',
    'Etiqueta de plástico',
    'Cartellino di plastica',
  ],
  HANGER: ['Cintre', 'Hanger', 'Percha', 'Gruccia'],
  NONE: ['Aucun', 'None', 'Ninguno', 'Nessuno'],
  OTHER: ['Autre', 'Other', 'Otro', 'Altro'],
  PAPER_ENVELOPE: ['Enveloppe en papier', 'Paper envelope', 'Sobre de papel', 'Busta di carta'],
  POLYBAG: ['Sachet en plastique', 'Polybag', 'Bolsa de plástico', 'Sacchetto di plastica'],
  'PRINTED PAPER': ['Papier imprimé', 'Printed paper', 'Papel impreso', 'Carta stampata'],
  'SHOE BOX': ['Boîte à chaussures', 'Shoe box', 'Caja de zapatos', 'Scatola da scarpe'],
  'SHOPPING BAG': ['Sac cabas', 'Shopping bag', 'Bolsa de compra', 'Borsa della spesa'],
  SHRINK_FILM: ['Film rétractable', 'Shrink film', 'Película retráctil', 'Film termoretraibile'],
  'SILK PAPER': ['Papier de soie', 'Silk paper', 'Papel de seda', 'Carta velina'],
  'TOTE BAG': ['Sac en toile', 'Tote bag', 'Bolsa de tela', 'Borsa di tela'],
  WOOD_PALLET: ['Palette en bois', 'Wooden pallet', 'Palé de madera', 'Pallet di legno'],
};

/** A material in a language; in plain English where it has no translation here. */
export function materialIn(language: Language, material: string): string {
  const prefix = Object.keys(PREFIXES).find((beginning) => material.startsWith(beginning));
  if (prefix !== undefined) {
    const base = materialIn(language, material.slice(prefix.length));
    const quality = wordIn(PREFIXES, prefix, language);
    return language === 'en' ? `${quality} ${base}` : `${base} ${quality}`;
  }
  return Object.hasOwn(MATERIALS, material)
    ? wordIn(MATERIALS, material, language)
    : plain(material).toLowerCase();
}

/** A component category in a language; in plain English where it has no translation here. */
export const categoryIn = (language: Language, category: string): string =>
  wordIn(CATEGORIES, category, language);

/** A packaging type in a language; in plain English where it has no translation here. */
export const packagingIn = (language: Language, type: string): string => wordIn(PACKAGING, type, language);

function wordIn(words: Readonly<Record<string, Words>>, name: string, language: Language): string {
  const known = Object.hasOwn(words, name) ? words[name] : undefined;
  return known?.[ORDER.indexOf(language)] ?? plain(name);
}

/** `MAIN COMPONENT (NON WOVEN)` as `Main component (non woven)`. */
function plain(name: string): string {
  const lower = name.replaceAll('_', ' ').trim().toLowerCase();
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
