import { readFileSync } from 'node:fs';
import { BY_DATE, type Clock, systemClock } from '../service/clock.ts';

/** The clock of the machine, which never jumps: its moments can be compared by all processes until it restarts. */
export const machineClock: Clock = {
  ...systemClock,
  moment: () => ({ boot: bootId(), ms: uptimeMs() }),
};

const uptimeMs = (): number => Number(process.hrtime.bigint() / 1000n) / 1000;

let linuxBoot: string | null | undefined;

/** What names this start of the machine: the kernel does on Linux; elsewhere its date, as far as the clock is right. */
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
