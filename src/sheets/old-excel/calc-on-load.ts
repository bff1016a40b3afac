/** Types of BIFF records. */
const FORMULA = new Set([0x0006, 0x0206, 0x0406]);
const BOUND_SHEET = 0x0085;
const BOF = new Set([0x0009, 0x0209, 0x0409, 0x0809]);
const EOF = 0x000a;
const ARRAY = 0x0221;

/** Offset of the options in a formula record, and the bit of the option "calculate on load". */
const OPTIONS_AT = 14;
const CALCULATE_ON_LOAD = 0x0002;

/** Offsets of the stored result (eight bytes) and of the first token; the token of a cell that is part of an array formula. */
const RESULT_AT = 6;
const TOKENS_AT = 22;
const PART_OF_ARRAY = 0x01;

/** Build and year of the first Excel 97. LibreOffice writes the same ones; later versions of Excel write their own. */
const FIRST_BUILD = 0x07cc_0dbb;

/** Facts about a sheet in a workbook stream. Sheets are in the order of the stream. */
export interface StreamSheet {
  /** Positions (`row * 65536 + column`) of formulas whose stored result must be computed when the file is opened. */
  readonly uncomputed: ReadonlySet<number>;
}

interface FoundSheet {
  readonly uncomputed: Set<number>;
  /** The first cells of array formulas; and for each cell with a stored 0, the first cell of the array that its token names. */
  readonly arrays: Set<number>;
  readonly zeros: Map<number, number>;
}

/**
 * Finds formulas whose stored result is a 0 that nobody computed; the parser returns the 0. Libraries store it and ask
 * Excel to calculate when it opens the file. LibreOffice stores it for array formulas whose result is a text.
 */
export function sheetsOfStream(stream: Buffer): StreamSheet[] {
  const sheets = new Map<number, FoundSheet>();
  let depth = 0;
  let sheet: FoundSheet | undefined;
  const isFirstBuild = stream.length >= 12 && stream.readUInt32LE(8) === FIRST_BUILD;
  for (let at = 0; at + 4 <= stream.length; ) {
    const type = stream.readUInt16LE(at);
    const length = stream.readUInt16LE(at + 2);
    const data = at + 4;
    if (data + length > stream.length) break;
    if (BOF.has(type)) {
      if (depth++ === 0) sheet = sheets.get(at);
    } else if (type === EOF) depth--;
    else if (type === BOUND_SHEET && length >= 4)
      sheets.set(stream.readUInt32LE(data), { uncomputed: new Set(), arrays: new Set(), zeros: new Map() });
    else if (FORMULA.has(type) && depth === 1 && length >= OPTIONS_AT + 2) {
      const isUncomputed = (stream.readUInt16LE(data + OPTIONS_AT) & CALCULATE_ON_LOAD) !== 0;
      const cell = positionAt(stream, data);
      if (isUncomputed) sheet?.uncomputed.add(cell);
      else if (isFirstBuild && isZeroOfArray(stream, data, length))
        sheet?.zeros.set(cell, positionAt(stream, data + TOKENS_AT + 1));
    } else if (type === ARRAY && depth === 1 && length >= 6)
      sheet?.arrays.add(stream.readUInt16LE(data) * 65_536 + stream.readUInt8(data + 4));
    if (type === EOF && depth < 0) break;
    at = data + length;
  }
  for (const { uncomputed, arrays, zeros } of sheets.values())
    for (const [cell, first] of zeros) if (arrays.has(first)) uncomputed.add(cell);
  return [...sheets].sort(([one], [other]) => one - other).map(([, found]) => found);
}

/** Position of a cell whose row and column start at `at`. */
const positionAt = (stream: Buffer, at: number): number =>
  stream.readUInt16LE(at) * 65_536 + stream.readUInt16LE(at + 2);

/** Whether the stored result of the formula is 0, and its only token names the first cell of an array. */
const isZeroOfArray = (stream: Buffer, data: number, length: number): boolean =>
  length >= TOKENS_AT + 5 &&
  stream.readBigUInt64LE(data + RESULT_AT) === 0n &&
  stream.readUInt8(data + TOKENS_AT) === PART_OF_ARRAY;
