import type { RowOf } from './rows.ts';
import { RunGroup } from './store.ts';

/** Waves from this number on are one: a chain of records has as many waves as records. */
const LAST_WAVE = 30;

/** A longer pause between two responses counts as this many milliseconds: a run may be resumed hours later. */
const LONGEST_PAUSE = 60_000;

const WAVE_ROW = {
  /** The first and last of these waves, from 1: further waves are one. */
  wave: 'integer',
  last: 'integer',
  kind: 'text',
  requests: 'integer',
  /** Requests that the service put off, with HTTP 429 or a Retry-After. */
  throttled: 'integer',
  /** Requests that repeated an earlier one of their record. */
  repeated: 'integer',
  /** The time of sending without long pauses, and how long a response took in half and in 95 % of all cases, in milliseconds. */
  active: 'real',
  median: 'real',
  slow: 'real',
} as const;

const SLOT_ROW = {
  /** From 0. */
  slot: 'integer',
  requests: 'integer',
  throttled: 'integer',
  /** The mean time until a response, in milliseconds. */
  latency: 'real',
  /** The first and last wave of its requests. */
  first: 'integer',
  last: 'integer',
  /** The time of all slots together, without long pauses, in milliseconds. */
  whole: 'real',
} as const;

const ms = (column: string): string => `unixepoch(${column}, 'subsec') * 1000`;

/** The requests of the run ?1 that have a response, and their times in milliseconds. */
const TIMED = `timed as (
  select a.record, a.attempt, coalesce(r.wave, 1) as wave, min(coalesce(r.wave, 1), ${LAST_WAVE}) as shown, r.kind, ${ms('a.ended_at')} as ended,
    ${ms('a.ended_at')} - ${ms('a.started_at')} as took, a.status is 429 or a.result is 'put off' as throttled
  from records r join attempts a on a.record = r.id where r.run = ?1 and a.ended_at is not null)`;

/** The milliseconds since the response before, as SQL. */
const SINCE = `iif(previous is null, took, min(ended - previous, ${LONGEST_PAUSE}))`;

/** How fast a run sent, aggregated by SQLite: memory does not grow with the run. */
export class Pace extends RunGroup {
  /** The waves, and the kinds of each, in the order of their first response. */
  waves(): RowOf<typeof WAVE_ROW>[] {
    return this.all(
      WAVE_ROW,
      `with ${TIMED}, ranked as (
         select *, lag(ended) over (partition by shown, kind order by ended) as previous,
           row_number() over (partition by shown, kind order by took) as place, count(*) over (partition by shown, kind) as number
         from timed)
       select min(wave) as wave, max(wave) as last, kind, count(*) as requests, sum(throttled) as throttled, sum(attempt > 1) as repeated,
         sum(${SINCE}) as active, min(iif(place >= number * 0.5, took, null)) as median,
         min(iif(place >= number * 0.95, took, null)) as slow
       from ranked group by shown, kind order by shown, min(ended)`,
    );
  }

  /** The time of sending in equal slots; slots without a response are missing. */
  slots(number: number): RowOf<typeof SLOT_ROW>[] {
    return this.all(
      SLOT_ROW,
      `with ${TIMED}, ranked as (select *, lag(ended) over (order by ended, record, attempt) as previous from timed),
       placed as (select *, sum(${SINCE}) over (order by ended, record, attempt rows unbounded preceding) as at from ranked),
       ends as (select max(max(at), 1.0) as whole from placed)
       select cast(min(at * ?2 / whole, ?2 - 1) as integer) as slot, count(*) as requests, sum(throttled) as throttled,
         avg(took) as latency, min(wave) as first, max(wave) as last, whole
       from placed, ends group by slot order by slot`,
      number,
    );
  }
}
