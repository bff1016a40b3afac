import type { ReadEvent } from '../../service/read-event.ts';
import type { Subject } from './item.ts';
import type { Problem } from './problem.ts';

/** What an export tells, from its start to the files. Listeners in `report/` turn it into what a person sees. */
export type ExportEvent =
  | {
      readonly type: 'export-started';
      readonly subject: Subject;
      readonly environment: string;
      /** Null for the embedded mock. */
      readonly origin: string | null;
    }
  /** An export of the same things was cut off: it goes on with what that one has fetched. */
  | { readonly type: 'continued'; readonly startedAt: string; readonly fetched: number }
  | { readonly type: 'listing'; readonly subject: Subject; readonly listed: number }
  | { readonly type: 'listed'; readonly total: number }
  | { readonly type: 'fetched'; readonly done: number; readonly total: number }
  | { readonly type: 'problem'; readonly subject: Subject; readonly problem: Problem }
  | { readonly type: 'writing'; readonly rows: number }
  | { readonly type: 'note'; readonly text: string }
  | ReadEvent;
