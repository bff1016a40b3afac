import { describe, expect, test } from 'vitest';
import type { Body } from '../../src/contract/kind.ts';
import { findingsIn, sandboxFolder } from '../cli/commands/harness.ts';
import { csvOf, product, productBody, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { runTrace } from './harness.ts';

/** A folder with both files, the service, and the findings of each command. */
async function world(files: { readonly suppliers: readonly Body[]; readonly products: readonly Body[] }) {
  const { cwd } = await sandboxFolder({
    'suppliers.csv': csvOf(supplier, files.suppliers),
    'products.csv': csvOf(product, files.products),
  });
  const run = async (...argv: readonly string[]) => {
    const ran = await runTrace([...argv, '--env', 'sandbox', '--json'], cwd);
    return { code: ran.code, findings: findingsIn(ran.stdout) };
  };
  return { run };
}

const BOTH = ['suppliers.csv', 'products.csv'];
const suppliersOf = (...refs: readonly string[]) => refs.map((ref) => supplierBody(ref));

describe('keys that look alike', () => {
  const PAIRS = [
    ['FRN-1', 'FRN\u20111', 'U+2011, there U+002D'],
    ['A1', '\u04101', 'U+0410, there U+0041'],
    ['FI-9', '\ufb01-9', 'U+FB01, there U+0046'],
    ['S-A', 's-a', 'U+0073, there U+0053'],
    ['B 7', 'B  7', 'U+0020, there U+0037'],
    ['\u00c9toile', '\u00e9toile', 'U+00E9, there U+00C9'],
  ] as const;

  test.each(['check', 'import'])(
    'keys that look alike are a warning of %s that shows both keys and what differs, and an error with --strict',
    async (command) => {
      const { run } = await world({
        suppliers: suppliersOf(...PAIRS.flat(), 'Z-1', 'z-2'),
        products: [productBody('R2', 'Z-1')],
      });
      const alikeIn = async (...flags: readonly string[]) => {
        const { code, findings } = await run(command, ...BOTH, ...flags);
        return { code, alike: findings.filter((one) => one.code === 'key-looks-alike') };
      };
      const strict = await alikeIn('--strict');
      expect([strict.code, new Set(strict.alike.map(({ severity }) => severity))]).toEqual([
        3,
        new Set(['error']),
      ]);
      const { code, alike } = await alikeIn();
      expect([code, alike.map(({ severity }) => severity)]).toEqual([0, PAIRS.map(() => 'warning')]);
      for (const [at, [plain, odd, points]] of PAIRS.entries()) {
        // Blanks in a cell may be repaired before.
        expect(alike[at]!.message).toContain(`looks like ${plain}`);
        expect(alike[at]!.message).toContain(points);
        expect(alike[at]!.message).toContain(odd);
      }
    },
  );

  test('keys that look alike and consist of several columns are reported at the column that differs', async () => {
    const { run } = await world({
      suppliers: suppliersOf('S-A'),
      products: ['ECRU', 'Ecru'].map((productColorCode) => productBody('R2', 'S-A', { productColorCode })),
    });
    const { findings } = await run('check', ...BOTH);
    expect(findings.filter(({ code }) => code === 'key-looks-alike')).toMatchObject([
      { field: 'productColorCode', message: expect.stringContaining('(U+0063, there U+0043)') },
    ]);
  });

  test.each([
    ['SS27-ATELIER', 'ss27\u2011atelier'],
    ['A1', '\u04101'],
    ['OFFICE', 'o\ufb03ce'],
  ])('keys that look alike are suggested for a reference: "%s" for "%s"', async (key, reference) => {
    const { run } = await world({
      suppliers: suppliersOf(key, 'B1'),
      products: [productBody('R2', reference)],
    });
    const { findings } = await run('check', ...BOTH);
    expect(findings.filter(({ code }) => code === 'reference-unknown')).toMatchObject([
      { suggestion: expect.stringContaining(`"${key}"`) },
    ]);
  });
});
