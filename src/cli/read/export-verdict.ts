import { command as advised, operands } from '../../advice.ts';
import type { Environment } from '../../config/environment.ts';
import { EXIT_CODES } from '../../errors.ts';
import { noTotals } from '../../import/push/outcome.ts';
import type { ExportResult } from '../../read/export/export.ts';
import type { Outputs } from '../../read/export/outputs.ts';
import type { Resource } from '../../read/export/resource.ts';
import type { ExportOptions } from '../flags/export.ts';
import { count } from '../view/sentences.ts';

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
    `${value === 0 ? 'no' : count(value)} ${value === 1 ? nouns.one : nouns.many}`;
  const { name } = outputs;
  const end = `${problemsText(result, outputs)}${again ? '; run again for what could not be read' : ''}.`;
  const text = untouched
    ? `nothing changed since the last export: ${name} stays as it is, ${amount(unchanged)} unchanged${end}`
    : `${amount(records)} ${name === 'standard output' ? 'on' : 'in'} ${name}${changesText(result, options)}${end}`;

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
  const where = outputs.problems !== null && problemsFile ? `listed in ${problemsFile}` : 'listed above';
  return `; ${count(problems.length)} ${problems.length === 1 ? 'problem' : 'problems'} ${where}`;
}

function changesText(
  { unchanged, replaced, complete }: ExportResult,
  { changedSinceLast }: ExportOptions,
): string {
  const closed = complete ? '' : ', until its reader closed it';
  if (!changedSinceLast) return closed;
  const rows = replaced ? '; they replaced the rows of that export' : '';
  return `${closed}, ${count(unchanged)} unchanged since the last export and skipped${rows}`;
}
