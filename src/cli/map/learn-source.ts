import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { command as advised } from '../../advice.ts';
import type { InterfaceName } from '../../contract/kind.ts';
import { usage } from '../../errors.ts';
import type { InputSettings } from '../../import/input/settings.ts';
import type { Ledger, RunRow } from '../../ledger/ledger.ts';
import { isPipe } from '../../pipe.ts';
import { say } from '../../say.ts';
import { hashFile } from '../../sheets/bytes.ts';
import { RunRecords } from './learn-run.ts';

/** The ledger and the run from which a map learns. */
export class LearnSource {
  readonly #ledger: Ledger;
  readonly #run: RunRow;

  constructor(ledger: Ledger, run: RunRow) {
    this.#ledger = ledger;
    this.#run = run;
  }

  /**
   * The files of the run, if all of them still have the content that the run read. `flags`: those that a suggested
   * command repeats.
   *
   * @throws TraceError `learn-files`
   */
  async files(cwd: string, flags: readonly string[]): Promise<string[]> {
    const { run, id } = this.#run;
    const files = this.#ledger.history(run).files();
    const hint = say().mapping.nameFiles({
      command: advised('map', say().placeholders.file(), '--learn', id, ...flags),
    });
    if (files.length === 0) throw usage('learn-files', say().mapping.runWithoutFiles({ run: id }), hint);
    for (const { path, sha256 } of files) {
      const hash = await hashOf(resolve(cwd, path));
      if (hash === sha256) continue;
      const { fileGone, fileChanged } = say().mapping;
      throw usage('learn-files', (hash === null ? fileGone : fileChanged)({ file: path, run: id }), hint);
    }
    return files.map(({ path }) => path);
  }

  /**
   * The settings with the interface of the run.
   *
   * @throws TraceError `run-interface`
   */
  settings(settings: InputSettings): InputSettings {
    const own = this.#run.interface as InterfaceName;
    if (settings.interface !== own && !settings.interfaceBySheets)
      throw usage(
        'run-interface',
        say().mapping.runInterface({ run: this.#run.id, own, other: settings.interface }),
        say().mapping.runInterfaceHow(),
      );
    return { ...settings, interface: own, interfaceBySheets: false };
  }

  records(): RunRecords {
    return new RunRecords(this.#ledger, this.#run);
  }

  [Symbol.dispose](): void {
    this.#ledger.close();
  }
}

/** The SHA-256 of a file; null if it cannot be read. */
async function hashOf(path: string): Promise<string | null> {
  try {
    isPipe(path, { pipes: false });
    await using file = await open(path);
    return await hashFile(file);
  } catch {
    return null;
  }
}
