import { referencesIn } from '../../../../src/contract/body.ts';
import { type Body, type KindSpec, keyOf, keyText } from '../../../../src/contract/kind.ts';
import { classifyAnswer } from '../../../../src/service/classify.ts';
import type { Limiter } from '../../../../src/service/limiter.ts';
import type {
  Answer,
  CreateRequest,
  LookUp,
  LookUpRequest,
  Service,
} from '../../../../src/service/service.ts';
import { holdAsAsked } from '../responses.ts';
import type { Case } from './case.ts';
import type { Oracle } from './oracle.ts';
import { type Fault, Weather } from './weather.ts';
import type { Process, World } from './world.ts';

export interface Stored {
  readonly content: string;
  /** The run that sent it; null if someone else created it. */
  readonly run: number | null;
  /** Other requests see it from this time on. */
  readonly seenFrom: number;
  /** Look-ups show it from this time on. */
  readonly listedFrom: number;
}

/** A create that has arrived and is not decided yet. */
interface Landing {
  readonly key: string;
  readonly sender: Process;
  /** When its sender learns that the response is lost; null while one is expected. */
  lostAt: number | null;
  /** Decides it without a response, or never. */
  readonly settle: () => void;
  callOff: () => void;
}

/** What checks the requests of a process. */
export type Witness = Pick<
  Oracle,
  'createLeaves' | 'createAnswered' | 'readLeaves' | 'readAnswered' | 'toldOf'
>;

/** A create as it was sent. */
interface Sent extends CreateRequest {
  readonly sender: Process;
  /** `kind key`. */
  readonly key: string;
  readonly run: number;
}

interface Decision {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

const MINUTE = 60_000;
/** Part of the settle pause within which a stored record becomes visible. */
const SEEN_WITHIN = 0.15;

/** Whether a run sent the stored record. */
export const isOurs = (stored: Stored | undefined): stored is Stored =>
  stored !== undefined && stored.run !== null;

/** The sent fields, without the batch. */
export const contentOf = ({ importationBatch: _, ...body }: Body): string => JSON.stringify(body);

/**
 * The true content of the service, and how it got there. A create that loses its response is stored, and shown by
 * look-ups, before the absence of its kind counts, or never. If that time is 0, it is stored within the settle pause.
 */
export class SimulatedService {
  readonly weather: Weather;
  readonly stored = new Map<string, Stored>();
  /** Applied creates in order, each recorded before its response is sent. */
  readonly journal: string[] = [];
  requests = 0;
  /** Creates that were stored after their sender had lost the response, or had died. */
  late = 0;
  /** Creates that were sent, by `kind key`. */
  readonly #sent = new Map<string, number>();
  readonly #world: World;
  readonly #case: Case;
  readonly #landings = new Set<Landing>();
  readonly #clockIsOffBy: number;
  /** When the service accepts requests again, for responses that say so. */
  readonly #untils = new WeakMap<Answer, number>();
  #tokenIsOut = false;
  #storm: { until: number; told: 'seconds' | 'date' | 'nothing' } | null = null;
  #stalled: (() => void)[] = [];

  constructor(world: World, given: Case) {
    this.#world = world;
    this.#case = given;
    this.weather = new Weather(world);
    this.#clockIsOffBy = world.pick([0, 0, 2500, -2500]);
    const anyone = { content: '', run: null, seenFrom: 0, listedFrom: 0 };
    for (const key of given.elsewhere) this.stored.set(key, anyone);
  }

  /** A new process starts: its token works, and overload is over if there are to be no more faults. */
  newProcess(): void {
    this.#tokenIsOut = false;
    if (this.weather.isCalm) this.#storm = null;
  }

