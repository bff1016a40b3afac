/**
 * The folding of texts for all comparisons. Headers, words, values and names of sheets are all looked up by folded
 * texts, so that two spellings are the same everywhere or nowhere.
 */
const ASCII = /^\p{ASCII}*$/u;

/** Latin letters that Unicode does not decompose, the sigma at the end of a Greek word, and the dot in the Catalan `l·l`. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ œ: 'oe', æ: 'ae', ß: 'ss', ı: 'i', ł: 'l', đ: 'd', ø: 'o', ς: 'σ', '·': '' },
};

/**
 * Traditional Chinese characters, each before the simplified one that words of `src/language/zh` have. `test/fold.test.ts` says
 * which are missing.
 */
const TRADITIONAL =
  '並并亞亚佈布佔占併并來来係系倉仓個个側侧傘伞備备傢家傳传價价儲储兒儿內内兩两冊册凈净別别剋克創创劍剑動动務务勞劳匯汇區区協协卹恤參参員员問问啓启啟启單单嘜唛噴喷噹当囌苏國国圍围園园圓圆圖图團团埰采執执報报場场塊块塗涂塵尘墊垫壓压夾夹妝妆嬰婴學学寀采實实寧宁審审寫写寬宽寶宝專专對对導导層层屬属崗岗師师帶带幣币幫帮幷并庫库廂厢廚厨廠厂廢废弔吊張张彆别彈弹彔录彙汇後后復复態态應应戶户拚拼掃扫掛挂採采損损摺折撐撑撥拨擺摆數数旂旗時时暫暂曬晒書书會会朮术東东桿杆條条棧栈業业樂乐樓楼標标樣样樸朴樹树機机橫横檔档檯台櫃柜櫸榉欅榉歐欧殻壳殼壳氂牦氈毡氣气沒没沖冲泝溯涼凉淨净淺浅準准溼湿滌涤滙汇滾滚漁渔漢汉潤润濕湿灘滩烴烃無无煉炼熱热燙烫營营爐炉爾尔牀床牽牵犛牦犢犊狀状現现瑪玛環环產产産产畫画畵画當当痠酸發发盃杯盤盘眞真確确碼码礎础礦矿禮礼稅税種种稱称積积筆笔箇个節节範范簡简簽签簾帘籠笼籤签糰团紀纪紅红紉纫紋纹納纳紐纽純纯紗纱紙纸級级紡纺紮扎細细組组絎绗結结絡络絨绒統统絲丝絹绢綉绣綑捆經经綢绸綫线維维網网綵彩綸纶綿绵緊紧線线緞缎編编緩缓緯纬縣县縫缝縮缩縴纤總总織织繞绕繡绣繩绳繫系纏缠纖纤羅罗羣群翫玩聯联聲声職职脩修脫脱腦脑腳脚膠胶膽胆臉脸臺台與与舊旧舖铺苧苎萊莱蓋盖蔘参蔥葱藝艺蘇苏蘭兰處处號号蝦虾蠶蚕術术衕同衛卫衝冲袷夹裏里補补裝装裡里製制複复褲裤襪袜襬摆襯衬覈核規规訂订計计訊讯託托設设註注証证評评話话詳详誌志認认語语說说説说調调諾诺謝谢證证識识護护豬猪貓猫貝贝負负貨货責责買买費费貼贴貿贸資资賣卖質质賬账購购賽赛車车軋轧軟软軸轴輓挽輔辅輪轮輸输轉转轎轿辦办農农迴回連连進进運运達达遞递遠远遡溯適适遶绕選选邊边郵邮釋释釘钉針针釦扣鈅钥鈎钩鈕钮鉆钻鉤钩鉻铬銀银銅铜銷销銹锈鋁铝鋅锌鋒锋鋪铺鋼钢錄录錢钱錦锦錫锡録录錶表鍊炼鍋锅鍍镀鍼针鎖锁鎳镍鏇旋鏈链鏡镜鏽锈鐲镯鐳镭鐵铁鑄铸鑰钥鑽钻長长門门閉闭開开閑闲閒闲間间閤合闆板闊阔關关陽阳險险隱隐隻只雙双雜杂雞鸡電电韆千項项順顺須须預预頒颁領领頭头顆颗額额顏颜顔颜類类顧顾風风颱台飛飞飼饲飾饰養养餘余馬马駁驳駝驼駱骆驟骤體体髮发鬆松鬚须魚鱼鴨鸭鵝鹅鷄鸡鹽盐麗丽麪面麫面麵面黃黄齒齿齡龄齣出龍龙';

const SIMPLIFIED: ReadonlyMap<string, string> = new Map(
  (TRADITIONAL.match(/../g) ?? []).map((pair) => [pair[0]!, pair[1]!]),
);
const A_TRADITIONAL = new RegExp(`[${[...SIMPLIFIED.keys()].join('')}]`, 'g');

/** A Japanese syllable and the mark that makes it another one: `ハ` is no `バ`. */
const MARKED_SYLLABLE = /[\u3041-\u30ff][\u3099\u309a]/g;

