import { beforeAll, expect, it } from 'vitest';
import { studyCard } from '../../../src/cli/view/study-card.ts';
import { textWidth } from '../../../src/cli/view/table.ts';
import type { Study } from '../../../src/contract/v2/study.ts';
import { studyWorld } from '../../mock/study-world.ts';

let study: Study;

beforeAll(async () => {
  const world = await studyWorld();
  await world.surround();
  const id = await world.pushProduct();
  await world.pushComponent();
  study = (await world.details(id, '?lang=fr&lang=en')) as unknown as Study;
});

const plain = { width: 80, color: 0, language: 'fr' } as const;

it('the card of a study has its product, chain, suppliers, impacts and claims', () => {
  const card = studyCard(study, plain).join('\n');
  expect(card).toContain('Synthetic figures');
  expect(card).toMatch(/Product +ROB-2041/);
  expect(card).toMatch(/[├└]─ 001\.001\.00\d /);
  expect(card).toContain('Tessitura Valsesia (FRN-0007)');
  expect(card).toMatch(/Climate change +[\d.]+ kg CO2 eq +[█░]+/);
  expect(card).toContain(study.agecClaims.ecoModulation.fr as string);
  expect(card).not.toContain('\u001b');
});

it.each([40, 52, 80, 140])('the card of a study fits %i columns', (width) => {
  for (const line of studyCard(study, { ...plain, width }))
    expect(textWidth(line), line).toBeLessThanOrEqual(width);
});

it('the card of a study has the same words with colours and without', () => {
  const colored = studyCard(study, { ...plain, color: 1 }).join('\n');
  expect(colored).toContain('\u001b[');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
  expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(studyCard(study, plain).join('\n'));
});

it('the card of a study names the existing languages if the chosen one does not exist', () => {
  expect(studyCard(study, { ...plain, language: 'it' }).join(' ')).toMatch(
    /not available in it; available in fr, en/,
  );
});

it('the card of a study is printed even if the response has an unexpected format', () => {
  for (const answer of [null, 3, [], {}, { components: [1], studies: [null], results: [], grades: 1 }])
    expect(studyCard(answer, plain).length).toBeGreaterThan(0);
});

it('the card of a study escapes control characters', () => {
  const hostile = JSON.parse(JSON.stringify(study).replaceAll('Tessitura', '\\u001b[31mX\\u202e'));
  const card = studyCard({ ...hostile, productRef: 'a\nb' }, plain).join('\n');
  for (const unsafe of ['\u001b', '\u202e']) expect(card).not.toContain(unsafe);
  expect(card).toContain('a\\x0ab');
});
