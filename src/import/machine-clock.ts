import { readFileSync } from 'node:fs';
import { BY_DATE, type Clock, systemClock } from '../service/pacing.ts';

/** A clock that never jumps: processes can compare its moments until the machine restarts. */
export const machineClock: Clock = {
  ...systemClock,
  moment: () => ({ boot: bootId(), ms: uptimeMs() }),
};

const uptimeMs = (): number => Number(process.hrtime.bigint() / 1000n) / 1000;

let linuxBoot: string | null | undefined;

/** Identifies this start of the machine: the boot id on Linux, elsewhere its date, as far as the clock is right. */
function bootId(): string {
  if (linuxBoot === undefined) {
    try {
      linuxBoot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    } catch {
      linuxBoot = null;
    }
  }
  return linuxBoot ?? `${BY_DATE}${Math.round(Date.now() - uptimeMs())}`;
}
