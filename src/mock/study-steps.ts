import type { Body } from '../contract/kind.ts';
import type { StepSupplier, TraceabilityStep } from '../contract/v2/study-component.ts';
import { certificationsOf, isSocial } from './study-certifications.ts';
import places from './study-places.json' with { type: 'json' };
import type { Seed } from './study-seed.ts';
import { type StoredRecord, type StudySource, textOf } from './study-sources.ts';

/** Latitude and longitude of every country and market, in whole degrees. */
const PLACES = new Map<string, readonly number[]>(Object.entries(places));

const EARTH_KM = 6371;
/** The assumed distance between two steps in the same country, in kilometres. */
const WITHIN_COUNTRY_KM = 100;

/**
 * The great-circle distance between two countries or markets in whole kilometres; 0 if one of them is unknown.
 */
export function kilometres(from: string, to: string): number {
  const [start, end] = [PLACES.get(from), PLACES.get(to)];
  if (!start || !end) return 0;
  if (from === to) return WITHIN_COUNTRY_KM;
  const [[startLatitude = 0, startLongitude = 0], [endLatitude = 0, endLongitude = 0]] = [start, end];
  const [latitude, longitude] = [
    radians(endLatitude - startLatitude),
    radians(endLongitude - startLongitude),
  ];
  const chord =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(startLatitude)) * Math.cos(radians(endLatitude)) * Math.sin(longitude / 2) ** 2;
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
const WORK_STEPS = [
  ['Weaving', 'weavingCountry'],
  ['Knitting', 'knittingCountry'],
  ['Dyeing', 'dyeingCountry'],
  ['Printing', 'printingCountry'],
  ['Shoe Stitching', 'shoeStitchingCountry'],
  ['Shoe Finishing', 'shoeFinishingCountry'],
] as const;

/** Steps before those in `WORK_STEPS`. */
const EARLY_STEPS = [RAW, 'Spinning', 'Twisting'];
/** The last steps. All other steps come before them and after those in `WORK_STEPS`. */
const LATE_STEPS = ['Shoe Stitching', 'Shoe Finishing', SUPPLY];

/** The steps of a component, from the first one after its raw material to its supply. */
export function componentSteps(component: Body, suppliers: StudySource['suppliers']): Step[] {
  const supplier = suppliers.get(textOf(component.supplierRef));
  const own = supplier && stepOf(supplier);
  const names = [...new Set([...WORK_STEPS.map(([name]) => name as string), ...(own ? [own] : [])])];
  return names
    .flatMap((name) => {
      const field = WORK_STEPS.find(([known]) => known === name)?.[1];
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
  return (kind === 'TRANSFORMATION' && item !== 'Other') || LATE_STEPS.includes(item) ? item : SUPPLY;
}

const RAW_WORK = new Set([
  ...[RAW, 'Beam House', 'Breeding', 'Chemical Recycling', 'Harvesting', 'Mechanical Recycling'],
  ...['Metal Refinement', 'Mining', 'Polymer Synthesis', 'Preparation', 'Slaughtering', 'Tanning'],
]);

function rank(name: string): number {
  if (RAW_WORK.has(name)) return 0;
  const early = EARLY_STEPS.indexOf(name);
  if (early >= 0) return early;
  const late = LATE_STEPS.indexOf(name);
  if (late >= 0) return 100 + late;
  const work = WORK_STEPS.findIndex(([known]) => known === name);
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