  /** Whether a create of a key may still be stored. */
  mayLand(key: string): boolean {
    return [...this.#landings].some((landing) => landing.key === key);
  }

  /** The number of creates that were sent for a key, by any process. */
  sentOf(key: string): number {
    return this.#sent.get(key) ?? 0;
  }

  /** Whether a look-up shows a key now. */
  shows(key: string): boolean {
    const stored = this.stored.get(key);
    return stored !== undefined && stored.listedFrom <= this.#world.now;
  }

  /**
   * The process that sent them has ended: open creates are stored before their absence counts, or never. `of`: one of
   * several processes.
   */
  connectionsBroke(of: Process | null = null): void {
    if (of === null) this.#stalled = [];
    const { now } = this.#world;
    for (const landing of this.#landings) {
      if (of !== null && landing.sender !== of) continue;
      const wasLost = landing.lostAt !== null && landing.lostAt <= now;
      if (this.#world.chance(0.5)) {
        landing.callOff();
        this.#landings.delete(landing);
      } else if (!wasLost) {
        landing.callOff();
        landing.lostAt = now;
        landing.callOff = this.#world.later(this.#world.upTo(this.#latestMs(landing.key)), landing.settle);
      }
    }
  }

  /** The service from the perspective of one process of a run. */
  for(process: Process, oracle: Witness, run: number, limiter: Limiter): Service {
    return {
      origin: 'https://service.example',
      create: (request) => this.#create(process, oracle, request, run, limiter),
      update: () => Promise.reject(new Error('v2 cannot update records')),
      lookUp: (request) => this.#lookUp(process, oracle, request, limiter),
      probe: () => Promise.reject(new Error('a push never probes')),
      close: () => Promise.resolve(),
    };
  }

  /** A request may have to wait for a connection. False if all requests are held when it could leave. */
  async #connects(process: Process, limiter: Limiter): Promise<boolean> {
    // Connections may be slow, and then the requests are not evenly spaced when they arrive.
    if (this.#case.settings.rate === 0 && this.#world.chance(0.1))
      await process.sleep(this.weather.latencyMs());
    return !limiter.isHeld;
  }

  async #create(
    process: Process,
    oracle: Witness,
    request: CreateRequest,
    run: number,
    limiter: Limiter,
  ): Promise<Answer> {
    if (process.dead) return new Promise(() => {});
    if (!(await this.#connects(process, limiter)) || !limiter.mayLeave)
      return { type: 'unsent', error: 'held', held: true };
    if (process.beforeSocket) await process.beforeSocket();
    if (process.dead) return new Promise(() => {});
    const { kind } = request;
    const key = `${kind.name} ${keyText(keyOf(kind, JSON.parse(request.body) as Body))}`;
    const fault = this.weather.fault();
    this.requests++;
    this.#world.note(`create ${key}${fault ? `: ${fault}` : ''}`);
    oracle.createLeaves(request, key);
    this.#sent.set(key, this.sentOf(key) + 1);
    process.step();
    const answer = await this.#answer(process, { ...request, key, run, sender: process }, fault);
    if (process.dead) return new Promise(() => {});
    this.#world.note(`answer ${key}: ${answer.type}`);
    holdAsAsked(limiter, answer);
    oracle.createAnswered(key, answer, this.#untils.get(answer) ?? 0);
    return answer;
  }

  async #answer(process: Process, request: Sent, fault: Fault | null): Promise<Answer> {
    const world = this.#world;
    const { kind, key } = request;
    const wait = () => process.sleep(this.weather.latencyMs());
    const http = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      this.#classified(kind, status, typeof body === 'string' ? body : JSON.stringify(body), headers);
    if (fault === 'token' || this.#tokenIsOut) {
      this.#tokenIsOut = true;
      await wait();
      return world.chance(0.5)
        ? http(401, { message: 'who are you' })
        : http(400, { message: ['INVALID_SESSION'] });
    }
    if (this.#storm !== null || fault === 'storm') return this.#inStorm(wait, http);
    switch (fault) {
      case 'unsent':
        await wait();
        return { type: 'unsent', error: 'connection refused' };
      case 'throttled':
        await wait();
        return http(429, '', this.#comeBack(world.now + world.upTo(20_000)));
      case 'unavailable':
        await wait();
        return http(503, '', this.#comeBack(world.now + world.upTo(5000), ['seconds', 'date']));
      case 'elsewhere':
        await wait();
        return http(404, '<html>nothing here</html>');
      case 'error-before':
        await wait();
        return http(world.pick([500, 502, 504]), '<html>sorry</html>');
      case 'reset-before':
        await wait();
        return { type: 'unknown', error: 'connection reset' };
      case 'timeout':
      case 'reset-after': {
        const lostIn = fault === 'timeout' ? 30_000 : 1 + this.weather.latencyMs();
        const never = world.chance(fault === 'timeout' ? 0.3 : 0);
        const latest = world.upTo(this.#latestMs(key));
        if (!never) void this.#land(request, world.upTo(lostIn - 1 + latest), lostIn);
        await process.sleep(lostIn);
        return { type: 'unknown', error: 'no answer' };
      }
      case 'late': {
        const lostIn = this.weather.latencyMs();
        const latest = this.#latestMs(key);
        void this.#land(request, lostIn + world.pick([latest, world.upTo(latest)]), lostIn);
        await process.sleep(lostIn);
        return http(504, '<html>the service took too long</html>');
      }
      default: {
        const { status, body } = await this.#land(request, this.weather.latencyMs(), null);
        await wait();
        if (fault === 'swizzle') await this.#stall();
        if (fault === 'error-after') return http(world.pick([500, 503]), '');
        if (fault === 'cut' && status === 201) return http(201, JSON.stringify(body).slice(0, -3));
        if (fault === 'unreadable' && status === 201) return http(world.pick([200, 201]), 'OK');
        return http(status, body);
      }
    }
  }

  /**
   * The result of a request once it has arrived: it is in the journal before anyone learns of it. `lostInMs`: when its
   * sender learns that the response is lost; null if it gets one.
   */
  #land(request: Sent, inMs: number, lostInMs: number | null): Promise<Decision> {
    return new Promise((resolve) => {
      const landing: Landing = {
        key: request.key,
        sender: request.sender,
        lostAt: lostInMs === null ? null : this.#world.now + lostInMs,
        settle: () => {
          this.#landings.delete(landing);
          resolve(this.#decide(request, landing.lostAt));
        },
        callOff: () => {},
      };
      this.#landings.add(landing);
      landing.callOff = this.#world.later(inMs, landing.settle);
    });
  }

  #decide({ kind, body: text, key, run }: Sent, lostAt: number | null): Decision {
    const world = this.#world;
    const body = JSON.parse(text) as Body;
    if (this.stored.has(key))
      return { status: 400, body: { message: [`${kind.name.toUpperCase()}_EXISTS`] } };
    if (this.#case.refused.has(key)) return { status: 400, body: { message: ['name must be shorter'] } };
    for (const { to, key: own, partial } of referencesIn(kind, body)) {
      if (!this.#sees(to, own, partial)) return { status: 400, body: { message: [`${to} not found`] } };
    }
    const isLate = lostAt !== null && lostAt < world.now;
    world.note(`applied ${key}${isLate ? ', late' : ''}`);
    if (isLate) this.late++;
    this.journal.push(key);
    const seenFrom = world.now + world.upTo(this.#case.settings.settleMs * SEEN_WITHIN);
    const listedFrom = this.#listedFrom(key, seenFrom, lostAt);
    this.stored.set(key, { content: contentOf(body), run, seenFrom, listedFrom });
    const ids = { id: key, productId: key, supplierId: key, packagingId: key, studyId: 'study' };
    return { status: 201, body: { ...ids, [[kind.response.id].flat()[0]!]: key } };
  }

  /** The list that a look-up reads may be refreshed later, but before absence counts. */
  #listedFrom(key: string, seenFrom: number, lostAt: number | null): number {
    if (lostAt === null || !this.#world.chance(0.3)) return seenFrom;
    const latest = lostAt + this.#absenceMs(key) - 1;
    return latest > seenFrom ? seenFrom + this.#world.upTo(latest - seenFrom) : seenFrom;
  }

  #absenceMs(key: string): number {
    return Math.max(this.#case.absence.get(key.slice(0, key.indexOf(' ')))!, this.#case.settings.settleMs);
  }

  /** How long after the loss of its response a create may still be stored, with time left to become visible. */
  #latestMs(key: string): number {
    return Math.max(0, this.#absenceMs(key) - Math.ceil(this.#case.settings.settleMs * SEEN_WITHIN) - 1);
  }

  #sees(kind: string, own: string, partial: boolean): boolean {
    const key = `${kind} ${keyText(own)}`;
    if (!partial) return this.#shown(key);
    return [...this.stored.keys()].some((stored) => stored.startsWith(key) && this.#shown(stored));
  }

  #shown(key: string): boolean {
    const stored = this.stored.get(key);
    return stored !== undefined && stored.seenFrom <= this.#world.now;
  }

  async #lookUp(
    process: Process,
    oracle: Witness,
    request: LookUpRequest,
    limiter: Limiter,
  ): Promise<LookUp> {
    const world = this.#world;
    const { kind, key: own, beforeRead } = request;
    const key = `${kind.name} ${keyText(own)}`;
    for (let reads = 1 + world.upTo(1); reads > 0; reads--) {
      do {
        try {
          await beforeRead?.();
          if (process.dead) return new Promise(() => {});
        } catch (error) {
          return { type: 'failed', answer: { type: 'unsent', error: String(error) } };
        }
      } while (!(await this.#connects(process, limiter)));
      if (process.dead) return new Promise(() => {});
      this.requests++;
      world.note(`read ${key}`);
      oracle.readLeaves(kind, own, key);
      process.step();
      await process.sleep(this.weather.latencyMs());
      const spoiled = this.#spoiled(kind);
      if (spoiled?.type === 'failed') holdAsAsked(limiter, spoiled.answer);
      oracle.readAnswered(spoiled, spoiled?.type === 'failed' ? (this.#untils.get(spoiled.answer) ?? 0) : 0);
      if (spoiled) return spoiled;
    }
    const found = this.shows(key);
    world.note(`looked up ${key}: ${found ? 'found' : 'absent'}`);
    oracle.toldOf(key, found);
    return found ? { type: 'found', answer: { id: key } } : { type: 'absent' };
  }

  #spoiled(kind: KindSpec): LookUp | null {
    const world = this.#world;
    const failed = (answer: Answer): LookUp => ({ type: 'failed', answer });
    if (this.#tokenIsOut) return failed(this.#classified(kind, 401, '', {}));
    if (!this.weather.spoils()) return null;
    switch (world.upTo(5)) {
      case 0:
        this.#tokenIsOut = world.chance(0.2);
        return failed({ type: 'unknown', error: 'connection reset' });
      case 1:
        return failed({ type: 'unsent', error: 'connection refused' });
      case 2:
        return failed(this.#classified(kind, 429, '', this.#comeBack(world.now + world.upTo(9000))));
      case 3:
        return failed(this.#classified(kind, 500, '', {}));
      case 4:
        return failed(this.#classified(kind, 400, '{"message":["bad"]}', {}));
      default:
        return { type: 'cannot-tell', reason: 'nothing shows it' };
    }
  }

  async #inStorm(
    wait: () => Promise<void>,
    http: (status: number, body: unknown, headers?: Record<string, string>) => Answer,
  ): Promise<Answer> {
    const world = this.#world;
    if (this.#storm === null) {
      const told = world.pick(['seconds', 'date', 'nothing'] as const);
      this.#storm = { until: world.now + world.upTo(2 * MINUTE), told };
    }
    const { until, told } = this.#storm;
    await wait();
    if (world.now >= until) this.#storm = null;
    return http(429, '', this.#comeBack(until, [told]));
  }

  /** A Retry-After in any format. Sometimes much later than necessary. */
  #comeBack(
    at: number,
    told: readonly ('seconds' | 'date' | 'nothing')[] = ['seconds', 'date', 'nothing'],
  ): Record<string, string> {
    const world = this.#world;
    const wait = Math.max(0, at - world.now) + (world.chance(0.03) ? 90 * MINUTE : 0);
    switch (world.pick(told)) {
      case 'seconds':
        return { 'retry-after': String(Math.ceil(wait / 1000)) };
      case 'date':
        return { 'retry-after': this.#httpDate(Math.ceil((this.#time() + wait) / 1000) * 1000) };
      case 'nothing':
        return {};
    }
  }

  #classified(kind: KindSpec, status: number, text: string, headers: Record<string, string>): Answer {
    const all = { date: this.#httpDate(this.#time()), ...headers };
    const answer = classifyAnswer(kind, { status, headers: all, text }, this.#world.date().getTime());
    const told = headers['retry-after'];
    if (told !== undefined) this.#untils.set(answer, this.#untilOf(told));
    return answer;
  }

  /** In the time of the simulation. */
  #untilOf(told: string): number {
    const { now } = this.#world;
    return /^\d+$/.test(told) ? now + Number(told) * 1000 : now + Date.parse(told) - this.#time();
  }

  #time(): number {
    return this.#world.trueTime() + this.#clockIsOffBy;
  }

  #httpDate(at: number): string {
    return new Date(at).toUTCString();
  }

  /** Delayed responses are sent together, in another order. */
  #stall(): Promise<void> {
    return new Promise((resolve) => {
      const all = this.#stalled;
      all.push(resolve);
      const release = () => {
        if (this.#stalled !== all) return;
        this.#stalled = [];
        for (const go of all.sort(() => this.#world.random() - 0.5)) this.#world.later(0, go);
      };
      if (all.length >= 3) release();
      else this.#world.later(3000, release);
    });
  }
}
