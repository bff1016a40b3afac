import { valuesIn } from '../list.ts';

const ACTIVITIES = {
  MANUFACTURING: 'Leather Goods, Other, Ready To Wear, Shoe, Shoe Finishing, Shoe Stitching',
  OTHER: 'Agent/Buying Office, Packaging, Warehouse, Wholesaler',
  'RAW MATERIAL': `
    Beam House, Breeding, Chemical Recycling, Generic, Harvesting, Mechanical Recycling, Metal Refinement, Mining,
    Polymer Synthesis, Preparation, Slaughtering, Tanning
  `,
  TRANSFORMATION: `
    Backing, Braiding, Chemical Treatment, Coating, Dyeing, Embroidery, Fading, Knitting, Laundry, Leather Finishing,
    Mechanical Treatment, Metal Shaping, Non Woven Processing, Other, Padding, Plastic Shaping, Printing,
    Sole Vulcanisation, Spinning, Twisting, Weaving, Wet-End, Wrapping
  `,
};

/** Supplier `category`, interface 2.1: a group, ` - ` and an activity. */
export const SUPPLIER_CATEGORIES: readonly string[] = Object.entries(ACTIVITIES).flatMap(
  ([group, activities]) => valuesIn(activities).map((activity) => `${group} - ${activity}`),
);
