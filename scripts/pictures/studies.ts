import { embedded, framed } from './frame.ts';
import { recorded } from './recorded.ts';

const ALT =
  'The page of a study: the facts of a dress, and a map with the countries of its supply chain and the ways between them.';
const SIZE = { width: 1000, height: 990 };

/** The content of `docs/studies-page.html`, the page of studies as an example. */
export const studiesPage = async (): Promise<string> => (await recorded()).studies;

/** `docs/pictures/studies.svg`: the page of one study, from its title to its map. */
export async function studiesPicture(): Promise<string> {
  const page = (await recorded()).study;
  const [, rules = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
  const content = page.slice(page.indexOf('<header>'), page.indexOf('<section class="part impacts">'));
  const body = `<body xmlns="http://www.w3.org/1999/xhtml" class="only">${content}</section></main></body>`;
  // A picture is as wide as the window that shows it, but its content is not.
  const wide = rules.replace('(max-width:760px)', '(max-width:0)');
  return framed(SIZE, ALT, wide, embedded(SIZE, body));
}
