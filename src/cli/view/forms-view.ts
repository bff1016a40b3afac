import type { FixTarget } from '../../handback/fix/fix-files.ts';
import type { AskedForm } from '../../handback/forms/ask-forms.ts';
import type { MergedCell, MergeResult } from '../../handback/forms/merge-forms.ts';
import { language, numberText, say } from '../../say.ts';
import { forTerminal, jsonText } from '../../terminal-text.ts';
import type { AskDocument, MergeDocument } from './document-schema.ts';
import { SCHEMA_VERSION } from './json-document.ts';
import { wrapIndented } from './wrap.ts';

/** A form, and the path that was written. */
export interface WrittenForm extends AskedForm {
  readonly path: string;
}

const LONGEST_LINE = 1000;
/** Number of answers that are listed without --all. */
const MOST_LISTED = 20;

const fitted = (line: string, width: number | undefined): string[] =>
  wrapIndented(forTerminal(line, LONGEST_LINE), width);

/** The lines of `trace ask`: each form, and the command for when they come back. Wrapped at `width` columns. */
export function askedLines(
  forms: readonly WrittenForm[],
  notAsked: number,
  { check, merge }: { readonly check: string; readonly merge: string },
  width: number | undefined,
): string[] {
  const text = say().forms;
  const names = new Intl.DisplayNames(language(), { type: 'language' });
  const lines = forms.map(({ path, supplier, cells, rows, language: of }) => {
    const about = { path, cells, number: numberText(cells), rows, rowsNumber: numberText(rows) };
    return supplier === null ? text.own(about) : text.written({ ...about, language: names.of(of) ?? of });
  });
  if (forms.length === 0) lines.push(text.nothing());
  if (notAsked > 0)
    lines.push(text.notAsked({ count: notAsked, number: numberText(notAsked), command: check }));
  if (forms.length > 0) lines.push(text.next({ command: merge }));
  return lines.flatMap((line) => fitted(line, width));
}

/** The JSON of `trace ask`. */
export function askedJson(
  forms: readonly WrittenForm[],
  notAsked: number,
  { merge }: { readonly merge: string },
): string {
  const document: AskDocument = {
    schemaVersion: SCHEMA_VERSION,
    forms: forms.map(({ path, supplier, language: of, rows, cells }) => ({
      ...{ file: path, supplier, language: of, rows, cells },
    })),
    notAsked,
    merge: forms.length === 0 ? null : merge,
  };
  return `${jsonText(document)}\n`;
}

interface MergeAbout {
  readonly targets: readonly FixTarget[];
  readonly next: string;
  readonly exitCode: number;
}

/** The lines of `trace merge`: what was written from where, and what was not. Wrapped at `width` columns. */
export function* mergedLines(
  { merged, conflicts, problems, unanswered, errors, formulas, changedFiles }: MergeResult,
  { targets, next }: MergeAbout,
  { all, width }: { readonly all: boolean; readonly width: number | undefined },
): Generator<string> {
  const text = say().forms;
  const shown = all ? merged : merged.slice(0, MOST_LISTED);
  const rest = merged.length - shown.length;
  const wrong = merged.flatMap(({ place, forms, errors: own }) =>
    own.map((message) => text.wrong({ place, form: forms.join(', '), message })),
  );
  const lines = [
    ...shown.map(({ place, forms, value }) =>
      text.merged({ place, form: forms.join(', '), value: value === null ? text.blank() : String(value) }),
    ),
    ...(rest > 0 ? [text.more({ number: numberText(rest) })] : []),
    ...(wrong.length > 0 ? [text.wrongTitle(), ...wrong] : []),
    ...(conflicts.length > 0 ? [text.conflictTitle()] : []),
    ...conflicts.flatMap(({ place, reason, answers }) => [
      text.conflict({ place, reason }),
      ...answers.map((answer) => `  ${text.answer({ form: answer.place, text: answer.text })}`),
    ]),
    ...(problems.length > 0 ? [text.problemTitle()] : []),
    ...problems.map((problem) => text.problem(problem)),
    ...changedFiles.map((file) => text.changed({ file })),
    ...formulas.map((formula) => text.formulas(formula)),
    ...targets.map(({ file, path }) => text.copy({ file, path })),
    text.done({
      ...{ count: merged.length, number: numberText(merged.length), unanswered: numberText(unanswered) },
      ...{ conflicts: conflicts.length, conflictsNumber: numberText(conflicts.length) },
      ...{ errors, errorsNumber: numberText(errors), command: next },
    }),
  ];
  for (const line of lines) yield* fitted(line, width);
}

/** The JSON of `trace merge`. */
export function mergedJson(
  { merged, conflicts, problems, unanswered, errors, formulas, changedFiles }: MergeResult,
  { targets, next, exitCode }: MergeAbout,
): string {
  const document: MergeDocument = {
    schemaVersion: SCHEMA_VERSION,
    copies: targets.map(({ file, path }) => ({ file, path })),
    answers: merged.map(answerJson),
    conflicts: conflicts.map((one) => ({ ...one, answers: [...one.answers] })),
    problems: [...problems],
    ...{ unanswered, errors, formulas: [...formulas], changedFiles: [...changedFiles], exitCode, next },
  };
  return `${jsonText(document)}\n`;
}

const answerJson = (answer: MergedCell): MergeDocument['answers'][number] => {
  const { file, sheet, cell, kind, key, field, from: before, value: after, forms, errors } = answer;
  return { file, sheet, cell, kind, key: [...key], field, before, after, from: [...forms], errors };
};
