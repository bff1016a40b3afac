import { describe, expect, test } from 'vitest';
import { FAMILY_NAMES } from '../../../src/contract/family.ts';
import { pathSteps } from '../../../src/contract/field.ts';
import { type Body, type Json, keyOf } from '../../../src/contract/kind.ts';
import { kindsOf } from '../../../src/contract/registry.ts';
import { prerequisites, soundBody } from '../../mock/sound-body.ts';
import { folderWith, journalOf, mockService, sandboxConfig, trace } from './harness.ts';
import { csvOf } from './sheets.ts';

/** A record with every field of its kind, and all records that it references, written to files and imported. */
describe.each(FAMILY_NAMES)('an import into the family %s', (family) => {
  test.each(kindsOf('v2'))(
    'an import sends every field of a $name, with its JSON type and its exact text',
    async (kind) => {
      const mock = await mockService();
      // keys of their own: unchanged, these would be the example rows of the template
      const own = Object.fromEntries(
        ['supplierRef', 'productRef', 'warehouseRef', kind.key[0]!]
          .filter((name) => kind.fields.some(({ path }) => path === name))
          .map((name) => [name, `OWN-${name}`]),
      );
      const whole = soundBody(kind, family, { with: own });
      const bodies = [...prerequisites(kind, whole, family), { kind, body: whole }];
      const files: Record<string, string> = {};
      for (const { plural } of kindsOf('v2')) {
        const ofKind = bodies.filter((entry) => entry.kind.plural === plural);
        if (ofKind.length > 0)
          files[`${plural}.csv`] = csvOf(
            ofKind[0]!.kind,
            ofKind.map(({ body }) => body),
          );
      }
      const cwd = await folderWith({ ...files, 'trace.config.yaml': sandboxConfig(mock.url) });

      const ran = await trace(['import', ...Object.keys(files), '--env', 'sandbox'], { cwd });

      expect(ran.stderr).toContain(`${bodies.length} created`);
      expect(ran.code).toBe(0);
      const taken = await journalOf(mock);
      for (const { kind: of, body } of bodies) {
        const entry = taken.find(({ kind: name, key }) => name === of.name && key === keyOf(of, body));
        expect(entry?.body).toEqual(body);
        expect(entry?.family).toBe(family);
      }
      for (const { path } of kind.fields) expect(leaf(whole, path), path).toBeDefined();
    },
  );
});

/** The value at a path; of the first item if the path repeats. */
function leaf(body: Body, path: string): Json | undefined {
  return pathSteps(path).reduce<Json | undefined>((at, { name, array }) => {
    const next = (at as Body | undefined)?.[name];
    return array && Array.isArray(next) ? next[0] : next;
  }, body);
}
