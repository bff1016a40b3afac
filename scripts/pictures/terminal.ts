import { text } from '../../src/page/html.ts';
import { framed } from './frame.ts';
import { recorded } from './recorded.ts';

const ALT =
  'A terminal: an import of 572 records into the mock in three waves, the same import again, which sends nothing, and the list of both runs.';

/** The classes of the codes that trace prints, for the colour and the weight of a text. */
const COLORS: Readonly<Record<string, string>> = { 31: 'red', 32: 'green', 33: 'yellow', 36: 'cyan', 39: '' };
const WEIGHTS: Readonly<Record<string, string>> = { 1: 'bold', 2: 'dim', 22: '' };

/** In pixels. A character is as wide on every machine, whatever its font. */
const [CHARACTER, LINE, MARGIN] = [8.4, 20, 18];

const RULES = `text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;fill:var(--ink);white-space:pre}
.red{fill:var(--bad-edge)}.green{fill:var(--green)}.yellow{fill:var(--note-edge)}.cyan{fill:var(--link)}.bold{font-weight:700}.dim{fill:var(--soft)}`;

type Words = { readonly words: string; readonly kind: string };

/** What stays on a terminal after a text with the control sequences that trace writes. */
function screen(written: string): Words[][] {
  const lines: Words[][] = [[]];
  let [color, weight] = ['', ''];
  for (const [at, piece] of written.split('\u001b[').entries()) {
    const [, code = '', action = '', rest = ''] =
      at === 0 ? ['', '', '', piece] : (/^([?\d;]*)([A-Za-z])(.*)$/s.exec(piece) ?? []);
    if (action === 'A') lines.pop();
    if (action === 'K') lines[lines.length - 1] = [];
    if (action === 'm') [color, weight] = [COLORS[code] ?? color, WEIGHTS[code] ?? weight];
    for (const [index, words] of rest.replaceAll('\r', '').split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (words !== '') lines.at(-1)!.push({ words, kind: `${color} ${weight}`.trim() });
    }
  }
  return lines;
}

/** `docs/pictures/import.svg`: what trace prints for an import, the same import again, and the list of runs. */
export async function importPicture(): Promise<string> {
  const lines = screen((await recorded()).printed);
  const marks = lines.flatMap((line, row) => {
    let column = 0;
    return line.map(({ words, kind }) => {
      const [x, y] = [MARGIN + column * CHARACTER, MARGIN + row * LINE + 14];
      column += words.length;
      return `<text x="${x.toFixed(1)}" y="${y}" class="${kind}" textLength="${(words.length * CHARACTER).toFixed(1)}" lengthAdjust="spacingAndGlyphs">${text(words)}</text>`;
    });
  });
  const size = { width: 80 * CHARACTER + 2 * MARGIN, height: lines.length * LINE + 2 * MARGIN };
  return framed(size, ALT, RULES, marks.join('\n'));
}
