import { command } from '../../advice.ts';
import type { Environment } from '../../config/environment.ts';
import { settingIn } from '../../config/resolve-environment.ts';
import { duration, timeout } from '../../config/schema.ts';
import type { Context } from '../../context.ts';
import { toInterfaceNames } from '../../contract/body.ts';
import type { Body } from '../../contract/kind.ts';
import { REFRESH_MINUTES } from '../../contract/v3/brand-product-query.ts';
import { EXIT_CODES, TraceError } from '../../errors.ts';
import { contractOf } from '../../import/input/settings.ts';
import { openForReading } from '../../import/state/move-records.ts';
import { type ExpectedProduct, missingAfter } from '../../read/export/list-refresh.ts';
import type { V3Query } from '../../read/export/v3-list.ts';
import { say } from '../../say.ts';
import { systemClock } from '../../service/clock.ts';
import type { Session } from '../command.ts';
import type { OptionsOf } from '../flags/help.ts';
import type { OpenService } from '../read/open.ts';
import { count, duration as spell } from '../view/sentences.ts';

/** How long a sent record may be missing in the list: the refresh interval plus 25 %, because clocks differ. */
const RECENT_MS = REFRESH_MINUTES * 1.25 * 60_000;
/** Maximum number of products that a message names. */
const MAX_NAMED = 10;

export const WAIT_FLAGS = [
  ['--wait', () => say().helpFlags.wait({ minutes: String(REFRESH_MINUTES) })],
  ['--wait-limit <time>', () => say().helpFlags.waitLimit({ minutes: String(REFRESH_MINUTES) })],
  ['--wait-every <time>', 'waitEvery'],
] as const;

export type WaitOptions = OptionsOf<typeof WAIT_FLAGS>;

/**
 * With `--wait`, waits until the list shows the expected products. Returns whether it does. If the time runs out,
 * reports the missing products and sets the exit code for failed rows; the command then continues.
 */
export async function waitForList(
  options: WaitOptions,
  v3: V3Query,
  { environment, reads, listener }: OpenService,
  { context, exit }: Session,
): Promise<boolean> {
  const limitMs = settingIn(duration, '--wait-limit', options.waitLimit ?? `${REFRESH_MINUTES}m`);
  const everyMs = settingIn(timeout, '--wait-every', options.waitEvery ?? '30s');
  if (!options.wait) return true;
  const recent = recentProducts(environment, context);
  const expected = namedProducts(v3, recent) ?? recent.map(({ id: _, ...one }) => one);
  const note = (text: string) => listener.on({ type: 'note', text });
  if (expected.length === 0) {
    note(say().qrCodes.waitNothing({ minutes: `${RECENT_MS / 60_000}` }));
    return true;
  }
  let reported = Number.NaN;
  const missing = await missingAfter(reads, {
    list: v3.list,
    expected,
    limitMs,
    everyMs,
    clock: systemClock,
    signal: context.signal,
    onWait(missing, leftMs) {
      if (missing.length === reported) return;
      reported = missing.length;
      note(
        say().qrCodes.waiting({
          names: namesOf(missing),
          minutes: `${REFRESH_MINUTES}`,
          every: spell(everyMs),
          most: spell(leftMs),
        }),
      );
    },
  }).catch((error: unknown) => {
    throw context.signal.aborted
      ? new TraceError('interrupted', 'interrupted', say().ending.interrupted())
      : error;
  });
  if (missing.length === 0) {
    note(say().qrCodes.shows({ count: expected.length, number: count(expected.length) }));
    return true;
  }
  note(
    say().qrCodes.stillMissing({
      time: spell(limitMs),
      names: namesOf(missing),
      command: command('runs', 'show', 'latest', ...environment.place),
    }),
  );
  exit(EXIT_CODES.rows.code);
  return false;
}

/** The products that the query names; null if it names none. */
function namedProducts({ params }: V3Query, recent: readonly RecentProduct[]): ExpectedProduct[] | null {
  const named = (['brandProductId', 'brandProductUniqueIdentifier'] as const).flatMap((by) => {
    const names = params[by] as readonly string[] | undefined;
    return (names ?? []).map((name): ExpectedProduct => {
      const sent = recent.find((one) =>
        by === 'brandProductId' ? one.id?.toLowerCase() === name.toLowerCase() : one.name === name,
      );
      return {
        by,
        name,
        ...(sent?.at !== undefined && { at: sent.at }),
        ...(sent?.set && { set: sent.set }),
      };
    });
  });
  return named.length === 0 ? null : named;
}

/** A product that was sent from this state folder recently, and the id that the service gave it. */
type RecentProduct = ExpectedProduct & { readonly id: string | null };

/**
 * The products that were sent recently. A created product only has to appear; an updated one has to show its new
 * values.
 */
function recentProducts(environment: Environment, { env, now }: Context): RecentProduct[] {
  const known = openForReading(environment, env, now());
  if (known === null) return [];
  using ledger = known.ledger;
  const since = new Date(now().getTime() - RECENT_MS).toISOString();
  const { target } = known;
  const records = ledger.sentRecords.recent(target, 'v3', 'brand-product', since);
  const kind = contractOf(environment).v3.find(({ name }) => name === 'brand-product')!;
  return records.map(({ key, at, id, set }): RecentProduct => {
    const named = { by: 'brandProductUniqueIdentifier', name: key, id } as const;
    return set === null ? named : { ...named, at, set: toInterfaceNames(kind, JSON.parse(set) as Body) };
  });
}

function namesOf(missing: readonly ExpectedProduct[]): string {
  const names = missing.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = missing.length - MAX_NAMED;
  return more > 0 ? say().labels.andMore({ names: names.join(', '), number: count(more) }) : names.join(', ');
}
