import type { Option } from 'commander';
import { describe, expect, test } from 'vitest';
import { applyVariables, meaningOf, variableOf } from '../../../src/cli/flags/help.ts';
import { COMMANDS } from '../../../src/cli/index.ts';
import { allDeclared, declared } from './declared.ts';
import { expectEnd, folderWith, mockService, sandboxConfig, sandboxFolder, trace } from './harness.ts';
import { SMALL_BATCH, smallBatch } from './sheets.ts';

const commands = await allDeclared();
const cases = commands.flatMap(({ path, command }) =>
  command.options.flatMap((option) => (variableOf(option) === null ? [] : [[path, option.long!] as const])),
);

/** Variables that do not set a flag: token sources, token origins, and the home folder. */
const OTHER_VARIABLES = ['TRACE_TOKEN', 'TRACE_TOKEN_ORIGIN', 'TRACE_HOME'];

/** The options of a command, parsed from argv and then filled from variables. */
async function parsed(path: string, argv: readonly string[], env: Record<string, string>): Promise<object> {
  const anew = await declared(COMMANDS.find(({ name }) => name === path.split(' ')[0])!);
  const { command } = anew.find((entry) => entry.path === path)!;
  command.exitOverride().allowExcessArguments();
  command.action(() => {});
  await command.parseAsync(['file', 'file', ...argv], { from: 'user' });
  applyVariables(command, env);
  return command.opts();
}

const takesValue = (option: Option) => option.required || option.optional;
const optionOf = (path: string, long: string) =>
  commands.find((entry) => entry.path === path)!.command.options.find((option) => option.long === long)!;

/** The first and the last use of each variable: that all of them are one declaration is a test below. */
const tried = [...Map.groupBy(cases, ([path, long]) => variableOf(optionOf(path, long))).values()].flatMap(
  (uses) => [...new Set([uses[0]!, uses.at(-1)!])],
);

describe.each(tried)('trace %s %s', (path, long) => {
  const option = optionOf(path, long);
  const values = takesValue(option) ? ['a value'] : [];
  const variable = variableOf(option)!;

  test('a flag has a variable, which its help names and which has the same effect', async () => {
    expect(variable).toMatch(/^TRACE_[A-Z]+(_[A-Z]+)*$/);
    expect(option.description).toContain(`[${variable}]`);
    const byFlag = await parsed(path, [long, ...values], {});
    expect(Object.keys(byFlag)).toContain(option.attributeName());
    expect(await parsed(path, [], { [variable]: values[0] ?? '1' })).toEqual(byFlag);
  });

  test('a flag takes precedence over its variable', async () => {
    const byFlag = await parsed(path, [long, ...values], {});
    expect(
      await parsed(path, [long, ...values], { [variable]: values.length > 0 ? 'another' : '0' }),
    ).toEqual(byFlag);
  });

  test('a flag is not set if its variable is empty or says no', async () => {
    const nothing = await parsed(path, [], {});
    for (const value of values.length > 0 ? [''] : ['', '0', 'false', 'no']) {
      expect(await parsed(path, [], { [variable]: value })).toEqual(nothing);
    }
  });
});

describe('the variables of flags', () => {
  /** What must be the same for every use of a variable: its flags, its parser and its meaning. */
  const meant = (option: Option) => ({
    flags: option.flags,
    parser: option.parseArg,
    negate: option.negate,
    meaning: meaningOf(option),
  });

  test('the variables of flags each stand for one declaration, which all commands share', () => {
    const all = commands.flatMap(({ path, command }) => command.options.map((option) => ({ path, option })));
    const byVariable = Map.groupBy(all, ({ option }) => variableOf(option));
    byVariable.delete(null);
    expect(byVariable.size).toBeGreaterThan(60);
    for (const [variable, options] of byVariable) {
      const [first, ...others] = options;
      for (const { path, option } of others)
        expect({ variable, path, ...meant(option) }).toEqual({ variable, path, ...meant(first!.option) });
    }
  });

  test('the variables of flags are named in the help of their flags, after the meaning of the flag', () => {
    for (const { command } of commands) {
      for (const option of command.options) {
        const variable = variableOf(option);
        expect(option.description.startsWith(meaningOf(option))).toBe(true);
        expect(/\[(TRACE_\w+)\]/.exec(option.description)?.[1] ?? null).toBe(variable);
      }
    }
  });

  test('the variables of flags are none of the variables with another meaning, such as TRACE_TOKEN', () => {
    const taken = cases.map(([path, long]) => variableOf(optionOf(path, long)));
    expect(taken.filter((variable) => OTHER_VARIABLES.includes(variable!))).toEqual([]);
  });

  test('the variables of flags do not exist for every flag: without one, TRACE_ and the name of the flag has no effect', async () => {
    const without = commands.flatMap(({ path, command }) =>
      command.options.flatMap((option) =>
        variableOf(option) === null ? [[path, option.long!] as const] : [],
      ),
    );
    expect(without).toContainEqual(['studies list', '--batch']);
    for (const [path, long] of without) {
      const name = `TRACE_${long.slice(2).replaceAll('-', '_').toUpperCase()}`;
      expect(await parsed(path, [], { [name]: '1' })).toEqual(await parsed(path, [], {}));
    }
  });
});

