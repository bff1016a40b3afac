/** Types of BIFF records. */
const FORMULA = new Set([0x0006, 0x0206, 0x0406]);
const BOUND_SHEET = 0x0085;
const BOF = new Set([0x0009, 0x0209, 0x0409, 0x0809]);
const EOF = 0x000a;

/** Offset of the options of a formula, and the option "calculate on load". */
const OPTIONS_AT = 14;
const CALCULATE_ON_LOAD = 0x0002;

/** What a workbook stream says about its sheets, by their order in the stream. */
export interface StreamSheet {
  /** Positions (`row * 65536 + column`) of formulas whose stored result must be computed when the file is opened. */
  readonly uncomputed: ReadonlySet<number>;
}

/**
 * Finds formulas that the program that wrote the file did not compute: libraries store 0 and ask Excel to calculate when
 * it opens the file. The parser returns the 0.
 */
export function sheetsOfStream(stream: Buffer): StreamSheet[] {
  const sheets = new Map<number, { uncomputed: Set<number> }>();
  let depth = 0;
  let sheet: { uncomputed: Set<number> } | undefined;
  for (let at = 0; at + 4 <= stream.length; ) {
    const type = stream.readUInt16LE(at);
    const length = stream.readUInt16LE(at + 2);
    const data = at + 4;
    if (data + length > stream.length) break;
    if (BOF.has(type)) {
      if (depth++ === 0) sheet = sheets.get(at);
    } else if (type === EOF) depth--;
    else if (type === BOUND_SHEET && length >= 4)
      sheets.set(stream.readUInt32LE(data), { uncomputed: new Set() });
    else if (FORMULA.has(type) && depth === 1 && length >= OPTIONS_AT + 2) {
      const isUncomputed = (stream.readUInt16LE(data + OPTIONS_AT) & CALCULATE_ON_LOAD) !== 0;
      if (isUncomputed)
        sheet?.uncomputed.add(stream.readUInt16LE(data) * 65_536 + stream.readUInt16LE(data + 2));
    }
    if (type === EOF && depth < 0) break;
    at = data + length;
  }
  return [...sheets].sort(([one], [other]) => one - other).map(([, found]) => found);
}
