/** A part of a format code, for some of the numbers. */
export interface Section {
  /** Which numbers it is for, where it says that itself. */
  readonly condition: ((value: number) => boolean) | undefined;
  /** All that is not shown as it stands: placeholders, letters of dates, `%`. */
  readonly signs: string;
  /** Its hours, minutes or seconds count on: `[h]`. */
  readonly elapsed: 'h' | 'm' | 's' | null;
  /** What is shown as it stands: before the first `0`, and after each of them. */
  readonly literals: readonly string[];
}

/** Signs that are shown as they stand without quotes, beside those of other scripts. */
const BARE = /[-+():!^&'~{}<>=$ \u0080-\uffff]/;

const TOKEN = /"([^"]*)"?|\\(.)|_.|\*.|\[([^\]]*)\]|(.)/gs;

/** The sections of a code for numbers; a last one for texts (`@`) is left out. Semicolons may stand within a text. */
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
 * The section that a number is shown by: that of the first condition it meets, else the one for the others; without
 * conditions by its sign. Undefined where there is none.
 */
export function choiceOf(sections: readonly Section[], value: number): Section | undefined {
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

/** A condition, a unit of elapsed time, or a currency; colours and languages show nothing. */
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
