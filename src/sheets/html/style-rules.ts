/** Maximum number of rules for one name: with more, the reader does not know what elements of that name look like. */
const MOST_RULES = 50;

/** Maximum number of names in a selector that the reader compares. */
const MOST_NEEDS = 8;

/** Maximum number of elements and classes whose names are remembered. */
const MOST_KNOWN = 1000;

/** Ranks above those of all style sheets. */
const INLINE = 2 ** 50;
const IMPORTANT = 2 ** 51;

/** The properties that change what a cell says. */
const PROPERTIES = ['display', 'visibility', 'mso-hide', 'decoration', 'vertical-align'] as const;
type Property = (typeof PROPERTIES)[number];

const MAY_MATTER = /display|visibility|mso-hide|text-decoration|vertical-align/i;

/** Pseudo-elements, and states that an element does not have in a saved page. */
const OTHER_STATE = /::|:(?:before|after|first-l|hover|focus|active|visited|target|checked|-)/;

interface Declared {
  readonly property: Property;
  readonly isOn: boolean;
  readonly isImportant: boolean;
}

interface Rule extends Declared {
  readonly rank: number;
  /** The names that the element or those around it must have. */
  readonly needs: readonly string[];
  /** Whether elements with these names certainly match the selector. */
  readonly isCertain: boolean;
}

/** Whether a property is on. `undefined`: nothing sets it; `maybe`: a rule that the reader does not know sets it. */
export type Look = { [property in Property]?: boolean | 'maybe' | undefined };

type Attributes = Readonly<Record<string, string>>;

/** The rules of the style sheets of a page that hide an element, strike its text out, or raise it. */
export class StyleRules {
  private readonly rules = new Map<string, Map<string, Rule>>();
  /** How many open elements have a name (`td`, `.class`, `#id`), once a rule asks for the elements around one. */
  private readonly open = new Map<string, number>();
  private countsOpen = false;
  /** The names of the open elements. */
  private readonly names: (readonly string[])[] = [];
  /** The names of elements without an id, by element and classes. */
  private readonly known = new Map<string, readonly string[]>();
  private pieces: string[] = [];
  private count = 0;

  add(text: string): void {
    this.pieces.push(text);
  }

  /** Ends the style sheet with the `media` of its element. */
  end(media: string | undefined): void {
    const sheet = withoutComments(this.pieces.join(''));
    this.pieces = [];
    if (MAY_MATTER.test(sheet) && (media === undefined || isScreen(media))) this.read(sheet);
  }

  /** Opens an element. Its look counts without that of the elements around it. */
  push(name: string, attributes: Attributes): Look {
    const names = this.namesOf(name, attributes);
    this.names.push(names);
    if (this.countsOpen) this.countOpen(names);
    const look: Look = {};
    const ranks: { [property in Property]?: number } = {};
    const unsure: Rule[] = [];
    const take = ({ property, isOn }: Declared, rank: number) => {
      if (rank < (ranks[property] ?? 0)) return;
      ranks[property] = rank;
      look[property] = isOn;
    };
    if (attributes.hidden !== undefined) look.display = true;
    for (const declared of attributes.style === undefined ? [] : declaredIn(attributes.style))
      take(declared, declared.isImportant ? IMPORTANT * 2 : INLINE);
    if (this.rules.size > 0)
      for (const one of names)
        for (const rule of this.rules.get(one)?.values() ?? [])
          if (rule.needs.length > 1 && !rule.needs.every((need) => this.open.has(need))) continue;
          else if (rule.isCertain) take(rule, rule.rank);
          else unsure.push(rule);
    for (const { property, isOn, rank } of unsure)
      if (rank > (ranks[property] ?? 0) && look[property] !== 'maybe' && isOn !== (look[property] ?? false))
        look[property] = 'maybe';
    return look;
  }

  /** Closes the element that was opened last. */
  pop(): void {
    const names = this.names.pop() ?? [];
    if (!this.countsOpen) return;
    for (const name of names) {
      const others = this.open.get(name)! - 1;
      if (others > 0) this.open.set(name, others);
      else this.open.delete(name);
    }
  }

  private namesOf(name: string, { class: classes, id }: Attributes): readonly string[] {
    const key = `${name} ${classes ?? ''}`;
    const known = id === undefined ? this.known.get(key) : undefined;
    if (known !== undefined) return known;
    const names = [...new Set(['*', name, ...listed('.', classes), ...listed('#', id)])];
    if (id === undefined && this.known.size < MOST_KNOWN && key.length < 200) this.known.set(key, names);
    return names;
  }

  private countOpen(names: readonly string[]): void {
    for (const one of names) this.open.set(one, (this.open.get(one) ?? 0) + 1);
  }

