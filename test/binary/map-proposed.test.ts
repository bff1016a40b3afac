import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, sandboxConfig } from '../cli/commands/harness.ts';
import { FORMATS, plainRequests, requestsOf } from './formats.ts';
import { runTrace } from './harness.ts';
import {
  type Answer,
  answered,
  column,
  entriesOf,
  isProposed,
  MOST_ANSWERS,
  questions,
  setting,
  word,
} from './map-answers.ts';

/** What a person answers to the questions of `trace map --yes`, by format. */
const ANSWERS: Readonly<Record<string, readonly Answer[]>> = {
  template: [],
  'erp-fr': [
    column('ARTICLES', 'Programme RSE', 'projectImpact.programme'),
    column('NOMENCLATURES', 'Label 1', 'composition.1.certifications'),
    column('NOMENCLATURES', 'Label 2', 'composition.2.certifications'),
    column('NOMENCLATURES', 'Fournisseur', 'ignore'),
    word('NOMENCLATURES', 'composition.material', 'Lin', 'LINEN'),
    // These should need no answer.
    setting('ARTICLES', 'decimal', ','),
    setting('FOURNISSEURS', 'dateOrder', 'day-first'),
    setting('NOMENCLATURES', 'dateOrder', 'day-first'),
    column('ARTICLES', 'Conforme REACH', 'reachCompliance'),
    column('FOURNISSEURS', 'Adresse postale', 'address.label'),
    column('FOURNISSEURS', 'Adresse 1', 'address.street'),
    column('NOMENCLATURES', 'Certificat 1', 'certifications.1.type'),
    column('NOMENCLATURES', 'Certificat 2', 'certifications.2.type'),
    word('NOMENCLATURES', 'category', 'Fils à coudre', 'SEWING THREADS'),
  ],
  sap: [
    column('Materialstamm', 'Programm', 'projectImpact.programme'),
    column('Materialstamm', 'Produktgruppe', 'customBrandField3'),
    word('Stueckliste', 'composition.material', 'LI', 'LINEN'),
    word('Stueckliste', 'composition.material', 'EL', 'ELASTANE'),
    word('Stueckliste', 'category', 'Bänder', 'RIBBON'),
    // These should need no answer.
    column('Stueckliste', 'Land Schaftnäherei', 'shoeStitchingCountry'),
    setting('Kreditoren', 'dateOrder', 'day-first'),
    setting('Stueckliste', 'dateOrder', 'day-first'),
    setting('Materialstamm', 'decimal', ','),
    setting('Stueckliste', 'decimal', ','),
    column('Kreditoren', 'Buchungskreis', 'ignore'),
    column('Kreditoren', 'Name 1', 'name'),
    column('Materialstamm', 'Werk', 'ignore'),
    column('Materialstamm', 'Materialart', 'ignore'),
    column('Materialstamm', 'Verkaufsbezeichnung', 'publicName'),
    column('Materialstamm', 'Produktkategorie', 'category'),
    column('Stueckliste', 'Komponente', 'componentRef'),
    column('Stueckliste', 'Positionsnummer', 'ignore'),
    column('Stueckliste', 'Objektkurztext', 'ignore'),
    column('Stueckliste', 'Materialnummer', 'productRef'),
    column('Stueckliste', 'Werk', 'ignore'),
    column('Stueckliste', 'Land Strickerei', 'knittingCountry'),
    word('Stueckliste', 'category', 'Reißverschlüsse', 'ZIPS'),
    word('Stueckliste', 'category', 'Nähgarne', 'SEWING THREADS'),
    word('Stueckliste', 'category', 'Futterstoffe', 'LININGS'),
    word('Stueckliste', 'category', 'Gummibänder', 'ELASTICS'),
    word('Stueckliste', 'category', 'Absätze', 'HEELS'),
    word('Stueckliste', 'composition.material', 'Rindsleder', 'COW LEATHER'),
  ],
  odoo: [
    column('Product Variant', 'Program', 'projectImpact.programme'),
    column('Product Variant', 'Product Group', 'customBrandField3'),
    // These should need no answer.
    setting('Product Variant', 'decimal', '.'),
    column('Bill of Material', 'BoM Lines/Component/Vendor Product Code', 'supplierComponentCode'),
    column('Bill of Material', 'BoM Lines/Lot/Serial Number', 'lotReferences'),
    column('Bill of Material', 'BoM Lines/Component/Printed', 'componentPrint'),
    column('Bill of Material', 'BoM Lines/Component/Component Type', 'type'),
    column('Bill of Material', 'BoM Lines/Component/Component Category', 'category'),
    column('Bill of Material', 'BoM Lines/Component/Weight', 'componentWeight'),
    column('Bill of Material', 'BoM Lines/Component/Vendor/Reference', 'supplierRef'),
    column('Packaging', 'Max Weight', 'ignore'),
    column('Packaging', 'Carrier', 'ignore'),
    column('Product Variant', 'Variant Values', 'ignore'),
    word('Bill of Material', 'category', 'Zippers', 'ZIPS'),
    word('Bill of Material', 'category', 'Sewing Thread', 'SEWING THREADS'),
    word('Bill of Material', 'category', 'Lining', 'LININGS'),
    word('Bill of Material', 'category', 'Labels', 'LABELLINGS'),
  ],
  plm: [
    column('Style List', 'Program', 'projectImpact.programme'),
    column('Style List', 'Product Group', 'customBrandField3'),
    { of: 'Style List', line: ['separators', 'Packaging Codes'], value: ',' },
    { of: 'BOM', line: ['separators', 'Lot No.'], value: ',' },
    column('BOM', 'Supplier', 'ignore'),
    // These should need no answer.
    setting('Supplier List', 'dateOrder', 'month-first'),
    setting('BOM', 'dateOrder', 'month-first'),
    setting('Style List', 'dateOrder', 'month-first'),
    column('Packaging Library', 'Status', 'ignore'),
    column('Style List', 'Style Status', 'ignore'),
    column('BOM', 'Material Code', 'componentRef'),
    column('BOM', 'BOM Item', 'ignore'),
    column('BOM', 'Material Description', 'ignore'),
  ],
};

