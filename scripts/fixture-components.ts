import type { Body } from '../src/contract/kind.ts';
import { BATCH } from './fixture-house.ts';
import type { Random } from './fixture-random.ts';

/**
 * name | ref | supplier | supplier's code | type | category | composition: share material origin [certifications] |
 * grams | steps | certifications | printed
 */
const LIBRARY = `
popeline|TIS-POP-1180|FRN-0007|VAL-8812|TEXTILE|MAIN FABRIC (WOVEN)|97 COTTON EG [GOTS] + 3 ELASTANE DE|210|weaving IT, dyeing IT|GOTS
voile|TIS-VOI-0440|FRN-0007|VAL-4415|TEXTILE|MAIN FABRIC (WOVEN)|100 ORGANIC COTTON IN [GOTS; OCS]|145|weaving IT, dyeing IT, printing IT|GOTS, OCS|print
lin|TIS-LIN-0220|FRN-0007|VAL-2207|TEXTILE|MAIN FABRIC (WOVEN)|55 LINEN FR + 45 COTTON EG|240|weaving IT, dyeing IT|
linpur|Toile Lin d'Été 185g|FRN-0007|VAL-2230|TEXTILE|MAIN FABRIC (WOVEN)|100 LINEN FR|265|weaving FR, dyeing FR|
soie|TIS-SOI-1600|FRN-0010|SB/1600|TEXTILE|MAIN FABRIC (WOVEN)|100 SILK CN|95|weaving IT, dyeing IT, printing IT||print
satin|TIS-SAT-1712|FRN-0010|SB/1712|TEXTILE|MAIN FABRIC (WOVEN)|70 TRIACETATE JP + 30 POLYESTER JP|180|weaving JP, dyeing JP|
gabardine|TIS-GAB-3100|FRN-0007|VAL-3100|TEXTILE|MAIN FABRIC (WOVEN)|62.5 COTTON TR + 37.5 RECYCLED POLYAMIDE ES [GRS]|380|weaving IT, dyeing IT|GRS
denim|TIS-DEN-0136|FRN-0005|DNM 13.5 oz|TEXTILE|MAIN FABRIC (WOVEN)|80 COTTON TR [BCI] + 18 RECYCLED COTTON TR [GRS] + 2 ELASTANE TR|520|weaving TR, dyeing TR|BCI, GRS
laine|TIS-LAI-0915|FRN-0012/B|LAC-915|TEXTILE|MAIN FABRIC (WOVEN)|88 WOOL NZ [RWS] + 12 POLYAMIDE IT|410|weaving FR, dyeing FR|RWS
jersey|MAI-JER-0150|FRN-0031|DGK-150|TEXTILE|MAIN FABRIC (KNITTED)|95 ORGANIC COTTON IN [GOTS] + 5 ELASTANE KR|160|knitting BD, dyeing BD|GOTS
molleton|MAI-MOL-0320|FRN-0004|RN-320|TEXTILE|MAIN FABRIC (KNITTED)|85 COTTON TR + 15 RECYCLED POLYESTER ES [GRS; RCS]|430|knitting PT, dyeing PT|GRS
merinos|MAI-MER-0242|FRN-0009|APP-24/2|TEXTILE|MAIN FABRIC (KNITTED)|100 MERINO WOOL NZ [RWS]|290|knitting IT, dyeing IT|RWS
cachemire|MAI-CAC-0228|FRN-0009|APP-22/8|TEXTILE|MAIN FABRIC (KNITTED)|60 RECYCLED CASHMERE IT [GRS] + 30 WOOL NZ + 10 POLYAMIDE IT|270|knitting IT, dyeing IT|
bain|MAI-BAI-0780|FRN-0009|APP-780|TEXTILE|MAIN FABRIC (KNITTED)|78 RECYCLED POLYAMIDE IT [GRS] + 22 ELASTANE IT|110|knitting IT, dyeing IT, printing IT|GRS|print
eponge|TIS-EPO-0500|FRN-0003|SDA-500|TEXTILE|MAIN FABRIC (WOVEN)|100 COTTON EG|480|weaving PT, dyeing PT|
brode|BRO-ANG-0033|FRN-0033|CASA 33|TEXTILE|MAIN COMPONENT (EMBROIDERY)|65 COTTON MA + 35 VISCOSE IN|88.5|dyeing MA|
veau|CUI-VEA-0712|FRN-0015|TBV 712|LEATHER|MAIN COMPONENT (LEATHER)|100 CALF LEATHER FR|340|dyeing FR|LWG
veauvt|Cuir Veau Végétal Y34|FRN-0016|VN-Y34|LEATHER|MAIN COMPONENT (LEATHER)|100 CHROME FREE TANNING CALF LEATHER IT|365|dyeing IT|LWG
agneau|CUI-AGN-0201|FRN-0017|CS-201|LEATHER|MAIN COMPONENT (LEATHER)|100 LAMB LEATHER ES|155|dyeing ES|LWG
chevre|CUI-CHE-0118|FRN-0017|CS-118|LEATHER|UPPERS|100 GOAT LEATHER ES|185.5|dyeing ES, shoeStitching PT, shoeFinishing PT|LWG
tigevegan|TIGE/MAILLE 09|FRN-0032|LP-09|TEXTILE|UPPERS|92 RECYCLED POLYESTER VN [GRS] + 8 TPU VN|130|knitting VN, shoeStitching VN, shoeFinishing VN|GRS
doubcupro|DOU-CUP-0054|FRN-0010|SB/0054|TEXTILE|LININGS|100 CUPRO JP|62|weaving JP, dyeing JP|
doubcoton|DOU-COT-0060|FRN-0005|DOK-60|TEXTILE|LININGS|100 COTTON TR|74|weaving TR, dyeing TR|
doubcuir|DOU-CHV-0007|FRN-0017|CS-D7|LEATHER|LININGS|100 GOAT LEATHER ES|96|dyeing ES|
poche|POC-COT-0011|FRN-0005|DOK-11|TEXTILE|POCKETING FABRIC|65 POLYESTER TR + 35 COTTON TR|28|weaving TR|
col|COL-BOR-0105|FRN-0009|APP-105|TEXTILE|COLARS|98 COTTON IN + 2 ELASTANE KR|14.5|knitting IT|
bord|BOR-COT-0021|FRN-0031|DGK-21|TEXTILE|RIBBED EDGES|95 COTTON IN + 5 ELASTANE KR|18|knitting BD|
thermo|THE-NT-0090|FRN-0009|APP-T90|TEXTILE|THERMOFUSINGS|100 POLYESTER IT|12|knitting IT|
zip60|ZIP-060-NI|FRN-0027|RVA 060|METAL|ZIPS|70 ZAMAK DE + 30 RECYCLED POLYESTER DE|22.5||
zip18|ZIP-018-INV|FRN-0027|RVA 018i|PLASTIC|ZIPS|100 POLYAMIDE DE|8||
curseur|ZIP-CUR-05|FRN-0027|RVA C05|METAL|ZIP SLIDER|100 BRASS DE|3.5||
cordon|COR-STOP-11|FRN-0025|BB-S11|PLASTIC|CORD STOPERS|100 ABS IT|2.5||
bouton|BTN-COR-0018|FRN-0025|BB-18|OTHER|BUTTONS|100 OTHER IT|4||
boutonnacre|BTN-POL-0011|FRN-0025|BB-11|PLASTIC|BUTTONS|100 POLYESTER IT|3||
jeans|BTN-JNS-0017|FRN-0026|MHJ 17|METAL|BUTTONS|85 COPPER FR + 15 ZINC FR|6.5||
rivet|RIV-009|FRN-0026|MHJ R9|METAL|SMALL METAL PARTS|100 BRASS FR|2||
boucle|BOU-CEI-40|FRN-0026|MHJ B40|METAL|BUCKLES|100 STAINLESS STEEL FR|48||
mousqueton|MOU-SAC-22|FRN-0026|MHJ M22|METAL|SNAP HOOKS|100 ZAMAK FR|19||
oeillet|OEI-008|FRN-0026|MHJ O8|METAL|EYELETS|100 BRASS FR|1.5||
anneau|ANN-D-25|FRN-0026|MHJ D25|METAL|RINGS & CHIVES|100 BRASS FR|9||
chaine|CHA-GOU-60|FRN-0026|MHJ G60|METAL|CHAIN|100 BRASS FR|74||
fil|Fil Polyester N°120|FRN-0029|NŁ 120|TEXTILE|SEWING THREADS|100 RECYCLED POLYESTER PL [GRS]|5|dyeing PL|
filcoton|FIL-COT-50|FRN-0029|NŁ C50|TEXTILE|SEWING THREADS|100 COTTON EG|6|dyeing PL|
etiquette|ETQ-TIS-0001|FRN-0028|RC-0001|TEXTILE|LABELLINGS|100 RECYCLED POLYESTER BE [GRS]|1||
compo|0004410012|FRN-0028|RC-0412|TEXTILE|LABELLINGS|100 POLYAMIDE BE|0.5|printing BE||print
ruban|RUB-GG-025|FRN-0028|RC-G25|TEXTILE|RIBBON|100 COTTON TR|7|weaving BE, dyeing BE|
lacet|LAC-ROND-120|FRN-0028|RC-L120|TEXTILE|LACES/CORDS|100 COTTON TR|11|dyeing BE|
elastique|ELA-030|FRN-0028|RC-E30|TEXTILE|ELASTICS|60 POLYESTER BE + 40 NATURAL RUBBER TH|9|knitting BE|
semelle|SEM-CAO-038|FRN-0020|SAL 38|PLASTIC|OUTSOLES|70 NATURAL RUBBER TH + 30 SYNTHETIC RUBBER PT|260|shoeFinishing PT|
semelleliege|Semelle Liège Cousue T38|FRN-0020|SAL L38|WOOD|MIDSOLES|100 CORK PT|85|shoeFinishing PT|
semelleeva|SEM-EVA-041|FRN-0032|LP-E41|PLASTIC|OUTSOLES|100 EVA VN|190|shoeFinishing VN|
premiere|PRE-CUI-038|FRN-0017|CS-P38|LEATHER|INSOLES|100 PIG LEATHER ES|34|shoeStitching PT|
talon|TAL-BOIS-070|FRN-0018|RB-T70|WOOD|HEELS|100 BEECH IT|92|shoeFinishing IT|
boutdur|BDR-002|FRN-0018|RB-B2|PLASTIC|TOE PUFFS|100 TPU IT|12|shoeStitching IT|
renfort|REN-SAC-0004|FRN-0023|SU-R4|OTHER|STIFFENERS|100 OTHER IT|55||
anse|ANS-CUI-0060|FRN-0023|SU-A60|LEATHER|HANDLES|100 COW LEATHER IT|66|dyeing IT|
ouate|OUA-REC-0200|FRN-0035|PRE-200|TEXTILE|PADDINGS|100 RECYCLED POLYESTER ES [GRS]|160||GRS
duvet|REM-DUV-0750|FRN-0013|PDC 750|OTHER|STUFFINGS|90 DOWN FR [RDS] + 10 FEATHER FR [RDS]|140||RDS
raphia|TRE-RAP-0003|FRN-0030|HM-R3|OTHER|VEGETAL_FIBER|100 RAFFIA MG|120||
`;

