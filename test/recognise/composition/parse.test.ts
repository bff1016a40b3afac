import { describe, expect, it } from 'vitest';
import type { ClosedList } from '../../../src/contract/list.ts';
import { MATERIALS } from '../../../src/contract/v2/materials.ts';
import { parseComposition } from '../../../src/recognise/composition/parse.ts';
import { resolverOf } from '../../../src/recognise/words/resolve.ts';
import { shippedWords } from '../../../src/recognise/words/shipped.ts';

const all = [...MATERIALS.values, ...MATERIALS.likely!];
const values = all.filter((one) => one !== 'FLAX' && one !== 'NYLON');
const list: ClosedList = { name: MATERIALS.name, values, complete: true };
const resolve = resolverOf(list, shippedWords(list));

/** The reading in one line: `95 COTTON, 5 «fil» (FR)`, or why there is none. */
function line(text: string): string {
  const read = parseComposition(text, resolve);
  switch (read.is) {
    case 'parts':
      return `parts: ${read.parts.join(' | ')}`;
    case 'unclear':
      return `unclear: ${read.piece}`;
    default: {
      const items = read.items.map(({ percentage, value, text: name, origin, certifications = [] }) => {
        const details = [...(origin ? [origin] : []), ...certifications].join(', ');
        return `${percentage} ${value ?? `«${name}»`}${details && ` (${details})`}`;
      });
      const part = read.is === 'blend' && read.part ? `${read.part}: ` : '';
      return `${read.is === 'total' ? `total ${read.total}: ` : part}${items.join(', ')}`;
    }
  }
}

const table = (cases: readonly (readonly [text: string, reading: string])[]) =>
  it.each(cases)('the composition %j is read as "%s"', (text, reading) => {
    expect(line(text)).toBe(reading);
  });

describe('a composition in any order and punctuation', () => {
  table([
    ['95 % coton bio, 5% élasthanne (FR)', '95 ORGANIC COTTON, 5 ELASTANE (FR)'],
    ['coton 95%, élasthanne 5%', '95 COTTON, 5 ELASTANE'],
    ['Coton : 95%, élasthanne : 5%', '95 COTTON, 5 ELASTANE'],
    ['coton bio (95 %), élasthanne (5 %)', '95 ORGANIC COTTON, 5 ELASTANE'],
    ['95% coton - 5% élasthanne', '95 COTTON, 5 ELASTANE'],
    ['95% licorne - 5% élasthanne', '95 «licorne», 5 ELASTANE'],
    ['97CO 3EA', '97 COTTON, 3 ELASTANE'],
    ['PES 65% CO 35%', '65 POLYESTER, 35 COTTON'],
    ['87% polyamide，13%spandex', '87 POLYAMIDE, 13 ELASTANE'],
    ['８７％ coton、１３％ soie', '87 COTTON, 13 SILK'],
    ['72%cotton,25%polyamide3%elastane', '72 COTTON, 25 POLYAMIDE, 3 ELASTANE'],
    ['80% Cotton / 20% Polyester', '80 COTTON, 20 POLYESTER'],
    ['95% coton et 5 % d’élasthanne', '95 COTTON, 5 ELASTANE'],
    ['95% coton\n5% élasthanne', '95 COTTON, 5 ELASTANE'],
    ['5% élasthanne;95% coton;', '5 ELASTANE, 95 COTTON'],
    ['95,5% coton / 4,5% élasthanne', '95.5 COTTON, 4.5 ELASTANE'],
    ['50% cotton/algodón/coton 50% polyester/poliéster', '50 COTTON, 50 POLYESTER'],
    ['50% cotton - coton - algodón, 50% lin', '50 COTTON, 50 LINEN'],
    ['100 pour cent coton', '100 COTTON'],
    ['Composition : 95% coton, 5% élasthanne', '95 COTTON, 5 ELASTANE'],
    ['coton 95% élasthanne 5% polyester', 'unclear: coton 95% élasthanne 5% polyester'],
  ]);
});

