import { afterEach, beforeEach, expect, test } from 'vitest';
import { KINDS } from '../../src/contract/kinds.ts';
import { useLanguage } from '../../src/say.ts';
import { classifyAnswer, type HttpAnswer } from '../../src/service/classify.ts';
import { readReading } from '../../src/service/read-back/reading.ts';
import { checkTarget } from '../../src/service/target.ts';

beforeEach(() => useLanguage('fr'));
afterEach(() => useLanguage('en'));

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const { supplier } = KINDS.v2;

const ANSWERS: [status: number, text: string, french: string, headers?: HttpAnswer['headers']][] = [
  [404, 'no', 'chemin inconnu : HTTP 404 : no'],
  [400, '{}', 'HTTP 400 sans message'],
  [201, '{"id":', 'HTTP 201, mais le corps est tronqué, illisible ou sans identifiant'],
  [
    202,
    '{"id":"a"}',
    'HTTP 202 au lieu de 201 : on ne sait pas si l’enregistrement a été stocké ; l’identifiant a a été renvoyé',
  ],
  [
    500,
    '{"success":true,"id":"a"}',
    'HTTP 500 avec success: true et l’identifiant a : contradictoire, on ne sait pas si l’enregistrement a été stocké',
  ],
  [302, '', 'HTTP 302 : redirection vers other.example, non suivie', { location: 'https://other.example/x' }],
];

test.each(ANSWERS)('the message of HTTP %i %j is in French', (status, text, french, headers = {}) => {
  const answer = classifyAnswer(supplier, { status, headers, text }, 0);
  const words = 'error' in answer ? answer.error : 'messages' in answer ? answer.messages?.join() : '';
  expect(plain(words ?? '')).toBe(french);
});

test('the error of a read that reports a failure is in French', () => {
  const text = '{"success":false,"message":"non"}';
  const reading = readReading(supplier, '/x', { type: 'response', status: 200, headers: {}, text });
  const words = reading.type === 'failed' && 'error' in reading.answer ? reading.answer.error : '';
  expect(plain(words)).toBe('HTTP 200, mais la réponse signale success: false : non');
});

test('the error for a token with a space is in French', () => {
  const check = () => checkTarget({ baseUrl: 'https://a.example', token: 'a b', tlsChecked: true });
  expect(check).toThrow('Le jeton contient une espace ou un saut de ligne.');
});
