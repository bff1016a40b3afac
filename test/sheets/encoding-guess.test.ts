import { readFileSync } from 'node:fs';
import path from 'node:path';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { guessEncoding } from '../../src/sheets/encoding-guess.ts';

/** The words of a language, as they are in cells of exports. */
function wordsOf(language: string): string[] {
  const file = path.join(import.meta.dirname, '../../src/language', language, 'words.yaml');
  const { values, headers } = parse(readFileSync(file, 'utf8')) as Record<string, Record<string, unknown>>;
  const texts = [
    ...Object.values(values!).flatMap((list) => Object.values(list as object)),
    ...Object.values(headers!),
  ];
  // Windows-1250 has the Romanian letters with a cedilla.
  const written = (text: unknown) => String(text).replaceAll('ș', 'ş').replaceAll('ț', 'ţ');
  return texts.flatMap((text) => written(text).split(/ \| |: /));
}

/** Cells with letters beyond ASCII, each byte as one character; words that the encoding lacks are left out. */
function cellsOf(language: string, encoding: string): string[] {
  return wordsOf(language).flatMap((word) => {
    const bytes = iconv.encode(word, encoding);
    const isWhole = iconv.decode(bytes, encoding) === word;
    return isWhole && bytes.some((byte) => byte > 0x7f) ? [bytes.toString('latin1')] : [];
  });
}

/** Some of the cells, other ones for each number. */
const some = (cells: readonly string[], at: number, count: number): string[] =>
  Array.from({ length: Math.min(count, cells.length) }, (_, n) => cells[(at * 31 + n * 17) % cells.length]!);

const RIGHT: readonly (readonly [language: string, encoding: string])[] = [
  ['pl', 'windows-1250'],
  ['ro', 'windows-1250'],
  ['cs', 'windows-1250'],
  ['tr', 'windows-1254'],
  ['zh', 'gbk'],
  ['ja', 'shift_jis'],
];
const WESTERN = ['fr', 'de', 'it', 'es', 'pt', 'nl', 'en', 'da', 'sv', 'ca'];

/** Words of exports in Central European languages that trace has no words of. */
const OTHERS = {
  Hungarian:
    'Női felső|Szövő|Varróüzem|Bőr|Összetétel|Szállító|Színkód|Gyártó ország|Kötöttáru|Csomagolóanyag|Győr|Gyűjtemény|Férfi ing',
  Slovak:
    'Dodávateľ|Názov výrobku|Košeľa|Nohavice dámske|Zloženie|Farba čierna|Šijacia dielňa|Množstvo|Tkáčovňa|Podšívka|Ručník',
  Croatian:
    'Dobavljač|Šifra artikla|Košulja|Hlače muške|Težina (g)|Boja crna|Čakovec|Varaždin|Količina|Pređa|Dugme|Zatvarač|Međimurje|Čarape',
  Slovenian:
    'Številka izdelka|Država porekla|Hlače moške|Teža (g)|Barva črna|Žalec|Ženska obleka|Količina|Šivalnica|Brisača|Čevlji',
};

