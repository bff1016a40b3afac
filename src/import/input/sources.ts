import { statSync } from 'node:fs';
import type { Finding } from '../../findings/finding.ts';
import { openSource } from '../../sheets/open.ts';
import type { Source } from '../../sheets/source.ts';

/**
 * Opens the files of the input, which may be read several times. Standard input and pipes can be opened only once, so
 * they stay open until `closeAll`.
 */
export class Sources {
  /** Standard input and pipes, in the order in which they were opened, with the findings about them. */
  readonly #kept: { readonly source: Source | null; readonly findings: readonly Finding[] }[] = [];
  /** The number of them that were opened since the last `rewind`. */
  #opened = 0;
  readonly #keeps: boolean;

  /** `keeps`: whether the input is read again. */
  constructor(keeps = false) {
    this.#keeps = keeps;
  }

  async open(...[file, options, context]: Parameters<typeof openSource>): Promise<Source | null> {
    if (!this.#keeps || canBeOpenedAgain(file)) return openSource(file, options, context);
    const known = this.#kept[this.#opened++];
    if (known) {
      for (const finding of known.findings) context.onFinding(finding);
      return known.source;
    }
    const findings: Finding[] = [];
    const onFinding = (finding: Finding) => {
      findings.push(finding);
      context.onFinding(finding);
    };
    const source = await openSource(file, options, { ...context, onFinding });
    this.#kept.push({ source, findings });
    return source;
  }

  async close(source: Source): Promise<void> {
    if (!this.#kept.some((one) => one.source === source)) await source.close();
  }

  /** Call it before the input is read again. */
  rewind(): void {
    this.#opened = 0;
  }

  async closeAll(): Promise<void> {
    for (const { source } of this.#kept.splice(0)) await source?.close();
  }
}

/** Whether a file is not standard input or a pipe. Opening reports a file that is missing or denied. */
function canBeOpenedAgain(file: string): boolean {
  if (file === '-') return false;
  try {
    return statSync(file).isFile();
  } catch {
    return true;
  }
}
