import { plainText, type RawXml, rawText, withEdits } from './tags.ts';

const TAG = /<(\/?)(?:[\w.-]+:)?(rPh|t)\b[^<>]*>/g;

/** A run of rich text (`r`) that contains no text. */
const EMPTY_RUN = /<([\w.-]+:)?r>(?:<(?!(?:[\w.-]+:)?r>)[^<>]*>)*<\/\1r>/g;

/** A text of a comment, and its position in the XML. */
interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The texts of a comment in order, without phonetic text. Reads even malformed XML once. */
function piecesOf(comment: RawXml): Piece[] {
  const pieces: Piece[] = [];
  let start: number | null = null;
  let isPhonetic = false;
  for (const { 0: tag, 1: slash, 2: name, index } of comment.matchAll(TAG)) {
    if (tag.endsWith('/>')) continue;
    if (name === 'rPh') isPhonetic = slash === '';
    else if (isPhonetic) continue;
    else if (slash === '') start = index + tag.length;
    else if (start !== null) {
      pieces.push({ text: plainText(comment.slice(start, index)), start, end: index });
      start = null;
    }
  }
  return pieces;
}

/** A note without the text that trace wrote into it. */
export interface PersonsNote {
  /** The comment; unchanged if trace wrote nothing in it. */
  readonly xml: RawXml;
  readonly isChanged: boolean;
  /** Whether the note has no text left. */
  readonly isEmpty: boolean;
}

/**
 * Removes our text: from one `separator` line to the next. If a person deleted the second one, our text ends with its last
 * cure (`→ ...`), and what follows stays. The author of the note is ignored: spreadsheet programs lose it, and keep `trace`
 * when a person rewrites the note.
 */
export function withoutOwnPart(comment: RawXml, separator: string): PersonsNote {
  const pieces = piecesOf(comment);
  const ranges = ownRanges(pieces.map(({ text }) => text).join(''), separator);
  if (ranges.length === 0) return { xml: comment, isChanged: false, isEmpty: false };
  let at = 0;
  let left = '';
  const edits = pieces.map(({ text, start, end }) => {
    const kept = withoutRanges(text, ranges, at);
    at += text.length;
    left += kept;
    return { start, end, text: kept === text ? comment.slice(start, end) : rawText(kept) };
  });
  const xml = withEdits(comment, edits).replace(EMPTY_RUN, '');
  return { xml, isChanged: true, isEmpty: left.trim() === '' };
}

/** The text of a comment. */
export const commentText = (comment: RawXml): string =>
  piecesOf(comment)
    .map(({ text }) => text)
    .join('');

type Range = readonly [start: number, end: number];

function ownRanges(text: string, separator: string): Range[] {
  const ranges: Range[] = [];
  let start = -1;
  let at = 0;
  for (const line of text.split('\n')) {
    const end = at + line.length;
    if (line.trim() === separator) {
      if (start === -1) start = Math.max(0, at - 1);
      else {
        // At the beginning of the note, the line break after our text is removed too.
        ranges.push([start, start === 0 ? Math.min(end + 1, text.length) : end]);
        start = -1;
      }
    }
    at = end + 1;
  }
  if (start !== -1) ranges.push(rangeWithoutPair(text, start, separator));
  return ranges;
}

/** The range of our text if a person deleted one of its two separator lines. */
function rangeWithoutPair(text: string, start: number, separator: string): Range {
  const line = text.indexOf(separator, start) + separator.length;
  // After a cure, the separator is the second one: the start of our text is unknown, so only the line is removed.
  if (/(?:^|\n)→ [^\n]*\n?$/.test(text.slice(0, start + 1))) return [start, line];
  const cure = text.lastIndexOf('\n→ ');
  if (cure < line) return [start, text.length];
  const end = text.indexOf('\n', cure + 1);
  return [start, end === -1 ? text.length : start === 0 ? end + 1 : end];
}

/** The part of a text that is outside the ranges. `at`: the offset of the part in the text. */
function withoutRanges(piece: string, ranges: readonly Range[], at: number): string {
  let kept = '';
  let from = 0;
  for (const [start, end] of ranges) {
    kept += piece.slice(from, Math.max(from, start - at));
    from = Math.max(from, end - at);
  }
  return kept + piece.slice(from);
}
