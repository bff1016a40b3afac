import type { Command } from 'commander';
import type { InterfaceName } from '../../contract/kind.ts';
import type { FlagGroup, Resource } from '../../read/export/resource.ts';
import { say } from '../../say.ts';
import type { Answered } from '../../service/read-record.ts';
import type { Session } from '../command.ts';
import { WAIT_FLAGS, type WaitOptions, waitForList } from '../commands/v3-wait.ts';
import { type ExportOptions, exportFlags, startExport } from '../flags/export.ts';
import {
  FILTER_FLAGS,
  type FilterOptions,
  LANG_FLAG,
  LIST_FLAGS,
  noteLimit,
  SORT_FLAGS,
  type SortOptions,
  selectionOf,
  sortOf,
} from '../flags/filters.ts';
import { type FlagLine, flags, helpNote, type Subcommand, shared, subcommand } from '../flags/help.ts';
import { READ_FLAGS } from '../flags/input-flags.ts';
import { type V3Options, v3Flags, v3Query, v3Selection } from '../flags/v3.ts';
import { cardLines, flatPairs } from '../view/list-view.ts';
import { printList, printOne } from './listing.ts';
import { environmentOf, type ListReadOptions, type OpenService, withOpenService } from './open.ts';

type ListOptions = ListReadOptions &
  FilterOptions &
  SortOptions &
  V3Options &
  WaitOptions & { readonly json?: boolean };

const FLAG_GROUPS: Readonly<Record<FlagGroup, (command: Command) => void>> = {
  study: (command) => flags(command, FILTER_FLAGS),
  search: (command) => flags(command, LIST_FLAGS),
  sort: (command) => flags(command, SORT_FLAGS),
  languages: (command) => flags(command, [LANG_FLAG]),
  v3: v3Flags,
  wait: (command) => flags(command, WAIT_FLAGS),
};

/** The name of a subcommand of a resource, such as `studies list`. */
const nameOf = ({ command }: Pick<Resource, 'command'>, what: 'list' | 'show' | 'export') =>
  `${command} ${what}` as Subcommand;

/** Adds `list` of a resource to its command. */
export function defineList<Item>(command: Command, session: Session, resource: Resource<Item>): void {
  const list = subcommand(command, nameOf(resource, 'list'));
  flags(list, READ_FLAGS);
  for (const group of resource.list.flags) FLAG_GROUPS[group](list);
  flags(list, [shared('json', 'linesAlsoTerminal')]);
  list.action(async (options: ListOptions) => {
    const selection = await listSelection(resource, options, session);
    await withOpenService(
      options,
      session,
      async (open) => {
        if (selection.v3) await waitForList(options, selection.v3, open, session);
        const note = (text: string) => open.listener.on({ type: 'note', text });
        const items = resource.list.read(open.reads, selection, sortOf(options), note);
        const { json = false, wait: waited } = options;
        await printList(items, resource, { json, offset: selection.v3?.offset, waited }, session, open);
      },
      resource.interface,
    );
  });
}

async function listSelection(resource: Resource, options: ListOptions, { context }: Session) {
  if (resource.v3List !== undefined)
    return v3Selection(resource.name, await v3Query(resource.v3List, options, context));
  const environment = await environmentOf(options, context);
  const selection = selectionOf(resource.name, [], options, environment, context);
  await noteLimit(options.limit, context);
  return selection;
}

/** Adds `show` of a record that one argument names to its command. */
export function defineShow<Own>(
  command: Command,
  session: Session,
  {
    argument,
    flags: own = [],
    find,
    card = (record) => cardLines(Object.entries(record)),
    generation,
  }: Show<Own>,
): void {
  const show = subcommand(command, nameOf({ command: command.name() }, 'show'), argument);
  flags(show, [...READ_FLAGS, ...own, shared('json', 'alsoTerminal')]);
  show.action((name: string, options: ListReadOptions & { readonly json?: boolean } & Own) =>
    withOpenService(
      options,
      session,
      async (open) => printOne(await find(open, name, options), card, options.json, session),
      generation,
    ),
  );
}

interface Show<Own> {
  readonly argument: readonly [name: string, meaning?: string];
  readonly flags?: readonly FlagLine[];
  find(open: OpenService, name: string, options: Own): Promise<Answered>;
  /** The lines on a terminal; by default one for each field. */
  card?(record: Answered): readonly string[];
  readonly generation?: InterfaceName;
}

/** The lines of a record with one for each field of the objects in it. */
export const flatCard = (record: Answered): string[] => cardLines(Object.entries(record).flatMap(flatPairs));

/** Adds `export` of a resource to its command. */
export function defineExport(command: Command, session: Session, resource: Resource, help: ExportHelp): void {
  const exported = subcommand(command, nameOf(resource, 'export'), help.argument);
  flags(exported, READ_FLAGS);
  for (const group of resource.exportFlags) FLAG_GROUPS[group](exported);
  flags(exported, help.flags ?? []);
  exportFlags(exported, resource.grains, help.grainVariable);
  helpNote(exported, say().helpNotes.exportLang());
  exported.action((ids: string[], options: V3Options & WaitOptions & ExportOptions) => {
    const chosen = help.choose?.(options) ?? resource;
    return chosen.v3List === undefined
      ? startExport(chosen, ids, options, session)
      : exportV3List({ ...chosen, v3List: chosen.v3List }, ids, options, session);
  });
}

interface ExportHelp {
  readonly argument: readonly [name: string, description: string];
  readonly flags?: readonly FlagLine[];
  /** Whether TRACE_GRAIN sets `--grain`: see `exportFlags`. */
  readonly grainVariable?: boolean;
  /** Returns the resource to export if it depends on the flags. */
  choose?(options: ExportOptions): Resource;
}

/** Exports a v3 list; with `--wait`, waits for the list first. */
async function exportV3List(
  resource: Resource & Required<Pick<Resource, 'v3List'>>,
  ids: readonly string[],
  options: V3Options & WaitOptions & ExportOptions,
  session: Session,
): Promise<void> {
  if (options.resume) {
    const v3 = await v3Query(resource.v3List, options, session.context);
    await startExport(resource, ids, { ...options, v3 }, session);
    return;
  }
  const v3 = await v3Query(resource.v3List, options, session.context, ids);
  if (!options.wait) {
    await startExport(resource, [], { ...options, v3 }, session);
    return;
  }
  let complete = true;
  await withOpenService(
    options,
    session,
    async (open) => {
      complete = await waitForList(options, v3, open, session);
    },
    resource.interface,
  );
  // If the wait timed out, the export does not change the exit code.
  const after = complete ? session : { ...session, exit: () => {} };
  await startExport(resource, [], { ...options, v3 }, after);
}
