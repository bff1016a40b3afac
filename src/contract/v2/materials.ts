import { type Body, isObject, type Json } from '../kind.ts';
import { type ClosedList, valuesIn } from '../list.ts';
import type { COMPONENT_TYPES } from './component-lists.ts';

/**
 * Component `composition[].material`, interface 2.2. The interface documents groups of materials, prefixes and OTHER, but
 * not the several hundred values. The likely values are common names in those groups, for suggestions and dropdowns.
 */
export const MATERIALS: ClosedList = {
  name: 'component.material',
  values: ['OTHER'],
  complete: false,
  // Words of which one meaning is by far the most common. All other words are in the files of the languages.
  words: { LIN: 'LINEN', CAOUTCHOUC: 'NATURAL RUBBER', RAYON: 'VISCOSE', RAYONNE: 'VISCOSE' },
  apart: ['CARMEL', 'CORN', 'GRASS', 'LINER', 'METAL', 'POLYETHER', 'ROSIN', 'WOOD'],
  likely: valuesIn(`
    ABACA, ACETATE, ACRYLIC, ALPACA, ANGORA, ARAMID, BAMBOO, CAMEL, CASHMERE, COTTON, CUPRO, DOWN, ELASTANE,
    ELASTOMULTIESTER, FEATHER, FLAX, HEMP, JUTE, KAPOK, LINEN, LYOCELL, MERINO WOOL, METALLIC FIBER, MODACRYLIC,
    MODAL, MOHAIR, NYLON, POLYAMIDE, POLYESTER, POLYETHYLENE, POLYPROPYLENE, POLYURETHANE, RAFFIA, RAMIE, SILK, SISAL,
    TRIACETATE, VISCOSE, WOOL, YAK, CALF LEATHER, COW LEATHER, GOAT LEATHER, LAMB LEATHER, SHEEP LEATHER, PIG LEATHER,
    ALUMINIUM, BRASS, COPPER, IRON, NICKEL, SILVER, STAINLESS STEEL, STEEL, TIN, ZAMAK, ZINC, CORK, BEECH, OAK, PINE,
    ABS, EVA, NATURAL RUBBER, SYNTHETIC RUBBER, PVC, TPU, RESIN, GLASS, ORGANIC COTTON, ORGANIC LINEN, ORGANIC WOOL,
    REGENERATIVE COTTON, RECYCLED CASHMERE, RECYCLED COTTON, RECYCLED POLYAMIDE, RECYCLED POLYESTER, RECYCLED WOOL,
    CHROME FREE TANNING CALF LEATHER, MIXED_TANNING_CALF LEATHER
  `),
};

type ComponentType = (typeof COMPONENT_TYPES)[number];

/**
 * The component type of materials, by the words of their names: the families of materials in interface 2.2. Materials that
 * are of none of the types are OTHER.
 */
const WORDS: Readonly<Record<ComponentType, string>> = {
  LEATHER: 'HIDE LEATHER NAPPA NUBUCK SHEARLING SUEDE',
  METAL:
    'ALUMINIUM ALUMINUM BRASS BRONZE CHROMIUM COPPER GOLD IRON METAL NICKEL PALLADIUM PEWTER SILVER STEEL TIN TITANIUM ZAMAK ZINC',
  PLASTIC:
    'ABS ACETAL EPOXY EVA PEBA PLEXIGLAS PMMA POLYCARBONATE POLYSTYRENE POLYURETHANE POM PU PVC RESIN TPE TPR TPU',
  WOOD: 'ACACIA ASH BEECH BIRCH CHERRY EBONY MAPLE OAK OLIVE PINE POPLAR TEAK WALNUT WOOD',
  TEXTILE:
    'ABACA ACETATE ACRYLIC ALPACA ANGORA ARAMID BAMBOO CAMEL CASHMERE COTTON CUPRO ELASTANE ELASTOMULTIESTER FIBER FIBRE FLAX HEMP JUTE KAPOK LINEN LYOCELL MERINO MODACRYLIC MODAL MOHAIR NYLON POLYAMIDE POLYESTER POLYETHYLENE POLYPROPYLENE RAFFIA RAMIE SILK SISAL TRIACETATE VISCOSE WOOL YAK YARN',
  OTHER:
    'BONE CARDBOARD CERAMIC COCONUT CORK COROZO DOWN FEATHER GLASS HORN LATEX OTHER PAPER PEARL RUBBER SHELL STONE STRAW',
};

const TYPES: ReadonlyMap<string, ComponentType> = new Map(
  Object.entries(WORDS).flatMap(([type, words]) =>
    words.split(' ').map((word) => [word, type as ComponentType] as const),
  ),
);

/** Fibres that are also plastics: hard parts of them are no textile. */
const SYNTHETIC = new Set(
  valuesIn('ACETATE, ACRYLIC, NYLON, POLYAMIDE, POLYESTER, POLYETHYLENE, POLYPROPYLENE'),
);

/** Categories of hard parts. */
const HARD: ReadonlySet<Json | undefined> = new Set(
  valuesIn(`
    BUCKLES, BUTTONS, CLAMPING TABS, CORD STOPERS, EYELETS, FRAME GUARDS, HEELS, LOCKS, MIDSOLES, OUTSOLES,
    PLASTIC ACCESSORIES, RINGS & CHIVES, SHANKS, SMALL PLASTIC PARTS, SNAP HOOKS, STRASS, TOP LIFT, ZIP SLIDER, ZIP TEETH, ZIPS
  `),
);

/** The word of a material that says its type: the last one, as in `CHROME FREE TANNING COW LEATHER`. */
const wordOf = (material: string): string | undefined =>
  material.split(/[^\p{L}]+/u).findLast((word) => TYPES.has(word));

/** The materials with the largest share: several, if they have equal ones. Items without a share count as 100 %. */
export function mainMaterials({ composition }: Body): string[] {
  const items = Array.isArray(composition) ? composition.filter(isObject) : [];
  const share = ({ percentage = 100 }: Body) => Number(percentage);
  const most = Math.max(...items.map(share));
  return items.flatMap((item) =>
    share(item) === most && typeof item.material === 'string' ? [item.material] : [],
  );
}

/** The component type of a material in a component of a category; undefined if the name of the material does not say it. */
export function typeOfMaterial(material: string, category: Json | undefined): ComponentType | undefined {
  const word = wordOf(material);
  if (word === undefined) return undefined;
  return SYNTHETIC.has(word) && HARD.has(category) ? 'PLASTIC' : TYPES.get(word);
}
