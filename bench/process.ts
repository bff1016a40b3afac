import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PYTHON_PEERS, program, TRACE } from './build.ts';
import type { Figures } from './measure.ts';

/** What a whole process used: CPU and wall seconds, and its peak memory in MB; and what it counted. */
export interface Usage extends Figures {
  readonly cpu: number;
  readonly wall: number;
  readonly peak: number;
}

/**
 * Runs in each Node process: writes its usage to a pipe when it ends, since Node does not give a parent the usage of
 * one child. The CPU time includes threads and ended children (in hundredths of a second); the peak is that of this program,
 * not that of the process it was forked from. A thread that ends writes a line, too: the last line counts.
 */
const HOOK = `const fs = require('node:fs');
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  let peak = maxRSS;
  let cpu = (userCPUTime + systemCPUTime) / 1e6;
  try {
    peak = Number(/VmHWM:\\s*(\\d+)/.exec(fs.readFileSync('/proc/self/status', 'latin1'))[1]);
    const fields = fs.readFileSync('/proc/self/stat', 'latin1').split(') ')[1].split(' ');
    cpu += (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {}
  fs.writeSync(3, JSON.stringify({ cpu, peak: peak / 1024, ...globalThis.benchFigures }) + '\\n');
});
`;

export class Processes {
  readonly #hook: string;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#hook = join(folder, 'usage.cjs');
    writeFileSync(this.#hook, HOOK);
  }

  /** Runs the built trace, which must end with 0, or with another code. */
  trace(args: readonly string[], env: Readonly<Record<string, string>> = {}, code = 0): Usage {
    return this.#run(process.execPath, ['--require', this.#hook, TRACE, ...args], env, code);
  }

  /** Runs a program of `bench/programs`. */
  program(name: string, args: readonly string[]): Usage {
    return this.#run(process.execPath, ['--require', this.#hook, program(name), ...args], {});
  }

  python(args: readonly string[]): Usage {
    return this.#run('python3', [PYTHON_PEERS, ...args], {});
  }

  #run(file: string, args: readonly string[], env: Readonly<Record<string, string>>, code = 0): Usage {
    const start = performance.now();
    const ended = spawnSync(file, args, {
      cwd: this.#folder,
      env: { PATH: process.env.PATH, XDG_STATE_HOME: join(this.#folder, 'home'), ...env },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      maxBuffer: 1 << 28,
    });
    const wall = (performance.now() - start) / 1000;
    const { status, output, stderr } = ended as SpawnSyncReturns<Buffer>;
    if (status !== code) throw new Error(`${args.join(' ')} ended with ${status}:\n${stderr}`);
    return {
      wall,
      ...(JSON.parse(String(output[3]).trim().split('\n').at(-1)!) as { cpu: number; peak: number }),
    };
  }
}

const succeeds = (file: string, args: readonly string[]): boolean => spawnSync(file, args).status === 0;

/** The peers that are on this machine and not among the packages of the project. */
export const PRESENT = {
  python: succeeds('python3', ['-V']),
  openpyxl: succeeds('python3', ['-c', 'import openpyxl']),
  exceljs: succeeds(process.execPath, [
    '-e',
    `require(${JSON.stringify(join(program('x'), '../../node_modules/exceljs'))})`,
  ]),
};
