/** The first limit of open requests. */
const FIRST_LIMIT = 4;
/** Number of responses that are needed to compare the rates of two limits. */
const LEAST_RESPONSES = 24;
/** Minimum number of responses while the limit grows for the first time. */
const FIRST_RESPONSES = 12;
/**
 * Shorter latencies are rounded up to this one. Below it, the time that this process and its disk need between two
 * requests matters more than the service, and that time is longer if fewer requests are open.
 */
const MIN_LATENCY_MS = 50;
/** A higher limit is kept if at least this share of the additional requests became additional responses. */
const LEAST_GAIN = 0.3;
/** Two limits are compared only if the number of open requests grew at least by this factor. */
const MIN_OPEN_RATIO = 1.3;
/** A lower limit is preferred if it has at least this share of the rate: the load on the service is lower. */
const SAME_RATE = 0.97;
/** A rate below this share of the known rate means that the service has become slower. */
const SLOWER_RATE = 0.7;
/** Minimum number of timed responses before the limit that was found is reported. */
const MIN_TIMED = 500;
/** Maximum number of rounds between two attempts to find a better limit. */
const MAX_ROUNDS_BETWEEN_TRIES = 64;

/** How a request ended: with a response, with "slow down", or otherwise. */
export type RequestEnd = 'clean' | 'throttled' | 'error';

/** The limit of open requests that suits a service. */
export interface FoundLimit {
  readonly concurrency: number;
  /** Why the limit is not higher. `slower`: more open requests only made the responses slower. */
  readonly because: 'throttled' | 'slower';
  /** The mean time until a response at this limit; null if it was not measured. */
  readonly latencyMs: number | null;
}

/**
 * Limits the number of open requests to what the service can use. The limit starts low and grows by one with each clean
 * request, until the service says "slow down" or a higher limit no longer raises the rate (limit / latency). After that
 * the best limit is searched between the last good limit and the lowest bad one, in rounds of as many requests as the
 * limit. When it is found, a higher or lower one is tried from time to time, less often each time. "Slow down" halves
 * the limit, unless a higher one was being tried. If the service becomes slower, the limit falls by a fifth and is
 * searched again.
 */
export class ConcurrencyLimit {
  readonly #cap: number;
  #limit: number;
  #out = 0;
  /** Number of requests that were open at the last change of the limit. Their responses say nothing about the new one. */
  #staleRequests = 0;
  #search: 'start' | 'hold' | 'higher' | 'lower' = 'start';
  #goodLimit: number;
  /** The lowest limit that was throttled or did not raise the rate; null if unknown. */
  #badLimit: number | null = null;
  #because: FoundLimit['because'] | null = null;
  /** At the good limit: responses per millisecond, and the mean number of open requests; 0 if unknown. */
  #goodRate = 0;
  #goodOpen = 0;
  #slowRounds = 0;
  #rounds = 0;
  #roundsBetweenTries = 1;
  #triesLower = false;
  #clean = 0;
  #timed = 0;
  #sumMs = 0;
  #sumOut = 0;
  /** Number of timed responses since the start; `#timed` counts those of the round. */
  #timedInAll = 0;

  constructor(cap: number) {
    if (!Number.isInteger(cap) || cap < 1) throw new RangeError(`concurrency is 1 or more, not ${cap}`);
    this.#cap = cap;
    this.#limit = Math.min(FIRST_LIMIT, cap);
    this.#goodLimit = this.#limit;
  }

  /** The present limit. */
  get limit(): number {
    return this.#limit;
  }

  /** Number of open requests. After the limit fell, this number exceeds the limit for a while. */
  get openRequests(): number {
    return this.#out;
  }

