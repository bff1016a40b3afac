/** A section of a format code, which applies to some numbers. */
export interface Section {
  /** The numbers it applies to, if it has a condition. */
  readonly condition: ((value: number) => boolean) | undefined;
  /** All characters that are not literal: placeholders, letters of dates, `%`. */
  readonly signs: string;
  /** The unit of elapsed time: `[h]`. */
  readonly elapsed: 'h' | 'm' | 's' | null;
  /** Literal texts: before the first `0`, and after each of them. */
  readonly literals: readonly string[];
}

/** Characters that are literal without quotes, besides those of other scripts. */
const BARE = /[-+():!^&'~{}<>=$ \u0080-\uffff]/;

const TOKEN = /"([^"]*)"?|\\(.)|_.|\*.|\[([^\]]*)\]|(.)/gs;

/**
 * Splits a code into its sections for numbers, without the one for texts (`@`). Quoted semicolons do not separate.
 */
export function sectionsOf(code: string): Section[] {
  const sections: Section[] = [];
  let draft = newDraft();
  let texts = false;
  for (const [token, quoted, escaped, bracket, sign] of code.matchAll(TOKEN)) {
    if (sign === ';') {
      sections.push(draft);
      draft = newDraft();
      texts = false;
    } else if (bracket !== undefined) inBrackets(bracket, draft);
    else if (sign === '@') {
      texts = true;
      draft.signs += sign;
    } else if (sign !== undefined && !BARE.test(sign)) {
      draft.signs += sign;
      if (sign === '0') draft.literals.push('');
    } else if (token[0] === '_') add(draft, ' ');
    else if (token[0] !== '*') add(draft, quoted ?? escaped ?? sign ?? '');
  }
  if (!texts || sections.length === 0) sections.push(draft);
  return sections;
}

/**
 * The section for a number: the first whose condition is met, else the one for other numbers; without conditions, by
 * its sign. Undefined if there is none.
 */
export function sectionFor(sections: readonly Section[], value: number): Section | undefined {
  const [first, second, third] = sections;
  if (first?.condition || second?.condition) {
    if (first?.condition ? first.condition(value) : value > 0) return first;
    if (second?.condition?.(value)) return second;
    if (first?.condition && second?.condition) return third;
    return second?.condition ? third : second;
  }
  if (value < 0) return second ?? first;
  return value === 0 ? (third ?? first) : first;
}

interface Draft extends Section {
  condition: Section['condition'];
  signs: string;
  elapsed: Section['elapsed'];
  readonly literals: string[];
}

const newDraft = (): Draft => ({ condition: undefined, signs: '', elapsed: null, literals: [''] });

function add({ literals }: Draft, text: string): void {
  literals[literals.length - 1] += text;
}

/**
 * Reads text in brackets: a condition, a unit of elapsed time, or a currency; colours and languages have no effect.
 */
function inBrackets(text: string, draft: Draft): void {
  if (/^(?:h+|m+|s+)$/i.test(text)) {
    draft.signs += text;
    draft.elapsed = text[0]!.toLowerCase() as 'h' | 'm' | 's';
  }
  if (text.startsWith('$')) add(draft, text.slice(1).replace(/-[^-]*$/, ''));
  const [, sign, number] = /^(<=|>=|<>|<|>|=)\s*(-?[\d.]+(?:E[+-]?\d+)?)$/i.exec(text) ?? [];
  if (sign !== undefined) draft.condition = conditionOf(sign, Number(number));
}

function conditionOf(sign: string, limit: number): (value: number) => boolean {
  switch (sign) {
    case '<=':
      return (value) => value <= limit;
    case '>=':
      return (value) => value >= limit;
    case '<>':
      return (value) => value !== limit;
    case '<':
      return (value) => value < limit;
    case '>':
      return (value) => value > limit;
    default:
      return (value) => value === limit;
  }
}
