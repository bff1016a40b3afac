import { describe, expect, test } from 'vitest';
import { cellsByRow, codes, numbered, readBytes } from './reading.ts';
import { zip } from './zip-builder.ts';

const NS = ['office', 'table', 'text', 'style']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat('xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"', 'xmlns:calcext="urn:x"')
  .join(' ');

const STYLES = `
  <number:number-style style:name="N5"><number:number number:decimal-places="0" number:min-integer-digits="5"/></number:number-style>
  <number:number-style style:name="N2"><number:number number:decimal-places="2" number:min-integer-digits="1"/></number:number-style>
  <number:number-style style:name="NR"><number:text>REF-</number:text><number:number number:min-integer-digits="5"><number:embedded-text number:position="3">/</number:embedded-text></number:number></number:number-style>
  <number:number-style style:name="NK"><number:number number:decimal-places="1" number:min-integer-digits="1"/><number:text> kg</number:text></number:number-style>
  <number:number-style style:name="NF"><number:number number:decimal-places="0" number:min-integer-digits="1" number:display-factor="1000"/><number:text> kg</number:text></number:number-style>
  <number:number-style style:name="NB"><number:text>BLK</number:text></number:number-style>
  <style:style style:name="kg" style:family="table-cell" style:data-style-name="NK"/>
  <style:style style:name="thousands" style:family="table-cell" style:data-style-name="NF"/>
  <style:style style:name="black" style:family="table-cell" style:data-style-name="NB"/>
  <number:time-style style:name="NT"><number:hours/><number:text>:</number:text><number:minutes number:style="long"/></number:time-style>
  <style:style style:name="zeros" style:family="table-cell" style:data-style-name="N5"/>
  <style:style style:name="child" style:family="table-cell" style:parent-style-name="zeros"/>
  <style:style style:name="fixed" style:family="table-cell" style:data-style-name="N2"/>
  <style:style style:name="ref" style:family="table-cell" style:data-style-name="NR"/>
  <style:style style:name="time" style:family="table-cell" style:data-style-name="NT"/>
  <style:style style:name="ta1" style:family="table"><style:table-properties table:display="false"/></style:style>`;