  private read(sheet: string): void {
    let at = 0;
    let open = sheet.indexOf('{');
    let close = sheet.indexOf('}');
    /** Whether the rules of the blocks that are open count. */
    const blocks: boolean[] = [];
    for (;;) {
      if (open !== -1 && open < at) open = sheet.indexOf('{', at);
      if (close !== -1 && close < at) close = sheet.indexOf('}', at);
      if (open !== -1 && (close === -1 || open < close)) {
        const head = sheet.slice(at, open);
        const start = head.slice(head.lastIndexOf(';') + 1).trim();
        if (start.startsWith('@')) {
          const isOther = /^@media\b/i.test(start) && !isScreen(start.slice(6));
          blocks.push((blocks.at(-1) ?? true) && !isOther);
          at = open + 1;
          continue;
        }
        const end = close === -1 ? sheet.length : close;
        if (blocks.at(-1) ?? true) this.rule(start, sheet.slice(open + 1, end));
        at = end + 1;
      } else if (close === -1) return;
      else {
        blocks.pop();
        at = close + 1;
      }
    }
  }

  private rule(selectors: string, declarations: string): void {
    const declared = declaredIn(declarations);
    if (declared.length === 0) return;
    for (const selector of selectors.toLowerCase().split(',')) {
      if (OTHER_STATE.test(selector)) continue;
      const plain = selector.replace(/\[[^[\]]*\]|:[\w-]+(?:\([^()]*\))?/g, '').replace(/^.*[+~]/s, '');
      const parts = plain.split(/[\s>]+/).filter(Boolean);
      const last = namesIn(parts.at(-1) ?? '*');
      const needs = parts.flatMap(namesIn);
      const key =
        last.find((name) => name.startsWith('#')) ?? last.find((name) => name.startsWith('.')) ?? last[0]!;
      const isCertain = needs.length <= MOST_NEEDS && !/[[\]:>+~]/.test(selector);
      const rank = specificity(needs) * 2 ** 32 + ++this.count;
      for (const one of declared)
        this.keep(key, selector.trim(), {
          ...one,
          rank: one.isImportant ? IMPORTANT + rank : rank,
          needs: needs.slice(0, MOST_NEEDS),
          isCertain,
        });
    }
  }

  private keep(key: string, selector: string, rule: Rule): void {
    if (rule.needs.length > 1 && !this.countsOpen) {
      this.countsOpen = true;
      for (const names of this.names) this.countOpen(names);
    }
    const rules = this.rules.get(key) ?? new Map<string, Rule>();
    this.rules.set(key, rules);
    // A selector that comes again has the rank of its last place.
    const id = `${rule.property} ${rule.isImportant} ${selector}`;
    if (rules.size < MOST_RULES || rules.has(id)) rules.set(id, rule);
    else
      for (const isOn of [true, false])
        rules.set(`${rule.property} ${isOn}`, {
          ...rule,
          isOn,
          rank: INLINE - 1,
          needs: [],
          isCertain: false,
        });
  }
}

function declaredIn(declarations: string): Declared[] {
  if (!MAY_MATTER.test(declarations)) return [];
  return declarations.split(';').flatMap((one) => {
    const colon = one.indexOf(':');
    const name = one.slice(0, colon).trim().toLowerCase();
    const value = one.slice(colon + 1).toLowerCase();
    const known = name.startsWith('text-decoration')
      ? decorationOf(name)
      : PROPERTIES.find((each) => each === name);
    const isOn = known === undefined ? undefined : ON[known](value.split('!')[0]!.trim());
    if (known === undefined || isOn === undefined) return [];
    return [{ property: known, isOn, isImportant: value.includes('!') }];
  });
}

const decorationOf = (name: string): Property | undefined =>
  name === 'text-decoration' || name === 'text-decoration-line' ? 'decoration' : undefined;

const ON: { readonly [property in Property]: (value: string) => boolean | undefined } = {
  display: (value) => value === 'none',
  visibility: (value) => (value === 'inherit' ? undefined : value === 'hidden' || value === 'collapse'),
  'mso-hide': (value) => value === 'all' || value === 'screen',
  decoration: (value) => value.includes('line-through'),
  'vertical-align': (value) => value === 'super' || value === 'sub',
};

const listed = (mark: string, names: string | undefined): string[] =>
  names === undefined
    ? []
    : names
        .toLowerCase()
        .split(/\s+/)
        .filter(Boolean)
        .map((name) => mark + name);

const namesIn = (compound: string): string[] => compound.match(/[.#]?[^.#*\s]+|\*/g) ?? ['*'];

function specificity(names: readonly string[]): number {
  let sum = 0;
  for (const name of names)
    sum += name.startsWith('#') ? 400 : name.startsWith('.') ? 20 : name === '*' ? 0 : 1;
  return Math.min(sum, 8000);
}

/** Whether a media query is for a screen that is wide enough for a table. */
const isScreen = (media: string): boolean =>
  media.trim() === '' || (/\b(?:all|screen|min-width)\b/i.test(media) && !/\bnot\b|max-width/i.test(media));

function withoutComments(sheet: string): string {
  const [first, ...others] = sheet.replaceAll('<!--', ' ').replaceAll('-->', ' ').split('/*');
  let text = first!;
  for (const other of others) {
    const end = other.indexOf('*/');
    if (end !== -1) text += ` ${other.slice(end + 2)}`;
  }
  return text;
}