describe('a composition in other languages', () => {
  table([
    ['%97 Pamuk %3 Elastan', '97 COTTON, 3 ELASTANE'],
    ['% 97 Pamuk, % 3 Elastan', '97 COTTON, 3 ELASTANE'],
    ['Pamuk %97 Elastan %3', '97 COTTON, 3 ELASTANE'],
    ['%100 Organik Pamuk', '100 ORGANIC COTTON'],
    ['%60 Geri Dönüştürülmüş Polyester ve %40 Viskon', '60 RECYCLED POLYESTER, 40 VISCOSE'],
    ['Ana kumaş: %100 Pamuk', 'Ana kumaş: 100 COTTON'],
    ['Kumaş: %100 Pamuk Astar: %100 Polyester', 'parts: Kumaş | Astar'],
    ['%100 Deri', '100 «Deri»'],
    ['棉95% 氨纶5%', '95 COTTON, 5 ELASTANE'],
    ['棉95%氨纶5%', '95 COTTON, 5 ELASTANE'],
    ['95%棉、5%氨纶', '95 COTTON, 5 ELASTANE'],
    ['棉９５％，氨纶５％。', '95 COTTON, 5 ELASTANE'],
    ['60%棉和40%聚酯纤维', '60 COTTON, 40 POLYESTER'],
    ['成分：棉60% 再生涤纶40%', '60 COTTON, 40 RECYCLED POLYESTER'],
    ['有机棉100%', '100 ORGANIC COTTON'],
    ['棉95 氨纶5', '95 COTTON, 5 ELASTANE'],
    ['綿60％、ポリエステル40％', '60 COTTON, 40 POLYESTER'],
    ['ポリエステル65%綿35%', '65 POLYESTER, 35 COTTON'],
    ['毛80% ﾅｲﾛﾝ20%', '80 WOOL, 20 POLYAMIDE'],
    ['毛55%・ポリエステル45%', '55 WOOL, 45 POLYESTER'],
    ['組成：オーガニックコットン100%', '100 ORGANIC COTTON'],
    ['95% βαμβάκι και 5% ελαστάνη', '95 COTTON, 5 ELASTANE'],
    ['ΒΑΜΒΑΚΙ 60% ΠΟΛΥΕΣΤΕΡΑΣ 40%', '60 COTTON, 40 POLYESTER'],
    ['Σύνθεση: 100% βιολογικό βαμβάκι', '100 ORGANIC COTTON'],
    ['Φόδρα: 100% ανακυκλωμένος πολυεστέρας', 'Φόδρα: 100 RECYCLED POLYESTER'],
    ['95% cotó i 5% elastà', '95 COTTON, 5 ELASTANE'],
    ['Folre: 100% polièster reciclat', 'Folre: 100 RECYCLED POLYESTER'],
    ['綿60%と再生ポリエステル40%', '60 COTTON, 40 RECYCLED POLYESTER'],
    ['95% 棉 Cotton 5% 氨纶 Spandex', '95 COTTON, 5 ELASTANE'],
    ['100% 棉/Cotton', '100 COTTON'],
    ['100% 棉 Polyester', '100 «棉 Polyester»'],
    ['面料：棉100% 里料：涤纶100%', 'parts: 面料 | 里料'],
    ['面料:棉100%', '面料: 100 COTTON'],
    ['100% 麻', '100 «麻»'],
    ['95% bawełna, 5% elastan', '95 COTTON, 5 ELASTANE'],
    ['95% bawełny i 5% elastanu', '95 COTTON, 5 ELASTANE'],
    ['Skład: 70% wełna, 30% poliester z recyklingu', '70 WOOL, 30 RECYCLED POLYESTER'],
    ['50% Bawełna / Cotton 50% Poliester / Polyester', '50 COTTON, 50 POLYESTER'],
    ['Podszewka: 100% wiskoza', 'Podszewka: 100 VISCOSE'],
    ['100% len', '100 «len»'],
    ['95% bumbac și 5% elastan', '95 COTTON, 5 ELASTANE'],
    ['55% in, 45% bumbac organic', '55 LINEN, 45 ORGANIC COTTON'],
    ['100% lin (IN)', '100 LINEN (IN)'],
    ['95% katoen en 5% elastaan', '95 COTTON, 5 ELASTANE'],
    ['100% biologisch katoen', '100 ORGANIC COTTON'],
    ['Voering: 100% gerecycled polyester', 'Voering: 100 RECYCLED POLYESTER'],
    ['95% bông, 5% sợi spandex', '95 COTTON, 5 ELASTANE'],
    ['100% bông hữu cơ', '100 ORGANIC COTTON'],
    ['60% lụa và 40% polyester tái chế', '60 SILK, 40 RECYCLED POLYESTER'],
    ['Vải chính: 100% cotton', 'Vải chính: 100 COTTON'],
    ['Coton 100', '100 COTTON'],
  ]);
});

