import { describe, expect, it } from 'vitest';
import { kindsOf } from '../../../src/contract/registry.ts';
import { CATALOGUE, type FindingCode } from '../../../src/findings/catalogue.ts';
import { Explainer } from '../../../src/import/annotate/note-text.ts';

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
      /^"COTTN" is not in the list\.\n→ Write "COTTON" if that is what you mean\. Otherwise, write/,
    ],
    [
      about('number-ambiguous', '"1,200" can mean 1200 or 1.2', '--decimal . for 1200'),
      /^"1,200" can mean 1200 or 1\.2\.\n→ Write the number without/,
    ],
    [about('country-unknown', '"Itallie" is not a known country', 'IT (Italy)'), /Perhaps IT \(Italy\)\.$/],
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
      { ...about('required', 'channel is missing'), kind: 'packaging', field: 'channel' },
      /^channel is missing\./,
    ],
  ])('%j', (finding, note) => {
    expect(explainer.note(finding)).toMatch(note);
  });

  it('names no flag and no command, whatever the finding', () => {
    for (const code of Object.keys(CATALOGUE) as FindingCode[]) {
      const note = explainer.note(about(code, 'a value', 'set --flag; or run trace check FILE'));
      expect(note, code).toMatch(/^A value\.\n→ \S/);
      expect(note, code).not.toMatch(/--[a-z]|trace check|map file/);
    }
  });
});
