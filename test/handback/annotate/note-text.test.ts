import { afterEach, describe, expect, it } from 'vitest';
import { textsOf } from '../../../scripts/make-messages.ts';
import { kindsOf } from '../../../src/contract/registry.ts';
import { CATALOGUE, type FindingCode } from '../../../src/findings/catalogue.ts';
import { Explainer } from '../../../src/handback/annotate/note-text.ts';
import { LANGUAGES, say, useLanguage } from '../../../src/say.ts';

const explainer = new Explainer(kindsOf('v2'), ['in/batch.xlsx']);
const about = (code: FindingCode, message: string, suggestion?: string) => ({
  ...{ code, severity: CATALOGUE[code].severity, message },
  ...(suggestion === undefined ? {} : { suggestion }),
});

describe('the note of a finding', () => {
  it.each([
    [
      about(
        'duplicate-different',
        'supplier A is also at in/batch.xlsx › Suppliers!A34, with different content',
      ),
      /^Supplier A is also at Suppliers!A34, with different content\.\n→ If both rows/,
    ],
    [
      about(
        'list-near',
        '"COTTN" is not in the list; send it with --severity list-near=warning',
        'did you mean "COTTON"?',
      ),
      /^"COTTN" is not in the list\.\n→ Write "COTTON" if that is what you mean\. Otherwise, correct/,
    ],
    [
      about('number-ambiguous', '"1,200" can mean 1200 or 1.2', '--decimal . for 1200'),
      /^"1,200" can mean 1200 or 1\.2\.\n→ Write the number that is meant, without a separator for thousands\.$/,
    ],
    [about('country-unknown', '"Itallie" is not a known country', 'IT (Italy)'), /Perhaps IT \(Italy\)\.$/],
    [
      about(
        'country-unknown',
        '"XX" is not a known country',
        'in maps/erp.yaml, below "values:" (line 25), add address.country: { XX: VALUE } (VALUE is a country code)',
      ),
      /or its name in English or French\.$/,
    ],
    [
      about('column-ignored', 'the column "Branche" is ignored, as the map file says: 3 values not sent'),
      /^The values of the column are not sent\.\n→ /,
    ],
    [about('text-trimmed', '"a " → "a"'), /^"a " → "a"\.\n→ Nothing: /],
    [
      {
        ...about('not-in-list', '"X" is not in packaging.ecoModulation'),
        kind: 'packaging',
        field: 'ecoModulation',
      },
      /Allowed: [\s\S]*RECYCLED/,
    ],
    [
      {
        ...about(
          'header-missing',
          'every packaging needs recyclability',
          'add a column recyclability or Recyclability',
        ),
        ...{ kind: 'packaging', field: 'recyclability' },
      },
      /Its name is recyclability or Recyclability\. Allowed: N\/A, NO - 0/,
    ],
    [
      about(
        'header-missing',
        'a product needs productRef; column A is likely',
        'rename the column "Réf." to productRef',
      ),
      /\n→ Rename the column "Réf\." to productRef\.$/,
    ],
    [
      { ...about('required', 'channel is missing'), kind: 'packaging', field: 'channel' },
      /^channel is missing\./,
    ],
  ])('for %j has the text of the finding, and the cure that fits a workbook', (finding, note) => {
    expect(explainer.note(finding)).toMatch(note);
  });

  it.each([
    [
      'required',
      'supplier',
      'address.country',
      /Give the two letters of the country, such as FR, or its name\.$/,
    ],
    ['required', 'component', 'supplierRef', /Give a reference \(supplier\) that is in this file/],
    ['required', 'component', 'composition.1.material', /For example: \S.*\.$/],
    ['required', 'component', 'composition.1.percentage', /Give a number \(unit: %\)\.$/],
    ['required', 'product', 'reachCompliance', /Give yes or no\.$/],
    ['required', 'supplier', 'certifications.1.date_end', /Give a date, such as 2026-04-30\.$/],
    [
      'number-unreadable',
      'packaging',
      'percentageRecycled',
      /digits only\. The value is required: if you do not know it/,
    ],
    [
      'number-implausible',
      'packaging',
      'percentageRecycled',
      /\. The value is required: if you do not know it/,
    ],
    ['out-of-range', 'product', 'weight', /\. If there is no value, clear the cell\.$/],
    ['cell-error', 'supplier', 'address.city', /by the value\. If there is no value, clear the cell\.$/],
    ['open-unreadable', 'product', 'extraInfo', /in this form: \{"name": "value"\}\./],
  ] as const)('of %s in %s.%s explains which value is expected', (code, kind, field, note) => {
    expect(explainer.note({ ...about(code, 'a message'), kind, field })).toMatch(note);
  });

  it('the note of a finding names the list of a value that is not in the list, if the list is too long for the note', () => {
    const list = (code: FindingCode, kind: string, field: string) =>
      explainer.longList({ ...about(code, 'a message'), kind, field })?.name;
    expect(list('not-in-list', 'supplier', 'category')).toBe('supplier.category');
    expect(list('not-in-list', 'packaging', 'recyclability')).toBe(undefined);
    expect(list('text-trimmed', 'supplier', 'category')).toBe(undefined);
  });

  it('the note of a finding shows of a long list the values that begin like the wrong one, and how many more there are', () => {
    const { cure } = explainer.explain(
      {
        ...about('not-in-list', '"TRANSFORMATION - Sewing" is not in supplier.category'),
        ...{ kind: 'supplier', field: 'category', value: 'TRANSFORMATION - Sewing' },
      },
      { allowed: true },
    );
    expect(cure).toMatch(
      /Allowed: TRANSFORMATION - [\s\S]*, and \d+ more: the first sheet has them all, at its end/,
    );
    expect(cure.length).toBeLessThan(700);
  });

  it('the note of a finding names no flag and no command, whatever the finding', () => {
    for (const code of Object.keys(CATALOGUE) as FindingCode[]) {
      const note = explainer.note(about(code, 'a value', 'set --flag; or run trace check FILE'));
      expect(note, code).toMatch(/^A value\.\n→ \S/);
      expect(note, code).not.toMatch(/--[a-z]|trace check|map file/);
    }
  });
});

