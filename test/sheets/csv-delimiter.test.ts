import { describe, expect, it } from 'vitest';
import { delimiterLabel, detectDelimiter } from '../../src/sheets/csv.ts';

describe('the delimiter', () => {
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
  ])('of %j is %j', (text, delimiter) => {
    expect(detectDelimiter(text, true)).toEqual({ delimiter, sepLine: 0 });
  });

  it.each([
    ['sep=;\r\na,b\r\n', ';', 7],
    ['SEP=|\na,b\n', '|', 6],
    ['"sep=\t"\ra,b\r', '\t', 8],
  ])('is what a first line says: %j', (text, delimiter, sepLine) => {
    expect(detectDelimiter(text, true)).toEqual({ delimiter, sepLine });
  });

  it('is the requested one, and the sep line is still not a row', () => {
    expect(detectDelimiter('sep=;\na;b,c\n', true, ',')).toEqual({ delimiter: ',', sepLine: 6 });
  });

  it('leaves a last line that is cut out of account', () => {
    expect(detectDelimiter('a,b\n1,2\n3;4;5;', false).delimiter).toBe(',');
  });

  it('has a readable name', () => {
    expect([';', '\t', null].map(delimiterLabel)).toEqual([
      'semicolon-separated',
      'tab-separated',
      'one column',
    ]);
  });
});
