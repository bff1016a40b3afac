import { command, flag } from '../../../advice.ts';
import type { Field, Value } from '../../../contract/field.ts';
import { type Json, type KindSpec, oncePer } from '../../../contract/kind.ts';
import type { ClosedList } from '../../../contract/list.ts';
import { remembered } from '../../../contract/remembered.ts';
import type { FindingCode } from '../../../findings/catalogue.ts';
import { didYouMeanAny } from '../../../nearest.ts';
import { oddLetter } from '../../../recognise/other-script.ts';
import { cut } from '../../../recognise/text.ts';
import { numberText, say, unitText } from '../../../say.ts';
import { suggestedMeanings, suggestedValue } from '../meaning.ts';
import { nearValue } from '../near-value.ts';
import { isAmong, isWithin } from '../row-checker.ts';
import {
  type FieldCheck,
  type FindingExtra,
  leavesOf,
  pathText,
  type RowContext,
  type RowRule,
  valueCheck,
} from '../rule.ts';

const SHORT_LIST = 8;

const severityFlag = () => flag('--severity', 'list-near=warning');

/**
 * Checks that values are exactly in their list. If trace knows only part of the list, an unknown
 * value is sent with a warning, unless it resembles a known value.
 */
export const closedLists: RowRule = ({ kind }) =>
  kind.fields.flatMap((field) =>
    field.value.type === 'choice' ? [listCheck(kind, field, field.value.list)] : [],
  );

/** Maximum number of unknown values of a list that are remembered, and their maximum length. */
const MAX_CACHED_VALUES = 1000;
const MAX_CACHED_LENGTH = 200;

function listCheck(kind: KindSpec, field: Field, list: ClosedList): FieldCheck {
  const accepted = new Set([...list.values, ...(list.likely ?? [])]);
  // A process may change its language.
  const faultsAt = oncePer((_texts: object) =>
    oncePer((place: readonly string[]) => {
      const known = remembered((value: string) => listFault(kind, list, value, place), MAX_CACHED_VALUES);
      return (value: string) =>
        value.length > MAX_CACHED_LENGTH ? listFault(kind, list, value, place) : known(value);
    }),
  );
  return valueCheck<string>(field, isAmong(accepted), (path, value, { place, report }) => {
    const { code, message, extra } = faultsAt(say())(place)(value);
    report(code, path, message, extra);
  });
}

/** Why a value is reported, wherever it is. */
interface ValueFault {
  readonly code: FindingCode;
  readonly message: string;
  readonly extra: FindingExtra;
}

/** The fault of a value that is not among the accepted values of its list. */
function listFault(kind: KindSpec, list: ClosedList, value: string, place: readonly string[]): ValueFault {
  if (list.doubtful?.includes(value)) {
    const message = say().rules.doubtfulValue({ list: list.name, value });
    return { code: 'list-doubtful', message, extra: { value } };
  }
  const shown = `"${cut(value, 200)}"`;
  if (list.complete) {
    const about = { value: shown, list: list.name };
    const long = { command: listCommand(kind, list.name, place), number: numberText(list.values.length) };
    const sentence =
      list.values.length <= SHORT_LIST
        ? say().rules.notInList({ ...about, values: list.values.join(', ') })
        : say().rules.notInLongList({ ...about, ...long });
    const odd = oddLetter(value, true);
    const message = odd === undefined ? sentence : say().rules.oddLetter({ sentence, problem: odd.problem });
    return { code: 'not-in-list', message, extra: { value, suggest: () => suggestedValue(list, value) } };
  }
  const near = nearValue(list, value);
  if (near !== undefined) {
    const message = say().rules.nearValue({ value: shown, list: list.name, flag: severityFlag() });
    return { code: 'list-near', message, extra: { value, ...didYouMeanAny([near]) } };
  }
  const odd = oddLetter(value, true);
  if (odd !== undefined)
    return { code: 'reference-letters', message: `${shown} ${odd.problem}`, extra: { value } };
  const message = say().rules.unknownValue({ value: shown, list: list.name });
  return { code: 'not-in-known-list', message, extra: { value, ...suggestedMeanings(list, value) } };
}

