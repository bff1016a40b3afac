import type { ReadEvent } from '../../service/read-client.ts';
import type { Problem } from './problem.ts';
import type { Nouns } from './resource.ts';

/** What an export reports while it runs. The listeners in `cli/view` show it. */
export type ExportEvent =
  | {
      readonly type: 'export-started';
      readonly nouns: Nouns;
      readonly environment: string;
      /** The address of the service; null for the embedded mock. */
      readonly origin: string | null;
    }
  /** An earlier run of this export was interrupted. The records that it fetched are used again. */
  | { readonly type: 'resumed'; readonly startedAt: string; readonly fetched: number }
  | { readonly type: 'listing'; readonly nouns: Nouns; readonly listed: number }
  | { readonly type: 'listed'; readonly total: number }
  | { readonly type: 'fetched'; readonly done: number; readonly total: number }
  | { readonly type: 'problem'; readonly nouns: Nouns; readonly problem: Problem }
  | { readonly type: 'writing'; readonly rows: number }
  | { readonly type: 'note'; readonly text: string }
  | ReadEvent;
