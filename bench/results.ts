import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { type Block, markdownOf, missed } from './table.ts';

const PACKAGES = ['csv-parse', 'papaparse', 'udsv', 'hucre', 'exceljs', 'zod', 'undici', 'yauzl'];

/** The page with the last run: date, machine, versions and the table. `chosen` are the jobs, if not all ran. */
export function resultsOf(
  blocks: readonly Block[],
  absent: readonly string[],
  chosen: readonly string[],
): string {
  const { model } = cpus()[0]!;
  const machine = `${cpus().length} × ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}`;
  const versions = PACKAGES.flatMap((name) => {
    const version = versionOf(name);
    return version ? [`${name} ${version}`] : [];
  });
  if (!absent.includes('python')) versions.push(said('python3', ['-V']));
  const isChanged = said('git', ['status', '--porcelain', '--', 'src']) !== '';
  const commit = `${said('git', ['rev-parse', '--short', 'HEAD'])}${isChanged ? ', with changes' : ''}`;
  return `# Results of the benchmark

The last run of \`npm run bench -- --write\`. [docs/performance.md](../docs/performance.md) says what is measured, and how.

- Date: ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${commit}
- Machine: ${machine}
- Versions: Node ${process.versions.node}, ${versions.join(', ')}
${absent.length > 0 ? `- Not installed, so not measured: ${absent.join(', ')}\n` : ''}${chosen.length > 0 ? `- Only the jobs ${chosen.join(', ')}\n` : ''}- Goals not met: ${missed(blocks)}

${blocks.map(markdownOf).join('')}`;
}

/** The installed version of a package, of the project or of the benchmark alone. */
function versionOf(name: string): string | undefined {
  for (const folder of ['../node_modules', 'node_modules']) {
    try {
      const text = readFileSync(new URL(`${folder}/${name}/package.json`, import.meta.url), 'utf8');
      return (JSON.parse(text) as { version: string }).version;
    } catch {}
  }
  return undefined;
}

const said = (file: string, args: readonly string[]): string =>
  execFileSync(file, args, { encoding: 'utf8' }).trim();