/** The command that prints the list, for the interface and environment of the row. */
function listCommand(kind: KindSpec, list: string, place: readonly string[]): string {
  const generation = kind.interface === 'v2' ? [] : ['--interface', kind.interface];
  return command('taxonomy', 'list', list, ...generation, ...place);
}

/**
 * Checks the limits of numbers. If a weight in grams is outside its limits, but would be inside them as kilograms, the
 * finding suggests the value in grams.
 */
export const bounds: RowRule = ({ kind }) =>
  kind.fields.flatMap((field) => (field.value.type === 'number' ? [boundsCheck(field, field.value)] : []));

function boundsCheck(
  field: Field,
  { min = -Infinity, max = Infinity, unit, ours }: ValueOf<'number'>,
): FieldCheck {
  return valueCheck<number>(field, isWithin(min, max), (path, value, { report }) => {
    const inGrams = Math.round(value * 1e6) / 1000;
    const isKilograms = unit === 'g' && inGrams >= min && inGrams <= max;
    const { notAllowed, notPlausible, didYouMeanGrams } = say().rules;
    const shown = {
      field: pathText(path),
      value: `${numberText(value)}${afterNumber(unit)}`,
      range: rangeText(min, max, unit),
    };
    const advice = isKilograms && { suggestion: didYouMeanGrams({ grams: numberText(inGrams) }) };
    if (ours === undefined) report('out-of-range', path, notAllowed(shown), { value, ...advice });
    else report('number-implausible', path, notPlausible(shown), { value, ...advice });
  });
}

type ValueOf<Type extends Value['type']> = Extract<Value, { type: Type }>;

function afterNumber(unit: string | undefined): string {
  return unit === undefined ? '' : ` ${unitText(unit)}`;
}

function rangeText(least: number, most: number, of?: string): string {
  const { orMore, atMost, between } = say().rules;
  const [min, max, unit] = [numberText(least), numberText(most), afterNumber(of)];
  if (most === Infinity) return orMore({ min, unit });
  return least === -Infinity ? atMost({ max, unit }) : between({ min, max, unit });
}

/** Checks lengths of texts and the number of digits of codes. */
export const lengths: RowRule = ({ kind }) =>
  kind.fields.flatMap((field): FieldCheck[] => {
    const { value: type } = field;
    if (type.type !== 'text' && type.type !== 'reference') return [];
    const digits = type.type === 'reference' ? type.digits : undefined;
    if (type.length === undefined && digits === undefined) return [];
    const { min, max } = type.length ?? { min: 0, max: Infinity };
    const code = digits === undefined ? /^/ : new RegExp(`^\\d{${digits}}$`);
    // A character has one or two UTF-16 units.
    const accepts = (value: Json) =>
      typeof value !== 'string' || (value.length <= max && value.length >= 2 * min && code.test(value));
    return [
      valueCheck<string>(field, accepts, (path, value, { kind, report }) => {
        const size = [...value].length;
        if (size < min || size > max) {
          const counted = { count: size, number: numberText(size), range: rangeText(min, max) };
          const message = say().rules.characters({ field: pathText(path), ...counted });
          const advice = { suggestion: say().rules.orHintsOff({ cure: say().rules.changeLength() }) };
          report('text-length', path, message, { value, ...(kind.openBody && advice) });
        }
        if (digits === undefined || code.test(value)) return;
        const isShort = /^\d+$/.test(value) && value.length < digits;
        const about = { value, digits: numberText(digits) };
        report('digits', path, isShort ? say().rules.digitsLost(about) : say().rules.digits(about), {
          value,
          suggestion: say().rules.orLowered({ cure: say().rules.correctDigits(), code: 'digits' }),
        });
      }),
    ];
  });