  /** What was found out about the service; null after few responses, or if it can use as many requests as allowed. */
  get found(): FoundLimit | null {
    if (this.#because === null || this.#goodLimit >= this.#cap || this.#timedInAll < MIN_TIMED) return null;
    const latencyMs = this.#goodRate === 0 ? null : this.#goodOpen / this.#goodRate;
    return { concurrency: this.#goodLimit, because: this.#because, latencyMs };
  }

  /** Call it when a request begins. */
  begin(): void {
    this.#out++;
  }

  /** Call it when a request ends. `latencyMs`: the time until its response, if it was measured. */
  end(end: RequestEnd, latencyMs: number | null = null): void {
    const isStale = this.#staleRequests > 0;
    if (isStale) this.#staleRequests--;
    if (end === 'clean' && (!isStale || this.#search === 'start')) this.#measure(latencyMs);
    this.#out--;
    if (end === 'throttled' && !isStale) this.#slowDown();
    else if (end !== 'clean') this.#startRound();
  }

  #slowDown(): void {
    this.#because = 'throttled';
    this.#badLimit = this.#limit;
    if (this.#search === 'higher') this.#giveUp();
    else {
      this.#hold(Math.max(1, Math.floor(this.#limit / 2)), 0, 0);
      this.#roundsBetweenTries = 1;
    }
    this.#staleRequests = this.#out;
  }

  #measure(latencyMs: number | null): void {
    this.#clean++;
    if (latencyMs !== null) {
      this.#timed++;
      this.#timedInAll++;
      this.#sumMs += Math.max(latencyMs, MIN_LATENCY_MS);
      this.#sumOut += this.#out;
    }
    if (this.#search === 'start') this.#start();
    else if (this.#clean >= Math.max(this.#limit, this.#timed > 0 ? LEAST_RESPONSES : 0)) this.#judge();
  }

  /** Grows by one. Each time that it has grown by half, its rate is compared with the last one. */
  #start(): void {
    const before = this.#limit;
    this.#limit = Math.min(this.#cap, before + 1);
    const needed =
      before === this.#cap
        ? Math.max(before, LEAST_RESPONSES)
        : Math.max(FIRST_RESPONSES, Math.ceil(this.#goodLimit / 2));
    if (this.#clean < needed) return;
    const { rate, level } = this.#seen();
    if (this.#goodRate > 0 && level >= MIN_OPEN_RATIO * this.#goodOpen && !this.#isFaster(rate, level)) {
      this.#badLimit = this.#limit;
      this.#because = 'slower';
      this.#hold(this.#goodLimit, 0, 0);
      this.#triesLower = true;
      this.#staleRequests = this.#out;
      return;
    }
    if (before === this.#cap && rate > 0) this.#hold(this.#cap, rate, level);
    else {
      this.#goodLimit = this.#limit;
      [this.#goodRate, this.#goodOpen] = [rate, level];
      this.#startRound();
    }
  }

  /** Judges the limit after a round. */
  #judge(): void {
    const { rate, level } = this.#seen();
    const isFull = rate === 0 || level >= 0.8 * this.#limit;
    this.#startRound();
    // If fewer requests are open than allowed, something else limits them, so the round says nothing about the limit.
    if (!isFull) return;
    if (this.#search === 'higher') {
      if (this.#goodRate > 0 && rate > 0 && !this.#isFaster(rate, level)) {
        this.#badLimit = this.#limit;
        this.#because = 'slower';
        this.#triesLower = true;
        this.#giveUp();
      } else this.#keep(rate, level, true);
    } else if (this.#search === 'lower') {
      if (rate >= SAME_RATE * this.#goodRate) {
        this.#badLimit = this.#goodLimit;
        this.#because = 'slower';
        this.#keep(Math.max(rate, this.#goodRate), level, false);
      } else {
        this.#triesLower = false;
        this.#giveUp();
      }
    } else this.#judgeGoodLimit(rate, level);
  }

  /** Judges a round at the good limit: the service may have become slower. */
  #judgeGoodLimit(rate: number, level: number): void {
    if (this.#goodRate > 0 && rate > 0 && rate < SLOWER_RATE * this.#goodRate) {
      if (++this.#slowRounds < 2) return;
      this.#slowRounds = 0;
      this.#badLimit = null;
      this.#roundsBetweenTries = 1;
      this.#because = 'slower';
      this.#hold(Math.max(1, Math.floor(this.#limit * 0.8)), 0, 0);
      this.#staleRequests = this.#out;
      return;
    }
    this.#slowRounds = 0;
    this.#goodRate = this.#goodRate === 0 ? rate : 0.8 * this.#goodRate + 0.2 * rate;
    this.#goodOpen = level;
    if (++this.#rounds >= this.#roundsBetweenTries) this.#tryOther();
  }

  #tryOther(): void {
    const lower = this.#triesLower && this.#goodRate > 0 && this.#goodLimit > 1;
    if (!lower && this.#goodLimit === this.#cap) return;
    this.#search = lower ? 'lower' : 'higher';
    const step = lower ? -Math.ceil(this.#goodLimit / 6) : this.#stepUp();
    this.#limit = Math.min(this.#cap, this.#goodLimit + step);
    this.#staleRequests = this.#out;
    this.#rounds = 0;
  }

  #stepUp(): number {
    if (this.#badLimit === null) return Math.max(1, Math.ceil(this.#goodLimit / 4));
    return Math.max(1, Math.floor((this.#badLimit - this.#goodLimit) / 2));
  }

  /** The limit that was tried is the good one. */
  #keep(rate: number, level: number, higher: boolean): void {
    if (higher && this.#badLimit !== null && this.#limit >= this.#badLimit) this.#badLimit = null;
    this.#hold(this.#limit, rate, level);
    this.#roundsBetweenTries = 1;
    this.#tryOther();
  }

  /** The limit that was tried is not better. */
  #giveUp(): void {
    const { bad, good } = { bad: this.#badLimit, good: this.#goodLimit };
    const isFound = bad === null || bad - good <= 1 || this.#search === 'lower';
    if (isFound) this.#roundsBetweenTries = Math.min(MAX_ROUNDS_BETWEEN_TRIES, 2 * this.#roundsBetweenTries);
    this.#hold(good, this.#goodRate, this.#goodOpen);
    this.#staleRequests = this.#out;
  }

  #hold(limit: number, rate: number, level: number): void {
    this.#search = 'hold';
    this.#limit = limit;
    this.#goodLimit = limit;
    [this.#goodRate, this.#goodOpen] = [rate, level];
    this.#rounds = 0;
    this.#startRound();
  }

  /** Whether a share of the additional requests became additional responses. */
  #isFaster(rate: number, level: number): boolean {
    return rate >= this.#goodRate * (1 + LEAST_GAIN * (level / this.#goodOpen - 1));
  }

  /** The rate and the mean number of open requests of this round; 0 if no latency was measured. */
  #seen(): { rate: number; level: number } {
    if (this.#timed === 0 || this.#sumMs === 0) return { rate: 0, level: 0 };
    return { rate: this.#sumOut / this.#sumMs, level: this.#sumOut / this.#timed };
  }

  #startRound(): void {
    this.#clean = 0;
    this.#timed = 0;
    this.#sumMs = 0;
    this.#sumOut = 0;
  }
}
