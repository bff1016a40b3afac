import { once } from '../../contract/remembered.ts';

/**
 * Traditional Chinese characters of the words of the trade, which factories of Taiwan and Hong Kong write, each before its
 * simplified form.
 */
const PAIRS =
  '鏈链鍊链鈕钮釦扣襯衬裡里裏里線线紗纱織织針针絨绒綿绵絲丝緞缎綢绸羅罗紋纹繩绳帶带標标籤签嘜唛縫缝繡绣鬆松緊紧墊垫領领褲裤襪袜' +
  '涼凉運运動动閒闲長长連连體体內内衛卫夾夹風风圍围錢钱雙双購购紙纸掛挂膠胶屬属鋁铝銅铜鐵铁鋼钢鋅锌錫锡鎳镍銀银貝贝殼壳樹树豬猪' +
  '駝驼馬马亞亚滌涤綸纶錦锦爾尔萊莱賽赛醯酰環环機机廠厂場场製制裝装飾饰紡纺塗涂層层貼贴複复倉仓庫库儲储貿贸採采辦办發发養养' +
  '種种礦矿電电鍍镀壓压鑄铸沖冲編编撚捻捲卷無无輔辅個个雜杂類类備备條条塊块單单組组頭头邊边護护鴨鸭鵝鹅纖纤維维級级' +
  '業业產产務务東东區区應应貨货運运輸输車车軌轨陸陆空空際际歐欧龍龙結结構构質质樣样號号顆颗隻只對对張张';

const table = once(() => {
  const letters = [...PAIRS];
  return new Map(
    letters.flatMap((letter, at) => (at % 2 === 0 ? [[letter, letters[at + 1]!] as const] : [])),
  );
});

/** A Chinese text in simplified characters; undefined if it has no traditional one. */
export function simplifiedText(text: string): string | undefined {
  const simplified = [...text].map((letter) => table().get(letter) ?? letter).join('');
  return simplified === text ? undefined : simplified;
}
