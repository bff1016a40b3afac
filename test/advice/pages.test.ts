import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Program } from './program.ts';
import { shellWords } from './shells.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const program = await Program.load();

/** The commands of a page: lines of its code blocks; of an example for CI, what its jobs run. */
function commandsOf(page: string): string[] {
  const text = readFileSync(`${ROOT}${page}`, 'utf8');
  const blocks = page.endsWith('.md')
    ? [...text.matchAll(/^```(?:sh|powershell)\n([\s\S]*?)^```/gm)].map(([, block]) => block!)
    : [text];
  const lines = [
    ...blocks.join('').matchAll(/^ *(?:- )?(?:run: )?(?:docker run .*? (?=trace \S+ ))?(trace .+)$/gm),
  ];
  // `\\` of a path of Windows is a word of PowerShell as it stands.
  return lines.map(([, line]) => line!.replaceAll('\\', '/'));
}

const COMMANDS_OF_PAGES = globSync(['README.md', 'docs/*.md', 'examples/*.yml'], { cwd: ROOT })
  .map((file) => file.replaceAll('\\', '/'))
  .flatMap((page) => commandsOf(page).map((line) => ({ page, line })));

describe.skipIf(process.platform === 'win32')('the commands of the pages', () => {
  test.each([
    'docs/install.md',
    'docs/windows.md',
    'docs/upgrade.md',
    'examples/github-action.yml',
    'examples/gitlab-ci.yml',
  ])('the commands of the pages include those of %s', (page) => {
    expect(COMMANDS_OF_PAGES.filter((one) => one.page === page)).not.toEqual([]);
  });

  test.each(COMMANDS_OF_PAGES)('the commands of the pages exist, in $page: $line', async ({ line }) => {
    const [words = []] = shellWords('sh', [line]);
    expect(words[0] === '--version' ? null : await program.fault(words)).toBeNull();
  });
});