/** A text in lower case without accents; `œ`, `æ` and `ß` become two letters, and traditional Chinese characters simplified ones. */
export function plainLetters(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(MARKED_SYLLABLE, (syllable) => syllable.normalize('NFC'))
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[œæßıłđøς]|(?<=l)·(?=l)/g, (letter) => LETTERS[letter]!)
    .replace(A_TRADITIONAL, (character) => SIMPLIFIED.get(character)!);
}

/** Folds a text to lower-case letters and digits without accents: `Réf. fournisseur` is `reffournisseur`. */
export function foldText(text: string): string {
  const letters = plainLetters(text);
  // Loading the Unicode letter classes takes longer than reading a small file.
  return ASCII.test(letters) ? letters.replace(/[^a-z0-9]/g, '') : letters.replace(/[^\p{L}\p{N}]/gu, '');
}

/** Chinese characters and Japanese syllables, which have no spaces between words, in a class of a regular expression. */
export const HAN = '\u3005\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u9fff';
const A_HAN = new RegExp(`[${HAN}]`);

/** Whether a text has Chinese characters or Japanese syllables. */
export const hasHan = (text: string): boolean => A_HAN.test(text);

/** Between these and Latin letters. */
const SCRIPTS = new RegExp(`(?<=[${HAN}])(?=[a-z])|(?<=[a-z])(?=[${HAN}])`, 'g');

/** The words of a text, each folded: `Réf. fournisseur` is `ref` and `fournisseur`, `棉Cotton` is `棉` and `cotton`. */
export const foldedWords = (text: string): string[] => splitWords(plainLetters(text));

/** The words of a text in plain letters. */
const splitWords = (letters: string): string[] =>
  (hasHan(letters) ? letters.replace(SCRIPTS, ' ') : letters)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** A folded word without the plural s: `cottons` is `cotton`, but `glass` and `gas` stay. */
const singular = (word: string): string => (/^[^\d]{3,}[^s\d]s$/.test(word) ? word.slice(0, -1) : word);

/** Trade mark signs, also in brackets, and characters without width. */
const INVISIBLE = /[®™©℠\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]|\((?:r|tm)\)/gi;

const MAY_BE_NAME = /^[\p{L}\p{N}\s'’`.\-‐‑–_/&()]*$/u;

/**
 * Folds the name of a value: folded words in the singular, separated by spaces, without trade mark signs. Returns an empty
 * text if the text contains signs that names do not have (`?`, `<`, `*`), because they may change its meaning.
 */
export function foldWords(text: string): string {
  const letters = plainLetters(text.replace(INVISIBLE, ''));
  return MAY_BE_NAME.test(letters) ? splitWords(letters).map(singular).join(' ') : '';
}

/** Letters of other scripts that look exactly like the Latin letter below them. */
export const OTHER_LETTERS = 'АВЕЅІЈКМНОРСТУХԚԜаеорсухіјѕһԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧον';
const LATIN = 'ABESIJKMHOPCTYXQWaeopcyxijshqwABEZHIKMNOPTYXov';

export const LATIN_OF: ReadonlyMap<string, string> = new Map(
  [...OTHER_LETTERS].map((letter, at) => [letter, LATIN[at]!] as const),
);

/** Between the parts of a key. */
const BETWEEN_PARTS = '\u001f';
/** Zeros in front of a number that is a part of a key. */
const LEADING_ZEROS = new RegExp(`(^|${BETWEEN_PARTS})0+(?=\\d+(?:$|${BETWEEN_PARTS}))`, 'g');
/** What `plainKey` changes, besides leading zeros. */
const FOLDABLE = /[a-z\u0080-\uffff]| {2}/;

/**
 * The common form of all keys that look like a key, or differ only in capitals: `A-1` for `А-1` with a Cyrillic letter,
 * for `a-1`, and for `A‑1` with another hyphen; `17` for `0017`, which a spreadsheet makes of it. A key of plain capitals
 * is unchanged.
 */
export function plainKey(key: string): string {
  const mayLoseZeros = key.startsWith('0') || key.includes(`${BETWEEN_PARTS}0`);
  if (!FOLDABLE.test(key)) return mayLoseZeros ? key.replaceAll(LEADING_ZEROS, '$1') : key;
  return [...key.normalize('NFKC')]
    .map((letter) => LATIN_OF.get(letter) ?? letter)
    .join('')
    .toUpperCase()
    .replaceAll(/[\p{Pd}\u2212\u2043]/gu, '-')
    .replaceAll(/[\p{Cf}\p{Variation_Selector}]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(LEADING_ZEROS, '$1');
}

/** The plain form of a key that differs from it; null for a key that is already plain, as most are. */
export function oddKey(key: unknown): string | null {
  const text = String(key);
  const plain = plainKey(text);
  return plain === text ? null : plain;
}

/** The code point of a character as it is usually written: `U+0421`. */
export const codePoint = (letter: string): string =>
  `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

/** The code points, such as `U+2011`, of the first characters in which two texts differ; empty at the end of a text. */
export function firstDifference(one: string, other: string): readonly [string, string] {
  const [letters, others] = [[...one], [...other]];
  const at = letters.findIndex((letter, index) => letter !== others[index]);
  const from = at < 0 ? letters.length : at;
  return [letters[from], others[from]].map((letter) =>
    letter === undefined ? '' : codePoint(letter),
  ) as unknown as readonly [string, string];
}