/** Checks the check digits of GTINs and GLNs. `lengths` reports values that are not such codes. */
export const checkDigits: RowRule = ({ kind }) =>
  kind.fields.flatMap((field): FieldCheck[] => {
    if (!field.checkDigit) return [];
    const digits = field.value.type === 'reference' ? field.value.digits : undefined;
    const rightDigit = (value: Json | undefined) =>
      typeof value === 'string' && value.length === (digits ?? value.length)
        ? rightCheckDigit(value)
        : undefined;
    const accepts = (value: Json) => rightDigit(value) === undefined;
    return [
      valueCheck<string>(field, accepts, (path, value, { report }) => {
        const right = rightDigit(value)!;
        const advice = didYouMeanAny([value.slice(0, -1) + right]);
        report('check-digit', path, say().rules.checkDigit({ value, right }), { value, ...advice });
      }),
    ];
  });

/** The right last digit (GS1: weights 3 and 1 from the right) of a code of 8 or 12 to 14 digits; undefined if it has that. */
function rightCheckDigit(code: string): string | undefined {
  if (!/^(?:\d{8}|\d{12,14})$/.test(code)) return undefined;
  let sum = 0;
  for (let at = code.length - 2, weight = 3; at >= 0; at--, weight = 4 - weight)
    sum += weight * Number(code[at]);
  const right = String((10 - (sum % 10)) % 10);
  return code.endsWith(right) ? undefined : right;
}

const EMAIL = /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

/** Checks the format of e-mail and web addresses. */
export const addresses: RowRule = ({ kind }) =>
  kind.fields.flatMap((field) => {
    if (field.value.type === 'email') return [valueCheck(field, orNoText(isEmail), reportEmail)];
    return field.value.type === 'url' ? [valueCheck(field, orNoText(isWebAddress), reportWebAddress)] : [];
  });

const orNoText =
  (isAddress: (text: string) => boolean) =>
  (value: Json): boolean =>
    typeof value !== 'string' || isAddress(value);

function reportEmail(path: string, value: string, { report }: RowContext): void {
  report('email', path, say().rules.notEmail({ value }), { value });
}

function reportWebAddress(path: string, value: string, { report }: RowContext): void {
  const near = nearWebAddress(value);
  report('url', path, say().rules.notUrl({ value }), {
    value,
    ...(near === undefined ? { suggestion: say().rules.fullUrl() } : didYouMeanAny([near])),
  });
}

/** The web address that a text means if it lacks `https://`, or has spaces instead of `%20`; undefined for other texts. */
function nearWebAddress(text: string): string | undefined {
  const isBare = /^[\w-]+\.[\w-]/.test(text);
  const whole = (isBare ? `https://${text}` : text).replaceAll(' ', '%20');
  return isWebAddress(whole) && whole.lastIndexOf('://') < 8 ? whole : undefined;
}

export function isEmail(text: string): boolean {
  return EMAIL.test(text) && !text.startsWith('.') && !text.includes('..') && !text.includes('.@');
}

export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s]+$/i.test(text)) return false;
  return URL.canParse(text);
}

/** Rejects an end date before its start date. */
export const dateOrder: RowRule = ({ kind }) =>
  kind.fields.flatMap((field): FieldCheck[] => {
    const { notBefore, path } = field;
    if (notBefore === undefined) return [];
    const group = path.slice(0, path.lastIndexOf('.') + 1);
    const start = kind.fields.find((one) => one.path === `${group}${notBefore}`)!;
    return [
      {
        field,
        accepts(value, { [notBefore]: from }) {
          if (path.endsWith('[]')) return false;
          return typeof value !== 'string' || typeof from !== 'string' || value >= from;
        },
        report: (context) => reportOrder(field, start, context),
      },
    ];
  });

function reportOrder(field: Field, start: Field, { body, report }: RowContext): void {
  // The two fields are in the same group, so their leaves correspond by index.
  const starts = leavesOf(start, body);
  for (const [at, { path, value }] of leavesOf(field, body).entries()) {
    const from = starts[at]!.value;
    if (typeof value !== 'string' || typeof from !== 'string' || value >= from) continue;
    const message = say().rules.before({ field: pathText(path), value, start: field.notBefore!, from });
    report('date-order', path, message, { value });
  }
}
