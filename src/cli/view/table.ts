export interface ViewColumn {
  readonly header: string;
  readonly align?: 'right';
}

const GAP = '  ';

/**
 * The lines of a table with aligned columns, without trailing spaces. Cells must be safe for a terminal and have no
 * colours.
 */
export function table(columns: readonly ViewColumn[], rows: readonly (readonly string[])[]): string[] {
  const headers = columns.map(({ header }) => header);
  const widths = headers.map((header, index) =>
    rows.reduce((widest, row) => Math.max(widest, textWidth(row[index] ?? '')), textWidth(header)),
  );
  return [headers, ...rows].map((row) =>
    columns
      .map(({ align }, index) => {
        const cell = row[index] ?? '';
        const padding = ' '.repeat(widths[index]! - textWidth(cell));
        return align === 'right' ? padding + cell : cell + padding;
      })
      .join(GAP)
      .trimEnd(),
  );
}

/**
 * The width of a safe text on a terminal, in columns: two for East Asian characters and emoji, none for combining
 * marks. Node's Unicode tables identify emoji and marks; only the wide blocks are listed here (decision 30).
 */
export function textWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  const { segmenter, marks, wide } = unicode();
  let width = 0;
  for (const { segment } of segmenter.segment(text)) {
    if (!marks.test(segment)) width += wide.test(segment) ? 2 : 1;
  }
  return width;
}

const ASCII = /^[ -~]*$/;

interface UnicodeTables {
  readonly segmenter: Intl.Segmenter;
  readonly marks: RegExp;
  readonly wide: RegExp;
}

let tables: UnicodeTables | undefined;

/** The tables of Unicode, loaded when they are first needed: that takes as long as starting Node. */
function unicode(): UnicodeTables {
  tables ??= {
    segmenter: new Intl.Segmenter(),
    marks: /^\p{M}+$/u,
    // Node checks a regular expression literal when it compiles the file: that takes 13 ms of every start.
    // biome-ignore lint/complexity/useRegexLiterals: see above
    wide: new RegExp(
      '^(?:\\p{RGI_Emoji}$|[\\u1100-\\u115f\\u2e80-\\u303e\\u3041-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe6f\\uff00-\\uff60\\uffe0-\\uffe6\\u{1f300}-\\u{1faff}\\u{20000}-\\u{3fffd}])',
      'v',
    ),
  };
  return tables;
}
