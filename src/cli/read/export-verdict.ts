import { command as advised, operands } from '../../advice.ts';
import type { Environment } from '../../config/environment.ts';
import { EXIT_CODES } from '../../errors.ts';
import type { ExportResult } from '../../read/export/export.ts';
import type { Outputs } from '../../read/export/outputs.ts';
import type { Resource } from '../../read/export/resource.ts';
import { kindText, say } from '../../say.ts';
import { noTotals } from '../../send/push/outcome.ts';
import type { ExportOptions } from '../flags/export.ts';
import { count, amount as counted } from '../view/sentences.ts';

/** The last line of an export: how it ended, and what to type next. */
export function exportVerdict(
  { nouns, command, show }: Resource,
  result: ExportResult,
  outputs: Outputs,
  options: ExportOptions,
  environment: Environment,
) {
  const { records, unchanged, problems, untouched } = result;
  const again = problems.some((problem) => problem.again);
  const exit = problems.length === 0 ? 'done' : again ? 'unreachable' : 'rows';
  const amount = (value: number) =>
    value === 0
      ? say().exports.no({ things: kindText(nouns.many, 2) })
      : `${count(value)} ${value === 1 ? kindText(nouns.one) : kindText(nouns.many, 2)}`;
  const { name } = outputs;
  const texts = say().exports;
  const end = `${problemsText(result, outputs)}${again ? texts.runAgain() : ''}`;
  const isPrinted = outputs.files.every(({ path }) => path === null);
  const ending = { name, records: amount(records), changes: changesText(result, options), end };
  const text = untouched
    ? texts.untouched({ name, unchanged: amount(unchanged), end })
    : (isPrinted ? texts.printed : texts.written)(ending);

  const place = [...(options.env === undefined ? [] : ['--env', options.env]), ...environment.place];
  const list = advised(command, 'list', ...place);
  const first = problems.find(({ id }) => /^[\w.-]+$/.test(id));
  const look = first ? advised(...show, ...operands([first.id], place)) : list;
  const isEmpty = records + unchanged + problems.length === 0;
  return {
    type: 'verdict' as const,
    exitCode: EXIT_CODES[exit].code,
    totals: noTotals(),
    text,
    next: isEmpty ? list : problems.length > 0 ? look : null,
  };
}

function problemsText({ problems, problemsFile }: ExportResult, outputs: Outputs): string {
  if (problems.length === 0) return '';
  const texts = { problems: counted(problems.length, 'problem') };
  return outputs.problems !== null && problemsFile
    ? say().exports.listedIn({ ...texts, file: problemsFile })
    : say().exports.listedAbove(texts);
}

function changesText(
  { unchanged, replaced, complete }: ExportResult,
  { changedSinceLast }: ExportOptions,
): string {
  const closed = complete ? '' : say().exports.closed();
  if (!changedSinceLast) return closed;
  const rows = replaced ? say().exports.replacedRows() : '';
  return `${closed}${say().exports.skipped({ count: unchanged, number: count(unchanged) })}${rows}`;
}