const MATERIALS = path.join(import.meta.dirname, '..', '..', 'fixtures', 'mapped', 'materials.txt');

/** Columns that the proposed map reads otherwise than the one written by hand. Open ones are not wrong. */
function wrongColumns(proposed: string, byHand: string): string[] {
  const own = entriesOf(proposed);
  return entriesOf(byHand).flatMap(({ kind, columns = {} }) => {
    const targets = own.find((entry) => entry.kind === kind)?.columns ?? {};
    return Object.entries(columns).flatMap(([header, target]) => {
      const got = (targets as Record<string, string>)[header] ?? '?';
      return got === '?' || got === target
        ? []
        : [`${String(kind)}: ${header}: ${got}, not ${String(target)}`];
    });
  });
}

test.each(FORMATS)(
  'the batch as $name, with the proposed map and at most five answers, sends the same bytes',
  async (format) => {
    const files = await format.files();
    const cwd = await folderWith({ ...files, 'materials.txt': readFileSync(MATERIALS) });
    writeFileSync(path.join(cwd, 'trace.config.yaml'), sandboxConfig('http://127.0.0.1:9'));
    // Words only get values that the service is known to have.
    const added = await runTrace(['taxonomy', 'add', 'materials', 'materials.txt', '--env', 'sandbox'], cwd);
    expect(added.code, added.stderr).toBe(0);
    const names = Object.keys(files);
    const proposal = await runTrace(['map', ...names, '--yes', '--env', 'sandbox'], cwd);
    expect([0, 3], proposal.stderr).toContain(proposal.code);
    const mapFile = path.join(cwd, 'trace.map.yaml');
    // Columns that are all named like their fields need no map file.
    const text = existsSync(mapFile) ? readFileSync(mapFile, 'utf8') : readFileSync(format.map, 'utf8');
    expect.soft(wrongColumns(text, readFileSync(format.map, 'utf8'))).toEqual([]);
    const answers = ANSWERS[format.name]!;
    if (answers.length > 0) writeFileSync(mapFile, answered(text, answers));
    const mapped = await requestsOf(names, format.flags, cwd);
    expect(mapped.code, `${questions(text).join('\n')}\n${mapped.stderr.slice(-2000)}`).toBe(0);
    const plain = await plainRequests(format);
    expect(mapped.bodies.filter((body) => !plain.bodies.includes(body)).slice(0, 2)).toEqual([]);
    expect(mapped.bodies).toHaveLength(plain.bodies.length);
    const needed = answers.filter((answer) => !isProposed(text, answer));
    const lines = needed.map(({ of, line, value }) => `${of}: ${line.join(' › ')}: ${value}`);
    expect(needed.length, `${lines.join('\n')}\n`).toBeLessThanOrEqual(MOST_ANSWERS);
  },
);