const STEP_FIELDS = ['printing', 'dyeing', 'knitting', 'weaving', 'shoeFinishing', 'shoeStitching'] as const;

/** The components of a product: the entries of the library with these names, with the key of the product. */
export function componentsOf(product: Body, names: readonly string[], random: Random): Body[] {
  return names.map((name) => {
    const { productRef, productCollectionRef, productColorCode } = product;
    const lots = random.whole(0, 3);
    const letters = ['A', 'B', 'C'].slice(0, lots);
    const wave = `L26${random.pick(['09', '10', '11'])}`;
    return {
      ...entry(name),
      ...(lots > 0 ? { lotReferences: letters.map((letter) => `${wave}-${letter}`) } : {}),
      productRef: productRef!,
      productCollectionRef: productCollectionRef!,
      ...(productColorCode === undefined ? {} : { productColorCode }),
    };
  });
}

const entries = new Map<string, Body>();

function entry(name: string): Body {
  if (entries.size === 0) {
    for (const line of LIBRARY.trim().split('\n')) entries.set(line.slice(0, line.indexOf('|')), parse(line));
  }
  const found = entries.get(name);
  if (!found) throw new Error(`no component "${name}" in the library`);
  return found;
}

function parse(line: string): Body {
  const [, ref, supplierRef, code, type, category, composition, weight, steps, certified, print] = line.split(
    '|',
  ) as [...[string, string, string, string, string, string, string, string, string, string, string?]];
  const countries = Object.fromEntries(
    steps
      .split(', ')
      .filter(Boolean)
      .map((step) => [`${step.split(' ')[0]}Country`, step.split(' ')[1]!]),
  );
  for (const field of Object.keys(countries)) {
    if (!STEP_FIELDS.some((step) => `${step}Country` === field)) throw new Error(`no field ${field}`);
  }
  const certificates = certified.split(', ').filter(Boolean);
  return {
    projectType: 'STANDARD',
    componentRef: ref,
    supplierComponentCode: code,
    componentPrint: print === 'print',
    type,
    category,
    composition: composition.split(' + ').map(material),
    ...countries,
    componentWeight: Number(weight),
    ...(certificates.length > 0 ? { certifications: certificates.map(certificate) } : {}),
    importationBatch: BATCH,
    supplierRef,
  };
}

function material(text: string): Body {
  const parts = /^(?<share>[\d.]+) (?<name>.+) (?<origin>[A-Z]{2})(?: \[(?<certified>.+)\])?$/.exec(
    text,
  )?.groups;
  if (!parts) throw new Error(`no composition: ${text}`);
  return {
    material: parts.name!,
    percentage: Number(parts.share),
    origin: parts.origin!,
    ...(parts.certified ? { certifications: parts.certified.split('; ') } : {}),
  };
}

function certificate(type: string, at: number): Body {
  return {
    type,
    date_start: `2026-0${1 + at}-01`,
    date_end: `2027-${12 - at}-28`,
    ...(at === 0 ? { file: `https://docs.example.com/certificates/material-${type.toLowerCase()}.pdf` } : {}),
  };
}
