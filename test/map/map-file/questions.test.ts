import { expect, test } from 'vitest';
import { read } from './bound.ts';

test('a column with an open question is not read, even if its header is the name of a field', () => {
  const { bodies, found } = read(
    'component',
    '    columns:\n      componentRef: "?"\n      Typ: "?"\n      Gew: "?"\n    letters:\n      C: "?"\n      D: type\n',
    ['componentRef', 'Typ', 'Code', 'Code', 'Gew'],
    ['C-1', 'x', 'y', 'TEXTILE', null],
  );
  expect(bodies).toEqual([{ type: 'TEXTILE' }]);
  expect(found).toEqual(
    [6, 7, 10].map((line, at) => [
      'header-unknown',
      'ABC'[at],
      `in m.yaml, line ${line}, replace ? by FIELD (FIELD is a field, or ignore)`,
    ]),
  );
});

test('a question about a column that the sheet does not have is not reported', () => {
  expect(read('component', '    columns:\n      X: "?"\n', ['componentRef'], ['C-1']).found).toEqual([]);
});
