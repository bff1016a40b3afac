import type { Body } from '../contract/kind.ts';
import type { StepSupplier, TraceabilityStep } from '../contract/v2/study-component.ts';
import { certificationsOf, isSocial } from './study-certifications.ts';
import type { Seed } from './study-seed.ts';
import { type StoredRecord, type StudySource, textOf } from './study-sources.ts';

/** Latitude and longitude of the centre of every country, in whole degrees. */
const COUNTRIES = `AD 42 2,AE 24 54,AF 34 68,AG 17 -62,AI 18 -63,AL 41 20,AM 40 45,AO -11 18,AQ -75 0,AR -38 -64,
AS -14 -170,AT 48 15,AU -25 134,AW 13 -70,AX 60 20,AZ 40 48,BA 44 18,BB 13 -60,BD 24 90,BE 51 4,BF 12 -2,BG 43 25,
BH 26 51,BI -3 30,BJ 9 2,BL 18 -63,BM 32 -65,BN 5 115,BO -16 -64,BQ 12 -68,BR -14 -52,BS 25 -77,BT 28 90,BV -54 3,
BW -22 25,BY 54 28,BZ 17 -88,CA 56 -106,CC -12 97,CD -4 22,CF 7 21,CG 0 16,CH 47 8,CI 8 -6,CK -21 -160,CL -36 -71,
CM 7 12,CN 36 104,CO 5 -74,CR 10 -84,CU 22 -78,CV 16 -24,CW 12 -69,CX -10 106,CY 35 33,CZ 50 15,DE 51 10,DJ 12 43,
DK 56 10,DM 15 -61,DO 19 -70,DZ 28 2,EC -2 -78,EE 59 25,EG 27 31,EH 24 -13,ER 15 40,ES 40 -4,ET 9 40,FI 62 26,
FJ -17 178,FK -52 -60,FM 7 150,FO 62 -7,FR 46 2,GA -1 12,GB 55 -3,GD 12 -62,GE 42 43,GF 4 -53,GG 49 -3,GH 8 -1,
GI 36 -5,GL 72 -43,GM 13 -15,GN 10 -10,GP 16 -62,GQ 2 10,GR 39 22,GS -54 -37,GT 16 -90,GU 13 145,GW 12 -15,GY 5 -59,
HK 22 114,HM -53 74,HN 15 -86,HR 45 15,HT 19 -72,HU 47 20,ID -1 114,IE 53 -8,IL 31 35,IM 54 -5,IN 21 79,IO -6 72,
IQ 33 44,IR 32 54,IS 65 -19,IT 42 13,JE 49 -2,JM 18 -77,JO 31 36,JP 36 138,KE 0 38,KG 41 75,KH 13 105,KI 2 -157,
KM -12 43,KN 17 -63,KP 40 127,KR 36 128,KW 29 48,KY 19 -81,KZ 48 67,LA 18 103,LB 34 36,LC 14 -61,LI 47 10,LK 8 81,
LR 6 -9,LS -30 28,LT 55 24,LU 50 6,LV 57 25,LY 26 17,MA 32 -7,MC 44 7,MD 47 28,ME 43 19,MF 18 -63,MG -19 47,
MH 7 171,MK 42 22,ML 17 -4,MM 22 96,MN 47 104,MO 22 113,MP 15 146,MQ 15 -61,MR 21 -11,MS 17 -62,MT 36 14,MU -20 58,
MV 3 73,MW -13 34,MX 24 -103,MY 4 109,MZ -18 36,NA -23 18,NC -21 166,NE 18 8,NF -29 168,NG 9 9,NI 13 -85,NL 52 5,
NO 60 8,NP 28 84,NR -1 167,NU -19 -170,NZ -41 175,OM 22 56,PA 9 -81,PE -9 -75,PF -18 -149,PG -6 144,PH 13 122,
PK 30 69,PL 52 19,PM 47 -56,PN -24 -127,PR 18 -67,PS 32 35,PT 39 -8,PW 8 135,PY -23 -58,QA 25 51,RE -21 56,RO 46 25,
RS 44 21,RU 62 105,RW -2 30,SA 24 45,SB -10 160,SC -5 55,SD 13 30,SE 60 19,SG 1 104,SH -16 -6,SI 46 15,SJ 78 24,
SK 49 20,SL 8 -12,SM 44 12,SN 14 -14,SO 5 46,SR 4 -56,SS 7 30,ST 0 7,SV 14 -89,SX 18 -63,SY 35 39,SZ -27 31,
TC 22 -72,TD 15 19,TF -49 69,TG 9 1,TH 16 101,TJ 39 71,TK -9 -172,TL -9 126,TM 39 60,TN 34 10,TO -21 -175,TR 39 35,
TT 11 -61,TV -7 178,TW 24 121,TZ -6 35,UA 48 31,UG 1 32,UM 19 167,US 37 -96,UY -33 -56,UZ 41 65,VA 42 12,VC 13 -61,
VE 6 -67,VG 18 -64,VI 18 -65,VN 14 108,VU -15 167,WF -14 -177,WS -14 -172,YE 16 49,YT -13 45,ZA -31 23,ZM -13 28,
ZW -19 29`;