describe('the note of a finding in French', () => {
  afterEach(() => useLanguage('en'));

  it.each([
    [
      about(
        'list-near',
        '"COTTN" n’est pas dans la liste\u00a0; envoyez-le avec --severity list-near=warning\u00a0; voir plus haut',
        'vouliez-vous dire "COTTON"\u00a0?',
      ),
      '"COTTN" n’est pas dans la liste\u00a0; voir plus haut.\n→ Écrivez "COTTON" si c’est ce que vous voulez dire. Sinon, corrigez la valeur\u00a0: trace ne connaît qu’une partie de cette liste, mais celle-ci semble mal orthographiée.',
    ],
    [about('country-unknown', 'l’"Itallie" est inconnue', 'IT (Italy)'), /^L’.*Peut-être IT \(Italy\)\.$/s],
    [about('text-trimmed', '"a " → "a"'), '"a " → "a".\n→ Rien\u00a0: la valeur est lue comme indiqué.'],
    [
      about('row-conflict', 'indiquez-le dans le fichier de correspondance\u00a0; la ligne a deux valeurs'),
      'La ligne a deux valeurs.\n→ Écrivez la même valeur dans les deux lignes, ou videz-la dans la seconde.',
    ],
  ])('for %j has the cure in French', async (finding, note) => {
    await useLanguage('fr');
    if (typeof note === 'string') expect(explainer.note(finding)).toBe(note);
    else expect(explainer.note(finding)).toMatch(note);
  });

  it('recognises a suggestion by the messages of each language: a value to write, or a line for a map file', async () => {
    for (const language of LANGUAGES) {
      await useLanguage(language);
      const { nearest, mapFile, copy } = say();
      const cureOf = (suggestion: string) => explainer.explain(about('file-extension', 'x', suggestion)).cure;
      const own = cureOf('');
      expect(cureOf(nearest.question({ values: '"FR"' }))).toBe(copy.write({ value: '"FR"' }));
      const at = { file: 'a.yaml', line: '3' };
      for (const line of [
        mapFile.below({ ...at, key: 'values', text: 'x' }),
        mapFile.inSheet({ ...at, text: 'x' }),
        mapFile.answer(at),
      ])
        expect([line, cureOf(line)]).toEqual([line, own]);
      const mapFileCure = textsOf(language).cures!['map-fill']!;
      expect([language, explainer.note(about('file-extension', mapFileCure))]).not.toContain(mapFileCure);
    }
    await useLanguage('en');
  });

  it('the note of a finding in French asks whether the suggested value is meant, whatever the language of the suggestion', async () => {
    for (const suggestion of ['did you mean "FR"?', 'vouliez-vous dire "FR"\u00a0?', 'meinten Sie "FR"?']) {
      await useLanguage('en');
      expect(explainer.explain(about('text-decoded', 'x', suggestion)).cure).toMatch(/^Nothing/);
      expect(explainer.explain(about('file-extension', 'x', suggestion)).cure).toBe(
        'Write "FR" if that is what you mean.',
      );
    }
  });
});

it('each code with a cure for annotated copies is in the catalogue of findings', () => {
  expect(Object.keys(textsOf('en').copyCures!).filter((code) => !(code in CATALOGUE))).toEqual([]);
});
