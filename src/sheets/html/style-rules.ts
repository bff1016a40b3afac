/** The properties that change what a cell says. */
const PROPERTIES = ['display', 'visibility', 'mso-hide', 'decoration', 'vertical-align'] as const;
type Property = (typeof PROPERTIES)[number];

/** Those that only make a text doubtful: any rule counts, also one that may be for other elements. */
const DOUBTFUL: ReadonlySet<Property> = new Set(['decoration', 'vertical-align']);

const MAY_MATTER = /display|visibility|mso-hide|text-decoration|vertical-align/i;

/** Pseudo-elements, states that an element does not have in a saved page, and what the attribute says itself. */
const OTHER_STATE =
  /::|:(?:before|after|first-l|hover|focus|active|visited|target|checked|-)|^\s*\[hidden\]\s*$/;

/** Selectors such as `td`, `.name`, `td.name`, `#id`. */
const PLAIN = /^(?:([\w-]+)|\*)?([.#][^\s.#:>+~*[\]]+)?$/;

/** Maximum number of elements whose look is remembered, and of characters that describe one. */
const MOST_KNOWN = 1000;
const LONGEST_KNOWN = 300;

/** Whether a property is on. `undefined`: nothing sets it; `maybe`: rules differ, or the reader does not know whose they are. */
export type Look = { [property in Property]?: boolean | 'maybe' | undefined };

interface Declared {
  readonly property: Property;
  readonly isOn: boolean;
}

type Attributes = Readonly<Record<string, string>>;

/**
 * The rules of the style sheets of a page that hide an element, strike its text out, or raise it. There is no cascade: rules
 * that differ make the look of an element uncertain, and so does a selector that is not plain.
 */
export class StyleRules {
  /** What rules say of the elements of a name (`td`, `.name`, `td.name`), such as `display:on` and `display:maybe-off`. */
  private readonly said = new Map<string, Set<string>>();
  private readonly known = new Map<string, Look>();
  private pieces: string[] = [];

  add(text: string): void {
    this.pieces.push(text);
  }

  /** Ends the style sheet with the `media` of its element. */
  end(media: string | undefined): void {
    const sheet = withoutComments(this.pieces.join(''));
    this.pieces = [];
    this.known.clear();
    if (MAY_MATTER.test(sheet) && (media === undefined || isScreen(media))) this.read(sheet);
  }

  /** The look of an element, without that of the elements around it. */
  lookOf(name: string, attributes: Attributes): Look {
    const { class: classes, id, hidden, style } = attributes;
    const key = [name, classes, id, hidden === undefined, style].join('\0');
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const look = this.newLook(name, attributes);
    if (this.known.size < MOST_KNOWN && key.length < LONGEST_KNOWN) this.known.set(key, look);
    return look;
  }

  private newLook(name: string, { class: classes, id, hidden, style }: Attributes): Look {
    const own = style === undefined ? [] : declaredIn(style);
    const names = [...listed('.', classes), ...listed('#', id)];
    const said = new Set(hidden === undefined ? [] : ['display:on']);
    for (const one of ['*', name, ...names, ...names.map((each) => name + each)])
      for (const word of this.said.get(one) ?? []) said.add(word);
    for (const [property, isOn] of new Map(own.map((one) => [one.property, one.isOn])))
      said.add(`${property}:${isOn ? 'on' : 'off'}`);
    const look: Look = {};
    for (const property of PROPERTIES) {
      const [on, off, maybeOn, maybeOff] = ['on', 'off', 'maybe-on', 'maybe-off'].map((how) =>
        said.has(`${property}:${how}`),
      );
      if (on || maybeOn) look[property] = DOUBTFUL.has(property) || !(off || maybeOn || maybeOff) || 'maybe';
      else if (off) look[property] = false;
    }
    return look;
  }

  private read(sheet: string): void {
    /** The selectors of the blocks that are open; null for those whose rules do not count. */
    const open: (string | null)[] = [];
    for (const [, text, brace] of sheet.matchAll(/([^{}]*)([{}]|$)/g)) {
      const selectors = open.at(-1);
      if (selectors) this.rule(selectors, text!);
      if (brace === '{') {
        const start = text!.slice(text!.lastIndexOf(';') + 1).trim();
        const isOther = /^@media\b/i.test(start) && !isScreen(start.slice(6));
        open.push(selectors === null || isOther ? null : start.startsWith('@') ? '' : start);
      } else open.pop();
    }
  }

  private rule(selectors: string, declarations: string): void {
    const declared = declaredIn(declarations);
    if (declared.length === 0) return;
    for (const selector of selectors.toLowerCase().split(',')) {
      if (OTHER_STATE.test(selector)) continue;
      const plain = PLAIN.exec(selector.trim());
      for (const { property, isOn } of declared) {
        const name = (plain ? (plain[1] ?? '') + (plain[2] ?? '') : nameIn(selector, property)) || '*';
        const words = this.said.get(name) ?? new Set();
        this.said.set(name, words.add(`${property}:${plain ? '' : 'maybe-'}${isOn ? 'on' : 'off'}`));
      }
    }
  }
}

/**
 * The name of the elements for which a selector that is not plain may be: of the last element of it. What strikes text out
 * (`tr.old td`) counts for all in the last element with a class: it passes to what is inside.
 */
function nameIn(selector: string, property: Property): string {
  const names = selector.replace(/\[[^[\]]*\]|:[\w-]+(?:\([^()]*\))?/g, '');
  const last = /[^\s>+~]*\s*$/.exec(names)![0].trim();
  const classes = (property === 'decoration' ? names : last).match(/[.#][^\s.#>+~]+/g);
  return classes?.at(-1) ?? last;
}

function declaredIn(declarations: string): Declared[] {
  if (!MAY_MATTER.test(declarations)) return [];
  return declarations.split(';').flatMap((one) => {
    const colon = one.indexOf(':');
    const name = one.slice(0, colon).trim().toLowerCase();
    const value = one
      .slice(colon + 1)
      .split('!')[0]!
      .trim()
      .toLowerCase();
    const property = /^text-decoration(?:-line)?$/.test(name)
      ? 'decoration'
      : PROPERTIES.find((each) => each === name);
    const isOn = property && ON[property](value);
    return isOn === undefined ? [] : { property: property!, isOn };
  });
}

const ON: { readonly [property in Property]: (value: string) => boolean | undefined } = {
  display: (value) => value === 'none',
  visibility: (value) => (value === 'inherit' ? undefined : value === 'hidden' || value === 'collapse'),
  'mso-hide': (value) => value === 'all' || value === 'screen',
  decoration: (value) => value.includes('line-through'),
  'vertical-align': (value) => value === 'super' || value === 'sub',
};

const listed = (mark: string, names = ''): string[] =>
  names
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((name) => mark + name);

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
