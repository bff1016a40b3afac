import type { Body } from '../../../src/contract/kind.ts';
import type { StartOptions } from '../../../src/mock/listen.ts';
import { sandboxFolder, TOKEN, trace } from './harness.ts';

/** A mock with brand products, a folder with its configuration, and functions that run trace there. */
export async function v3World(products: readonly Body[], options: Partial<StartOptions> = {}) {
  const { mock, cwd } = await sandboxFolder({}, options);
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  async function make(route: string, body: Body): Promise<string> {
    const answer = await fetch(`${mock.url}/${route}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(`${route}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { id: string }).id;
  }
  const ids: string[] = [];
  for (const product of products) ids.push(await make('brand-products', product));
  const run = (...argv: string[]) => trace([...argv, '--env', 'sandbox'], { cwd });
  const list = (...flags: string[]) => run('brand-products', 'list', ...flags);
  const qrcodes = (...flags: string[]) => run('brand-products', 'qrcodes', ...flags);
  return { mock, cwd, ids, make, run, list, qrcodes };
}

/** The n-th of a set of brand products that differ in every field that can be filtered. */
export const numbered = (at: number, more: Body = {}): Body => ({
  uniqueIdentifier: `BP-${String(at).padStart(3, '0')}`,
  name: ['Robe', 'jupe', '7 Jours', 'Élan'][at % 4]!,
  productRef: `ROB-${2000 + at}`,
  collections: [at % 2 === 0 ? 'SS27' : 'AW27'],
  colorCode: `C-${at % 3}`,
  gtins: [gtinOf(at)],
  producedQuantity: at * 100,
  isProductInAGECScope: at % 2 === 0,
  traceabilityStartDate: `2026-${String((at % 12) + 1).padStart(2, '0')}-15`,
  ...more,
});

export const gtinOf = (at: number): string => String(3_607_012_000_000 + at * 7);

/** The JSON lines of a list, without `type`. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers
export const linesOf = (text: string): any[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
