/**
 * Simulates nights: a job that imports a file of components each night, with 50 new records. Each night is a process of the
 * build (`npm run build`), whose clock is a day further. `node bench/nights.ts [NIGHTS] [ROWS]`
 *
 * Prints the size of the state folder, and the CPU seconds of the last nights beside those of the nights after the first. A
 * record that is sent twice ends it with an error.
 */
import { writeFileSync } from 'node:fs';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { componentsCsv } from './components.ts';
import { withFar } from './far.ts';
import { cpuLine, inFolder, mediansOf, size, tell } from './measure.ts';
import { Processes, type Usage } from './process.ts';

const nights = size(30);
const rows = Number(process.argv[3] ?? 20_000);
const CHANGES = 50;
/** Nights that are compared: the medians of so many after the first one, and of the last ones. */
const COMPARED = 3;
const MOST_BYTES = 500e6;
/** A line is printed after so many nights. */
const SHOWN = 10;

/** Runs before the program: its clock is some days ahead. */
const AHEAD = `const { Date } = globalThis;
const now = () => Date.now() + Number(process.env.NIGHT) * 86_400_000;
globalThis.Date = class extends Date {
  constructor(...of) {
    super(...(of.length === 0 ? [now()] : of));
  }
  static now() {
    return now();
  }
};
`;

await inFolder(async (folder) => {
  const ahead = join(folder, 'ahead.cjs');
  writeFileSync(ahead, AHEAD);
  const processes = new Processes(folder);
  const used: Usage[] = [];
  await withFar('far-side', folder, { latencyMs: 0, concurrency: 16 }, async (far) => {
    for (let night = 0; night < nights; night++) {
      const file = `components-${night}.csv`;
      await writeFile(join(folder, file), [...componentsCsv(rows, night * CHANGES)].join(''));
      const env = { ...far.env, NODE_OPTIONS: `--require ${ahead}`, NIGHT: String(night) };
      const argv = ['import', file, '--external-refs', ...far.flags];
      const sent = night === 0 ? rows : CHANGES;
      used.push(await far.rateOf(sent, () => processes.trace(argv, env)));
      if (night % SHOWN === 0) {
        const files = (await sizes(join(folder, '.trace'))).map(
          ([name, size]) => `${name} ${(size / 1e6).toFixed(1)} MB`,
        );
        process.stderr.write(`night ${night}: ${used.at(-1)!.cpu.toFixed(2)} s CPU, ${files.join(', ')}\n`);
      }
    }
  });
  const [early, late] = [used.slice(1, 1 + COMPARED), used.slice(-COMPARED)].map(mediansOf);
  const bytes = (await sizes(join(folder, '.trace'))).reduce((sum, [, size]) => sum + size, 0);
  const most = MOST_BYTES / 1e6;
  tell(`${nights} nights of ${rows} rows with ${CHANGES} new ones`, [
    cpuLine('CPU, last nights', late!, 'nights after the first', early!, { most: 1.2 }),
    {
      name: 'state folder at the end',
      ours: `${(bytes / 1e6).toFixed(0)} MB`,
      beside: 'the limit',
      peer: `${most} MB`,
      ratio: bytes / MOST_BYTES,
      goal: { most: 1 },
    },
  ]);
});

/** The size of each file and folder of a folder, in bytes. */
async function sizes(folder: string): Promise<[name: string, bytes: number][]> {
  const byName = new Map<string, number>();
  for (const path of await readdir(folder, { recursive: true })) {
    const info = await stat(join(folder, path));
    const [name] = path.split(/[/\\]/);
    if (info.isFile()) byName.set(name!, (byName.get(name!) ?? 0) + info.size);
  }
  return [...byName];
}
