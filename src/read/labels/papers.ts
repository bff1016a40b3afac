import papers from './papers.json' with { type: 'json' };

/** Labels to print on, and where they are on their page. Lengths are in millimetres. */
export interface Paper {
  readonly name: string;
  readonly page: { readonly width: number; readonly height: number };
  readonly label: { readonly width: number; readonly height: number };
  readonly columns: number;
  readonly rows: number;
  /** Distance of the first label from the left and the upper edge of the page. */
  readonly left: number;
  readonly top: number;
  /** Distance from the left edge of a label to the left edge of the next one. There is no space between rows. */
  readonly pitch: number;
}

/**
 * A4 sheets by Avery. Sizes and numbers of labels are those on the packs; edges and distances are those of the templates
 * of gLabels and of other label programs, which agree within half a millimetre: each grid is in the middle of its sheet.
 */
const SHEETS: Readonly<Record<string, typeof papers.sheets.L7160>> = papers.sheets;

/** Tape that is cut to length has only a width in its name: the size of labels for each width. */
const TAPE: Readonly<Record<string, string>> = { '62': '62x29' };
/** Minimum and maximum width and height of a label. */
const LENGTHS = { least: 10, most: 300 } as const;

const A4 = { width: 210, height: 297 } as const;

const sheet = (name: string, { width, height, ...grid }: (typeof SHEETS)[string]): Paper => ({
  ...{ name, page: A4, label: { width, height } },
  ...grid,
});

const roll = (width: number, height: number): Paper => ({
  name: `${width}x${height}`,
  page: { width, height },
  label: { width, height },
  ...{ columns: 1, rows: 1, left: 0, top: 0, pitch: width },
});

/** All papers with a name, smallest labels first. For thermal printers, these are usual sizes; any other size is allowed. */
export const PAPERS: readonly Paper[] = [
  ...Object.entries(SHEETS).map(([name, sizes]) => sheet(name, sizes)),
  ...papers.rolls.map(([width = 0, height = 0]) => roll(width, height)),
].sort((a, b) => a.label.width * a.label.height - b.label.width * b.label.height);

/** Whether each label is a page of its own. */
export const isRoll = ({ columns, rows }: Paper): boolean => columns * rows === 1;

/** The names of sheets or of rolls, as a list for people. */
export const paperNames = (rolls: boolean): string =>
  PAPERS.filter((paper) => isRoll(paper) === rolls)
    .map(({ name }) => name)
    .sort()
    .join(', ');

/**
 * The paper of a name such as `L7160`, `Avery J8160` or `7160`, or of a width and a height in millimetres such as
 * `57x32`; null for anything else.
 */
export function paperNamed(text: string): Paper | null {
  const typed = text
    .trim()
    .toLowerCase()
    .replace(/\s*mm$/, '');
  const [, code] = /^(?:avery[\s-]*)?[lj]?(\d{4})$/.exec(typed) ?? [];
  if (code !== undefined) {
    // J8160 and L8160 are the labels of L7160 for other printers.
    const sizes = SHEETS[`L${code}`] ?? SHEETS[`L7${code.slice(1)}`];
    return sizes ? sheet(`L${SHEETS[`L${code}`] ? code : `7${code.slice(1)}`}`, sizes) : null;
  }
  const [, wide, high] = /^(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)$/.exec(TAPE[typed] ?? typed) ?? [];
  const [width, height] = [Number(wide), Number(high)];
  const fits = (length: number) => length >= LENGTHS.least && length <= LENGTHS.most;
  return fits(width) && fits(height) ? roll(width, height) : null;
}