test('variables that a job sets for one command do not break the others', async () => {
  const { cwd } = await sandboxFolder(smallBatch());
  const lists = { TRACE_LIMIT: '1', TRACE_COLLECTION: 'SS27', TRACE_SEARCH: 'x', TRACE_GRAIN: 'impact' };
  const reads = {
    TRACE_FILE_LIMIT: 'rows=100',
    TRACE_BATCH: 'NUIT-1',
    TRACE_FORMAT: 'csv',
    TRACE_OUT: 'x.csv',
  };
  const env = {
    ...lists,
    ...reads,
    TRACE_ENV: 'sandbox',
    TRACE_TOKEN: 'canary-of-the-service',
    TRACE_YES: '1',
  };
  for (const argv of [
    ['check', ...SMALL_BATCH],
    ['import', ...SMALL_BATCH],
    ['studies', 'list'],
    ['products', 'export', '--out', 'out/'],
    ['runs', 'report'],
    ['template', '--out', '-'],
  ]) {
    const { code, stderr } = await trace(argv, { cwd, env });
    expect([argv, code, stderr]).toEqual([argv, 0, stderr]);
  }
  // TRACE_YES confirms production, but approves no configuration.
  expectEnd(await trace(['env', 'trust', '--no-input'], { cwd, env }), 2, 'Nothing was approved');
});

test('the variable of a switch accepts words for yes and no, and rejects others', async () => {
  const expected = { yes: true, input: false };
  expect(await parsed('import', [], { TRACE_YES: 'ON', TRACE_NO_INPUT: 'True' })).toMatchObject(expected);
  expect(await parsed('import', [], { TRACE_YES: 'off' })).not.toHaveProperty('yes');
  await expect(parsed('import', [], { TRACE_YES: 'ask' })).rejects.toThrow(
    'TRACE_YES="ask" is not valid: use 1 or 0.',
  );
});

test('the variable of a flag that can be repeated accepts several values', async () => {
  const byFlag = await parsed('check', ['--sheet', 'a=suppliers', '--sheet', 'b=skip'], {});
  expect(await parsed('check', [], { TRACE_SHEET: 'a=suppliers, b=skip' })).toEqual(byFlag);
});

describe('a setting', () => {
  test('a setting comes from a flag, else from a variable, else from the configuration', async () => {
    const { cwd } = await sandboxFolder(smallBatch(), { config: ['rate: 5', 'concurrency: 7'] });
    const show = async (argv: string[], env: Record<string, string>) => {
      const { stdout } = await trace(['env', 'show', 'sandbox', '--json', ...argv], { cwd, env });
      const { rate, concurrency } = JSON.parse(stdout) as Record<string, { value: unknown; from: string }>;
      return [rate!.value, concurrency!.value, rate!.from.includes('--rate')];
    };
    expect(await show([], {})).toEqual([5, 7, false]);
    expect(await show([], { TRACE_RATE: '6' })).toEqual([6, 7, true]);
    expect(await show(['--rate', '8'], { TRACE_RATE: '6', TRACE_CONCURRENCY: '9' })).toEqual([8, 9, true]);
  });

  test('a setting can come from a variable: an import works with variables alone', async () => {
    const mock = await mockService();
    const cwd = await folderWith({ ...smallBatch(), 'elsewhere.yaml': sandboxConfig(mock.url) });
    const env = {
      TRACE_ENV: 'sandbox',
      TRACE_CONFIG: 'elsewhere.yaml',
      TRACE_JSON: '1',
      TRACE_BATCH: 'NUIT-1',
      TRACE_REPORT: 'last.json',
    };
    const ran = await trace(['import', ...SMALL_BATCH], { cwd, env });
    expect(ran.code).toBe(0);
    const expected = { environment: 'sandbox', batches: [{ importationBatch: 'NUIT-1' }] };
    expect(JSON.parse(ran.stdout)).toMatchObject(expected);
    expect(ran.stderr).toContain('last.json');
  });
});

test('an invalid value is reported with the name of the variable or of the flag that gave it', async () => {
  const cwd = await folderWith(smallBatch());
  const argv = ['import', ...SMALL_BATCH];
  const ran = await trace(argv, { cwd, env: { TRACE_RATE: 'abc' } });
  expectEnd(ran, 2, /^trace: TRACE_RATE="abc": it must be/);
  const typed = await trace([...argv, '--rate', 'abc'], { cwd, env: { TRACE_RATE: '1' } });
  expect(typed.stderr).toMatch(/^trace: --rate "abc": it must be/);
});

test('--json-lines takes precedence over TRACE_JSON', async () => {
  const cwd = await folderWith(smallBatch());
  const ran = await trace(['import', ...SMALL_BATCH, '--json-lines'], { cwd, env: { TRACE_JSON: '1' } });
  expect(ran.code).toBe(0);
  expect(JSON.parse(ran.stdout.trim().split('\n').at(-1)!)).toMatchObject({ type: 'finished', exitCode: 0 });
});
