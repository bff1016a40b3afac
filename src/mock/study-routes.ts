import type { Context, Hono, MiddlewareHandler } from 'hono';
import { readPaths } from '../contract/v2/read-paths.ts';
import { LANGUAGES, type Language, STUDY_STATES, type StudyState } from '../contract/v2/study-lists.ts';
import { missingPage, PAGE_HEADERS, qrPage, showcasePage } from './pages.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { MockStore } from './store.ts';
import { type StudyView, showcaseBody, studyBody } from './study.ts';
import type { StudySource, Triple } from './study-sources.ts';

/** The parts of the app that the routes use. */
interface RouteContext {
  readonly store: MockStore;
  /** The base address of links, read for each response. */
  readonly baseUrl: () => string;
  readonly authorised: MiddlewareHandler;
}

const TRIPLE = ['collectionRef', 'productRef', 'colorCode'] as const;

/**
 * Adds the study reads (interface 4.2), and `POST /__mock/studies/{id}/state` with `{"state": ...}`, which needs no token.
 * The interface does not document transitions, so a study keeps its first state until a test sets another.
 */
export function addStudyRoutes(app: Hono, context: RouteContext): void {
  const { store, authorised } = context;
  read(readPaths.studies, studyBody, (c) => {
    const missing = TRIPLE.filter((name) => !c.req.query(name));
    if (missing.length > 0) return missing.map((name) => `${name} should not be empty`);
    const [collectionRef, productRef, colorCode] = TRIPLE.map((name) => c.req.query(name) ?? '');
    return store.studies.findBy({ collectionRef, productRef, colorCode } as Triple);
  });
  const byId = (c: Context) => store.studies.find(c.req.param('id') ?? '');
  read(`${readPaths.studies}/:id/details`, studyBody, byId);
  read(`${readPaths.studies}/:id/showcase`, showcaseBody, byId);

  addStudyPages(app, context);
  app.post('/__mock/studies/:id/state', async (c) => {
    const body = (await c.req.json().catch(() => null)) as { state?: unknown } | null;
    const state = body?.state;
    if (!STUDY_STATES.includes(state as StudyState)) {
      const messages = [`state must be one of the following values: ${STUDY_STATES.join(', ')}`];
      return refuse(c, { status: 400, messages });
    }
    const id = c.req.param('id');
    return store.studies.setState(id, state as StudyState)
      ? c.json({ id, state })
      : refuse(c, { status: 404, messages: [`study ${id} was not found`] });
  });

  /**
   * Adds a path. Its response is the result of `bodyOf` for the study that `find` returns. `find` returns faults for an
   * invalid query.
   */
  function read(
    path: string,
    bodyOf: (source: StudySource, view: StudyView) => object,
    find: (c: Context) => StudySource | readonly string[] | undefined,
  ): void {
    app.get(path, authorised, (c) => {
      const languages = readLanguages(c.req.queries('lang') ?? []);
      const found = find(c);
      const faults = [...(isFaults(found) ? found : []), ...(languages === null ? [LANGUAGE_FAULT] : [])];
      if (faults.length > 0 || isFaults(found)) return refuse(c, { status: 400, messages: faults });
      if (!found) return refuse(c, NO_STUDY);
      return c.json(bodyOf(found, { baseUrl: context.baseUrl(), languages: languages ?? LANGUAGES }));
    });
  }
}

/** Adds the pages that links of studies point to. They need no token. */
function addStudyPages(app: Hono, { store, baseUrl }: RouteContext): void {
  for (const [path, page] of [
    ['/showcase/:id', showcasePage],
    ['/qr/:id', qrPage],
  ] as const) {
    app.get(path, (c) => {
      const study = store.products.study(c.req.param('id'));
      return study
        ? c.html(page(study, baseUrl()), 200, PAGE_HEADERS)
        : c.html(missingPage('No such study'), 404, PAGE_HEADERS);
    });
  }
}

const NO_STUDY: Refusal = { status: 404, messages: ['STUDY_NOT_FOUND', 'the study was not found'] };

const LANGUAGE_FAULT = `each value in lang must be one of the following values: ${LANGUAGES.join(', ')}`;

/** The languages of a query in the order of the interface, or all if none is given; null if one is unknown. */
function readLanguages(requested: readonly string[]): readonly Language[] | null {
  if (requested.length === 0) return LANGUAGES;
  if (requested.some((language) => !LANGUAGES.includes(language as Language))) return null;
  return LANGUAGES.filter((language) => requested.includes(language));
}

function isFaults(found: StudySource | readonly string[] | undefined): found is readonly string[] {
  return Array.isArray(found);
}
