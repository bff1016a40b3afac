import type { Command } from 'commander';
import { settingIn } from '../../config/resolve-environment.ts';
import { interfaceName } from '../../config/schema.ts';
import { write } from '../../context.ts';
import { type ClosedList, knownValues } from '../../contract/list.ts';
import { listsOf } from '../../contract/registry.ts';
import { usage } from '../../errors.ts';
import { foldText } from '../../fold.ts';
import { nearestAll, nearestSentence } from '../../nearest.ts';
import { say } from '../../say.ts';
import { forTerminal, jsonText } from '../../terminal-text.ts';
import type { Session } from '../command.ts';
import { flags, shared, subcommand } from '../flags/help.ts';
import { table } from '../view/table.ts';
import { lineFor } from '../view/wrap.ts';
import { defineContract } from './taxonomy-contract.ts';
import { CONTRACT_FLAGS, type ContractOptions, contractOfEnvironment } from './taxonomy-environment.ts';

const INTERFACE_FLAG = shared('interface', 'defaultV2');

interface TaxonomyOptions extends ContractOptions {
  readonly interface?: string;
}

export function define(command: Command, session: Session): void {
  const { context } = session;
  const listsIn = async (options: TaxonomyOptions) => {
    const name = settingIn(interfaceName, '--interface', options.interface ?? 'v2');
    const place = await contractOfEnvironment(options, context);
    return listsOf(name, place.contract(place.completion)[name]);
  };
  const list = subcommand(command, 'taxonomy list', ['[list]', say().helpArguments.list()]);
  flags(list, [...CONTRACT_FLAGS, INTERFACE_FLAG]);
  list.action(async (name: string | undefined, options: TaxonomyOptions) => {
    const lists = await listsIn(options);
    if (name === undefined) {
      const rows = lists.map(({ name, values, likely = [], complete }) => ({
        name,
        values: values.length,
        likely: likely.length,
        complete,
      }));
      if (options.json) return write(context.stdout, `${jsonText(rows)}\n`);
      const lines = table(
        [
          { header: say().taxonomy.headerList() },
          { header: say().taxonomy.headerValues(), align: 'right' },
          { header: say().taxonomy.headerLikely(), align: 'right' },
          { header: say().taxonomy.headerComplete() },
        ],
        rows.map(({ name, values, likely, complete }) => [
          forTerminal(name),
          String(values),
          likely === 0 ? '' : String(likely),
          complete ? say().taxonomy.complete() : say().taxonomy.incomplete(),
        ]),
      );
      return write(context.stdout, `${lines.join('\n')}\n`);
    }
    const found = lists.find((list) => list.name.toLowerCase() === name.toLowerCase());
    if (!found) {
      const names = lists.map((list) => list.name);
      throw usage(
        'list-unknown',
        say().taxonomy.unknown({ name, near: nearestSentence(name, names) }),
        say().taxonomy.lists({ names: names.join(', ') }),
      );
    }
    if (options.json) return write(context.stdout, `${jsonText(found)}\n`);
    await write(context.stdout, `${found.values.map((value) => forTerminal(value, 1000)).join('\n')}\n`);
    await write(context.stderr, remarks(found, context.stderr));
  });

  const search = subcommand(command, 'taxonomy search', ['<text...>']);
  flags(search, [...CONTRACT_FLAGS, INTERFACE_FLAG]);
  search.action(async (words: string[], options: TaxonomyOptions) => {
    const hits = find(words.join(' '), await listsIn(options));
    if (options.json) return write(context.stdout, `${jsonText(hits)}\n`);
    if (hits.length === 0) return write(context.stderr, lineFor(context.stderr, say().taxonomy.noHit()));
    const lines = table(
      [{ header: say().taxonomy.headerList() }, { header: say().taxonomy.headerValue() }],
      hits.map(({ list, value }) => [forTerminal(list), forTerminal(value, 1000)]),
    );
    await write(context.stdout, `${lines.join('\n')}\n`);
  });
  defineContract(command, session);
}

function remarks({ complete, likely, doubtful }: ClosedList, stream: object): string {
  const lines = [];
  if (!complete) lines.push(say().taxonomy.listIncomplete());
  if (likely?.length) lines.push(say().taxonomy.listLikely({ values: likely.join(', ') }));
  if (doubtful?.length) lines.push(say().taxonomy.listDoubtful({ values: doubtful.join(', ') }));
  return lines.map((line) => lineFor(stream, line, 20_000)).join('');
}

function find(text: string, lists: readonly ClosedList[]): { list: string; value: string }[] {
  const folded = foldText(text);
  const hits = lists.flatMap((list) =>
    knownValues(list)
      .filter((value) => foldText(value).includes(folded))
      .map((value) => ({ list: list.name, value })),
  );
  if (hits.length > 0) return hits;
  return lists.flatMap((list) =>
    nearestAll(text, knownValues(list)).map((value) => ({ list: list.name, value })),
  );
}
