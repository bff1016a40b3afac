import { pageDocument, type Served } from '../../../page/document.ts';
import { type Html, text } from '../../../page/html.ts';
import { say } from '../../../say.ts';
import { forTerminal } from '../../../terminal-text.ts';
import { VERSION } from '../../../version.ts';
import { STYLE } from './style.ts';

/** The pages that the bar leads to, by the end of their address. */
const PLACES = { '': 'runs', check: 'check', studies: 'studies', jobs: 'jobs' } as const;
export type PlaceName = keyof typeof PLACES;

/** Where the pages are, and which there are. */
export interface Site {
  /** The start of each address. */
  readonly root: string;
  /** Whether machines share a memory, which has jobs. */
  readonly hasJobs: boolean;
}

/** What every page has; `current` is the one that is shown, or the one above it. */
export function servedAs({ root, hasJobs }: Site, current: PlaceName): Served {
  const shown = (Object.keys(PLACES) as PlaceName[]).filter((name) => name !== 'jobs' || hasJobs);
  const links = shown.map((name) => {
    const mark = name === current ? ' aria-current="true"' : '';
    return `<li><a href="${root}/${name}"${mark}>${text(say().serve[PLACES[name]]())}</a></li>`;
  });
  return {
    bar: `<nav class="places" aria-label="${text(say().serve.places())}"><ul>${links.join('')}</ul></nav>\n<p class="said" role="status" id="said"></p>\n`,
    script: `${root}/page.js`,
    made: say().serve.made({ version: VERSION }),
  };
}

/** A page of `trace serve` that no file has. */
export async function servedPage(
  site: Site,
  current: PlaceName,
  title: string,
  content: Html,
): Promise<string> {
  const served = servedAs(site, current);
  const head = { title, made: served.made, version: VERSION, style: STYLE, served };
  return (await Array.fromAsync(pageDocument(head, ['<main id="main">\n', content, '</main>\n']))).join('');
}

/** Markup that changes while it is shown: the script replaces it with what the address `of` sends. */
export const livePart = (of: string, html: Html): Html =>
  `<div data-live="${text(of)}" data-lost="${text(say().serve.lost())}">${html}</div>`;

/** The page of an error: what happened, and what to do. */
export const errorPage = (site: Site, message: string, hint = ''): Promise<string> =>
  servedPage(
    site,
    '',
    say().serve.error(),
    `<p class="verdict bad" role="alert">${text(forTerminal(message, 2000))}</p>${hint && `<p>${text(forTerminal(hint, 2000))}</p>`}\n`,
  );

/** The page with the form that files are dropped on. `megabytes`: the most that it accepts. */
export const checkPage = (site: Site, megabytes: number): Promise<string> => {
  const texts = say().serve;
  const most = `data-most="${megabytes * 1024 * 1024}" data-over="${text(texts.tooLarge({ number: `${megabytes}` }))}"`;
  return servedPage(
    site,
    'check',
    texts.check(),
    `<form class="drop" method="post" enctype="multipart/form-data" action="${site.root}/check" data-busy="${text(texts.checking())}" ${most}>
<p id="about">${text(texts.drop({ number: `${megabytes}` }))}</p>
<p><label for="files">${text(texts.choose())}</label><input id="files" name="files" type="file" multiple required aria-describedby="about"></p>
<button>${text(texts.checkButton())}</button>
</form>\n`,
  );
};

/** The page with the form that selects studies of an environment. */
export const studiesPage = (site: Site, environment: string): Promise<string> => {
  const texts = say().serve;
  const fields = [
    ['batch', texts.batch()],
    ['collection', texts.collection()],
  ].map(
    ([name, words]) =>
      `<p><label for="${name}">${text(words!)}</label><input id="${name}" name="${name}" type="text"></p>`,
  );
  return servedPage(
    site,
    'studies',
    texts.studies(),
    `<form action="${site.root}/studies/page" data-busy="${text(texts.readingStudies())}">
<p>${text(texts.studiesOf({ environment }))}</p>
${fields.join('\n')}
<button>${text(texts.showStudies())}</button>
</form>\n`,
  );
};

/** A list of links. */
export const linkList = (links: readonly (readonly [to: string, words: string])[]): Html =>
  links.length === 0 ? '' : `<ul>${links.map(([to, words]) => `<li>${link(to, words)}</li>`).join('')}</ul>`;

export const link = (to: string, words: string): Html => `<a href="${text(to)}">${text(words)}</a>`;
