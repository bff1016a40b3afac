import { command, flag } from '../../../advice.ts';
import type { Field } from '../../../contract/field.ts';
import type { Body, Json, KindSpec } from '../../../contract/kind.ts';
import { fieldText } from '../../../findings/finding.ts';
import { oddLetter } from '../../records/other-script.ts';
import { cut } from '../../records/text.ts';
import { suggestedValue } from '../meaning.ts';
import { nearValue } from '../near-value.ts';
import { leavesOf, type RowContext } from '../rule.ts';

const SHORT_LIST = 8;

const sentBy = () => flag('--severity', 'list-near=warning');

/**
 * Checks that values are exactly in their list. If trace knows only part of the list, an unknown
 * value is sent with a warning, unless it resembles a known value.
 */
export function closedLists({ kind, body, place, report }: RowContext): void {
  for (const field of kind.fields) {
    if (field.value.type !== 'choice') continue;
    const { list } = field.value;
    for (const { path, value } of leavesOf(field, body)) {
      if (typeof value !== 'string' || list.values.includes(value) || list.likely?.includes(value)) continue;
      if (list.doubtful?.includes(value)) {
        report(
          'list-doubtful',
          path,
          `${list.name} ${value}: the interface does not say whether it is accepted`,
          { value },
        );
      } else if (list.complete) {
        const allowed =
          list.values.length <= SHORT_LIST
            ? `: ${list.values.join(', ')}`
            : `; ${listCommand(kind, list.name, place)} shows its ${list.values.length} values`;
        const odd = oddLetter(value, true);
        const letter = odd === undefined ? '' : `; it ${odd.problem}`;
        report('not-in-list', path, `"${cut(value, 200)}" is not in ${list.name}${allowed}${letter}`, {
          value,
          ...suggestedValue(list, value),
        });
      } else {
        const near = nearValue(list, value);
        if (near !== undefined) {
          report(
            'list-near',
            path,
            `"${cut(value, 200)}" is not in the known part of ${list.name}; if the service accepts it, send it with ${sentBy()}`,
            { value, suggestion: `did you mean "${near}"?` },
          );
          continue;
        }
        const odd = oddLetter(value, true);
        if (odd !== undefined) {
          report('reference-letters', path, `"${cut(value, 200)}" ${odd.problem}`, { value });
          continue;
        }
        report(
          'not-in-known-list',
          path,
          `"${cut(value, 200)}" is not in the known part of ${list.name}; it is sent anyway`,
          { value },
        );
      }
    }
  }
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
export function bounds({ kind, body, report }: RowContext): void {
  for (const field of kind.fields) {
    if (field.value.type !== 'number') continue;
    const { min = -Infinity, max = Infinity, unit, ours } = field.value;
    for (const { path, value } of leavesOf(field, body)) {
      if (typeof value !== 'number' || (value >= min && value <= max)) continue;
      const inGrams = Math.round(value * 1e6) / 1000;
      const isKilograms = unit === 'g' && inGrams >= min && inGrams <= max;
      const allowed = ours === undefined ? 'allowed:' : 'plausible:';
      report(
        ours === undefined ? 'out-of-range' : 'number-implausible',
        path,
        `${fieldText(path)} is ${value}${unitText(unit)}; ${allowed} ${rangeText(min, max)}${unitText(unit)}`,
        {
          value,
          ...(isKilograms && { suggestion: `did you mean ${inGrams} g?` }),
        },
      );
    }
  }
}

function unitText(unit: string | undefined): string {
  return unit === undefined ? '' : ` ${unit}`;
}

function rangeText(min: number, max: number): string {
  if (max === Infinity) return `${min} or more`;
  return min === -Infinity ? `at most ${max}` : `${min} to ${max}`;
}

/** Advice for limits that the interface does not document: how to turn them off. */
const TURN_OFF = 'if the service accepts it, set hints: false for the environment';

/** Checks lengths of texts and the number of digits of codes. */
export function lengths({ kind, body, report }: RowContext): void {
  for (const field of kind.fields) {
    const { value: type } = field;
    if (type.type !== 'text' && type.type !== 'reference') continue;
    const digits = type.type === 'reference' ? type.digits : undefined;
    if (type.length === undefined && digits === undefined) continue;
    for (const { path, value } of leavesOf(field, body)) {
      if (typeof value !== 'string') continue;
      const size = [...value].length;
      if (type.length && (size < type.length.min || size > type.length.max)) {
        const { min, max } = type.length;
        report(
          'text-length',
          path,
          `${fieldText(path)} has ${size} characters; allowed: ${max === Infinity ? `${min} or more` : `${min} to ${max}`}`,
          { value, ...(kind.openBody && { suggestion: TURN_OFF }) },
        );
      }
      if (digits !== undefined && !new RegExp(`^\\d{${digits}}$`).test(value)) {
        const lost = /^\d+$/.test(value) && value.length < digits ? '; leading zeros may be lost' : '';
        report('digits', path, `"${value}" does not have ${digits} digits${lost}`, {
          value,
          ...(kind.openBody && { suggestion: TURN_OFF }),
        });
      }
    }
  }
}

const EMAIL = /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

/** Checks the format of e-mail and web addresses. */
export function addresses(context: RowContext): void {
  for (const field of context.kind.fields) {
    if (field.value.type === 'email') checkEmails(field, context);
    if (field.value.type === 'url') checkWebAddresses(field, context);
  }
}

function checkEmails(field: Field, { body, report }: RowContext): void {
  for (const { path, value } of leavesOf(field, body)) {
    if (typeof value !== 'string' || isEmail(value)) continue;
    const message = `"${value}" is not an e-mail address; use one address per cell, such as name@example.com`;
    report('email', path, message, { value });
  }
}

function checkWebAddresses(field: Field, { body, report }: RowContext): void {
  for (const { path, value } of leavesOf(field, body)) {
    if (typeof value !== 'string' || isWebAddress(value)) continue;
    const isBare = /^[\w-]+\.[\w-]/.test(value);
    report('url', path, `"${value}" is not a web address`, {
      value,
      suggestion: isBare ? `did you mean "https://${value}"?` : 'write the full address: https://...',
    });
  }
}

export function isEmail(text: string): boolean {
  return EMAIL.test(text) && !text.startsWith('.') && !text.includes('..') && !text.includes('.@');
}

export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s]+$/i.test(text)) return false;
  return URL.canParse(text);
}

