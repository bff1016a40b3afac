import { pathSteps } from '../../contract/field.ts';
import type { Body, Json, KindSpec } from '../../contract/kind.ts';
import type { BodyCheck, Check, FieldCheck, RowContext, RowRule, RuleScope } from './rule.ts';

/**
 * The rules of a kind and a family, compiled. One walk over a body runs the fast tests of all checks. Only the checks
 * with a failed test then run in full, in their order, and may report findings.
 */
export class RowChecker {
  /** All checks, in their order. */
  readonly #checks: readonly Check[];
  readonly #bodyChecks: readonly { readonly at: number; readonly check: BodyCheck }[];
  readonly #root: readonly Member[];
  /** 1 at the index of each check whose fast test failed on the body. */
  readonly #failed: Uint8Array;
  #isSound = true;

  constructor(rules: readonly RowRule[], scope: RuleScope) {
    this.#checks = rules.flatMap((rule) => rule(scope));
    this.#bodyChecks = this.#checks.flatMap((check, at) =>
      check.field === undefined ? [{ at, check }] : [],
    );
    this.#root = membersOf(this.#checks);
    this.#failed = new Uint8Array(this.#checks.length);
  }

  /** Whether the body certainly has no finding. If not, call `report` with the same body. */
  isSound(body: Body): boolean {
    this.#isSound = true;
    this.#walk(this.#root, body);
    for (const { at, check } of this.#bodyChecks) if (!check.accepts(body)) this.#fail(at);
    return this.#isSound;
  }

  report(context: RowContext): void {
    for (let at = 0; at < this.#failed.length; at++) {
      if (this.#failed[at] === 0) continue;
      this.#failed[at] = 0;
      this.#checks[at]!.report(context);
    }
  }

  #walk(members: readonly Member[], body: Body): void {
    for (let at = 0; at < members.length; at++) {
      const member = members[at]!;
      const value = body[member.name];
      if (value === undefined) this.#failAll(member.checksIfMissing);
      else if (typeof value !== 'object') {
        if (member.isList) this.#failAll(member.allChecks);
        else this.#test(member, value, body);
      } else if (Array.isArray(value) && member.isList) this.#walkList(member, value, body);
      else if (member.members && member.tests.length === 0 && value !== null && !Array.isArray(value))
        this.#walk(member.members, value);
      // Not the documented form: the full checks decide.
      else this.#failAll(member.allChecks);
    }
  }

  #walkList(member: Member, list: readonly Json[], body: Body): void {
    if (list.length === 0) this.#failAll(member.checksIfMissing);
    for (let at = 0; at < list.length; at++) {
      const item = list[at]!;
      this.#test(member, item, body);
      if (member.members === undefined) continue;
      if (typeof item === 'object' && item !== null && !Array.isArray(item)) this.#walk(member.members, item);
      else this.#failAll(member.allChecks);
    }
  }

  #test({ tests }: Member, value: Json, body: Body): void {
    for (let at = 0; at < tests.length; at++) {
      const test = tests[at]!;
      if (!test.accepts(value, body)) this.#fail(test.at);
    }
  }

  #failAll(checks: readonly number[]): void {
    for (let at = 0; at < checks.length; at++) this.#fail(checks[at]!);
  }

  #fail(check: number): void {
    this.#failed[check] = 1;
    this.#isSound = false;
  }
}

/** A name in a body with checks of its own or of fields below it. Checks are given by their index. */
interface Member {
  readonly name: string;
  readonly isList: boolean;
  /** The fast tests of its own value, not of fields below it. */
  readonly tests: { readonly at: number; readonly accepts: NonNullable<FieldCheck['accepts']> }[];
  /** The checks to run in full if the body does not have the name. */
  readonly checksIfMissing: number[];
  /** All its checks, and those of the fields below it. */
  readonly allChecks: number[];
  members?: Member[];
}

function membersOf(checks: readonly Check[]): readonly Member[] {
  const root: Member[] = [];
  for (const [at, check] of checks.entries()) {
    if (check.field === undefined) continue;
    let members = root;
    const steps = pathSteps(check.field.path);
    for (const [depth, { name, array }] of steps.entries()) {
      const member = memberNamed(members, name, array);
      member.allChecks.push(at);
      const isOwn = depth === steps.length - 1;
      if (check.needed === 'always' || (isOwn && check.needed === 'within')) member.checksIfMissing.push(at);
      if (isOwn && check.accepts) member.tests.push({ at, accepts: check.accepts });
      if (!isOwn) members = member.members ??= [];
    }
  }
  return root;
}

function memberNamed(members: Member[], name: string, isList: boolean): Member {
  let member = members.find((one) => one.name === name && one.isList === isList);
  if (!member) {
    member = { name, isList, tests: [], checksIfMissing: [], allChecks: [] };
    members.push(member);
  }
  return member;
}

type ValueTest = (value: Json) => boolean;

/** The fast test of a list of values: a text is one of them. Values of other types pass. */
export const isAmong =
  (accepted: ReadonlySet<string>): ValueTest =>
  (value) =>
    typeof value !== 'string' || accepted.has(value);

/** The fast test of the limits of a number, both included. Values of other types pass. */
export const isWithin =
  (min: number, max: number): ValueTest =>
  (value) =>
    typeof value !== 'number' || (value >= min && value <= max);

/**
 * The fast test: no item of a list has a share, or all have one, with the total 100. Several lists that share a total
 * are left to the full rule.
 */
export const areTotalsHundred =
  (totals: NonNullable<KindSpec['totals']>): BodyCheck['accepts'] =>
  (body) => {
    for (const { items, share, with: others } of totals) {
      const list = body[items];
      if (others !== undefined) return false;
      if (!Array.isArray(list)) continue;
      let sum = 0;
      let given = 0;
      for (const item of list) {
        const value = shareOf(item, share);
        if (value === undefined) continue;
        sum += value;
        given++;
      }
      if (given > 0 && (given < list.length || !isHundred(sum))) return false;
    }
    return true;
  };

/** The share of an item; undefined if it has none. */
export function shareOf(item: Json, share: string): number | undefined {
  const value = (item as Body | null)?.[share];
  return typeof value === 'number' ? value : undefined;
}

/** Allowed difference from 100, for rounded shares: 33.3 three times is 99.9. */
export const TOLERANCE = 0.5;

export const rounded = (total: number): number => Math.round(total * 1e6) / 1e6;

export const isHundred = (sum: number): boolean => sum === 100 || Math.abs(rounded(sum) - 100) <= TOLERANCE;
