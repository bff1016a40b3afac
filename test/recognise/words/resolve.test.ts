import { describe, expect, it } from 'vitest';
import type { ClosedList } from '../../../src/contract/list.ts';
import { MATERIALS } from '../../../src/contract/v2/materials.ts';
import { resolverOf } from '../../../src/recognise/words/resolve.ts';
import { shippedWords } from '../../../src/recognise/words/shipped.ts';

const listOf = (...values: string[]): ClosedList => ({ name: 'component.material', values, complete: true });

/** A value, or the candidates of a question. */
function read(list: ClosedList, text: string, learned?: ReadonlyMap<string, string>): string | string[] {
  const reading = resolverOf(list, shippedWords(list), learned)(text);
  return 'value' in reading ? reading.value : [...reading.candidates];
}

const FEW = listOf(
  ...['OTHER', 'COTTON', 'ORGANIC COTTON', 'ELASTANE', 'POLYAMIDE', 'POLYESTER', 'RECYCLED POLYESTER'],
  ...['RECYCLED POLYAMIDE', 'WOOL', 'MERINO WOOL', 'VISCOSE', 'LYOCELL', 'MODAL', 'ACETATE', 'HEMP'],
  ...['LINEN', 'SILK'],
);

describe('a word with a certain meaning', () => {
  it.each([
    ['Élasthanne', 'ELASTANE'],
    ['E\u0301lasthanne', 'ELASTANE'],
    ['éla\u200bsthanne', 'ELASTANE'],
    ['LYCRA®', 'ELASTANE'],
    ['Lycra (R)', 'ELASTANE'],
    ['spandex', 'ELASTANE'],
    ['Baumwolle', 'COTTON'],
    ['algodón', 'COTTON'],
    ['cottons', 'COTTON'],
    ['CO', 'COTTON'],
    ['EL', 'ELASTANE'],
    ['coton bio', 'ORGANIC COTTON'],
    ['coton biologique', 'ORGANIC COTTON'],
    ['Baumwolle kbA', 'ORGANIC COTTON'],
    ['COTTON ORGANIC', 'ORGANIC COTTON'],
    ['polyester recyclé', 'RECYCLED POLYESTER'],
    ['recycelter Polyester', 'RECYCLED POLYESTER'],
    ['rPET', 'RECYCLED POLYESTER'],
    ['nylon', 'POLYAMIDE'],
    ['poliammide', 'POLYAMIDE'],
    ['PES', 'POLYESTER'],
    ['laine mérinos', 'MERINO WOOL'],
    ['Wool Merino', 'MERINO WOOL'],
    ['WO', 'WOOL'],
    ['lin', 'LINEN'],
    ['viscose LENZING™ ECOVERO™', 'VISCOSE'],
    ['TENCEL™ Lyocell', 'LYOCELL'],
    ['Lycra elastane', 'ELASTANE'],
    ['\u0421OTTON', 'COTTON'],
    ['c\u043eton bio', 'ORGANIC COTTON'],
    ['lã', 'WOOL'],
    ['LÃ', 'WOOL'],
    ['AlgodÃ³n orgÃ¡nico', 'ORGANIC COTTON'],
    ['lã merino', 'MERINO WOOL'],
  ])('is resolved: "%s" is %s', (text, value) => {
    expect(read(FEW, text)).toBe(value);
  });

  it('a word with a certain meaning is the list value with the same spelling, before any other meaning', () => {
    expect(read(listOf('NYLON', 'POLYAMIDE'), 'nylon')).toBe('NYLON');
    expect(read(listOf('PE', 'POLYESTER'), 'PE')).toBe('PE');
  });

  it('a word with a certain meaning has the meaning that a person gave it, before any other', () => {
    const learned = new Map([['tencel', 'LYOCELL']]);
    expect(read(FEW, 'TENCEL™', learned)).toBe('LYOCELL');
  });
});

describe('a word that is a question', () => {
  it.each<[string, string[]]>([
    ['Tencel', ['LYOCELL', 'MODAL']],
    ['CA', ['ACETATE', 'HEMP']],
    ['AC', ['ACETATE']],
    ['poly', ['POLYESTER', 'POLYAMIDE']],
    ['LA', ['WOOL']],
    ['la', ['WOOL']],
    ['\u0421\u041e', []],
    ['recycled poly', ['RECYCLED POLYESTER', 'RECYCLED POLYAMIDE']],
    ['sonstige Fasern', ['OTHER']],
    ['Schurwolle', ['WOOL']],
    // Values that leave out a word of the text are no candidates.
    ['laine bio', []],
    ['seta lucida', []],
    ['seta artificiale', ['VISCOSE', 'ACETATE', 'MODAL']],
    ['sans coton', []],
    ['laine sans coton', []],
    ['laine soie', ['WOOL', 'SILK', 'MERINO WOOL']],
    ['polyamide 6.6', ['POLYAMIDE']],
    ['polyster', ['POLYESTER']],
    ['polyest', ['POLYESTER']],
    ['span', ['ELASTANE']],
    ['AL', []],
    ['PET', ['POLYESTER']],
    ['c\u043et\u0436n', []],
    ['coton ?', []],
    ['coton*', []],
    ['cotton/polyester', []],
    ['rien', []],
    ['x'.repeat(5000), []],
  ])('"$0" has the candidates $1', (text, candidates) => {
    expect(read(FEW, text)).toEqual(candidates);
  });

  it('a word that is a question can be a generic word for several values of the list', () => {
    expect(read(listOf('POLYAMIDE 6', 'POLYAMIDE 66'), 'PA')).toEqual(['POLYAMIDE 6', 'POLYAMIDE 66']);
    const cottons = ['ORGANIC COTTON', 'CONVENTIONAL COTTON'];
    expect(read(listOf(...cottons), 'coton')).toEqual(cottons);
    expect(read(listOf('LINEN', 'FLAX'), 'lin')).toEqual(['LINEN', 'FLAX']);
  });

  it('a word that is a question can be a word for a value that the list only likely has', () => {
    expect(read(MATERIALS, 'élasthanne')).toEqual(['ELASTANE']);
    expect(read(MATERIALS, 'coton bio')).toEqual(['ORGANIC COTTON']);
    expect(read(MATERIALS, 'elastane')).toBe('ELASTANE');
  });

  it('a name of a value that the list only likely has means the one that it has, if that has the same name', () => {
    const list: ClosedList = { ...listOf('OTHER', 'POLYAMIDE'), likely: ['NYLON'], complete: false };
    expect(read(list, 'Nylon')).toBe('POLYAMIDE');
    expect(read(list, 'NYLON')).toBe('POLYAMIDE');
    expect(read({ ...list, values: ['OTHER', 'NYLON', 'POLYAMIDE'] }, 'Nylon')).toBe('NYLON');
    expect(read({ ...list, values: ['OTHER'] }, 'Nylon')).toBe('NYLON');
  });
});
