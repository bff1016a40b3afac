import type { Context, Hono, MiddlewareHandler } from 'hono';
import { readPaths } from '../contract/routes.ts';
import { LANGUAGES, type Language, STUDY_STATES, type StudyState } from '../contract/v2/study-lists.ts';
import { showcaseAnswer } from './showcase.ts';
import type { MockStore } from './store.ts';
import { type StudyView, studyAnswer } from './study.ts';
import type { StudySource, Triple } from './study-sources.ts';

/** What the routes take from the app they are added to. */
interface Surroundings {
  readonly store: MockStore;
  /** Read for each response. */
  readonly baseUrl: () => string;
  readonly authorised: MiddlewareHandler;
  /** Notes the methods of a path, for the 405 of the others. */
  readonly allow: (path: string, ...methods: string[]) => void;
  readonly refuse: (c: Context, status: 400 | 404, messages: readonly string[]) => Response;
}

const TRIPLE = ['collectionRef', 'productRef', 'colorCode'] as const;

/**
 * The study reads of interface 4.2, and `POST /__mock/studies/{id}/state` with `{"state": ...}`, which needs no
 * token: transitions are not shown, so a study stays in its first state until a test moves it.
 */
export function addStudyRoutes(app: Hono, around: Surroundings): void {
  const { store, authorised, allow, refuse } = around;
  read(readPaths.studies, studyAnswer, (c) => {
    const missing = TRIPLE.filter((name) => !c.req.query(name));
    if (missing.length > 0) return missing.map((name) => `${name} should not be empty`);
    const [collectionRef, productRef, colorCode] = TRIPLE.map((name) => c.req.query(name) ?? '');
    return store.studies.findBy({ collectionRef, productRef, colorCode } as Triple);
  });
  const byId = (c: Context) => store.studies.find(c.req.param('id') ?? '');
  read(`${readPaths.studies}/:id/details`, studyAnswer, byId);
  read(`${readPaths.studies}/:id/showcase`, showcaseAnswer, byId);

  const statePath = '/__mock/studies/:id/state';
  allow(statePath, 'POST');
  app.post(statePath, async (c) => {
    const asked = (await c.req.json().catch(() => null)) as { state?: unknown } | null;
    const state = asked?.state;
    if (!STUDY_STATES.includes(state as StudyState)) {
      return refuse(c, 400, [`state must be one of the following values: ${STUDY_STATES.join(', ')}`]);
    }
    const id = c.req.param('id');
    return store.studies.setState(id, state as StudyState)
      ? c.json({ id, state })
      : refuse(c, 404, [`study ${id} was not found`]);
  });

  /** Adds a path that responds with `answer` of the found study; a list of faults for a wrong query. */
  function read(
    path: string,
    answer: (source: StudySource, view: StudyView) => object,
    find: (c: Context) => StudySource | readonly string[] | undefined,
  ): void {
    allow(path, 'GET', 'HEAD');
    app.get(path, authorised, (c) => {
      const languages = readLanguages(c.req.queries('lang') ?? []);
      const found = find(c);
      const faults = [...(isFaults(found) ? found : []), ...(languages === null ? [LANGUAGE_FAULT] : [])];
      if (faults.length > 0 || isFaults(found)) return refuse(c, 400, faults);
      if (!found) return refuse(c, 404, ['STUDY_NOT_FOUND', 'the study was not found']);
      return c.json(answer(found, { baseUrl: around.baseUrl(), languages: languages ?? LANGUAGES }));
    });
  }
}

const LANGUAGE_FAULT = `each value in lang must be one of the following values: ${LANGUAGES.join(', ')}`;

/** The languages of a query, each once, in the order of the interface; all when none is given; null when one is unknown. */
function readLanguages(asked: readonly string[]): readonly Language[] | null {
  if (asked.length === 0) return LANGUAGES;
  if (asked.some((language) => !LANGUAGES.includes(language as Language))) return null;
  return LANGUAGES.filter((language) => asked.includes(language));
}

function isFaults(found: StudySource | readonly string[] | undefined): found is readonly string[] {
  return Array.isArray(found);
}
