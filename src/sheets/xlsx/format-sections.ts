/** A section of a format code, such as `0.0` of `0.0;[Red]-0.0`. Each applies to some numbers. */
export interface Section {
  /** Whether it applies to a number; undefined if the section has no condition. */
  readonly condition: ((value: number) => boolean) | undefined;
  /** The code without its literal texts: placeholders, letters of dates, `%`. */
  readonly pattern: string;
  /** The unit of elapsed time: `[h]`. */
  readonly elapsed: 'h' | 'm' | 's' | null;
  /** Literal texts: before the first `0`, and after each of them. */
  readonly literals: readonly string[];
  /** Whether it has a placeholder for a digit. */
  readonly hasDigits: boolean;
  /** Literal texts before, between and after the digits; `after` has all of them in a section without digits. */
  readonly before: string;
  readonly within: string;
  readonly after: string;
  /** The literal texts without currencies in brackets. */
  readonly words: string;
}

/** Characters that are literal without quotes, including all letters beyond ASCII. */
const BARE = /[-+():!^&'~{}<>=$ \u0080-\uffff]/;

const TOKEN = /"([^"]*)"?|\\(.)|_.|\*.|\[([^\]]*)\]|(general|standard|am\/pm|a\/p|e(?=[-+]))|(.)/gis;

/**
 * Splits a format code into its sections for numbers, without the section for texts (`@`). Quoted semicolons do not
 * separate sections.
 */
export function sectionsOf(code: string): Section[] {
  const sections: Section[] = [];
  let draft = newDraft();
  let texts = false;
  for (const [token, quoted, escaped, bracket, word, character] of code.matchAll(TOKEN)) {
    if (character === ';') {
      sections.push(draft);
      draft = newDraft();
      texts = false;
    } else if (bracket !== undefined) inBrackets(bracket, draft);
    else if (word !== undefined) {
      draft.pattern += word;
      if (/^[gs]/i.test(word)) addDigit(draft);
    } else if (character === '@') {
      texts = true;
      draft.pattern += character;
    } else if (character !== undefined && !BARE.test(character)) {
      draft.pattern += character;
      if (character === '0') draft.literals.push('');
      if (/[0#?]/.test(character)) addDigit(draft);
      else if (/[a-z]/i.test(character)) addWords(draft, character);
    } else if (token[0] === '_') addLiteral(draft, ' ');
    else if (token[0] !== '*') addLiteral(draft, quoted ?? escaped ?? character ?? '');
  }
  if (!texts || sections.length === 0) sections.push(draft);
  return sections;
}

/**
 * The section for a number: the first one whose condition it meets, else the section for all other numbers. Without
 * conditions, the sign of the number selects the section. Undefined if there is none.
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

/** Characters that are neither letters nor digits in any script; and codes of currencies. */
const NOT_LETTERS_OR_DIGITS = /[\s!-/:-@[-`{-\xa9\xab-\xb4\xb6-\xbf\u2000-\u206f\u20a0-\u20cf]+/g;
const CURRENCIES =
  /(?<![A-Za-z])(?:euros?|EUR|USD|GBP|CHF|JPY|CNY|RMB|HKD|INR|TRY|PLN|CZK|HUF|RON|BGN|SEK|NOK|DKK|MAD|TND|EGP|BDT|PKR|VND|IDR|THB|KRW|BRL|MXN|CAD|AUD|ZAR|AED)(?![A-Za-z])/g;

/** Whether a literal text has letters or digits, other than the code of a currency: it may be a unit. */
export function hasWords(text: string): boolean {
  const bare = text.replace(CURRENCIES, '').replace(NOT_LETTERS_OR_DIGITS, '');
  return /[a-z\d]/i.test(bare) || (bare !== '' && /[\p{L}\p{N}]/u.test(bare));
}

interface OpenSection extends Section {
  condition: Section['condition'];
  pattern: string;
  elapsed: Section['elapsed'];
  readonly literals: string[];
  hasDigits: boolean;
  before: string;
  within: string;
  after: string;
  words: string;
}

const newDraft = (): OpenSection => ({
  condition: undefined,
  pattern: '',
  elapsed: null,
  literals: [''],
  hasDigits: false,
  before: '',
  within: '',
  after: '',
  words: '',
});

function addLiteral(draft: OpenSection, text: string): void {
  draft.literals[draft.literals.length - 1] += text;
  addWords(draft, text);
}

function addWords(draft: OpenSection, text: string): void {
  draft.after += text;
  draft.words += text;
}

function addDigit(draft: OpenSection): void {
  if (draft.hasDigits) draft.within += draft.after;
  else draft.before = draft.after;
  draft.after = '';
  draft.hasDigits = true;
}

/**
 * Reads text in brackets: a condition, a unit of elapsed time, or a currency. Colours and languages are ignored.
 */
function inBrackets(text: string, draft: OpenSection): void {
  if (/^(?:h+|m+|s+)$/i.test(text)) {
    draft.pattern += text;
    draft.elapsed = text[0]!.toLowerCase() as 'h' | 'm' | 's';
  }
  if (text.startsWith('$')) {
    const { words } = draft;
    addLiteral(draft, text.slice(1).replace(/-[^-]*$/, ''));
    draft.words = `${words} `;
  }
  const [, operator, number] = /^(<=|>=|<>|<|>|=)\s*(-?[\d.]+(?:E[+-]?\d+)?)$/i.exec(text) ?? [];
  if (operator !== undefined) draft.condition = conditionOf(operator, Number(number));
}

function conditionOf(operator: string, limit: number): (value: number) => boolean {
  switch (operator) {
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
