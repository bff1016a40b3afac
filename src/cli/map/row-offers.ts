import { say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import { joinedTexts } from './accept.ts';
import { readingsOf } from './ambiguous.ts';
import type { ReviewedColumn, ReviewedSetting } from './review.ts';
import {
  type DifferingColumn,
  groupLines,
  ONE_VALUE,
  type ReviewedGroup,
  type ReviewedSeparator,
} from './rows.ts';

/** The choice to send nothing of a column, its name in a question, and its first values. */
export const ignore = () => ({
  ...{ value: 'ignore', label: say().mapQuestions.ignore(), hint: say().mapQuestions.ignoreHint() },
});

export const names = ({ letters, header }: ReviewedColumn) => ({
  ...{ column: letters, header: forTerminal(header, 60) },
});

export const samplesText = ({ samples }: ReviewedColumn): string =>
  say().mapQuestions.samples({ values: joinedTexts(samples, 3) });

export function separatorOffer({ header, sample, choices }: ReviewedSeparator) {
  const { mapQuestions } = say();
  const signs = choices.map((sign) => {
    const parts = sample.split(sign).map((part) => part.trim());
    return { value: sign, label: `"${sign}"`, hint: forTerminal(parts.join(' | '), 50) };
  });
  return {
    lines: [
      mapQuestions.separator({ header: forTerminal(header, 60) }),
      mapQuestions.has({ sample: forTerminal(sample, 60) }),
    ],
    choices: [...signs, { value: ONE_VALUE, label: mapQuestions.nothing(), hint: mapQuestions.oneValue() }],
  };
}

export function groupOffer(group: ReviewedGroup) {
  const { mapQuestions } = say();
  const by = group.by.map((header) => `"${forTerminal(header, 40)}"`).join(', ');
  return {
    lines: [mapQuestions.group({ columns: by }), ...groupLines(group).map((line) => forTerminal(line, 200))],
    choices: [
      { value: 'one-record', label: mapQuestions.oneRecord(), hint: mapQuestions.oneRecordHint() },
      { value: 'each-row', label: mapQuestions.eachRow() },
    ],
  };
}

export function differingOffer({ column, adds, repeats }: DifferingColumn) {
  const { mapQuestions } = say();
  const { differing, differingSame } = mapQuestions;
  const added = { value: 'add-up', label: mapQuestions.addUp(), hint: mapQuestions.addUpHint() };
  const first = { value: 'first', label: mapQuestions.takeFirst(), hint: mapQuestions.takeFirstHint() };
  const once = { value: 'repeat', label: mapQuestions.once(), hint: mapQuestions.onceHint() };
  return {
    lines: [(repeats ? differingSame : differing)(names(column)), samplesText(column)],
    choices: [adds === undefined ? first : added, ...(repeats ? [once] : []), ignore()],
  };
}

export function settingOffer({ name, field, sample, header }: ReviewedSetting) {
  const { decimalSheet, decimalColumn, orderSheet, orderColumn } = say().mapQuestions;
  const [sheet, column] = name === 'decimal' ? [decimalSheet, decimalColumn] : [orderSheet, orderColumn];
  const text = field === undefined ? sheet : column;
  return {
    lines: [text({ header: forTerminal(header, 60), sample: forTerminal(sample ?? '') })],
    choices: (sample === null ? [] : readingsOf(name, sample)).map(({ value, reading }) => ({
      ...{ value, label: value, hint: reading },
    })),
  };
}
