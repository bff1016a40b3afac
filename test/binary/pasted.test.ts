import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../cli/commands/harness.ts';
import { csvOf, supplier, supplierBody } from '../cli/commands/sheets.ts';
import { textRow, workbook } from '../sheets/workbook-builder.ts';
import { BINARY } from './harness.ts';

/** Each would create a file `x` or become another word if it were pasted without quotes. */
const NAMES = [
  ...['$(touch x)', '`touch x`', "a'b", 'a"b', '-rf', '~', 'é è', 'a;touch x', 'a b', '!!', '%PATH%'],
  ...["it's $(touch x)", "'; touch x; '", '\u2019$(touch x)', '*', 'a\\b', '#x', '{a,b}', '=a', 'a&b', ' c'],
];

/** Runs a pasted line in a shell, with the real binary as `trace`. */
async function paste(line: string, cwd: string) {
  const bin = path.join(cwd, '..', `${path.basename(cwd)}-bin`);
  await mkdir(bin, { recursive: true });
  const shim = path.join(bin, 'trace');
  await writeFile(shim, `#!/bin/sh\nexec '${process.execPath}' '${BINARY}' "$@"\n`);
  await chmod(shim, 0o755);
  const { PATH } = process.env;
  const env = { PATH: `${bin}:${PATH}`, HOME: cwd, LC_ALL: 'C.UTF-8' };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd, env, encoding: 'utf8' });
  return { code: status, said: `${stdout}${stderr}` };
}

const inXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const nextOf = (said: string): string => /Next: (.*)$/m.exec(said)?.[1] ?? `no next command in ${said}`;

describe.skipIf(process.platform === 'win32')('advice with hostile names, pasted into a shell', () => {
  test('leads from check over plan to import, with the files and the folder of the first command', async () => {
    const files = NAMES.map((name, at) => [`${name}.csv`, csvOf(supplier, [supplierBody(`FRN-${at}`)])]);
    const wrong = csvOf(supplier, [
      supplierBody('BAD-1', { projectType: 'NONE-SUCH' }),
      supplierBody('GOOD-1'),
    ]);
    const cwd = await folderWith({
      ...Object.fromEntries(files),
      "it's $(touch x).yaml": '',
      '$(touch x) wrong.csv': wrong,
    });
    const before = (await readdir(cwd)).length;
    // A user types the first command and quotes by hand.
    const flags = `--config 'it'"'"'s $(touch x).yaml' --state-dir '$(touch x) it'"'"'s' --batch '\`touch x\`'`;
    const names = NAMES.map((name) => `'./${name.replaceAll("'", `'"'"'`)}.csv'`).join(' ');
    const check = await paste(`trace check ${names} ${flags}`, cwd);
    expect([check.code, check.said]).toEqual([0, expect.stringContaining('Next: trace plan ')]);

    const plan = await paste(nextOf(check.said), cwd);
    expect([plan.code, plan.said]).toEqual([0, expect.stringContaining('Next: trace import ')]);
    expect(plan.said).toContain(`${NAMES.length} records would be sent to the embedded mock`);

    const done = await paste(nextOf(plan.said), cwd);
    expect([done.code, done.said]).toEqual([0, expect.stringContaining(`${NAMES.length} created.`)]);

    const again = await paste(nextOf(plan.said), cwd);
    expect([again.code, again.said]).toEqual([0, expect.stringContaining('nothing was sent.')]);

    const invalid = await paste(`trace import '$(touch x) wrong.csv' ${flags}`, cwd);
    expect(invalid.code).toBe(3);
    const others = await paste(/or skip them: (.*)$/m.exec(invalid.said)![1]!, cwd);
    expect([others.code, others.said]).toEqual([5, expect.stringContaining('1 created, 1 invalid')]);
    const shown = await paste(nextOf(others.said), cwd);
    expect([shown.code, shown.said]).toEqual([0, expect.stringContaining('GOOD-1')]);
    // Only the state folder, nothing that a shell created.
    expect((await readdir(cwd)).length).toBe(before + 1);
    expect(await readdir(cwd)).toContain("$(touch x) it's");
  });

  test('skips every sheet that it names', async () => {
    const text = textRow(['head']) + textRow(['cell']);
    const rows = Object.fromEntries(NAMES.map((name) => [inXml(name), text]));
    const cwd = await folderWith({ 'book.xlsx': workbook({ rows }) });
    const check = await paste('trace check book.xlsx --json', cwd);
    const { findings } = JSON.parse(
      check.said.slice(check.said.indexOf('{'), check.said.lastIndexOf('}') + 1),
    );
    const skips = (findings as { suggestion?: string }[]).map(
      ({ suggestion }) => / or (--sheet .*); to map/.exec(suggestion ?? '')?.[1],
    );
    expect(skips.filter(Boolean)).toHaveLength(NAMES.length);
    const skipped = await paste(`trace check book.xlsx --allow-empty ${skips.join(' ')}`, cwd);
    expect([skipped.code, skipped.said]).toEqual([0, expect.stringContaining('the input is valid')]);
    expect(await readdir(cwd)).not.toContain('x');
  });
});
