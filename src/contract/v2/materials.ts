import { type ClosedList, valuesIn } from '../list.ts';

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
