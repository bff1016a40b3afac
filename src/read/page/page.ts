import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { language, say } from '../../say.ts';
import { localText } from '../tables/portrait/figures.ts';
import { type Portrait, portraitOf } from '../tables/portrait/portrait.ts';
import { type Html, text } from './html.ts';
import { Atlas, overview, type Summary, summaryOf } from './overview.ts';
import { studySection } from './study-section.ts';
import { STYLE } from './style.ts';
import { landShapes } from './world.ts';

export interface PageOptions {
  readonly title: string;
  /** The languages of claims and texts, in this order. */
  readonly languages: readonly string[];
  readonly generatedAt: Date;
  /** The version of trace. */
  readonly version: string;
}

/**
 * A page about studies (interface 2.6), in pieces to write to a file: no scripts, no requests, printable. The same studies and options give
 * the same bytes. A malformed record gives a section with gaps, never an exception. The overview comes before the sections but needs all studies, so the
 * sections wait in memory, compressed to about 10 kB each, until the last study is read.
 */
export async function* studyPageParts(
  studies: Iterable<unknown> | AsyncIterable<unknown>,
  options: PageOptions,
): AsyncGenerator<string> {
  const { languages } = options;
  const atlas = new Atlas();
  const summaries: Summary[] = [];
  const sections: Uint8Array[] = [];
  for await (const record of studies) {
    const study: Portrait = portraitOf(record);
    const id = `s${summaries.length + 1}`;
    summaries.push(summaryOf(study, id));
    atlas.add(study);
    sections.push(deflateRawSync(studySection(study, { id, languages })));
  }
  const one = summaries.length === 1;
  yield pageHead(options, summaries, one);
  yield `${landShapes()}\n<main id="main">\n`;
  if (summaries.length === 0) yield `<p>${say().page.noStudy()}</p>\n`;
  else if (!one) yield `${overview(summaries, atlas)}\n`;
  for (const section of sections) {
    yield `${inflateRawSync(section).toString()}\n`;
    if (!one) yield `<p class="back"><a href="#overview">${say().page.allStudies()}</a></p>\n`;
  }
  yield `</main>\n<footer>${createdText(options)}</footer>\n</body>\n</html>\n`;
}

function pageHead(options: PageOptions, summaries: readonly Summary[], one: boolean): Html {
  const synthetic = summaries.filter((study) => study.synthetic).length;
  const note =
    synthetic === 0 || one
      ? ''
      : `<p class="note" role="note">${synthetic === summaries.length ? say().page.allSynthetic() : say().page.someSynthetic({ count: synthetic, number: localText(synthetic) })}</p>\n`;
  return `<!doctype html>
<html lang="${language()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="${text(`trace ${options.version}`)}">
<title>${text(options.title)}</title>
<style>${STYLE}</style>
</head>
<body${one ? ' class="only"' : ''}>
<a class="skip" href="#main">${say().page.skip()}</a>
<header><h1>${text(options.title)}</h1>
<p class="lede">${createdText(options)}</p>
${note}</header>
`;
}

const createdText = ({ version, generatedAt }: PageOptions): Html =>
  text(say().page.madeBy({ version, time: generatedAt.toISOString().slice(0, 16).replace('T', ' ') }));
