import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, sandboxFolder } from '../cli/commands/harness.ts';
import { csvOf, SMALL_BATCH, smallBatch, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { textRow, workbook } from '../sheets/workbook-builder.ts';
import { runTrace } from './harness.ts';

/** Clears the screen, sets the clipboard, makes a link, rewinds the line, reverses the text, rings the bell. */
const EVIL = [
  '\u001b[2J\u001b[H',
  '\u001b]52;c;ZXZpbA==\u0007',
  '\u001b]8;;http://evil.example\u001b\\x\u001b]8;;\u001b\\',
  'ok\rFAKE',
  '\u202egnp.exe',
  '\u009b31m',
  'zero\u200bwidth\u2066',
  '\u007f\b\b',
].join('');

/**
 * Characters that no output may contain: control characters other than line ends, and characters that reverse or hide
 * text.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

/** Windows does not allow such names. */
const EVIL_FILE = process.platform === 'win32' ? 'evil.csv' : `a${EVIL.replaceAll('/', '')}.csv`;

/** Enough text for the file to count as text despite its control characters. */
const SOUND = Array.from({ length: 30 }, (_, at) => supplierBody(`SOUND-${at}`));

const evilSuppliers = csvOf(supplier, [
  ...SOUND,
  supplierBody(`FRN-2${EVIL}`, { category: EVIL, name: EVIL }),
]);

/** The same in a workbook, also in its headers and sheet names, with the escapes that XML requires. */
function evilWorkbook(): Buffer {
  const xml = Array.from(EVIL, (sign) =>
    sign < ' ' ? `_x${sign.charCodeAt(0).toString(16).padStart(4, '0')}_` : `&#${sign.codePointAt(0)};`,
  ).join('');
  const named = Array.from(EVIL, (sign) => `&#${sign.codePointAt(0)};`).join('');
  const rows = textRow(['supplierRef', 'name', 'category', xml]) + textRow(['FRN-1', xml, xml, xml]);
  return workbook({
    rows: { s: rows },
    parts: [
      {
        name: 'xl/workbook.xml',
        content: `<workbook xmlns:r="r"><sheets><sheet name="Suppliers ${named}" r:id="rId1"/></sheets></workbook>`,
      },
    ],
  });
}

function safe(ran: { stdout: string; stderr: string }): void {
  expect(UNSAFE.exec(ran.stdout.replaceAll('\n', ''))).toBeNull();
  expect(UNSAFE.exec(ran.stderr.replaceAll('\n', ''))).toBeNull();
}

/** Checks that the text was printed in its safe form; otherwise the test would prove nothing. */
function shown(ran: { stdout: string; stderr: string }): void {
  expect(ran.stdout + ran.stderr).toMatch(/\\x1b|\\u001b/);
}

describe('no control character reaches the terminal from', () => {
  test.each([
    ['check', EVIL_FILE],
    ['check', EVIL_FILE, '--json'],
    ['plan', EVIL_FILE],
    ['plan', EVIL_FILE, '--json'],
    ['import', EVIL_FILE],
    ['import', EVIL_FILE, '--json'],
    ['import', EVIL_FILE, '--skip-invalid', '--json-lines', '--yes'],
    ['check', 'evil.xlsx'],
    ['check', 'evil.xlsx', '--json'],
    ['import', 'evil.xlsx', '--json-lines'],
  ])('cells, headers, sheet names and file names: trace %s %j %s', async (...argv) => {
    const cwd = await folderWith({ [EVIL_FILE]: evilSuppliers, 'evil.xlsx': evilWorkbook() });
    const more = argv[1] === EVIL_FILE ? ['--sheet', `${EVIL_FILE}=suppliers`] : [];
    const ran = await runTrace([...argv, ...more], cwd);
    safe(ran);
    shown(ran);
    expect([0, 3, 5]).toContain(ran.code);
    if (argv.includes('--json')) JSON.parse(ran.stdout);
  });

  test('the ledger through trace runs', async () => {
    const cwd = await folderWith({
      [EVIL_FILE]: csvOf(supplier, [...SOUND, supplierBody('F-1', { name: EVIL })]),
    });
    safe(await runTrace(['import', EVIL_FILE, '--sheet', `${EVIL_FILE}=suppliers`], cwd));
    for (const argv of [
      ['runs', 'list'],
      ['runs', 'list', '--json'],
      ['runs', 'show'],
      ['runs', 'show', '--json'],
      ['runs', 'report'],
    ]) {
      const ran = await runTrace(argv, cwd);
      safe(ran);
      if (argv[1] !== 'list') shown(ran);
      expect(ran.code).toBe(0);
    }
  });

  test.each([
    ['messages of refused rows', 400],
    ['a refused token', 401],
    ['a failing service', 500],
    ['a wrong path', 404],
    ['a redirect', 302],
  ])('a response of the service: %s', async (_, status) => {
    const { cwd } = await sandboxFolder(smallBatch(), {
      before: () =>
        Response.json(
          { statusCode: status, message: [EVIL, EVIL], error: EVIL },
          { status, headers: { location: 'http://evil.example/%1b[2J' } },
        ),
    });
    for (const more of [[], ['--json'], ['--json-lines']]) {
      const ran = await runTrace(['import', ...SMALL_BATCH, '--env', 'sandbox', ...more], cwd);
      safe(ran);
      expect(ran.code).not.toBe(1);
    }
    safe(await runTrace(['env', 'check', 'sandbox'], cwd));
    safe(await runTrace(['runs', 'show'], cwd));
    safe(await runTrace(['runs', 'show', '--json'], cwd));
  });

  test('a configuration through trace env', async () => {
    const yaml = `environments:\n  sandbox:\n    baseUrl: https://x.example.invalid\n    tokenFile: ${JSON.stringify(EVIL)}\n`;
    const cwd = await folderWith({ 'a.csv': 'x\n', 'trace.config.yaml': yaml });
    for (const argv of [
      ['env', 'list', '--json'],
      ['env', 'show', 'sandbox'],
      ['env', 'show', 'sandbox', '--json'],
      ['env', 'check', 'sandbox'],
    ]) {
      safe(await runTrace(argv, cwd));
    }
    const wrong = await folderWith({
      'a.csv': 'x\n',
      'trace.config.yaml': `${JSON.stringify(EVIL)}: ${JSON.stringify(EVIL)}\n`,
    });
    safe(await runTrace(['check', path.join('a.csv')], wrong));
  });
});
