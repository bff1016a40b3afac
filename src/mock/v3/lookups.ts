import type { Context, Hono } from 'hono';
import { type LookupName, REPLACEMENTS, v3ReadPaths } from '../../contract/v3/read-paths.ts';
import { notFoundCode } from '../refusal.ts';
import type { MockStore } from '../store.ts';
import { assessmentOf, calculatedFecOf, declaredFecOf } from './figures.ts';
import type { V3Record } from './records.ts';

const BODIES = {
  declaredFec: declaredFecOf,
  calculatedFec: calculatedFecOf,
  lifecycleAssessment: assessmentOf,
} satisfies Record<LookupName, (record: V3Record, baseUrl: string) => object>;

/**
 * Adds the deprecated look-ups of a brand product, by id and by client identifier (interface 4.3). They show writes at
 * once. Every response has the header `Deprecation`, and a link to the replacement if there is one.
 */
export function addLookups(
  app: Hono,
  { store, baseUrl }: { readonly store: MockStore; readonly baseUrl: () => string },
  brandOf: (c: Context) => string | Response,
): void {
  for (const name of Object.keys(BODIES) as LookupName[]) {
    const paths = v3ReadPaths[name];
    add(name, 'id', decodeURIComponent(paths.byId(':named')));
    add(name, 'uniqueIdentifier', decodeURIComponent(paths.byUniqueIdentifier(':named')));
  }

  function add(name: LookupName, by: 'id' | 'uniqueIdentifier', path: string): void {
    app.get(path, (c) => {
      c.header('Deprecation', 'true');
      const { path: replacement } = REPLACEMENTS[name];
      if (replacement !== null) c.header('Link', `<${baseUrl()}${replacement}>; rel="successor-version"`);
      const brand = brandOf(c);
      if (typeof brand !== 'string') return brand;
      const named = c.req.param('named') ?? '';
      const record =
        by === 'id'
          ? store.v3.byId('brand-product', brand, named)
          : store.v3.byUniqueIdentifier('brand-product', brand, named);
      return record ? c.json(BODIES[name](record, baseUrl())) : c.json(notFound(by, named), 404);
    });
  }
}

/** The error body of a look-up has its own format (interface 7): codes in `details[].reason`. Other names are guesses. */
function notFound(by: 'id' | 'uniqueIdentifier', named: string): object {
  const message = `there is no brand product with ${by} ${named}`;
  return {
    error: 'NOT_FOUND',
    message,
    details: [{ reason: notFoundCode('brand-product', by), field: by, message }],
  };
}
