import { type PageOptions, studyPageParts } from '../../../src/read/page/page.ts';

/** A page about studies as one text. */
export const studyPage = async (studies: readonly unknown[], options: PageOptions): Promise<string> =>
  (await Array.fromAsync(studyPageParts(studies, options))).join('');