describe('the encoding of words', () => {
  test.each(Object.entries(OTHERS))('%s in Windows-1250 is certain', async (_, words) => {
    const cells = words.split('|').map((word) => iconv.encode(word, 'windows-1250').toString('latin1'));
    expect(await guessEncoding(cells.filter((cell) => /[^\0-\x7f]/.test(cell)))).toMatchObject({
      name: 'windows-1250',
      isCertain: true,
    });
  });

  test('few letters are enough if most are between letters as no Western language has them', async () => {
    const cells = (words: string) =>
      words.split('|').map((word) => iconv.encode(word, 'windows-1250').toString('latin1'));
    expect(await guessEncoding(cells('Płaszcz WAWEL|Płaszcze|Spodnie WISŁA|Spódnica ŁYNA'))).toMatchObject({
      name: 'windows-1250',
      isCertain: true,
    });
    expect((await guessEncoding(cells('Spódnice|Tkanina łączna')))?.isCertain).toBeUndefined();
  });

  test('words in narrow kana do not hide that the others are Japanese', async () => {
    const words =
      '品番|品名カナ|ﾎﾞｲﾙｷﾞｬｻﾞｰﾌﾞﾗｳｽ|ﾀｲﾌﾟﾗｲﾀｰｼｬﾂ|ﾄﾛﾋﾟｶﾙﾜｲﾄﾞﾊﾟﾝﾂ|綿100%|日本|縫製工場|ﾌﾚｱｽｶｰﾄ|原産国|ワンピース';
    const cells = words.split('|').map((word) => iconv.encode(word, 'shift_jis').toString('latin1'));
    expect(await guessEncoding(cells)).toMatchObject({ name: 'shift_jis', isCertain: true });
    const narrow = cells.filter((cell) => /^[\xa1-\xdf]+$/.test(cell));
    expect((await guessEncoding(narrow))?.isCertain).toBeUndefined();
  });

  test('Czech is never taken for Windows-1252 without a question', async () => {
    const cells = cellsOf('cs', 'windows-1250');
    for (let at = 0; at < 40; at++) {
      const guess = await guessEncoding(some(cells, at, 20));
      expect(guess?.name, `files ${at}`).toBe('windows-1250');
    }
  });

  test('Western languages together are Windows-1252', async () => {
    const cells = WESTERN.flatMap((language) => cellsOf(language, 'windows-1252'));
    for (let at = 0; at < 40; at++) expect(await guessEncoding(some(cells, at, 40))).toBeUndefined();
  });

  test.each(RIGHT)('%s in %s is certain in most files, and never another one', async (language, encoding) => {
    const cells = cellsOf(language, encoding);
    for (const count of [2, 4, 6])
      for (let at = 0; at < 100; at++) {
        const guess = await guessEncoding(some(cells, at, count));
        if (guess?.isCertain) expect(guess.name).toBe(encoding);
      }
    let certain = 0;
    for (let at = 0; at < 40; at++) {
      const guess = await guessEncoding(some(cells, at, 40));
      if (guess?.isCertain) expect(guess.name).toBe(encoding);
      certain += guess?.isCertain ? 1 : 0;
    }
    expect(certain).toBeGreaterThanOrEqual(36);
  });

  test.each(WESTERN)('%s in Windows-1252 is never certain to be another one', async (language) => {
    const cells = cellsOf(language, 'windows-1252');
    for (const count of [2, 5, 40])
      for (let at = 0; at < 40; at++)
        expect((await guessEncoding(some(cells, at, count)))?.isCertain, `files ${at}`).toBeUndefined();
  });

  test.each(['macintosh', 'cp850'])(
    'Western languages in %s are never certain to be another encoding',
    async (encoding) => {
      for (const language of WESTERN) {
        const cells = cellsOf(language, encoding);
        for (let at = 0; at < 20; at++)
          expect((await guessEncoding(some(cells, at, 40)))?.isCertain, `${language} ${at}`).toBeUndefined();
      }
    },
  );

  test('Korean, Traditional Chinese and Japanese are never certain to be simplified Chinese', async () => {
    const others = [
      [
        'euc-kr',
        [
          '원단',
          '단추',
          '지퍼',
          '안감',
          '상의',
          '하의',
          '면 백 퍼센트',
          '서울특별시 강남구 테헤란로',
          '주식회사 한국섬유',
        ],
      ],
      ['big5', ['紡織有限公司', '臺北市中山區', '棉質襯衫', '製造商', '顏色代號', '產品編號']],
      ['shift_jis', ['株式会社青葉メリヤス', '和歌山県和歌山市', '綿百パーセント', '縫製工場', '品番マスタ']],
    ] as const;
    for (const [encoding, texts] of others) {
      const cells = texts.map((text) => iconv.encode(text, encoding).toString('latin1'));
      const guess = await guessEncoding(cells);
      if (guess?.isCertain) expect(guess.name).toBe(encoding);
    }
  });
});
