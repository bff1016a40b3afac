import { edited, plainText, type RawXml, rawText } from './tags.ts';

/** Runs, and texts outside of runs. A phonetic run is not part of the text. */
const RUN =
  /<((?:[\w.-]+:)?)rPh\b[\s\S]*?<\/\1rPh\s*>|<((?:[\w.-]+:)?)r\b[^>]*>[\s\S]*?<\/\2r\s*>|<((?:[\w.-]+:)?)t\b[^>]*>[^<]*<\/\3t\s*>/g;
const TEXT = /(<(?:[\w.-]+:)?t\b[^>]*>)([^<]*)(<\/(?:[\w.-]+:)?t\s*>)/;

/** A note of a workbook without what trace wrote. */
export interface PersonsNote {
  /** The comment; unchanged if trace wrote nothing in it. */
  readonly xml: RawXml;
  readonly isChanged: boolean;
  /** Whether nothing is left of its text. */
  readonly isEmpty: boolean;
}

/**
 * Removes what stands between two lines `separator`, with these lines; without a second line, everything after the first.
 * The author does not matter: spreadsheet programs lose it, and keep it when a person rewrites a note of trace.
 */
export function withoutOwnPart(comment: RawXml, separator: string): PersonsNote {
  const runs = [...comment.matchAll(RUN)].flatMap(({ 0: xml, index, 1: phonetic }) => {
    const [all, open, text, close] = TEXT.exec(xml) ?? [];
    if (phonetic !== undefined || all === undefined) return [];
    return { xml, start: index, open: open!, close: close!, all, text: plainText(text!) };
  });
  const whole = runs.map(({ text }) => text).join('');
  const ranges = ownRanges(whole, separator);
  if (ranges.length === 0) return { xml: comment, isChanged: false, isEmpty: false };
  let at = 0;
  let left = '';
  const edits: { start: number; end: number; text: RawXml }[] = [];
  for (const { xml, start, open, close, all, text } of runs) {
    const kept = without(text, ranges, at);
    at += text.length;
    left += kept;
    if (kept === text) continue;
    const changed = kept === '' ? '' : xml.replace(all, () => open + rawText(kept) + close);
    edits.push({ start, end: start + xml.length, text: changed });
  }
  return { xml: edited(comment, edits), isChanged: true, isEmpty: left.trim() === '' };
}

/** The text of a comment. */
export const commentText = (comment: RawXml): string =>
  [...comment.matchAll(RUN)].map(([xml, phonetic]) => (phonetic === undefined ? textOf(xml) : '')).join('');

const textOf = (run: RawXml): string => plainText(TEXT.exec(run)?.[2] ?? '');

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
        // What follows becomes the beginning of the note.
        ranges.push([start, start === 0 ? Math.min(end + 1, text.length) : end]);
        start = -1;
      }
    }
    at = end + 1;
  }
  if (start !== -1) ranges.push([start, text.length]);
  return ranges;
}

/** A piece of a text without the ranges; `at`: where it begins. */
function without(piece: string, ranges: readonly Range[], at: number): string {
  let kept = '';
  let from = 0;
  for (const [start, end] of ranges) {
    kept += piece.slice(from, Math.max(from, start - at));
    from = Math.max(from, end - at);
  }
  return kept + piece.slice(from);
}
