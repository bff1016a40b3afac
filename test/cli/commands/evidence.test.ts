import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { expectEnd, folderWith, printed, sandboxFolder, TOKEN, trace } from './harness.ts';
import { csvOf, supplier, supplierBody } from './sheets.ts';

const PARTS = ['report.json', 'plan.jsonl', 'provenance.jsonl', 'requests.jsonl', 'manifest.json'];

/** Where the compressed bytes of each part are: the archive has its parts one after the other. */
function rangesOf(archive: Buffer): { name: string; start: number; end: number }[] {
  const headers = PARTS.map((name) => archive.indexOf(name));
  return PARTS.map((name, at) => {
    const header = headers[at]! - 30;
    const start = headers[at]! + name.length + archive.readUInt16LE(header + 28);
    return { name, start, end: start + archive.readUInt32LE(header + 18) };
  });
}

const changed = (bytes: Buffer, at: number): Buffer => {
  const other = Buffer.from(bytes);
  other[at]! ^= 0x01;
  return other;
};

/** The evidence of an import in which the service refuses a record, quoting the token, in the folder of another machine. */
async function evidence() {
  const rows = [supplierBody('S-1'), supplierBody('S-2')];
  const echo = `no access for Bearer ${TOKEN}`;
  const { cwd } = await sandboxFolder(
    { 'a.csv': csvOf(supplier, rows) },
    { before: ({ n }) => (n === 2 ? Response.json({ message: [echo] }, { status: 400 }) : null) },
  );
  await trace('import a.csv --env sandbox --concurrency 1', { cwd });
  const made = await trace('runs evidence latest --out run.zip', { cwd });
  expectEnd(made, 0);
  const archive = await readFile(path.join(cwd, 'run.zip'));
  const elsewhere = await folderWith({ 'run.zip': archive });
  return { made: made.stdout.replaceAll(/\s+/g, ' '), archive, elsewhere, cwd };
}

test('the evidence of a run verifies on another machine, and has no token', async () => {
  const { made, archive, elsewhere, cwd } = await evidence();
  const [, sum] = /manifest: ([0-9a-f]{64})/.exec(made)!;
  const verified = await trace(`evidence verify run.zip --manifest ${sum}`, { cwd: elsewhere });
  expectEnd(verified, 0);
  expect(verified.stdout).toContain('Nothing was changed');
  const document = await printed('evidence verify run.zip --json', { cwd: elsewhere });
  expect(document).toMatchObject({ manifest: sum, parts: 4, faults: [] });
  const texts = rangesOf(archive).map(({ start, end }) =>
    inflateRawSync(archive.subarray(start, end)).toString(),
  );
  expect(texts.join('\n')).not.toContain(TOKEN);
  expect(texts.join('\n')).toContain('no access for Bearer [redacted]');
  const [report, , provenance, requests, manifest] = texts;
  expect(JSON.parse(report!)).toMatchObject({ run: document.run });
  const [first] = provenance!
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(first.fields[0]).toMatchObject({ from: 'cell', cells: ['A2'] });
  expect(JSON.parse(requests!.split('\n')[0]!)).toMatchObject({
    key: 'S-1',
    update: false,
    body: { supplierRef: 'S-1' },
  });
  expect(JSON.parse(manifest!).inputs).toMatchObject([{ sha256: first.origin.sha256 }]);
  expectEnd(await trace('runs evidence latest --out run.zip', { cwd }), 2, '--force');
});

test('one changed byte is named: its part, or the bytes outside of the parts', async () => {
  const { archive, elsewhere } = await evidence();
  const faultsAt = async (at: number) => {
    await writeFile(path.join(elsewhere, 'run.zip'), changed(archive, at));
    const { code, stdout } = await trace('evidence verify run.zip --json', { cwd: elsewhere });
    return { code, faults: JSON.parse(stdout).faults };
  };
  const ranges = rangesOf(archive);
  for (const { name, start, end } of ranges)
    for (const at of [start, (start + end) >> 1, end - 1])
      expect(await faultsAt(at), `${name} ${at}`).toEqual({
        code: 3,
        faults: [{ part: name, fault: 'changed' }],
      });
  const isOutside = (at: number) => !ranges.some(({ start, end }) => at >= start && at < end);
  const others = [...archive.keys()].filter(isOutside).filter((_, at) => at % 7 === 0);
  for (const at of others) expect((await faultsAt(at)).code, `byte ${at}`).toBe(3);
});

test('an archive that was replaced as a whole has another manifest than the one that was printed', async () => {
  const { elsewhere } = await evidence();
  const other = '0'.repeat(64);
  const found = await trace(`evidence verify run.zip --manifest ${other}`, { cwd: elsewhere });
  expect([found.code, found.stdout]).toEqual([3, 'changed: manifest.json\n']);
  expectEnd(await trace('evidence verify run.zip --manifest 12', { cwd: elsewhere }), 2, '64');
});
