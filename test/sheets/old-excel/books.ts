import * as xlsx from 'xlsx';

/** A workbook with these sheets, as bytes. */
export function book(
  sheets: Readonly<Record<string, xlsx.WorkSheet>>,
  bookType: 'xls' | 'xlsb' | 'biff5' = 'xls',
  more: xlsx.WorkBook['Workbook'] = {},
): Buffer {
  const made = xlsx.utils.book_new();
  for (const [name, sheet] of Object.entries(sheets)) xlsx.utils.book_append_sheet(made, sheet, name);
  made.Workbook = more;
  return xlsx.write(made, { type: 'buffer', bookType });
}

export const sheet = (...rows: unknown[][]) => xlsx.utils.aoa_to_sheet(rows);

/** The workbook with another stream. */
export function patched(bytes: Buffer, patch: (stream: Buffer) => Buffer): Buffer {
  const container = xlsx.CFB.read(bytes, { type: 'buffer' });
  const entry = xlsx.CFB.find(container, '/Workbook');
  const content = patch(Buffer.from(entry.content));
  xlsx.CFB.utils.cfb_add(container, '/Workbook', content);
  return Buffer.from(xlsx.CFB.write(container, { type: 'buffer' }));
}

/** A record of a workbook stream. */
export function record(type: number, length: number, fill: (data: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(4 + length);
  bytes.writeUInt16LE(type, 0);
  bytes.writeUInt16LE(length, 2);
  fill(bytes.subarray(4));
  return bytes;
}

/** A workbook that takes the parser minutes: links on every cell of the sheet, many times. */
export function endlessBook(): Buffer {
  const link = record(0x01b8, 32, (data) => {
    data.writeUInt16LE(0xffff, 2);
    data.writeUInt16LE(0x00ff, 6);
    data.writeUInt32LE(2, 24);
  });
  const links = Buffer.concat(Array(2000).fill(link));
  return patched(book({ a: sheet(['a']) }), (stream) => {
    const end = stream.lastIndexOf(Buffer.from([0x0a, 0x00, 0x00, 0x00]));
    return Buffer.concat([stream.subarray(0, end), links, stream.subarray(end)]);
  });
}
