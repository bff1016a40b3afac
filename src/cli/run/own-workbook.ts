import type { Command } from 'commander';
import { command as advised, fileOperand } from '../../advice.ts';
import { write } from '../../context.ts';
import { type OwnSheet, workbookHelp } from '../../contract/template/own-workbook.ts';
import { writeFileWhole } from '../../drafts.ts';
import { TraceError, usage } from '../../errors.ts';
import type { FindingGroup } from '../../findings/group.ts';
import type { SheetMap } from '../../records/record.ts';
import { kindText, language, numberText, say } from '../../say.ts';
import { type AddedHelp, withColumnHelp } from '../../sheets/annotate/column-help.ts';
import { isWorkbook } from '../../sheets/annotate/extension.ts';
import { columnLetters } from '../../sheets/cell.ts';
import { Damage } from '../../sheets/damage.ts';
import { openInput } from '../../sheets/input.ts';
import { DEFAULT_LIMITS } from '../../sheets/limits.ts';
import { forTerminal } from '../../terminal-text.ts';
import { invocationOf, type Session } from '../command.ts';
import { inputOf } from '../flags/input.ts';
import type { InputOptions } from '../flags/input-flags.ts';
import { amount, sheetName } from '../view/sentences.ts';
import { MIN_WIDTH, terminalWidth, wrapWhole } from '../view/wrap.ts';
import { type CopyNames, copyTargets } from './annotating.ts';
import { recogniseFiles } from './inspecting.ts';

const INDENT = '  ';
const ADVICE = '→ ';
const NAMES: CopyNames = { flag: '--out', copy: 'plain' };
/** Flags that the next command, a check, does not have. */
const OWN_FLAGS = ['--onto', '--kinds'];

export interface OntoOptions extends InputOptions {
  readonly out?: string;
  readonly force?: boolean;
}

/**
 * Writes a copy of a workbook with notes and dropdowns on the columns that an import recognises, and prints what each
 * sheet got.
 *
 * @throws TraceError `template-unwritten`, `onto-workbook`, and those of the copy and the input
 */
export async function helpOwnWorkbook(
  named: string,
  options: OntoOptions,
  command: Command,
  session: Session,
): Promise<void> {
  const { context } = session;
  const text = say().template;
  if (options.out === undefined)
    throw usage(
      'flag-missing',
      text.outMissing(),
      text.use({ command: advised('template', '--onto', named, '--out', text.outExample()) }),
    );
  const invocation = invocationOf([named], command, OWN_FLAGS);
  const input = await inputOf([named], { ...options, offline: true }, session);
  const [file] = input.settings.files as [string];
  const limits = { ...DEFAULT_LIMITS, ...input.settings.limits };
  const targets = await copyTargets(
    { annotate: options.out, force: options.force === true },
    [file],
    context.cwd,
    [],
    NAMES,
  );
  const again = [...invocation.flags, ...(options.env === undefined ? [] : ['--env', options.env])];
  const unread = () =>
    new TraceError(
      'invalid',
      'template-unwritten',
      text.unread({ file }),
      text.why({ command: advised('check', fileOperand(file), ...again) }),
    );
  const [target] = targets;
  if (!target) throw unread();
  const workbook = await openInput(file, { stdin: input.settings.stdin, signal: context.signal }, limits);
  try {
    if (!(await isWorkbook(workbook, limits)))
      throw usage('onto-workbook', text.notWorkbook({ file }), text.saveAs());
    const maps = new Map<string, SheetMap>();
    const groups: FindingGroup[] = [];
    {
      using checked = await recogniseFiles(input, invocation, session, (map) => maps.set(map.sheet, map));
      context.signal.throwIfAborted();
      groups.push(...checked.findingGroups.groups());
    }
    const family = input.settings.family ?? undefined;
    const help = workbookHelp([...maps.values()].map(ownSheet), { family, language: language() });
    if (maps.size === 0)
      throw new TraceError(
        'invalid',
        'template-unwritten',
        text.nothing({ file }),
        text.why({ command: advised('check', fileOperand(file), ...again) }),
      );
    const added = await writeFileWhole(target.path, { replace: options.force === true }, (out) =>
      withColumnHelp(workbook, limits, help, out),
    );
    const lines = [
      ...[...maps.values()].flatMap((map) =>
        linesOf(
          map,
          added.find(({ sheet }) => sheet === map.sheet),
        ),
      ),
      ...otherSheets(groups, maps),
      text.written({
        path: target.path,
        sheets: amount(added.length, 'sheet'),
        command: advised('check', fileOperand(options.out), ...again),
      }),
    ];
    const width = terminalWidth(context.stderr);
    for (const line of lines.flatMap((text) => indented(forTerminal(text, 2000), width)))
      await write(context.stderr, `${line}\n`);
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
    throw new TraceError('invalid', 'template-unwritten', error.message, error.suggestion);
  } finally {
    await workbook.close();
  }
}

/** The lines of a text: all but the first are indented, and advice is indented further. */
function indented(text: string, width: number | undefined): string[] {
  const before = text.startsWith(ADVICE) ? INDENT : '';
  const parts = wrapWhole(
    text,
    width === undefined ? undefined : Math.max(width, MIN_WIDTH) - 2 * INDENT.length,
  );
  return parts.map((part, at) => `${before}${at === 0 ? '' : INDENT}${part}`);
}

/** How an import reads a sheet, as far as its template needs it. */
const ownSheet = ({ sheet, kind, headerRow, columns }: SheetMap): OwnSheet => ({
  ...{ name: sheet, kind, headerRow },
  columns: columns.map(({ index, header, field, path, words, mapping }) => ({
    ...{ index, header, field, path },
    hasOwnWords: words !== undefined || mapping?.words !== undefined || mapping?.separator !== undefined,
    hasNames: mapping?.names !== undefined,
  })),
});

function linesOf(map: SheetMap, added: AddedHelp | undefined): string[] {
  const text = say().template;
  const sheet = sheetName(map);
  const letters = (columns: readonly number[]) => columns.map(columnLetters).join(', ');
  const unknown = (map.unmapped ?? []).filter(
    ({ header, ignored }) => header !== '' && (ignored === null || ignored === 'unknown'),
  );
  return [
    text.sheet({
      ...{ sheet, kinds: kindText(map.kind.name, 2) },
      ...{ count: added?.notes ?? 0, number: numberText(added?.notes ?? 0) },
      ...{ lists: added?.lists ?? 0, listsNumber: String(added?.lists ?? 0) },
    }),
    ...(added?.withRule.length ? [text.keptLists({ sheet, columns: letters(added.withRule) })] : []),
    ...(added?.withThread.length ? [text.keptNotes({ sheet, columns: letters(added.withThread) })] : []),
    ...(unknown.length > 0
      ? [
          text.unknownColumns({
            sheet,
            columns: unknown.map((one) => `${one.letters} "${forTerminal(one.header, 60)}"`).join(', '),
          }),
        ]
      : []),
  ];
}

/** Sheets without records, with the reason and the advice that a check gives. */
function otherSheets(groups: readonly FindingGroup[], maps: ReadonlyMap<string, SheetMap>): string[] {
  const lines = new Map<string, string[]>();
  for (const { file, sheet, message, suggestion } of groups) {
    if (sheet === undefined || maps.has(sheet) || lines.has(sheet)) continue;
    lines.set(sheet, [
      say().template.otherSheet({ sheet: sheetName({ file, sheet }), reason: message }),
      ...(suggestion === undefined ? [] : [`${ADVICE}${suggestion}`]),
    ]);
  }
  return [...lines.values()].flat();
}
