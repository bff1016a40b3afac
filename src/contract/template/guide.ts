import type { Language } from '../../language/languages.ts';
import type { GuideLook, SheetData } from '../../sheets/workbook-data.ts';
import { type FamilyName, projectTypeOf } from '../family.ts';
import type { KindSpec } from '../kind.ts';
import { labelOf } from '../labels.ts';
import { templateColumns } from './columns.ts';
import { sheetName } from './names.ts';
import { filled, rowOf, TEXTS } from './text.ts';

/** Width of the columns of the guide, in characters. */
const TOPIC_WIDTH = 30;
const TEXT_WIDTH = 95;

type GuideRow = readonly [look: GuideLook, topic: string, text?: string];

/** The first sheet of a template: what to fill in, in which order, and what the colours mean. `kinds` in that order. */
export function guideSheet(
  kinds: readonly KindSpec[],
  family: FamilyName | undefined,
  language: Language,
): SheetData {
  const { guide, guideSheet } = TEXTS[language];
  const { colour } = guide;
  const [topic, hint] = guide.family;
  const name = family && (projectTypeOf(family, {}) ?? family);
  const hints = name === undefined ? guide.hint : [[topic, filled(hint, { name })] as const, ...guide.hint];
  const rows: readonly GuideRow[] = [
    ...guide.intro.map((text): GuideRow => ['wide', text]),
    ['heading', guide.order],
    ...kinds.map((kind, at): GuideRow => {
      const text = [
        rowOf(kind, language),
        filled(guide.required, { labels: requiredLabels(kind, family, language) }),
      ];
      return ['topic', `${at + 1}. ${sheetName(kind, language)}`, text.filter(Boolean).join('\n')];
    }),
    ['heading', guide.colours],
    ['required', ...colour.required],
    ['group', ...colour.group],
    ['optional', ...colour.optional],
    ['example', ...colour.example],
    ['heading', guide.hints],
    ...hints.map((hint): GuideRow => ['topic', ...hint]),
  ];
  return {
    name: guideSheet,
    columns: [
      { header: guide.title, width: TOPIC_WIDTH },
      { header: '', width: TEXT_WIDTH },
    ],
    rows: rows.map(([, topic, text]) => [topic, text ?? null]),
    guide: rows.map(([look]) => look),
  };
}

function requiredLabels(kind: KindSpec, family: FamilyName | undefined, language: Language): string {
  return templateColumns(kind, family)
    .filter(({ required }) => required)
    .map(({ field, header }) => labelOf(kind, field, language, 1) ?? header)
    .join(', ');
}
