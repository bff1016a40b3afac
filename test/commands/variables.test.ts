import { Command, type Option } from 'commander';
import { describe, expect, test } from 'vitest';
import { applyVariables, variableOf } from '../../src/commands/help.ts';
import { COMMANDS } from '../../src/commands/index.ts';
import { folderWith, mockService, sandboxConfig, trace } from './harness.ts';
import { SMALL_BATCH, smallBatch } from './sheets.ts';

const SESSION = { context: {} as never, known: {} as never, exit: () => {} };

interface Defined {
  readonly path: string;
  readonly command: Command;
}

/** Every command and subcommand, as `main` declares them. */
async function defined(): Promise<Defined[]> {
  const all: Defined[] = [];
  for (const { name, load } of COMMANDS) {
    const command = new Command(name);
    (await load()).define(command, SESSION);
    all.push(
      { path: name, command },
      ...command.commands.map((sub) => ({ path: `${name} ${sub.name()}`, command: sub })),
    );
  }
  return all;
}

const commands = await defined();
const cases = commands.flatMap(({ path, command }) =>
  command.options.map((option) => [path, option.long!] as const),
);

/** The options of a command parsed from argv, then filled from variables. */
async function parsed(path: string, argv: readonly string[], env: Record<string, string>): Promise<object> {
  const command = (await defined()).find((entry) => entry.path === path)!.command;
  command.exitOverride().allowExcessArguments();
  command.action(() => {});
  await command.parseAsync(['file', 'file', ...argv], { from: 'user' });
  applyVariables(command, env);
  return command.opts();
}

const takesValue = (option: Option) => option.required || option.optional;
const optionOf = (path: string, long: string) =>
  commands.find((entry) => entry.path === path)!.command.options.find((option) => option.long === long)!;

describe.each(cases)('trace %s %s', (path, long) => {
  const option = optionOf(path, long);
  const values = takesValue(option) ? ['a value'] : [];
  const variable = variableOf(long);

  test('has a variable, named in its help, which does what the flag does', async () => {
    expect(variable).toMatch(/^TRACE_[A-Z]+(_[A-Z]+)*$/);
    expect(option.description).toContain(`[${variable}]`);
    const byFlag = await parsed(path, [long, ...values], {});
    expect(Object.keys(byFlag)).toContain(option.attributeName());
    expect(await parsed(path, [], { [variable]: values[0] ?? '1' })).toEqual(byFlag);
  });

  test('counts before its variable', async () => {
    const byFlag = await parsed(path, [long, ...values], {});
    expect(
      await parsed(path, [long, ...values], { [variable]: values.length > 0 ? 'another' : '0' }),
    ).toEqual(byFlag);
  });

  test('is as if not given when its variable is empty, or says no', async () => {
    const nothing = await parsed(path, [], {});
    for (const value of values.length > 0 ? [''] : ['', '0', 'false', 'no']) {
      expect(await parsed(path, [], { [variable]: value })).toEqual(nothing);
    }
  });
});

test('a switch takes yes and no, and nothing that could be either', async () => {
  expect(await parsed('import', [], { TRACE_YES: 'ON', TRACE_NO_INPUT: 'True' })).toMatchObject({
    yes: true,
    input: false,
  });
  expect(await parsed('import', [], { TRACE_YES: 'off' })).not.toHaveProperty('yes');
  await expect(parsed('import', [], { TRACE_YES: 'ask' })).rejects.toThrow(
    'TRACE_YES="ask": it takes 1 or 0.',
  );
});

test('a flag that may be repeated takes several values from its variable', async () => {
  const byFlag = await parsed('check', ['--sheet', 'a=suppliers', '--sheet', 'b=skip'], {});
  expect(await parsed('check', [], { TRACE_SHEET: 'a=suppliers, b=skip' })).toEqual(byFlag);
});

describe('flags over variables over the file', () => {
  test('in a whole run', async () => {
    const mock = await mockService();
    const cwd = await folderWith({
      ...smallBatch(),
      'trace.config.yaml': sandboxConfig(mock.url, 'rate: 5', 'concurrency: 7'),
    });
    const show = async (argv: string[], env: Record<string, string>) => {
      const { stdout } = await trace(['env', 'show', 'sandbox', '--json', ...argv], { cwd, env });
      const { rate, concurrency } = JSON.parse(stdout) as Record<string, { value: unknown; from: string }>;
      return [rate!.value, concurrency!.value, rate!.from.includes('--rate')];
    };
    expect(await show([], {})).toEqual([5, 7, false]);
    expect(await show([], { TRACE_RATE: '6' })).toEqual([6, 7, true]);
    expect(await show(['--rate', '8'], { TRACE_RATE: '6', TRACE_CONCURRENCY: '9' })).toEqual([8, 9, true]);
  });

  test('a run that variables alone describe', async () => {
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
    expect(JSON.parse(ran.stdout)).toMatchObject({
      environment: 'sandbox',
      batches: [{ importationBatch: 'NUIT-1' }],
    });
    expect(ran.stderr).toContain('last.json');
  });
});
