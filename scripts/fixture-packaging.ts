import type { Body } from '../src/contract/kind.ts';
import { BATCH } from './fixture-house.ts';

/** ref | type | channel | % recycled | eco-modulations | compostability | recyclability | reuse | hazardous, substance */
const PACKS = `
EMB-POLY-01|POLYBAG|BOTH|80|REWARD -X% OF THE WEIGHT - COMPOSITION > 10 % POST CONSUMER RECYCLED PLASTIC|NO - 0|YES - MOSTLY RECYCLING|NO - 0|NO
EMB-BOX-02|DELIVERY BOX|E-COMMERCE|92.5|BONUS -8% REDUCTION AT SOURCE - REDUCTION OF WEIGHT+BONUS -4% OFF-PACK - AWARENESS CAMPAIGN MEDIA|NO - 0|YES - FULLY RECYCLING|YES - REUSABLE|NO
EMB-CHAUSSURE 03|SHOE BOX|STORE|70|MALUS +50% - PAPER/CARDBOARD CONTAINING PRINTING MINERAL OILS|NO - 0|YES - FULLY RECYCLING + RECYCLABLE IN THE SAME TYPE OF PACKAGING|YES - REUSABLE|NO
EMB-POCHON-04|DUST BAG/POUCH|BOTH|0|NONE|N/A|NO - 0|YES - REUSABLE|NO
EMB-SOIE-05|SILK PAPER|STORE|35.5|NONE|YES - COMPOSTABLE|YES - FULLY RECYCLING|NO - 0|NO
EMB-CINTRE-06|HANGER|FACTORY_TO_CONSUMER|100|MALUS +50% - RIGID PLASTIC CONTAINING CARBON BLACK|NO - 0|NO - 0|YES - REUSABLE|UNKNOWN
EMB-ETIQ-07|HANDTAG_PAPER|BOTH|50|NONE|NO - 0|YES - MOSTLY RECYCLING|NO - 0|NO
EMB-SAC/BOUTIQUE 08|SHOPPING BAG|STORE|60|BONUS -8% REDUCTION AT SOURCE - REDUCTION OF THE NUMBER OF UNITS|NO - 0|YES - FULLY RECYCLING|YES - REUSABLE|NO
EMB-COLIS-09|OUTER_PACK_|FACTORY_TO_CONSUMER|85|NONE|NO - 0|YES - FULLY RECYCLING|NO - 0|NO
EMB-FLACON-10|PERFUME_BOTTLE|BOTH|12.5|MALUS +100% - GLASS OTHER THA SODA LIME+MALUS +50% - GLASS WITH A NON-MAGNETIC STEEL CLOSURE SYSTEM|N/A|N/A|YES - REFILLABLE|YES|Cobalt oxide
EMB-HOUSSE-11|GARMENT_BAG|STORE|40|PENALTY +X% OF THE WEIGHT - MARKING/SIGN LEADS CONFUSION ABOUT THE ACT OF SORTING|NO - 0|NO - 0|YES - REUSABLE|NO
0000360712|CARDBOARD_SHEET|FACTORY_TO_CONSUMER|95|NONE|N/A|YES - MOSTLY RECYCLING|N/A|NO
`;

/** Separates two eco-modulations in the table: a plus sign without spaces. */
const PLUS = /(?<=\S)\+(?=[A-Z])/;

export function packaging(): Body[] {
  return PACKS.trim()
    .split('\n')
    .map((line) => {
      const [ref, type, channel, recycled, eco, compost, recycling, reuse, status, substance] = line.split(
        '|',
      ) as [...[string, string, string, string, string, string, string, string, string, string?]];
      return {
        projectType: 'STANDARD',
        packagingRef: ref,
        type,
        channel,
        percentageRecycled: Number(recycled),
        ecoModulation: eco.split(PLUS),
        compostability: compost,
        recyclability: recycling,
        possibilityReUse: reuse,
        hazardousSubstances: { status, ...(substance ? { value: substance } : {}) },
        importationBatch: BATCH,
      };
    });
}