/** Rejects an end date before its start date. */
export function dateOrder({ kind, body, report }: RowContext): void {
  for (const field of kind.fields) {
    if (field.notBefore === undefined) continue;
    const group = field.path.slice(0, field.path.lastIndexOf('.') + 1);
    const start = kind.fields.find(({ path }) => path === `${group}${field.notBefore}`)!;
    // The two fields are in the same group, so their leaves correspond by index.
    const starts = leavesOf(start, body);
    for (const [at, { path, value }] of leavesOf(field, body).entries()) {
      const from = starts[at]!.value;
      if (typeof value !== 'string' || typeof from !== 'string' || value >= from) continue;
      report('date-order', path, `${fieldText(path)} is ${value}, before ${field.notBefore} ${from}`, {
        value,
      });
    }
  }
}

/** Allowed difference from 100, for rounded shares: 33.3 three times is 99.9. */
const TOLERANCE = 0.5;

/** How a column of fractions is read as percentages. */
const FRACTIONS = 'If the column has fractions, write (fraction) in its header';

/** A list whose shares are wrong: the problem, and the path of an item to report it at. */
export interface ShareFault {
  readonly code: 'composition-share' | 'composition-total';
  readonly path: string;
  readonly message: string;
  readonly value?: string;
  readonly suggestion?: string;
}

/**
 * Checks that the shares of a composition add up to 100. Lists that count together are added. If an
 * update gives only some of the shares, they are checked later, together with the shares that the
 * ledger knows.
 */
export function shareTotals({ kind, body, draft, report }: RowContext): void {
  if (kind.partial) return;
  const isUnreadable = (name: string) => [...draft.unreadable].some((path) => path.startsWith(`${name}.`));
  for (const { code, path, message, ...extra } of shareFaults(kind, body, isUnreadable))
    report(code, path, message, extra);
}

/**
 * Finds the lists of a body whose shares do not add up to 100. Lists for which `isSkipped` returns
 * true are not checked.
 */
export function* shareFaults(
  { totals = [] }: KindSpec,
  body: Body,
  isSkipped: (name: string) => boolean,
): Iterable<ShareFault> {
  for (const { items: first, share, with: others = [] } of totals) {
    const names = [first, ...others].filter((name) => Array.isArray(body[name]) && body[name].length > 0);
    if (names.some(isSkipped)) continue;
    const items = names.join(' and ');
    const places = names.flatMap((name) =>
      (body[name] as Json[]).map((item, at) => ({
        path: `${name}.${at}.${share}`,
        value: shareOf(item, share),
      })),
    );
    const given = places.flatMap(({ value }) => (value === undefined ? [] : [value]));
    if (given.length === 0) continue;
    if (given.length < places.length) {
      const path = places.find(({ value }) => value === undefined)!.path;
      const what = items === 'composition' ? 'materials' : 'items';
      const message = `${items}: ${given.length} of ${places.length} ${what} have a share`;
      yield { code: 'composition-share', path, message };
      continue;
    }
    const total = Math.round(given.reduce((sum, value) => sum + value, 0) * 1e6) / 1e6;
    if (Math.abs(total - 100) <= TOLERANCE) continue;
    const fractions = Math.abs(100 * total - 100) <= TOLERANCE;
    const percentages = given.map((value) => Math.round(value * 1e8) / 1e6).join(' + ');
    yield {
      code: 'composition-total',
      path: places[0]!.path,
      message: `the shares of ${items} add up to ${total}, not 100`,
      value: given.join(' + '),
      ...(fractions && {
        suggestion: `did you mean ${percentages}?${given.length === 1 ? ` ${FRACTIONS}` : ''}`,
      }),
    };
  }
}

function shareOf(item: Json, share: string): number | undefined {
  const value = (item as Body | null)?.[share];
  return typeof value === 'number' ? value : undefined;
}
