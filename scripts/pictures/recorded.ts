import { readFileSync } from 'node:fs';
import { once } from '../../src/contract/remembered.ts';
import { besideFile, numbered, onTerminal } from './commands.ts';

const IMPORT = 'import maison-aurore.xlsx --env mock';

/**
 * The fixture, imported into the embedded mock: what is printed, after a prompt and each command, and the pages of one study and of some.
 * It is the same on every machine.
 */
export const recorded = once(() => {
  const fixture = new URL('../../fixtures/batch/maison-aurore.xlsx', import.meta.url);
  return besideFile('maison-aurore.xlsx', readFileSync(fixture), async () => {
    let printed = '';
    for (const [minutes, command] of [IMPORT, IMPORT, 'runs list'].entries()) {
      const lines = await onTerminal(command.split(' '), minutes);
      printed += `\u001b[2m$ \u001b[22m\u001b[1mtrace ${command}\u001b[22m\n${lines}\n`;
    }
    const page = async (...flags: readonly string[]) => {
      await onTerminal(['studies', 'report', '--env', 'mock', ...flags, '--out', 'page.html']);
      return numbered(readFileSync('page.html', 'utf8'));
    };
    return {
      printed: numbered(printed.replaceAll('\\', '/').trimEnd()),
      study: await page('--product-ref', 'ROB-2041', '--color', 'ECRU-012'),
      studies: await page('--color', 'NOIR-001', '--limit', '3'),
    };
  });
});
