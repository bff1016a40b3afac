import { extname, resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { type Completion, merged, noCompletion } from '../../contract/completion.ts';
import type { InterfaceName } from '../../contract/kind.ts';
import { type ClosedList, knownValues, LIST_VALUE } from '../../contract/list.ts';
import { listsOf } from '../../contract/registry.ts';
import { usage } from '../../errors.ts';
import type { Finding } from '../../findings/finding.ts';
import { foldText } from '../../fold.ts';
import { nearestSentence } from '../../nearest.ts';
import { say } from '../../say.ts';
import type { Cell } from '../../sheets/cell.ts';
import { openSource } from '../../sheets/open.ts';
import { type OptionsOf, shared } from '../flags/help.ts';
import { documentText } from './taxonomy-document.ts';
import { CONTRACT_FLAGS, type EnvironmentContract } from './taxonomy-environment.ts';

export const ADD_FLAGS = [
  ...[...CONTRACT_FLAGS, shared('dryRun')],
  ['--complete', 'complete'],
  shared('force', 'forceContract'),
] as const;
export type AddOptions = OptionsOf<typeof ADD_FLAGS>;

/** Adds the values of a file to a list, in each interface that has the list. Returns the changed contract. */
export async function addValues(
  environment: EnvironmentContract,
  named: string,
  file: string,
  { complete }: AddOptions,
  context: Context,
): Promise<{ after: Completion; notes: string[] }> {
  const name = listNamed(environment, named);
  const values = await valuesIn(file, name, context);
  const later = noCompletion();
  const notes: string[] = [];
  for (const { generation, list } of listsWithName(environment, name)) {
    const { added, notes: spellings } = newValues(list, values);
    if (notes.length === 0) notes.push(...spellings);
    const all = complete ? values : [...list.values, ...added];
    const rest = (others: readonly string[] | undefined) =>
      complete ? [] : (others ?? []).filter((value) => !all.includes(value));
    const [likely, doubtful] = [rest(list.likely), rest(list.doubtful)];
    const isSame = all.length === list.values.length && all.every((value) => list.values.includes(value));
    if (isSame && (!complete || list.complete)) continue;
    later[generation].lists[list.name] = {
      values: [...new Set(all)],
      complete: complete === true || list.complete,
      ...(likely.length > 0 && { likely }),
      ...(doubtful.length > 0 && { doubtful }),
    };
  }
  return { after: merged(environment.completion, later), notes };
}

function listsWithName(
  environment: EnvironmentContract,
  name: string,
): { generation: InterfaceName; list: ClosedList }[] {
  const contract = environment.contract(environment.completion);
  return (['v2', 'v3'] as const).flatMap((generation) =>
    listsOf(generation, contract[generation]).flatMap((list) =>
      list.name === name ? [{ generation, list }] : [],
    ),
  );
}

/** The list with this name: its full name, or the last part of it, in the singular or plural. */
function listNamed(environment: EnvironmentContract, named: string): string {
  const contract = environment.contract(environment.completion);
  const names = [
    ...new Set((['v2', 'v3'] as const).flatMap((one) => listsOf(one, contract[one]).map(({ name }) => name))),
  ];
  const target = singular(named);
  const matches =
    names.find((name) => name.toLowerCase() === named.trim().toLowerCase()) ??
    names.filter((name) => singular(name) === target || singular(lastPart(name)) === target);
  if (typeof matches === 'string') return matches;
  const [only, another] = matches;
  if (only !== undefined && another === undefined) return only;
  const parts = [...names, ...names.map((name) => lastPart(name))];
  throw usage(
    'list-unknown',
    only === undefined
      ? say().taxonomy.unknown({ name: named, near: nearestSentence(named, parts) })
      : say().taxonomy.ambiguous({ name: named, names: matches.join(', ') }),
    say().taxonomy.lists({ names: names.join(', ') }),
  );
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

const singular = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9.]/g, '')
    .replace(/ies$/, 'y')
    .replace(/s$/, '');

/**
 * Splits values into those to add and notes about those that the list has with another spelling. Values that are
 * already in the list are skipped.
 */
function newValues(list: ClosedList, values: readonly string[]): { added: string[]; notes: string[] } {
  const known = new Map(knownValues(list).map((value) => [foldText(value), value]));
  const exact = new Set(list.values);
  const added: string[] = [];
  const notes: string[] = [];
  for (const value of values) {
    if (exact.has(value)) continue;
    const spelling = known.get(foldText(value));
    if (spelling !== undefined && spelling !== value) {
      notes.push(say().taxonomy.notAdded({ value, list: list.name, spelling }));
      continue;
    }
    known.set(foldText(value), value);
    added.push(value);
  }
  return { added, notes };
}

/** The values in the first column of a file, without its header. */
async function valuesIn(file: string, list: string, context: Context): Promise<string[]> {
  const texts =
    extname(file).toLowerCase() === '.txt' ? await linesOf(file, context) : await cellsOf(file, context);
  const values = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
  const headers = new Set(
    [list, lastPart(list), 'value', 'name', 'label', 'matière', 'nom', 'valeur'].map(singular),
  );
  if (values.length > 1 && headers.has(singular(values[0]!))) values.shift();
  const wrong = values.find((value) => !LIST_VALUE.test(value));
  if (values.length > 0 && wrong === undefined) return values;
  throw usage(
    'values-file',
    wrong === undefined
      ? say().taxonomy.noValues({ file })
      : say().taxonomy.notAValue({ file, value: wrong.slice(0, 40) }),
  );
}

async function linesOf(file: string, context: Context): Promise<string[]> {
  return (await documentText(file, context)).text.split(/\r\n|\r|\n/);
}

async function cellsOf(file: string, { cwd, stdin, signal }: Context): Promise<string[]> {
  const findings: Finding[] = [];
  const onFinding = (finding: Finding) => findings.push(finding);
  const source = await openSource(file === '-' ? file : resolve(cwd, file), {}, { stdin, signal, onFinding });
  try {
    const texts: string[] = [];
    const sheet = source?.sheets.find(({ hidden }) => !hidden);
    for await (const rows of sheet?.rows(onFinding) ?? []) {
      for (const { cells } of rows) {
        const [cell = null] = cells;
        texts.push(textIn(cell));
      }
    }
    const broken = findings.find(({ severity }) => severity === 'error');
    if (broken)
      throw usage(
        'values-file',
        say().verdict.place({ label: file, sentence: broken.message }),
        broken.suggestion,
      );
    return texts;
  } finally {
    await source?.close();
  }
}

function textIn(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell);
  if (cell.type === 'padded' || cell.type === 'time') return cell.text;
  return cell.type === 'date' ? cell.iso : '';
}