/** The assumed centre of each market. */
const MARKETS = 'AFRICA 5 20,AMERICA 38 -95,ASIA 33 110,EUROPE 49 8,MIDDLE EAST 26 47,OCEANIA -27 140';

const PLACES = new Map(
  `${COUNTRIES},${MARKETS}`.split(/,\n?/).map((entry) => {
    const [, name, latitude, longitude] = /^(.+) (-?\d+) (-?\d+)$/.exec(entry)!;
    return [name!, [Number(latitude), Number(longitude)] as const];
  }),
);

const EARTH_KM = 6371;
/** The assumed distance between two steps in the same country. */
const WITHIN_COUNTRY_KM = 100;

/**
 * The great-circle distance between two countries or markets in whole kilometres; 0 if one of them is unknown.
 */
export function kilometres(from: string, to: string): number {
  const [start, end] = [PLACES.get(from), PLACES.get(to)];
  if (!start || !end) return 0;
  if (from === to) return WITHIN_COUNTRY_KM;
  const [latitude, longitude] = [radians(end[0] - start[0]), radians(end[1] - start[1])];
  const chord =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(start[0])) * Math.cos(radians(end[0])) * Math.sin(longitude / 2) ** 2;
  return Math.max(Math.round(2 * EARTH_KM * Math.asin(Math.sqrt(chord))), WITHIN_COUNTRY_KM);
}

/** Whether a country or market has known coordinates. */
export const isPlace = (name: string): boolean => PLACES.has(name);

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** A step without its position in the tree. */
interface Step {
  readonly name: string;
  /** The code of a country or the name of a market; empty if unknown. */
  readonly place: string;
  readonly supplier?: StoredRecord;
}

const RAW = 'Raw Material';
const SUPPLY = 'Component Supply';
const DESTINATION = 'Destination';

/**
 * The steps that the fields of a component describe, each with the field that contains its country, in the order of
 * production.
 */
const WORK = [
  ['Weaving', 'weavingCountry'],
  ['Knitting', 'knittingCountry'],
  ['Dyeing', 'dyeingCountry'],
  ['Printing', 'printingCountry'],
  ['Shoe Stitching', 'shoeStitchingCountry'],
  ['Shoe Finishing', 'shoeFinishingCountry'],
] as const;

/** Steps before those in `WORK`. */
const EARLY = [RAW, 'Spinning', 'Twisting'];
/** The last steps. All other steps come before them and after those in `WORK`. */
const LATE = ['Shoe Stitching', 'Shoe Finishing', SUPPLY];

/** The steps of a component, from the first one after its raw material to its supply. */
export function componentSteps(component: Body, suppliers: StudySource['suppliers']): Step[] {
  const supplier = suppliers.get(textOf(component.supplierRef));
  const own = supplier && stepOf(supplier);
  const names = [...new Set([...WORK.map(([name]) => name as string), ...(own ? [own] : [])])];
  return names
    .flatMap((name) => {
      const field = WORK.find(([known]) => known === name)?.[1];
      const place = field === undefined ? '' : textOf(component[field]);
      return stepsNamed(name, place === '' ? [] : [place], name === own ? supplier : undefined);
    })
    .sort((a, b) => rank(a.name) - rank(b.name));
}

/** The steps of a product after its components: assembly, warehouse, destination. */
export function productSteps({ product: { body }, suppliers }: StudySource): Step[] {
  const { manufacturingAssemblyCountry: assembly } = body;
  const countries = Array.isArray(assembly) ? assembly.map(textOf) : [];
  const warehouse = suppliers.get(textOf(body.warehouseRef));
  const market = textOf(body.destinationMarket);
  return [
    ...stepsNamed('Assembly', countries, suppliers.get(textOf(body.supplierRef))),
    ...(warehouse ? stepsNamed('Warehouse', [], warehouse) : []),
    ...(market === '' ? [] : [{ name: DESTINATION, place: market }]),
  ];
}

