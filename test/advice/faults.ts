import { isPastable } from '../../src/advice.ts';
import type { Advice } from './collect.setup.ts';
import { Program } from './program.ts';
import { SHELLS, shellWords } from './shells.ts';

/**
 * What is wrong with advice, one sentence each: a shell must parse it as the intended words, and they must be an
 * existing command with flags that it accepts. A placeholder must be explained.
 */
export async function faultsOf(advice: readonly Advice[]): Promise<string[]> {
  const program = await Program.load();
  const typable = advice.filter(({ words }) => words.every(isPastable));
  const faults = advice
    .filter((one) => !typable.includes(one) && !one.text.includes('cannot be pasted'))
    .map(({ text }) => `does not say that it cannot be pasted: ${text}`);
  const read = process.platform === 'win32' ? null : readBySh(typable);
  for (const [at, { words, text }] of typable.entries()) {
    if (read && JSON.stringify(read[at]) !== JSON.stringify(words))
      faults.push(`${SHELLS[0]} reads ${JSON.stringify(read[at])}: ${text}`);
    const fault = words[0] === 'trace' ? await program.fault(words.slice(1)) : flagFault(program, words);
    if (fault !== null) faults.push(`${fault}: ${text}`);
  }
  return faults;
}

/** A flag alone is parsed as a flag of a command. */
function readBySh(advice: readonly Advice[]): string[][] {
  const lines = advice.map(({ words, text }) => (words[0] === 'trace' ? text : `trace ${text}`));
  return shellWords('sh', lines).map((words, at) =>
    advice[at]!.words[0] === 'trace' ? ['trace', ...words] : words,
  );
}

function flagFault(program: Program, [name, ...values]: readonly string[]): string | null {
  const fits = program.flags(name!).some((option) => (option.required ? 1 : 0) === values.length);
  return fits ? null : `no command has the flag ${name} with ${values.length} values`;
}
