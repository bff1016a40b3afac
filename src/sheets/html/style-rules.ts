import { RAISED, STRUCK, UNSEEN, UNSURE } from './cell-marks.ts';

/** Patterns of declarations that hide or show an element, strike its text out, or raise its text. */
const HIDING_DECLARATION = /(?:^|[;\s])(?:display\s*:\s*none|mso-hide\s*:\s*(?:all|screen))/i;
const SHOWING_DECLARATION = /(?:^|[;\s])display\s*:\s*(?!none)[a-z]/i;
/** Elements inside may be visible again, so the text is only uncertain. */
const MAYBE_HIDING_DECLARATION = /(?:^|[;\s])visibility\s*:\s*(?:hidden|collapse)/i;
const STRIKING_DECLARATION = /(?:^|[;\s])text-decoration(?:-line)?\s*:[^;]*line-through/i;
const RAISING_DECLARATION = /(?:^|[;\s])vertical-align\s*:\s*(?:super|sub)\b/i;

/** Ignored selectors: pseudo-elements, states that a saved page does not have, and `[hidden]`, which `marksOf` reads. */
const IGNORED_SELECTOR =
  /::|:(?:before|after|first-l|hover|focus|active|visited|target|checked|-)|^\s*\[hidden\]\s*$/;

/** A block for media other than a wide screen. */
const OTHER_MEDIA = /^@media\b(?=.*(?:\bnot\b|max-width)|(?!.*\b(?:all|screen|min-width)\b))/is;

/** Selectors that are only one name: `td`, `.name`, `#id`, `*`. */
const SINGLE_NAME_SELECTOR = /^(?:[.#]?[^\s.#:>+~*[\]]+|\*)$/;

/** A bit that only this file uses: a declaration shows the element. */
const SHOWN = 64;

type Attributes = Readonly<Record<string, string>>;

/** The bits of declarations. */
function marksIn(declarations: string): number {
  return (
    (HIDING_DECLARATION.test(declarations) ? UNSEEN : 0) |
    (SHOWING_DECLARATION.test(declarations) ? SHOWN : 0) |
    (MAYBE_HIDING_DECLARATION.test(declarations) ? UNSURE : 0) |
    (STRIKING_DECLARATION.test(declarations) ? STRUCK : 0) |
    (RAISING_DECLARATION.test(declarations) ? RAISED : 0)
  );
}

/**
 * The rules of style sheets that hide elements, strike their text out, or raise it. This is simpler than CSS: a rule counts for
 * every element that the last name of its selector matches. If the selector has more names, hiding is only uncertain; so it is
 * if one rule hides an element and another shows it.
 */
export class StyleRules {
  /** The bits of elements by their names, such as `td`, `.name` and `#id`. */
  private readonly marks = new Map<string, number>();

  /** Adds the rules of a style sheet. `media`: the attribute of its element. */
  read(text: string, media = ''): void {
    const sheet = withoutComments(text);
    if (marksIn(sheet.replaceAll('{', ';')) > 0)
      this.readBlocks(media === '' ? sheet : `@media ${media} {${sheet}}`);
  }

  /** The bits of an element by the rules and its attributes, without those of the elements around it. */
  marksOf(name: string, { class: classes = '', id, hidden, style }: Attributes): number {
    let marks = hidden === undefined ? 0 : UNSEEN;
    if (style !== undefined) marks |= marksIn(style);
    if (this.marks.size > 0) {
      const names = classes.split(/\s+/).map((one) => `.${one}`);
      for (const one of ['*', name, `#${id}`, ...names]) marks |= this.marks.get(one.toLowerCase()) ?? 0;
    }
    return marks & UNSEEN && marks & SHOWN ? (marks & ~UNSEEN) | UNSURE : marks;
  }

  private readBlocks(sheet: string): void {
    /** The selector of each open block; empty for an at-rule, null for a block whose rules are ignored. */
    const open: (string | null)[] = [];
    for (const [, text, brace] of sheet.matchAll(/([^{}]*)([{}]|$)/g)) {
      const selectors = open.at(-1);
      if (selectors) this.rule(selectors, marksIn(text!));
      if (brace === '{') {
        const start = text!.slice(text!.lastIndexOf(';') + 1).trim();
        open.push(selectors === null || OTHER_MEDIA.test(start) ? null : start.startsWith('@') ? '' : start);
      } else open.pop();
    }
  }

  private rule(selectors: string, marks: number): void {
    if (marks === 0) return;
    for (const selector of selectors.toLowerCase().split(',')) {
      if (IGNORED_SELECTOR.test(selector)) continue;
      const isHiding = (marks & UNSEEN) !== 0 && !SINGLE_NAME_SELECTOR.test(selector.trim());
      const name = nameIn(selector, (marks & STRUCK) !== 0);
      this.marks.set(name, (this.marks.get(name) ?? 0) | (isHiding ? (marks & ~UNSEEN) | UNSURE : marks));
    }
  }
}

/**
 * The name under which the rule of a selector is stored: the last class or id of its last element, else its tag. `isOfAll`: the
 * last class or id of the whole selector, `.old` for `tr.old td`, because struck-out text stays so in the elements inside.
 */
function nameIn(selector: string, isOfAll: boolean): string {
  const names = selector.replace(/\[[^[\]]*\]|:[\w-]+(?:\([^()]*\))?/g, '');
  const last = /[^\s>+~]*\s*$/.exec(names)![0].trim();
  return (isOfAll ? names : last).match(/[.#][^\s.#>+~]+/g)?.at(-1) ?? (last || '*');
}

function withoutComments(sheet: string): string {
  const [first, ...others] = sheet.replaceAll('<!--', ' ').replaceAll('-->', ' ').split('/*');
  let text = first!;
  for (const other of others) {
    const end = other.indexOf('*/');
    if (end !== -1) text += ` ${other.slice(end + 2)}`;
  }
  return text;
}
