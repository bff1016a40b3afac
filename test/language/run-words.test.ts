import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { doubtLines } from '../../src/cli/view/doubt-view.ts';
import { outdatedList } from '../../src/cli/view/outdated-view.ts';
import { planLines } from '../../src/cli/view/plan-view.ts';
import { runRecordLines } from '../../src/cli/view/runs-view.ts';
import { eventText, hiddenText, plannedText, waveName } from '../../src/cli/view/sentences.ts';
import { FindingGroups } from '../../src/findings/group.ts';
import { groupText } from '../../src/findings/group-text.ts';
import { messageTexts } from '../../src/import/report/report-parts.ts';
import { useLanguage } from '../../src/say.ts';
import { type PlanSummary, STATUSES } from '../../src/send/plan/plan.ts';
import { blockText, noTotals } from '../../src/send/push/outcome.ts';

beforeEach(() => useLanguage('fr'));
afterEach(() => useLanguage('en'));

/** With spaces that a terminal may break a line at instead of no-break spaces, so that the tests can be read. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

const none = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<
  (typeof STATUSES)[number],
  number
>;
const plan: PlanSummary = {
  schemaVersion: 1,
  waves: [
    {
      wave: 1,
      kinds: ['suppliers'],
      toSend: 1,
      groups: [
        {
          kind: 'supplier',
          family: 'STANDARD',
          importationBatch: 'B-1',
          counts: { ...none, new: 1, unchanged: 12 },
        },
      ],
    },
  ],
};

describe('progress in French', () => {
  const sentences: [() => string, string][] = [
    [
      () =>
        eventText({
          ...{ type: 'run-started', command: 'import', run: '7' },
          ...{ environment: 'sandbox', origin: 'https://api.example' },
        }),
      'import vers sandbox (https://api.example), exécution 7',
    ],
    [
      () =>
        eventText({ type: 'checked', records: 1, findings: { error: 0, warning: 2, fixed: 0, notice: 0 } }),
      '1 enregistrement vérifié : aucune erreur, 2 alertes',
    ],
    [() => waveName({ wave: 2, kinds: ['suppliers', 'packaging'] }), 'vague 2 (fournisseurs, emballages)'],
    [() => plannedText(plan), 'plan : 1 vague, 1 enregistrement à envoyer, 12 inchangés'],
    [
      () => plannedText(plan, true),
      'plan : 1 vague, 1 enregistrement à envoyer une fois les erreurs corrigées, 12 inchangés',
    ],
    [
      () =>
        eventText({
          ...{ type: 'row', wave: 1, kind: 'component', key: 'CMP-1', outcome: 'rejected' },
          messages: ['COMPOSITION_INVALID'],
        }),
      'refusé : composant CMP-1 : COMPOSITION_INVALID',
    ],
    [
      () =>
        eventText({
          ...{ type: 'reading-back', kind: 'product', key: 'ROB-1', attempt: 1 },
          ...{ waitMs: 2500, reason: 'HTTP 502' },
        }),
      'pas de réponse claire pour le produit ROB-1 : HTTP 502 ; relecture dans 2,5 s',
    ],
    [() => hiddenText(1), 'et 1 autre ligne a un problème ; le rapport la cite'],
    [() => hiddenText(3), 'et 3 autres lignes ont des problèmes ; le rapport les cite toutes'],
  ];
  test.each(sentences)('shows: $1', (text, expected) => {
    expect(plain(text())).toBe(expected);
  });

  test('progress in French shows a plan as a table with French headers', () => {
    expect([...planLines(plan, 0)].slice(0, 2).map(plain)).toEqual([
      'vague  type         lot  famille   nouveau  inchangé',
      '    1  fournisseur  B-1  STANDARD        1        12',
    ]);
  });
});

describe('records in French', () => {
  test('records in French are explained by the stored notes, and texts of older versions are shown unchanged', () => {
    const stored = [
      { code: 'settled', run: null, found: 'key' },
      { code: 'held', run: '7', place: [] },
      { code: 'confirmed-sent', by: 'ana', on: '2026-11-02' },
      'HTTP 502',
    ];
    expect(messageTexts(JSON.stringify(stored)).map(plain)).toEqual([
      'une exécution ultérieure a réglé cet enregistrement : le service a cette clé',
      'en suspens ; non renvoyé, pour éviter un doublon. Pour le régler : trace resolve 7',
      'ana l’a marqué comme créé le 2026-11-02 (trace resolve --sent)',
      'HTTP 502',
    ]);
    expect(blockText(JSON.stringify({ kind: 'supplier', key: 'FRN-3', outcome: 'in-doubt' }))).toBe(
      'le fournisseur FRN-3\u00a0: enregistrement en suspens',
    );
  });

  const origin = { file: 'a.csv', sheet: 'a', row: 2 };
  const record = {
    ...{ kind: 'supplier', key: 'FRN-1', family: null, importationBatch: null, origin },
    ...{ sentAt: null, absenceCountsFrom: null, attempts: 1, messages: ['HTTP 502', 'name: "a" → "b"'] },
  };

  test('records in doubt are listed in French with the commands that settle them, outdated ones with their changes', () => {
    const doubtful = { ...record, outcome: 'in-doubt' as const, ways: ['resend', 'sent'] };
    expect([...doubtLines('7', [doubtful], 0, { place: [], width: undefined })].slice(2).map(plain)).toEqual([
      '1 enregistrement en suspens : on ne sait pas si le service l’a enregistré. Pour le régler :',
      '  trace resolve 7 --resend  envoyer encore une fois',
      '  trace resolve 7 --sent    marquer comme créé : vous l’avez vu dans le service',
      'Ajoutez --key CLÉ ou --kind TYPE pour n’en régler qu’une partie.',
    ]);
    expect(
      plain([...outdatedList('7', [record], { place: [], update: null, width: undefined })].join('\n')),
    ).toContain('périmé : fournisseur FRN-1 (a.csv › A2) : name: "a" → "b"');
  });

  test('records of a run are listed in French in columns', async () => {
    const run = { run: '7', environment: 'sandbox', startedAt: 'T', totals: noTotals(), exitCode: 5 };
    const row = { ...record, outcome: 'failed', tries: [] } as const;
    const lines: string[] = [];
    for await (const line of runRecordLines(run, [row])) lines.push(plain(line));
    expect(lines).toEqual([
      'exécution 7, sandbox, T, code de sortie 5 : aucune ligne',
      'en échec      fournisseur  FRN-1  a.csv › A2  HTTP 502 ; name: "a" → "b"',
    ]);
  });
});

test('unknown references are described in French with the correct singular and plural forms', () => {
  const groups = new FindingGroups();
  for (const [row, value] of ['FRN-1', 'FRN-2', 'FRN-2'].entries())
    groups.add({
      ...{ code: 'reference-unknown', severity: 'error', kind: 'product', field: 'supplierRef', value },
      ...{ origin: { file: 'a.xlsx', sheet: 'Products', row: row + 2, column: 'F' }, message: 'm' },
    });
  const { problem, cure } = groupText(groups.groups()[0]!, (text) => text);
  expect(plain(problem)).toBe(
    '3 produits font référence à 2 fournisseurs qui ne figurent ni dans les fichiers ni parmi ce qui a déjà été envoyé : FRN-1, FRN-2',
  );
  expect(plain(cure!)).toContain('ou ajoutez le fournisseur aux fichiers');
});
