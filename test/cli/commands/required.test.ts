import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectEnd, folderWith, trace } from './harness.ts';

const CONFIG = [
  'environments:',
  '  mock:',
  '    required:',
  '      v2: { component: { type: false, supplierRef: [STANDARD], componentWeight: true } }',
  '      v3: { suppliers: { siteName: true, audit.year: true } }',
  '',
].join('\n');
const SITES = 'uniqueIdentifier,Nom du site,audit.year\nAURORE-SITE-0001,Mill,2026\nAURORE-SITE-0002,,\n';

async function foundIn(cwd: string, ...argv: string[]): Promise<[number, string[][]]> {
  const ran = await trace(['check', ...argv, '--json'], { cwd });
  const { findings } = JSON.parse(ran.stdout) as { findings: { code: string; field: string }[] };
  return [ran.code, findings.map(({ code, field }) => [code, field])];
}

describe('"required" in the configuration', () => {
  test('"required" in the configuration is applied by check, also to a field that the interface does not have', async () => {
    const cwd = await folderWith({ 'trace.config.yaml': CONFIG, 'suppliers.csv': SITES });
    expect(await foundIn(cwd, 'suppliers.csv')).toEqual([
      3,
      [
        ['required', 'siteName'],
        ['required', 'audit.year'],
      ],
    ]);
  });

  test('"required" in the configuration is applied by the mock and by templates', async () => {
    const cwd = await folderWith({
      'trace.config.yaml': CONFIG,
      'suppliers.csv': SITES.replace(/AURORE-SITE-0002.*\n/, ''),
    });
    const sent = await trace(['import', 'suppliers.csv', '--json'], { cwd });
    expect([sent.code, JSON.parse(sent.stdout).totals.created]).toEqual([0, 1]);
    for (const [name, out] of [
      ['v2', 'two.xlsx'],
      ['v3', 'three.xlsx'],
    ] as const) {
      const made = await trace(['template', '--interface', name, '--out', out], { cwd });
      expect(made.code).toBe(0);
      expect((await readFile(path.join(cwd, out))).length).toBeGreaterThan(1000);
    }
    const template = await trace(['check', 'three.xlsx', '--json'], { cwd });
    expect(template.stdout).toContain('audit.year');
  });

  test('"required" in the configuration is printed by env show, and is an error if it names an unknown field, kind or interface', async () => {
    const cwd = await folderWith({
      'trace.config.yaml': CONFIG,
      'wrong.yaml': CONFIG.replace('siteName', '"site name"'),
      'typo.yaml': CONFIG.replace('type: false', 'tipe: false'),
      'version.yaml': CONFIG.replace('v3:', 'v4:'),
      'suppliers.csv': SITES,
    });
    const shown = await trace(['env', 'show', 'mock', '--json'], { cwd });
    expect(JSON.parse(shown.stdout).required.value).toContain('component.type: false');
    for (const [file, said] of [
      ['wrong.yaml', 'required.v3.suppliers'],
      ['typo.yaml', 'Did you mean "type"?'],
      ['version.yaml', 'required.v4 is not a key'],
    ] as const) {
      expectEnd(await trace(['check', 'suppliers.csv', '--config', file], { cwd }), 2, said);
    }
  });
});