const content = (tables: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${NS}><office:automatic-styles>${STYLES}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`;
const archive = (xml: string) =>
  zip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', stored: true },
    { name: 'content.xml', content: xml },
  ]);
const read = (rows: string) =>
  readBytes('a.ods', archive(content(`<table:table table:name="suppliers">${rows}</table:table>`)));
const row = (cells: string, more = '') => `<table:table-row ${more}>${cells}</table:table-row>`;
const cell = (attributes: string, text = '') => `<table:table-cell ${attributes}>${text}</table:table-cell>`;
const p = (text: string) => `<text:p>${text}</text:p>`;
const float = (value: number, more = '') =>
  cell(`office:value-type="float" office:value="${value}" ${more}`, p('shown'));
const text = (value: string) => cell('office:value-type="string"', p(value));
const padded = (value: number) => ({ type: 'padded', value, text: String(value).padStart(5, '0') });

describe('an OpenDocument spreadsheet', () => {
  test('an OpenDocument spreadsheet has cells of all types: texts, numbers, percents, booleans, dates, times, errors and formulas', async () => {
    const found = await read(
      row(
        [
          text('00017'),
          cell('office:value-type="float" office:value="1.5"'),
          cell('office:value-type="percentage" office:value="0.8"', p('80 %')),
          cell('office:value-type="currency" office:value="12.5"', p('12,50 €')),
          cell('office:value-type="boolean" office:boolean-value="true"', p('VRAI')),
          cell('office:value-type="date" office:date-value="2023-03-15"', p('15/03/23')),
          cell('office:value-type="date" office:date-value="2023-03-15T09:30:00.000000000"', p('15/03/23')),
          cell('office:value-type="time" office:time-value="PT09H30M00S"', p('09:30')),
          cell(
            'office:value-type="time" office:time-value="PT09H30M00S" table:style-name="time"',
            p('09:30'),
          ),
          cell('office:value-type="string" office:string-value="" calcext:value-type="error"', p('#N/A')),
          cell('office:value-type="float" office:value="0"', p('#REF!')),
          cell('table:formula="of:=1+1"'),
        ].join(''),
      ),
    );
    expect(codes(found)).toEqual([]);
    expect(numbered(found)).toEqual([
      [
        1,
        '00017',
        1.5,
        { type: 'percent', value: 0.8 },
        12.5,
        true,
        { type: 'date', serial: 45_000, iso: '2023-03-15' },
        { type: 'date', serial: 45_000.395_833_333_336, iso: '2023-03-15', time: '09:30' },
        { type: 'time', value: 0.395_833_333_333_333_3, text: '09:30:00' },
        { type: 'time', value: 0.395_833_333_333_333_3, text: '9:30' },
        { type: 'error', code: '#N/A' },
        { type: 'error', code: '#REF!' },
        { type: 'uncached' },
      ].map((value) =>
        typeof value === 'object' && value?.type === 'date' && 'time' in value
          ? expect.objectContaining({ iso: '2023-03-15', time: '09:30' })
          : value,
      ),
    ]);
  });

  test('an OpenDocument spreadsheet has number formats from cells, rows, columns and parent styles', async () => {
    const found = await read(
      `<table:table-column table:default-cell-style-name="zeros"/><table:table-column table:number-columns-repeated="2" table:default-cell-style-name="fixed"/>${row(
        float(7) + float(7) + float(8, 'table:style-name="child"') + float(12_345, 'table:style-name="ref"'),
      )}${row(float(9) + float(9), 'table:default-cell-style-name="ref"')}`,
    );
    const ref = (value: number, shown: string) => ({ type: 'padded', value, text: shown, unit: 'REF-' });
    expect(cellsByRow(found)).toEqual({
      1: [padded(7), 7, padded(8), ref(12_345, 'REF-12/345')],
      2: [ref(9, 'REF-00/009'), ref(9, 'REF-00/009')],
    });
  });

  test('an OpenDocument spreadsheet has numbers with the units that their formats show', async () => {
    const styled = ['kg', 'thousands', 'black'].map((name) => float(1250.5, `table:style-name="${name}"`));
    expect(numbered(await read(row(styled.join(''))))).toEqual([
      [
        1,
        { type: 'padded', value: 1250.5, text: '1250.5 kg', unit: 'kg' },
        { type: 'error', code: 'kg', problem: expect.any(String), suggestion: expect.any(String) },
        { type: 'error', code: 'BLK', problem: expect.any(String), suggestion: expect.any(String) },
      ],
    ]);
  });

  test('an OpenDocument spreadsheet has its repeated cells and rows, and no blank ones up to the end of the sheet', async () => {
    const found = await read(
      row(
        text('a') +
          cell('table:number-columns-repeated="2"') +
          `<table:table-cell table:number-columns-repeated="2" office:value-type="float" office:value="3"/>` +
          cell('table:number-columns-repeated="16379"'),
        'table:number-rows-repeated="2"',
      ) +
        row(cell('table:number-columns-repeated="16384"'), 'table:number-rows-repeated="10"') +
        row(text('b')) +
        row(cell(''), 'table:number-rows-repeated="1048563"'),
    );
    expect(cellsByRow(found)).toEqual({ 1: ['a', null, null, 3, 3], 2: ['a', null, null, 3, 3], 13: ['b'] });
  });

  test('an OpenDocument spreadsheet has texts with their spaces, breaks and links as it shows them, and without comments', async () => {
    const found = await read(
      row(
        [
          text('  two\n   words '),
          text('a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d'),
          cell('office:value-type="string"', p('one') + p('two')),
          text('<text:span>bo</text:span>ld <text:a>li</text:a>nk'),
          cell(
            'office:value-type="string"',
            `<office:annotation>${p('note')}</office:annotation>${p('seen')}`,
          ),
          text('été &amp; co'),
        ].join(''),
      ),
    );
    expect(numbered(found)).toEqual([
      [1, 'two words', 'a   b\tc\nd', 'one\ntwo', 'bold link', 'seen', 'été & co'],
    ]);
  });

  test('an OpenDocument spreadsheet has hidden rows and sheets marked as hidden, and no covered cells and shapes', async () => {
    const tables = `<table:table table:name="a" table:style-name="ta1"><table:shapes><table:table>${row(text('no'))}</table:table></table:shapes><table:table-header-rows>${row(text('head'))}</table:table-header-rows><table:table-row-group>${row(`${text('b')}<table:covered-table-cell office:value-type="string">${p('under')}</table:covered-table-cell>${text('c')}`, 'table:visibility="filter"')}</table:table-row-group></table:table><table:table table:name="b">${row(text('x'))}</table:table>`;
    const found = await readBytes('a.ods', archive(content(tables)));
    expect(found.sheets).toEqual([
      {
        name: 'a',
        hidden: true,
        rows: [
          { row: 1, cells: ['head'] },
          { row: 2, cells: ['b', null, 'c'], hidden: true },
        ],
      },
      { name: 'b', hidden: false, rows: [{ row: 1, cells: ['x'] }] },
    ]);
  });

  test('an OpenDocument spreadsheet may count days from 1904', async () => {
    const tables = `<table:calculation-settings><table:null-date table:date-value="1904-01-01"/></table:calculation-settings><table:table table:name="a">${row(cell('office:value-type="date" office:date-value="2023-03-15"'))}</table:table>`;
    const found = await readBytes('a.ods', archive(content(tables)));
    expect(found.description).toBe('OpenDocument spreadsheet, dates from 1904');
    expect(numbered(found)).toEqual([[1, { type: 'date', serial: 43_538, iso: '2023-03-15' }]]);
  });

  test.each([
    [
      'is cut',
      content(`<table:table table:name="a">${row(text('a'))}</table:table>`).slice(0, -80),
      /truncated|ends inside/,
    ],
    [
      'repeats a row a million times',
      content(
        `<table:table>${row(text('a').repeat(3), 'table:number-rows-repeated="1000000"')}</table:table>`,
      ),
      /repeats/,
    ],
    [
      'repeats a cell a million times',
      content(
        `<table:table>${row('<table:table-cell table:number-columns-repeated="900000" office:value-type="float" office:value="1"/>')}</table:table>`,
      ),
      /columns/,
    ],
    [
      'goes beyond the last row',
      content(
        `<table:table>${row(cell(''), 'table:number-rows-repeated="1048576"')}${row(text('a'))}</table:table>`,
      ),
      /1048577/,
    ],
    [
      'has other prefixes',
      content('').replaceAll('office:', 'o:').replaceAll(':office', ':o'),
      /OpenDocument/,
    ],
    ['declares a document type', content('').replace('?>', '?><!DOCTYPE a>'), /DTD/],
    ['has no table', content(''), /no sheet/],
  ])('that %s is refused with one error', async (_, xml, says) => {
    const found = await readBytes('a.ods', archive(xml));
    expect(found.description).toBeUndefined();
    expect(found.findings).toHaveLength(1);
    expect(found.findings[0]).toMatchObject({ severity: 'error', message: expect.stringMatching(says) });
  });
});
