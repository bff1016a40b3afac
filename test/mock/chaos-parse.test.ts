import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { TraceError } from '../../src/errors.ts';
import { parseChaos } from '../../src/mock/chaos/parse.ts';
import { RATED_FAULTS } from '../../src/mock/chaos/plan.ts';
import { useLanguage } from '../../src/say.ts';

const CALM = parseChaos('');

afterEach(() => useLanguage('en'));

test.each([
  [
    'latency=80-20',
    'latency doit être une durée en millisecondes, ou deux, la plus courte d’abord, comme 20-80.',
  ],
  ['500=2', 'faults.500 doit être une part, telle que 5% ou 0.05.'],
  ['slo=1%', 'panne ou réglage inconnu "slo". Vouliez-vous dire slow ?'],
  [
    'redirect=1%',
    'une redirection demande une adresse. Ajoutez redirect-to=http://127.0.0.1:4011 (redirectTo en JSON).',
  ],
])('parseChaos refuses the plan "%s" in French', async (text, message) => {
  await useLanguage('fr');
  const { message: said, hint, code } = faultOf(text);
  const all = [said, ...(hint === undefined ? [] : [hint])].join(' ').replaceAll('\u00a0', ' ');
  expect([code, all]).toEqual(['chaos-spec', `Le plan de pannes est inutilisable : ${message}`]);
});

describe('a plan of faults', () => {
  test('a plan of faults reads the same as text, as JSON text and as an object', () => {
    const text =
      'seed=7, latency=20-80, 429=5%, reset-after=0.2, hang=0.5%, only=POST+GET, kinds=product, ' +
      'at=12:reset-after+30:restart, expire=400, expire-status=401, restart=250+900, first-only, down-ms=50, ' +
      'retry-after=3, slow-ms=60, reset-late=1%, late-ms=500-30000, redirect-to=http://127.0.0.1:4011';
    const object = {
      faults: { '429': 0.05, 'reset-after': 0.2, hang: 0.005, 'reset-late': 0.01 },
      at: { '12': 'reset-after', '30': 'restart' },
      ...{
        seed: 7,
        latency: [20, 80],
        only: ['POST', 'GET'],
        kinds: ['product'],
        expire: 400,
        expireStatus: 401,
      },
      ...{
        restart: [250, 900],
        firstOnly: true,
        downMs: 50,
        retryAfter: 3,
        slowMs: 60,
        lateMs: [500, 30_000],
      },
      redirectTo: 'http://127.0.0.1:4011',
    };
    expect(parseChaos(text)).toEqual(object);
    expect(parseChaos(object)).toEqual(object);
    expect(parseChaos(` ${JSON.stringify(object)}\n`)).toEqual(object);
  });

  test('a plan of faults without settings injects nothing', () => {
    const calm = { faults: {}, at: {}, latency: [0, 0], only: ['POST'], kinds: null, expire: null };
    expect(CALM).toMatchObject(calm);
    expect(parseChaos({})).toEqual(CALM);
    expect(parseChaos('seed=1,')).toEqual(CALM);
  });

  test('a plan of faults may have any fault, with its share', () => {
    for (const name of RATED_FAULTS) {
      expect(parseChaos(`${name}=12.5%,redirect-to=http://[::1]:9`).faults).toEqual({ [name]: 0.125 });
    }
  });

  test('one number sets a latency without jitter, or one restart', () => {
    expect(parseChaos('latency=40')).toEqual(parseChaos({ latency: 40 }));
    expect(parseChaos('late-ms=40')).toEqual(parseChaos({ lateMs: [40, 40] }));
    expect(parseChaos('restart=5')).toEqual(parseChaos({ restart: 5 }));
    expect(parseChaos({ latency: 40 }).latency).toEqual([40, 40]);
  });
});

describe('a plan of faults that is refused', () => {
  test.each<[string | object, string, string | undefined]>([
    ['reset-afer=20%', 'no fault or setting "reset-afer"', 'Did you mean reset-after?'],
    ['first_only', 'no fault or setting "first_only"', 'Did you mean first-only?'],
    [{ faults: { truncat: 0.1 } }, 'no fault "truncat"', 'Did you mean truncate?'],
    [{ frstOnly: true }, 'no setting "frstOnly"', 'Did you mean firstOnly?'],
    [{ hang: 0.1 }, 'hang is a fault, not a setting', 'Put it under "faults".'],
    [{ at: { 3: 'restrt' } }, 'no fault "restrt"', 'Did you mean restart?'],
    ['at=3:hnag', 'no fault "hnag"', 'Did you mean hang?'],
    ['at=0:hang', '"0" is not the number of a request', undefined],
    ['at=hang', '"hang" is not the number of a request', undefined],
    ['kinds=prodct', 'no kind "prodct"', 'Did you mean product?'],
    ['zzzzzzzz=1', 'no fault or setting "zzzzzzzz"', 'Known: 429, '],
    ['__proto__=1', 'no fault or setting "__proto__"', 'Known: '],
    ['{"__proto__": {"seed": 3}}', 'no setting "__proto__"', 'Known: '],
    ['500=abc', 'faults.500 is not a share', undefined],
    ['500=120%', 'faults.500 is not a share', undefined],
    ['500=', 'faults.500 is not a share', undefined],
    ['500=60%,429=60%', 'total more than 100%', undefined],
    ['500=1%,500=2%', '500 is given twice', undefined],
    ['latency=80-20', 'latency is not one time', undefined],
    ['latency=fast', 'latency is not one time', undefined],
    ['late-ms=80-20', 'lateMs is not one time', undefined],
    ['late-ms=1d', 'lateMs is not one time', undefined],
    ['seed=-1', 'seed is not a whole number', undefined],
    ['seed=1.5', 'seed is not a whole number', undefined],
    ['only=PUT', 'only.0 is not GET, HEAD or POST', undefined],
    ['reads=perhaps', 'reads is not true or false', undefined],
    ['expire=soon', 'expire is not a number of requests', undefined],
    ['restart=3+x', 'restart is not a number of requests', undefined],
    ['expire-status=500', 'expireStatus is not 400 or 401', undefined],
    ['redirect=1%', 'a redirect needs an address', 'Add redirect-to='],
    ['at=3:redirect-302', 'a redirect needs an address', 'Add redirect-to='],
    ['redirect=1%,redirect-to=file:///etc', 'redirectTo is not an http address', undefined],
    ['{"seed": 7', 'not well-formed JSON', undefined],
    ['[1]', 'a list, not an object', undefined],
    [[], 'a list, not an object', undefined],
  ])('is %j, with the message "%s"', (given, message, hint) => {
    const error = faultOf(given);
    expect(error).toMatchObject({ exit: 'usage', code: 'chaos-spec' });
    expect(error.message).toContain(message);
    if (hint !== undefined) expect(error.hint).toContain(hint);
  });

  test('throws a TraceError, whatever the plan', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.object()), (given) => {
        try {
          parseChaos(given);
        } catch (error) {
          expect(error).toBeInstanceOf(TraceError);
        }
      }),
    );
  });
});

function faultOf(given: string | object): TraceError {
  try {
    parseChaos(given);
  } catch (error) {
    if (error instanceof TraceError) return error;
    throw error;
  }
  throw new Error('it was taken');
}
