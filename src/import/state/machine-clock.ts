import { readFileSync } from 'node:fs';
import { BY_DATE_PREFIX, type Clock, systemClock } from '../../service/clock.ts';

/** A clock that never jumps. Processes can compare its moments until the machine restarts. */
export const machineClock: Clock = {
  ...systemClock,
  moment: () => ({ boot: bootId(), ms: uptimeMs() }),
};

const uptimeMs = (): number => Number(process.hrtime.bigint() / 1000n) / 1000;

let linuxBoot: string | null | undefined;

/**
 * Identifies the last start of the machine: by the boot id on Linux; elsewhere by the date of the
 * start, which is only as accurate as the system clock.
 */
function bootId(): string {
  if (linuxBoot === undefined) {
    try {
      linuxBoot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    } catch {
      linuxBoot = null;
    }
  }
  return linuxBoot ?? `${BY_DATE_PREFIX}${Math.round(Date.now() - uptimeMs())}`;
}
