import type { ReportFinding } from '../../../src/cli/view/report-schema.ts';
import { type Body, isObject, type Json } from '../../../src/contract/kind.ts';
import type { AnswerKey, KeyRecord } from './answer-key.ts';

/** A record that arrived at the service. */
export interface Arrived {
  readonly kind: string;
  readonly family: string;
  readonly body: Body;
}

/** How far the records of an export arrive as its answer key says. Texts name a record or a place, and what is wrong. */
export interface Score {
  /** The records that must be sent, and those of them that arrived exactly so. */
  readonly records: number;
  readonly right: number;
  /** Records that wait for a decision of a person in the key, and arrived as they should. */
  readonly decided: number;
  /** Values that the key does not have, and records that must not be sent. */
  readonly wrong: readonly string[];
  /** Records that arrived without a value of the key. */
  readonly incomplete: readonly string[];
  /** Errors in rows that must be sent, for which the key has no finding. */
  readonly falseErrors: readonly string[];
}

export function scoreOf(
  key: AnswerKey,
  arrived: readonly Arrived[],
  findings: readonly ReportFinding[],
): Score {
  const left = new Set(arrived);
  const [wrong, incomplete]: [string[], string[]] = [[], []];
  let [right, decided] = [0, 0];
  for (const record of key.records) {
    const id = nameOf(record);
    const sent =
      [...left].find((one) => nameOf(one) === id) ??
      (record.lenient?.productColorCode && [...left].find((one) => isSameButColour(one, record)));
    if (!sent) continue;
    left.delete(sent);
    const isDecided = record.expect === 'hold' && record.needs !== undefined;
    if (record.expect === 'hold' && !isDecided) wrong.push(`${id}: must not be sent`);
    const faults = faultsOf(record, sent, key);
    wrong.push(...faults.filter(({ got }) => got !== undefined).map((one) => `${id}: ${textOf(one)}`));
    const lacking = faults.filter(({ got }) => got === undefined);
    if (lacking.length > 0) incomplete.push(`${id}: ${lacking.map(textOf).join(', ')}`);
    if (faults.length > 0) continue;
    if (record.expect === 'send') right++;
    else if (isDecided) decided++;
  }
  wrong.push(...[...left].map((one) => `${nameOf(one)}: is no record of the export`));
  const records = key.records.filter(({ expect }) => expect === 'send').length;
  return { records, right, decided, wrong, incomplete, falseErrors: falseErrorsIn(key, findings) };
}

const KEYS = ['componentRef', 'packagingRef', 'productRef', 'productCollectionRef', 'productColorCode'];

const nameOf = ({ kind, body }: { readonly kind: string; readonly body: Body }): string =>
  [kind, ...(kind === 'supplier' ? ['supplierRef'] : KEYS).map((field) => body[field] ?? '')]
    .join(' ')
    .trim();

/** Whether records have the same key but for the colour, which a component may have or leave out. */
const isSameButColour = (one: Pick<Arrived, 'kind' | 'body'>, { kind, body }: KeyRecord): boolean =>
  nameOf({ kind: one.kind, body: { ...one.body, productColorCode: '' } }) ===
  nameOf({ kind, body: { ...body, productColorCode: '' } });

/** A value that differs from the key: without `got`, it is missing. */
interface Fault {
  readonly path: string;
  readonly want?: Json;
  readonly got?: Json;
}

const textOf = ({ path, want, got }: Fault): string =>
  `${path} is ${JSON.stringify(got) ?? 'missing'}, not ${JSON.stringify(want) ?? 'there'}`;

function faultsOf(record: KeyRecord, { body, family }: Arrived, { run }: AnswerKey): Fault[] {
  const { projectType: _, importationBatch, ...own } = body;
  const { projectType: __, importationBatch: ___, ...wanted } = record.body;
  const faults = differences(wanted, own, '').filter(({ path, got = null }) => {
    const rule = record.lenient?.[path];
    if (rule === undefined) return true;
    // Another value may be right; only if the rule is strict, a value must be there.
    return rule.strict === true && !rule.accept.some((one) => one === '*' || isSame(one, got, path));
  });
  if (family !== run.family) faults.push({ path: 'family', want: run.family, got: family });
  if (importationBatch !== run.batch)
    faults.push({ path: 'importationBatch', want: run.batch, got: importationBatch ?? '' });
  return faults;
}

/** Where two values differ. The order of items is not compared. */
function differences(want: Json | undefined, got: Json | undefined, path: string): Fault[] {
  if (want === undefined || got === undefined)
    return leavesOf(want ?? got!, path).map(([at, value]) => ({
      path: at,
      ...(want === undefined ? { got: value } : { want: value }),
    }));
  if (path === 'manufacturingAssemblyCountry' && typeof got === 'string')
    return differences(want, [got], path);
  if (Array.isArray(want) && Array.isArray(got)) {
    const rest = [...got];
    const pairs = want.map((item, at) => {
      const faults = rest.map((one) => differences(item, one, `${path}.${at}`).length);
      const [best] = rest.splice(faults.indexOf(Math.min(...faults)), 1);
      return differences(item, best, `${path}.${at}`);
    });
    return [...pairs.flat(), ...rest.flatMap((item) => differences(undefined, item, `${path}.+`))];
  }
  if (isObject(want) && isObject(got))
    return [...new Set([...Object.keys(want), ...Object.keys(got)])].flatMap((name) =>
      differences(want[name], got[name], path === '' ? name : `${path}.${name}`),
    );
  return isSame(want, got, path) ? [] : [{ path, want, got }];
}

const leavesOf = (value: Json, path: string): [string, Json][] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, own]) => leavesOf(own, `${path}.${name}`))
    : [[path, value]];

/** Texts that a person writes freely, in which white space is not compared. */
const FREE =
  /(^|\.)(name|publicName|firstname|street|additionalStreet|city|label|administrativeArea|region|additionalInformation|phone|value)$|^composition$/;

const tidy = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u200b-\u200d\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

function isSame(want: Json, got: Json, path: string): boolean {
  if (typeof want === 'number' && typeof got === 'number') return Math.abs(want - got) < 1e-6;
  if (typeof want !== 'string' || typeof got !== 'string') return want === got;
  if (path.endsWith('date_start')) return got.startsWith(want);
  return FREE.test(path) ? tidy(want) === tidy(got) : want === got;
}

function falseErrorsIn(key: AnswerKey, findings: readonly ReportFinding[]): string[] {
  const inRow = (place: { file: string; sheet: string | null }, { origin }: ReportFinding) =>
    origin.file.endsWith(place.file) && (place.sheet === null || place.sheet === origin.sheet);
  return findings
    .filter(({ severity, origin }) => severity === 'error' && origin.row !== null)
    .filter((finding) => {
      const { row } = finding.origin;
      const isSent = key.records.some(
        ({ expect, origin }) => expect === 'send' && inRow(origin, finding) && origin.rows.includes(row!),
      );
      const isDue = key.findings.some(
        (one) => one.severity !== 'notice' && one.at.some((at) => at.row === row && inRow(at, finding)),
      );
      return isSent && !isDue;
    })
    .map(({ code, origin, field, value }) => `${code} ${origin.sheet}!${origin.row} ${field} ${value}`);
}
