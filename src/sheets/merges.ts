import type { Finding, Origin } from '../findings/finding.ts';
import { numberText, say } from '../say.ts';
import { finding, mergedCells } from './damage.ts';

/** Maximum number of cells of a sheet that this reports. */
const MOST_MERGES = 20_000;

/** Reports the cells of a sheet that are merged over several rows. One error says that there are more than the limit. */
export class Merges {
  private readonly origin: Origin;
  private readonly take: (finding: Finding) => void;
  private count = 0;

  constructor(origin: Origin, take: (finding: Finding) => void) {
    this.origin = origin;
    this.take = take;
  }

  /** Adds a cell by its column and by its first and last row, which are not the same. */
  add(column: string, first: number, last: number): void {
    if (this.count > MOST_MERGES) return;
    const isOver = this.count++ === MOST_MERGES;
    this.take(isOver ? this.tooMany() : mergedCells(this.origin, column, first, last));
  }

  private tooMany(): Finding {
    const message = say().sheets.tooManyMerged({ most: numberText(MOST_MERGES) });
    const suggestion = say().sheets.unmerge();
    return finding('file-unreadable', this.origin, message, { suggestion });
  }
}