describe('a composition without percent signs', () => {
  table([
    ['70 Baumwolle, 30  Viskose', '70 COTTON, 30 VISCOSE'],
    ['60% coton 40 lin', '60 COTTON, 40 LINEN'],
    ['Coton 95 Elasthanne 5', '95 COTTON, 5 ELASTANE'],
    ['0,7 coton 0,3 lin', '70 COTTON, 30 LINEN'],
    ['0.7% coton 0.3% lin', 'total 1: 0.7 COTTON, 0.3 LINEN'],
    ['84% polyamide 125 elastane', 'total 84: 84 «polyamide 125 elastane»'],
    ['100% PA 6', '100 «PA 6»'],
    ['100% polyamide 6.6', '100 «polyamide 6.6»'],
    ['100% coton 2 fils', '100 «coton 2 fils»'],
    ['95% coton 5 fils', '95 COTTON, 5 «fils»'],
    ['coton', '100 COTTON'],
    ['Cuir de vache (FR)', '100 COW LEATHER (FR)'],
    ['Doublure : coton', 'unclear: Doublure : coton'],
    ['coton et soie', 'unclear: coton et soie'],
    ['coton, soie', 'unclear: coton, soie'],
    ['Tencel', 'unclear: Tencel'],
    ['voir fiche', 'unclear: voir fiche'],
    ['', 'unclear: '],
  ]);
});

describe('a composition in shorthand', () => {
  table([
    ['80/20 CO/PES', '80 COTTON, 20 POLYESTER'],
    ['PES/CO 65/35', '65 POLYESTER, 35 COTTON'],
    ['65/35 Polyester/Baumwolle', '65 POLYESTER, 35 COTTON'],
    ['coton/lin 55/45', '55 COTTON, 45 LINEN'],
    ['50/30/20 WO/PES/PA', '50 WOOL, 30 POLYESTER, 20 POLYAMIDE'],
    ['CO80/PES20', '80 COTTON, 20 POLYESTER'],
    ['WO70 PA30', '70 WOOL, 30 POLYAMIDE'],
    ['70WO30PA', '70 WOOL, 30 POLYAMIDE'],
    ['CO100', '100 COTTON'],
    ['1/2 coton, 1/2 lin', '50 COTTON, 50 LINEN'],
    ['½ coton ½ lin', '50 COTTON, 50 LINEN'],
    ['2/3 laine 1/3 soie', '66.67 WOOL, 33.33 SILK'],
    ['100% coton dont 30% recyclé', '70 COTTON, 30 RECYCLED COTTON'],
    ['100% polyester, davon 50% recyceltes Polyester', '50 POLYESTER, 50 RECYCLED POLYESTER'],
    ['97棉3氨纶', '97 COTTON, 3 ELASTANE'],
    ['棉100%', '100 COTTON'],
    ['100棉', '100 COTTON'],
    // Nothing is guessed: other numbers, other totals, and a part of a part.
    ['80/10 CO/PES', 'total 90: 80 «», 10 «CO/PES»'],
    ['80/20 CO', '80 «», 20 COTTON'],
    ['CO80 PES10', 'unclear: CO80 PES10'],
    ['100% coton 1/2', '100 «coton 1/2»'],
    ['60% coton dont 20% recyclé, 40% lin', 'total 120: 60 «coton dont», 20 «recyclé», 40 LINEN'],
    ['100% coton dont 30% xyzzy', 'total 130: 100 «coton dont», 30 «xyzzy»'],
  ]);
});

describe('the total of a composition', () => {
  table([
    ['33.3% coton 33.3% lin 33.3% laine', '33.3 COTTON, 33.3 LINEN, 33.3 WOOL'],
    ['99.5% coton', '99.5 COTTON'],
    ['99.4% coton', 'total 99.4: 99.4 COTTON'],
    ['100.5% coton', '100.5 COTTON'],
    ['100.6% coton', 'total 100.6: 100.6 COTTON'],
    ['70% Baumwolle, 20% Viskose', 'total 90: 70 COTTON, 20 VISCOSE'],
    ['0% coton 100% lin', 'unclear: 0%'],
    ['70,2345% Baumwolle, 30 % Viskose', 'unclear: 70,2345%'],
    ['50% coton 50% coton', 'unclear: coton'],
    ['60% coton (IN) 40% coton (EG)', '60 COTTON (IN), 40 COTTON (EG)'],
    ['80% coton 20%', '80 «», 20 COTTON'],
    ['1OO% coton', 'total 1: 1 «OO% coton»'],
    ['10 0% coton', 'unclear: 0%'],
    ['60% coton 40% polyester ± 3%', 'total 103: 60 «», 40 COTTON, 3 «polyester ±»'],
    ['98% coton 2% élasthanne 100%', 'parts:  | '],
  ]);
});

