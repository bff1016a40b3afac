import { join } from 'node:path';
import { command as advised, operands } from '../../advice.ts';
import { requireState } from '../../config/approval.ts';
import type { Environment } from '../../config/environment.ts';
import { type Context, colorLevel, write } from '../../context.ts';
import type { Language as TextLanguage } from '../../contract/v2/study-lists.ts';
import { EXIT_CODES } from '../../errors.ts';
import { keepHeapSmall } from '../../import/input/heap.ts';
import { EMBEDDED, originOf } from '../../import/state/target.ts';
import { systemDisk } from '../../read/export/disk.ts';
import { type ExportResult, runExport } from '../../read/export/export.ts';
import { type Outputs, outputsOf, type Page, pageOutputs } from '../../read/export/outputs.ts';
import { type Resource, tablesOf } from '../../read/export/resource.ts';
import { removeExpired } from '../../read/export/unfinished-exports.ts';
import { hasHeadings } from '../../read/tables/headings.ts';
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  kindText,
  type Language,
  language,
  say,
  useLanguage,
} from '../../say.ts';
import { noTotals } from '../../send/push/outcome.ts';
import type { Session } from '../command.ts';
import type { ExportOptions } from '../flags/export.ts';
import { nonEmpty, selectionOf } from '../flags/filters.ts';
import { v3Selection } from '../flags/v3.ts';
import type { ExportListener } from '../view/export-progress.ts';
import { safeScreen } from '../view/safe-screen.ts';
import { colors, count, amount as counted, verdictText } from '../view/sentences.ts';
import { terminalWidth } from '../view/wrap.ts';
import { readTarget, savedExport, savedText, withResumeHint } from './export-resume.ts';
import { environmentOf, screenOf, withOpenService } from './open.ts';

/** The last line of an export: how it ended, and what to type next. */
function exportVerdict(
  { nouns, command, show }: Resource,
  result: ExportResult,
  outputs: Outputs,
  options: ExportOptions,
  environment: Environment,
) {
  const { records, unchanged, problems, untouched } = result;
  const again = problems.some((problem) => problem.canRetry);
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

/** Returns the page that is written instead of tables: `studies report`. */
export type PageOf = (languages: readonly TextLanguage[], options: ExportOptions) => Page;

/** Runs an export, shows its progress and prints its verdict. */
export async function exporting(
  resource: Resource,
  ids: readonly string[],
  options: ExportOptions,
  session: Session,
  page?: PageOf,
): Promise<void> {
  const { context } = session;
  const command = [resource.command, page ? 'report' : 'export'];
  if (options.resume) {
    const saved = await savedExport(command, resource.interface, ids, options, context);
    if (saved.language !== language()) {
      const note = say().exports.otherLanguage({ first: saved.language });
      await write(context.stderr, `${note}\n`);
      await useLanguage(saved.language);
    }
    return exporting(saved.resource, saved.ids, saved.options, session, page);
  }
  keepHeapSmall();
  const { verdict } = await exportRecords(resource, ids, options, context, { page });
  await write(
    context.stderr,
    `${verdictText(verdict, colors(colorLevel(context)), terminalWidth(context.stderr))}\n`,
  );
  session.exit(verdict.exitCode);
}

/** Runs an export. `watch` gets its events and warnings; without it, its progress is shown. */
export async function exportRecords(
  resource: Resource,
  ids: readonly string[],
  options: ExportOptions,
  context: Context,
  { page, watch }: { readonly page?: PageOf | undefined; readonly watch?: ExportListener['on'] },
) {
  const command = [resource.command, page ? 'report' : 'export'];
  const environment = await environmentOf(options, context, resource.interface);
  await requireState(environment, context.env);
  const selection = options.v3
    ? v3Selection(resource.name, options.v3)
    : selectionOf(resource.name, ids, options, environment, context);
  const outputs = outputsFor(resource, options, selection.languages, context, page);
  const folder = join(environment.stateDir.value, 'exports');
  const stdout = screenOf(context.stdout) ? safeScreen(context.stdout) : context.stdout;
  // A redraw of the task would erase rows that were printed since the last one.
  const drawn = context.isTTY && (outputs.folder !== null || stdout === context.stdout);
  await removeExpired(folder, context.now(), systemDisk);
  return withOpenService(
    options,
    { context },
    async ({ reads, listener }) => {
      const { nouns } = resource;
      const origin = originOf(environment);
      listener.on({ type: 'export-started', nouns, environment: environment.name, origin });
      try {
        const result = await runExport({
          reads,
          resource,
          selection,
          outputs,
          folder,
          target: readTarget(environment),
          formerTarget: formerTarget(environment),
          environment: environment.name,
          saved: savedText({ command, resource, ids, options }, context),
          fresh: options.fresh === true,
          force: options.force === true,
          changedOnly: options.changedSinceLast === true,
          now: context.now,
          onEvent: listener.on,
          stdout,
        });
        for (const text of cellNotes(result)) listener.on({ type: 'note', text });
        const verdict = exportVerdict(resource, result, outputs, options, environment);
        return { result, outputs, verdict };
      } catch (error) {
        throw withResumeHint(error, command, options, environment);
      }
    },
    resource.interface,
    drawn,
    watch,
  );
}

function outputsFor(
  resource: Resource,
  options: ExportOptions,
  languages: readonly TextLanguage[],
  { cwd }: Context,
  page: PageOf | undefined,
): Outputs {
  const out = nonEmpty('--out', options.out);
  if (page) return pageOutputs(out ?? 'trace-report.html', cwd, page(languages, options));
  const grains = (nonEmpty('--grain', options.grain) ?? '').split(',').flatMap((name) => name.trim() || []);
  return outputsOf({
    resource: resource.name,
    out,
    format: options.format,
    byGrain: grains.length > 0,
    tables: tablesOf(resource, grains, languages),
    headers: headerLanguage(options),
    excel: options.excel,
    raw: options.raw === true,
    cwd,
  });
}

/**
 * The language of column headers: that of Excel, if it has words for them; with `--data-headers`, always that of the
 * contract.
 */
const headerLanguage = ({ dataHeaders, excel = '' }: ExportOptions): Language => {
  if (dataHeaders) return DEFAULT_LANGUAGE;
  return isLanguage(excel) && hasHeadings(excel) ? excel : language();
};

/** The target as earlier versions of trace stored it in their files. */
const formerTarget = ({ name, baseUrl }: Environment): string =>
  `${name} ${baseUrl.value?.replace(/\/+$/, '') ?? EMBEDDED}`;

/** Notes about texts that differ from the record, or that Excel changes. */
function* cellNotes({ written }: ExportResult): Generator<string> {
  const sum = (of: 'guarded' | 'cut' | 'plainLinks' | 'misread' | 'mistyped') =>
    written.reduce((all, each) => all + (each[of] ?? 0), 0);
  const guarded = sum('guarded');
  if (guarded > 0) {
    yield say().exports.guarded({ count: guarded, number: count(guarded) });
  }
  if (sum('cut') > 0) yield say().exports.cut({ count: sum('cut'), number: count(sum('cut')) });
  if (sum('plainLinks') > 0)
    yield say().exports.plainLinks({ count: sum('plainLinks'), number: count(sum('plainLinks')) });
  if (sum('misread') > 0)
    yield say().exports.misread({ count: sum('misread'), number: count(sum('misread')) });
  if (sum('mistyped') > 0)
    yield say().exports.mistyped({ count: sum('mistyped'), number: count(sum('mistyped')) });
}
