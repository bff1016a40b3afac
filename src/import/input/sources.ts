import { statSync } from 'node:fs';
import type { Finding } from '../../findings/finding.ts';
import { openSource } from '../../sheets/open.ts';
import type { Source } from '../../sheets/source.ts';
import type { InputSettings } from './settings.ts';

/** How input files are read. */
export interface InputReading {
  readonly settings: Pick<InputSettings, 'encoding' | 'delimiter' | 'limits' | 'stdin'>;
  readonly signal: AbortSignal;
}

/** Opens an input file. Returns null, and reports why, if it cannot be read. */
export function openInputFile(
  file: string,
  { settings, signal }: InputReading,
  onFinding: (finding: Finding) => void,
): Promise<Source | null> {
  const { encoding, delimiter, limits, stdin } = settings;
  const options = {
    ...(encoding && { encoding }),
    ...(delimiter && { delimiter }),
    ...(limits && { limits }),
  };
  return openSource(file, options, { stdin, signal, onFinding });
}

/** An open file, with the findings about it; the source is null if it cannot be read. */
interface OpenFile {
  readonly source: Source | null;
  readonly findings: readonly Finding[];
}

/**
 * Opens the files of the input, which are read several times. A file that was not closed is not opened again. Standard
 * input and pipes can be opened only once, so they stay open until `closeAll`.
 */
export class Sources {
  /** By the order of opening. Errors are kept, too: a second opening would read only the rest of a pipe. */
  readonly #open = new Map<number, Promise<OpenFile>>();
  #next = 0;
  #isKept = true;

  async open(...[file, reading, onFinding]: Parameters<typeof openInputFile>): Promise<Source | null> {
    reading.signal.throwIfAborted();
    const at = this.#next++;
    const opening = this.#open.get(at) ?? this.#opened(at, file, reading);
    this.#open.set(at, opening);
    const { source, findings } = await opening;
    findings.forEach(onFinding);
    return source;
  }

  async #opened(at: number, file: string, reading: InputReading): Promise<OpenFile> {
    const isOpenedOnce = !canBeOpenedAgain(file);
    const findings: Finding[] = [];
    const source = await openInputFile(file, reading, (finding) => findings.push(finding));
    const close = async () => {
      if (isOpenedOnce && this.#isKept) return;
      this.#open.delete(at);
      await source?.close();
    };
    return { source: source && { ...source, close }, findings };
  }

  /** Call it before the input is read again. */
  rewind(): void {
    this.#next = 0;
  }

  async closeAll(): Promise<void> {
    this.#isKept = false;
    for (const opening of this.#open.values()) await (await opening.catch(() => null))?.source?.close();
  }
}

/**
 * Whether a file can be opened again: standard input and pipes cannot. Also true for a file that is missing or not
 * readable, because opening it reports the error.
 */
function canBeOpenedAgain(file: string): boolean {
  if (file === '-') return false;
  try {
    return statSync(file).isFile();
  } catch {
    return true;
  }
}