describe('a composition with origins and certifications', () => {
  table([
    ['100% cotton organic GOTS certified', '100 ORGANIC COTTON (GOTS)'],
    ['100% cotton (from India)', '100 COTTON (IN)'],
    ['coton 95% (FR), élasthanne 5% (IT)', '95 COTTON (FR), 5 ELASTANE (IT)'],
    ['100%羊绒(蒙古)', '100 CASHMERE (MN)'],
    ['80%羊毛(澳大利亚)/20%锦纶(中国)', '80 WOOL (AU), 20 POLYAMIDE (CN)'],
    [
      '50%粘胶纤维(中国)/28%涤纶(中国)/22%锦纶(中国)',
      '50 VISCOSE (CN), 28 POLYESTER (CN), 22 POLYAMIDE (CN)',
    ],
    ['80% laine (Australie) / 20% polyamide (Chine)', '80 WOOL (AU), 20 POLYAMIDE (CN)'],
    ['羊毛80%(澳大利亚)/锦纶20%(中国)', '80 WOOL (AU), 20 POLYAMIDE (CN)'],
    ['80% laine Australie / 20% polyamide Chine', '80 «laine Australie», 20 «polyamide Chine»'],
    ['100% coton bio GOTS (IN)', '100 ORGANIC COTTON (IN, GOTS)'],
    ['40% polyester recyclé (GRS), 60% bci cotton', '40 RECYCLED POLYESTER (GRS), 60 COTTON (BCI)'],
    ['100% coton (bio)', '100 ORGANIC COTTON'],
    ['100% Viskose (Lenzing™)', '100 VISCOSE'],
    ['100% Lyocell (TENCEL™)', '100 LYOCELL'],
    ['100% coton (PE)', '100 COTTON (PE)'],
    ['100% coton (in)', '100 «coton»'],
    ['100% coton (FR/IT)', '100 «coton»'],
    ['100% polyester (PL)', '100 «polyester»'],
    ['100% soie (SE)', '100 «soie»'],
    ['100% coton GOTS', '100 «coton» (GOTS)'],
    ['100% polyester (Repreve)', '100 «polyester»'],
    ['100% coton (satiné)', '100 «coton»'],
  ]);
});

describe('a composition of several parts', () => {
  table([
    ['lace: 87% nylon 13% spandex / lining: 100% polyester', 'parts: lace | lining'],
    ['lace - 100% polyamide/ mesh - 88% polyamide 12% elastane', 'parts: lace | mesh'],
    ['(body) 82% nylon 18% spandex (forro)100% polyester', 'parts: body | forro'],
    ['Tissu principal : 100% coton ; Doublure : 100% polyester', 'parts: Tissu principal | Doublure'],
    ['Tissu: coton 100% doublure: polyester 100%', 'parts: Tissu | doublure'],
    ['body 85% polyamide,15% elastane g string 53% coton, 47% lin', 'parts: body | g string'],
    ['60% Hanf, 40% Viskose; 100% Baumwolle', 'parts:  | '],
    ['doublure : 100% polyester', 'doublure: 100 POLYESTER'],
    ['body & panty: 85% nylon 15% spandex', 'body & panty: 85 POLYAMIDE, 15 ELASTANE'],
    ['Tissu : 95%, doublure : 5%', '95 «Tissu», 5 «doublure»'],
    ['tissu: 60% coton, doublure: 40% polyester', 'parts: tissu | doublure'],
    ['tissu - 60% coton doublure - 40% polyester', 'tissu: 60 «coton doublure», 40 POLYESTER'],
    ['GOTS: 100% cotton', 'unclear: GOTS'],
    ['lace; mesh: 100% polyester', 'unclear: lace; mesh'],
    ['la - 100% polyester', 'unclear: la'],
    ['2: 100% polyester', 'unclear: 2'],
    ['Futter 2: 100% Polyester', 'Futter 2: 100 POLYESTER'],
    ['centre front and wings: 100% polyester', 'centre front and wings: 100 POLYESTER'],
    ['recyclé : 100% polyester', 'unclear: recyclé'],
    ['(FR) 100% coton', 'unclear: FR'],
  ]);
});

describe('a composition with text that is not explained', () => {
  table([
    ['100% coton, lavable à 30°', '100 «coton, lavable à 30°»'],
    ['95% coton 5% élasthanne 180 g/m2', '95 COTTON, 5 «élasthanne 180 g/m2»'],
    ['min. 50% coton, 50% polyester', 'unclear: min'],
    ['<5% élasthanne 95% coton', 'unclear: <'],
    ['100% coton *', '100 «coton *»'],
    ['100% coton ?', '100 «coton ?»'],
    ['95-100% coton', 'unclear: 95'],
    ['100% Viskose aus Lenzing<sup>TM</sup>', '100 «Viskose aus Lenzing<sup>TM</sup>»'],
  ]);
});

it('parsing ends for crafted composition cells of 200,000 characters', () => {
  for (const piece of ['(', '1 ', '% ', 'a/', '1%a:', 'a - ', '5%(', ' ;', 'coton '])
    for (let at = 0; at < 20; at++)
      expect(line(`${at} ${piece.repeat(200_000 / piece.length)}`)).not.toBe('');
  for (const piece of ['(', '1 ', '1% ', 'a/', '1%a:', 'a - ', '5%(', ' ;', 'coton '])
    expect(line(piece.repeat(1000 / piece.length))).not.toBe('');
});