/** The supply chain of a material in a study, from its origin to the market. */
export function chainOf(
  origin: string,
  after: readonly Step[],
  at: { readonly branch: string; readonly seed: Seed; readonly lastTransport: string },
): TraceabilityStep[] {
  const hasOrigin = after.some(({ name, place }) => rank(name) === 0 && (origin === '' || place === origin));
  const steps = hasOrigin ? after : [{ name: RAW, place: origin }, ...after];
  return steps.map((step, index): TraceabilityStep => {
    const next = steps[index + 1];
    const kmToNext = next ? kilometres(step.place, next.place) : 0;
    const by = next?.name === DESTINATION && at.lastTransport !== '' ? at.lastTransport : null;
    const transports = transportsOver(kmToNext, by);
    const position = `${at.branch}.${group(index)}`;
    return {
      id: at.seed.id(`step ${position}`),
      name: step.name,
      icon: step.name.toLowerCase().replaceAll(' ', '-'),
      position,
      transports,
      ...(transports[0] && { transportationType: transports[0].type }),
      kmToNext,
      supplier: supplierOf(step, at.seed),
    };
  });
}

/** One of the three groups of a position: `group(0)` is `001`. */
export function group(index: number): string {
  return String(Math.min(index + 1, 999)).padStart(3, '0');
}

/**
 * One step for each country. The supplier is shown at the step in its country, or at the first step if its country is
 * unknown. If no step is in its country, another step is added for the supplier.
 */
function stepsNamed(name: string, countries: readonly string[], supplier: StoredRecord | undefined): Step[] {
  if (!supplier) return countries.map((place) => ({ name, place }));
  const home = countryOf(supplier);
  const ownIndex = home === '' ? (countries.length > 0 ? 0 : -1) : countries.indexOf(home);
  const steps = countries.map((place, at) => ({ name, place, ...(at === ownIndex && { supplier }) }));
  return ownIndex >= 0 ? steps : [...steps, { name, place: home, supplier }];
}

/** The step of a supplier by its category. For traders and manufacturers, this is the supply of the component. */
function stepOf({ body }: StoredRecord): string {
  const [kind = '', item = ''] = textOf(body.category).split(' - ');
  if (kind === 'RAW MATERIAL') return item === 'Generic' ? RAW : item;
  return (kind === 'TRANSFORMATION' && item !== 'Other') || LATE.includes(item) ? item : SUPPLY;
}

const RAW_WORK = new Set([
  ...[RAW, 'Beam House', 'Breeding', 'Chemical Recycling', 'Harvesting', 'Mechanical Recycling'],
  ...['Metal Refinement', 'Mining', 'Polymer Synthesis', 'Preparation', 'Slaughtering', 'Tanning'],
]);

function rank(name: string): number {
  if (RAW_WORK.has(name)) return 0;
  const early = EARLY.indexOf(name);
  if (early >= 0) return early;
  const late = LATE.indexOf(name);
  if (late >= 0) return 100 + late;
  const work = WORK.findIndex(([known]) => known === name);
  return work >= 0 ? 10 + work : 50;
}

/** Maximum distance by road in kilometres; for longer distances, goods are shipped by sea. */
const BY_ROAD_KM = 2000;
const TO_PORT_SHARE = 0.1;

/** The transports to the next step. Their distances add up to `km`. */
function transportsOver(km: number, by: string | null): { type: string; distance: number }[] {
  if (km === 0) return [];
  if (by !== null) return [{ type: by, distance: km }];
  if (km <= BY_ROAD_KM) return [{ type: 'TRUCK', distance: km }];
  const toPort = Math.round(km * TO_PORT_SHARE);
  return [
    { type: 'BOAT', distance: km - toPort },
    { type: 'TRUCK', distance: toPort },
  ];
}

function supplierOf({ name, place, supplier }: Step, seed: Seed): StepSupplier {
  if (!supplier) {
    const where = name === DESTINATION ? { country: '', region: place } : { country: place, region: '' };
    return { city: '', ...where, socialCertifications: [], environmentalCertifications: [], isKnown: false };
  }
  const { id, body } = supplier;
  const address = (body.address ?? {}) as Body;
  const certifications = certificationsOf(body, seed);
  return {
    ref: textOf(body.supplierRef),
    city: textOf(address.city),
    country: place,
    region: textOf(address.region),
    socialCertifications: certifications.filter(isSocial),
    environmentalCertifications: certifications.filter((certification) => !isSocial(certification)),
    isKnown: true,
    name: textOf(body.name),
    id,
  };
}

function countryOf({ body }: StoredRecord): string {
  return textOf((body.address as Body | undefined)?.country);
}
