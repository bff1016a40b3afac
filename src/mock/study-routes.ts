import type { Context, Hono } from 'hono';
import { readPaths } from '../contract/v2/read-paths.ts';
import { LANGUAGES, type Language, STUDY_STATES, type StudyState } from '../contract/v2/study-lists.ts';
import { missingPage, PAGE_HEADERS, qrPage, showcasePage } from './pages.ts';
import { MockRefusal } from './refusal.ts';
import type { Mock } from './routes.ts';
import { type StudyView, showcaseBody, studyBody } from './study.ts';
import type { StudySource, Triple } from './study-sources.ts';

const STUDY_KEY_FIELDS = ['collectionRef', 'productRef', 'colorCode'] as const;

/**
 * Adds the study reads (interface 4.2), and `POST /__mock/studies/{id}/state` with `{"state": ...}`, which needs no token.
 * The interface does not document transitions, so a study keeps its first state until a test sets another.
 */
export function addStudyRoutes(app: Hono, { store, tokens, options }: Mock): void {
  read(
    readPaths.studies,
    studyBody,
    (c) => {
      const [collectionRef, productRef, colorCode] = STUDY_KEY_FIELDS.map((name) => c.req.query(name) ?? '');
      return store.studies.findBy({ collectionRef, productRef, colorCode } as Triple);
    },
    STUDY_KEY_FIELDS,
  );
  const byId = (c: Context) => store.studies.find(c.req.param('id') ?? '');
  read(`${readPaths.studies}/:id/details`, studyBody, byId);
  read(`${readPaths.studies}/:id/showcase`, showcaseBody, byId);

  /** Adds a path. Its response is the result of `bodyOf` for the study that `find` returns. */
  function read(
    path: string,
    bodyOf: (source: StudySource, view: StudyView) => object,
    find: (c: Context) => StudySource | undefined,
    required: readonly string[] = [],
  ): void {
    app.get(path, (c) => {
      tokens.brand(c.req.header('authorization'), 'v2');
      const languages = readLanguages(c.req.queries('lang') ?? []);
      const missing = required.filter((name) => !c.req.query(name));
      const faults = missing.map((name) => `${name} should not be empty`);
      if (languages === null) faults.push(LANGUAGE_FAULT);
      if (faults.length > 0) throw new MockRefusal(400, faults);
      const found = find(c);
      if (!found) throw new MockRefusal(404, ['STUDY_NOT_FOUND', 'the study was not found']);
      return c.json(bodyOf(found, { baseUrl: options.baseUrl, languages: languages! }));
    });
  }

  // The pages that links of studies point to need no token.
  for (const [path, page] of [
    ['/showcase/:id', showcasePage],
    ['/qr/:id', qrPage],
  ] as const) {
    app.get(path, (c) => {
      const study = store.products.study(c.req.param('id'));
      return study
        ? c.html(page(study, options.baseUrl), 200, PAGE_HEADERS)
        : c.html(missingPage('No such study'), 404, PAGE_HEADERS);
    });
  }

  app.post('/__mock/studies/:id/state', async (c) => {
    const body = (await c.req.json().catch(() => null)) as { state?: unknown } | null;
    const state = body?.state;
    if (!STUDY_STATES.includes(state as StudyState)) {
      throw new MockRefusal(400, [`state must be one of the following values: ${STUDY_STATES.join(', ')}`]);
    }
    const id = c.req.param('id');
    if (!store.studies.setState(id, state as StudyState))
      throw new MockRefusal(404, [`study ${id} was not found`]);
    return c.json({ id, state });
  });
}

const LANGUAGE_FAULT = `each value in lang must be one of the following values: ${LANGUAGES.join(', ')}`;

/** The languages of a query in the order of the interface, or all if none is given; null if one is unknown. */
function readLanguages(requested: readonly string[]): readonly Language[] | null {
  if (requested.length === 0) return LANGUAGES;
  if (requested.some((language) => !LANGUAGES.includes(language as Language))) return null;
  return LANGUAGES.filter((language) => requested.includes(language));
}
