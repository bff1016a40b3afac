import type { InterfaceName } from '../../contract/kind.ts';
import { usage } from '../../errors.ts';
import type { InputSettings } from '../../import/input/settings.ts';
import type { Ledger, RunRow } from '../../ledger/ledger.ts';
import { say } from '../../say.ts';
import { type FilesWanted, filesOfRun } from './learn-files.ts';
import { RunRecords } from './learn-run.ts';

/** The ledger and the run from which a map learns. */
export class LearnSource {
  readonly #ledger: Ledger;
  readonly #run: RunRow;
  readonly #wanted: FilesWanted;

  constructor(ledger: Ledger, run: RunRow, wanted: FilesWanted) {
    this.#ledger = ledger;
    this.#run = run;
    this.#wanted = wanted;
  }

  /** @throws TraceError `learn-files` */
  files(): Promise<string[]> {
    return filesOfRun(this.#ledger, this.#run, this.#wanted);
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
