import { readFile as readBytesOf } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RowMarks } from '../../../src/sheets/annotate/marks.ts';
import { type Read, readBytes, readFile } from '../reading.ts';
import { annotated, annotation, changedParts, helped, mark, trimmed } from './annotated.ts';

const samples = process.env.TRACE_SAMPLES;

/** Marks on the first rows of each sheet: existing and missing cells, and rows between them. */
function marksOf(read: Read) {
  return read.sheets.map(({ name, rows }) => {
    const headerRow = rows[0]?.row ?? 1;
    const last = Math.min(rows.at(-1)?.row ?? 1, 40);
    const all = Array.from({ length: last }, (_, at): RowMarks => {
      const severity = (['error', 'warning', 'fixed', 'notice'] as const)[at % 4]!;
      const cells = [mark(0, `row ${at + 1}`, severity), mark(3, 'fourth column', severity)];
      return {
        row: at + 1,
        cells,
        values: at < headerRow ? null : ['created', `id-${at}`, null, null, 'a message'],
      };
    });
    return { name, headerRow, rows: all };
  });
}

/** A note and a list for the first columns of a sheet. */
const helpOf = ({ name, rows }: Read['sheets'][number]) => ({
  name,
  headerRow: rows[0]?.row ?? 1,
  columns: [0, 2].map((column) => ({
    column,
    note: 'what to fill in',
    list: { values: { name: 'list', texts: ['one', 'two'] }, others: 'ask' as const, title: 'a' },
  })),
});

describe.skipIf(samples === undefined)('sample workbooks keep their rows when annotated', async () => {
  const hostile = join(samples ?? '', 'hostile');
  const manifest = samples === undefined ? undefined : await readFile(join(hostile, 'MANIFEST.csv'));
  const paths = (manifest?.sheets[0]?.rows ?? []).slice(1).map(({ cells }) => String(cells[0]));

  it.each(paths.filter((path) => path.endsWith('.xlsx')))(
    'the sample workbook %s keeps its rows when annotated',
    async (path) => {
      const before = await readFile(join(hostile, path));
      if (before.sheets.length === 0 || before.findings.some(({ severity }) => severity === 'error')) return;
      const original = await readBytesOf(join(hostile, path));
      const { bytes } = await annotated(original, annotation(marksOf(before)));
      const after = await readBytes('a.xlsx', bytes);
      expect(trimmed(after).filter(({ rows }) => rows.length > 0)).toEqual(
        trimmed(before).filter(({ rows }) => rows.length > 0),
      );
      // Some programs write `\\` and lower case, and some workbooks have no styles.
      const touched = changedParts(original, bytes).map((part) => part.replace(/^.*[\\/]/, '').toLowerCase());
      const others = touched.filter((part) => !/^(?:sheet|comments|vmldrawing|styles)\d*\./.test(part));
      expect(others.filter((part) => !/^sheet.*\.rels$/.test(part)).sort()).toEqual([
        '[content_types].xml',
        'workbook.xml',
        'workbook.xml.rels',
      ]);
      const form = await helped(original, before.sheets.map(helpOf));
      const read = await readBytes('a.xlsx', form.bytes);
      expect(read.sheets.filter(({ name }) => name !== 'Lists')).toEqual(before.sheets);
      const edited = changedParts(original, form.bytes).map((part) =>
        part.replace(/^.*[\\/]/, '').toLowerCase(),
      );
      expect(
        edited.filter((part) => !/^(?:sheet|comments|vmldrawing|workbook|\[content_types)/.test(part)),
      ).toEqual([]);
    },
  );
});
