import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { pageDocument, type Served } from '../../page/document.ts';
import type { Html } from '../../page/html.ts';
import { say } from '../../say.ts';
import { localText } from '../tables/portrait/figures.ts';
import { type Portrait, portraitOf } from '../tables/portrait/portrait.ts';
import { Atlas, overview, type Summary, summaryOf } from './overview.ts';
import { Season } from './season.ts';
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
  /** How `trace serve` shows the page; undefined for a file. */
  readonly served?: Served;
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
  const season = new Season();
  const summaries: Summary[] = [];
  const sections: Uint8Array[] = [];
  for await (const record of studies) {
    const study: Portrait = portraitOf(record);
    const id = `s${summaries.length + 1}`;
    summaries.push(summaryOf(study, id));
    atlas.add(study);
    season.add(study);
    sections.push(deflateRawSync(studySection(study, { id, languages })));
  }
  const one = summaries.length === 1;
  const { title, version } = options;
  const made = say().page.madeBy({
    version,
    time: options.generatedAt.toISOString().slice(0, 16).replace('T', ' '),
  });
  const note = noteOf(summaries, one);
  const head = { title, made, version, style: STYLE, note, kind: one ? 'only' : '', served: options.served };
  yield* pageDocument(
    head,
    contentOf(sections, () => overview(summaries, season, atlas)),
  );
}

function* contentOf(sections: readonly Uint8Array[], overviewOf: () => Html) {
  const many = sections.length > 1;
  yield `${landShapes()}\n<main id="main">\n`;
  if (sections.length === 0) yield `<p>${say().page.noStudy()}</p>\n`;
  else if (many) yield `${overviewOf()}\n`;
  for (const section of sections) {
    yield `${inflateRawSync(section).toString()}\n`;
    if (many) yield `<p class="back"><a href="#overview">${say().page.allStudies()}</a></p>\n`;
  }
  yield '</main>\n';
}

function noteOf(summaries: readonly Summary[], one: boolean): Html {
  const synthetic = summaries.filter((study) => study.synthetic).length;
  if (synthetic === 0 || one) return '';
  const { allSynthetic, someSynthetic } = say().page;
  return `<p class="note" role="note">${synthetic === summaries.length ? allSynthetic() : someSynthetic({ count: synthetic, number: localText(synthetic) })}</p>\n`;
}
