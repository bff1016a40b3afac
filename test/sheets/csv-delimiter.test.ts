import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { delimiterLabel, detectDelimiter } from '../../src/sheets/csv.ts';

describe('the detected delimiter', () => {
  it.each([
    ['a,b\n1,2\n', ','],
    ['a;b\n1;2\n', ';'],
    ['a\tb\n1\t2\n', '\t'],
    ['a|b\n1|2\n', '|'],
    ['supplierRef;name;share\nA;Filature;0,5\nB;Tissage;12,75\n', ';'],
    ['supplierRef,name\nA,"Lyon; Paris; Nice"\nB,"Rome; Turin; Milan"\n', ','],
    ['productRef,packagingRefs\nA,P1|P2\nB,P3|P4\n', ','],
    ['Suppliers, winter 2027\n\nref;name;city\nA;Un;Lyon\nB;Deux;Paris\nC;Trois;Nice\n', ';'],
    ['"a;b";"c\n;;;;d"\n"e";"f"\n', ';'],
    ['a,b,c\n1,2\n1,2,3,4,5\n1\n', ','],
    ['a;b', ';'],
    ['a;5" pipe\nb;6" pipe\n', ';'],
    ['name\nLyon\nParis\n', null],
    [
      'address\n1 rue Haute, Lyon, France\n2 rue Basse\n3 quai, Nice\n4, rue Droite, Pau, Béarn, France\n',
      null,
    ],
    ['', null],
  ])('the detected delimiter of %j is %j', (text, delimiter) => {
    expect(detectDelimiter(text, true)).toEqual({ delimiter, sepLine: 0 });
  });

  it.each([
    ['sep=;\r\na,b\r\n', ';', 7],
    ['SEP=|\na,b\n', '|', 6],
    ['"sep=\t"\ra,b\r', '\t', 8],
  ])('the detected delimiter is the one in the sep line: %j', (text, delimiter, sepLine) => {
    expect(detectDelimiter(text, true)).toEqual({ delimiter, sepLine });
  });

  it('the detected delimiter is the requested one, and the sep line is not a row either', () => {
    expect(detectDelimiter('sep=;\na;b,c\n', true, ',')).toEqual({ delimiter: ',', sepLine: 6 });
  });

  it('the detected delimiter does not depend on an incomplete last line', () => {
    expect(detectDelimiter('a,b\n1,2\n3;4;5;', false).delimiter).toBe(',');
  });

  it('the detected delimiter has a readable name', () => {
    expect([';', '\t', null].map(delimiterLabel)).toEqual([
      'semicolon-separated',
      'tab-separated',
      'one column',
    ]);
  });
});

describe('the detected delimiter of any text', () => {
  const sign = fc.constantFrom('"', '"', '\n', '\r\n', '\r', ',', ';', '\t', '|', 'a', ' ', 'b');
  const text = fc.array(sign, { maxLength: 60 }).map((signs) => signs.join(''));

  it('the detected delimiter of any text is the one that a naive count of the characters finds', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (sheet, whole) => {
        expect(detectDelimiter(sheet, whole).delimiter).toBe(counted(sheet, whole));
      }),
      { numRuns: 2000 },
    );
  });
});

/** The delimiter with the best score, from a look at each character for each delimiter. */
function counted(text: string, whole: boolean): string | null {
  let best: string | null = null;
  let bestScore = 0;
  for (const delimiter of ['\t', ';', '|', ',']) {
    const counts = countsOf(text, delimiter, whole);
    const filled = counts.filter((count) => count > 0);
    const times = (count: number) => filled.filter((one) => one === count).length;
    const most = Math.max(0, ...filled.map(times));
    const first = counts[0] ?? 0;
    let score = (most / counts.length) * (times(first) === most ? 1.5 : 1.2);
    if (filled.length < counts.length * 0.4) score = 0;
    else if (first === 0) score = most < filled.length * 0.8 ? 0 : most / counts.length;
    if (!(score > bestScore)) continue;
    best = delimiter;
    bestScore = score;
  }
  return best;
}

function countsOf(text: string, delimiter: string, whole: boolean): number[] {
  const counts: number[] = [];
  let line = '';
  let count = 0;
  let state: 'start' | 'plain' | 'quoted' = 'start';
  for (let at = 0; at < text.length && counts.length < 20; at++) {
    const sign = text[at]!;
    const ends = state !== 'quoted' && (sign === '\n' || sign === '\r');
    if (!ends) line += sign;
    if (state === 'quoted') {
      if (sign !== '"') continue;
      if (text[at + 1] === '"') at++;
      else state = 'plain';
    } else if (sign === '"' && state === 'start') state = 'quoted';
    else if (ends) {
      if (line.trim() !== '') counts.push(count);
      line = '';
      count = 0;
      state = 'start';
    } else {
      if (sign === delimiter) count++;
      state = sign === delimiter ? 'start' : 'plain';
    }
  }
  if ((whole || counts.length === 0) && counts.length < 20 && line.trim() !== '') counts.push(count);
  return counts;
}
