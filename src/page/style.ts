import { COLOR_RULES } from './colors.ts';

/** The rules of a page besides those that all pages have. */
interface OwnRules {
  readonly screen: string;
  /** For windows of at most 760 pixels. */
  readonly narrow: string;
  readonly print: string;
}

const SCREEN = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0 auto;padding:24px 20px 60px;max-width:1080px;color:var(--ink);background:var(--paper);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;overflow-wrap:anywhere}
h1{font-size:27px;line-height:1.2;margin:0 0 4px;letter-spacing:-.01em}
h2{font-size:23px;line-height:1.25;margin:0 0 12px}
h3{font-size:17px;margin:0 0 10px;color:var(--green)}
h4{font-size:14px;margin:16px 0 6px}
p{margin:0 0 10px}
a{color:var(--link)}
.soft,.lede{color:var(--soft)}
.small{font-size:13px;color:var(--soft);max-width:76ch}
.skip{position:absolute;left:-9999px}.skip:focus{left:8px;top:8px;background:var(--paper);padding:4px 8px}
.places ul{display:flex;flex-wrap:wrap;gap:0 18px;list-style:none;margin:0;padding:0}.places a{display:inline-block;padding:4px 0}
.places [aria-current]{font-weight:600;color:var(--ink)}
.said{min-height:1.5em;margin:4px 0;font-weight:600}
header{border-bottom:3px solid var(--green);padding-bottom:14px;margin-bottom:26px}
.part{margin:26px 0 0;padding-top:16px;border-top:1px solid var(--line)}
.note{background:var(--note);border-left:4px solid var(--note-edge);padding:8px 12px;margin:12px 0 0;font-weight:600}
.facts{display:flex;flex-wrap:wrap;gap:10px 28px;margin:0 0 8px}
.facts div{max-width:100%}
.facts dt{font-size:12px;color:var(--soft)}
.facts dd{margin:0}
.id{font-family:ui-monospace,Consolas,monospace;font-size:13px}
.wide{overflow-x:auto;margin:0 0 14px;max-width:100%}
table{border-collapse:collapse;width:100%;font-size:13.5px;overflow-wrap:normal}
caption{text-align:left;font-weight:600;padding:0 0 4px}
th,td{text-align:left;vertical-align:top;padding:4px 12px 4px 0;border-bottom:1px solid var(--line);font-weight:400}
thead th{font-size:12px;color:var(--soft);border-bottom:1px solid var(--rule);vertical-align:bottom}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
thead .number{white-space:normal}
.within{padding-left:16px;color:var(--soft)}
.bar{display:inline-block;vertical-align:middle;width:120px;height:10px;background:var(--track);border-radius:2px;margin-right:6px;overflow:hidden}
td:has(.bar){white-space:nowrap}
.bar i{display:block;height:100%;background:var(--green)}
figure{margin:0 0 14px;overflow-x:auto}
figcaption{font-size:12.5px;color:var(--soft);padding-top:4px}
svg.chart{display:block;width:100%;height:auto;font-family:inherit}
figure svg.chart{min-width:520px}
.legend{list-style:none;margin:4px 0 0;padding:0;display:flex;flex-wrap:wrap;gap:1px 14px;font-size:12.5px}
.legend li{display:flex;gap:6px;align-items:baseline;min-width:0;max-width:100%}
.legend .key{flex:none;margin:0}.legend span+span{min-width:0}
.key{display:inline-block;width:11px;height:11px;border-radius:2px;vertical-align:-1px;margin-left:6px}
.badge{display:inline-block;border:1px solid var(--badge);border-radius:10px;padding:0 8px;font-size:12px;line-height:1.5}
.badge.good{border-color:var(--green);background:var(--good)}.badge.care{border-color:var(--note-edge);background:var(--care)}.badge.bad{border-color:var(--bad-edge);background:var(--bad)}
footer{border-top:1px solid var(--line);padding-top:10px;font-size:12.5px;color:var(--soft)}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:8px 30px;align-items:start}
.pair>*{min-width:0}`;

const NARROW =
  'body{padding:16px 14px 40px}.pair{grid-template-columns:1fr}.bar{width:64px}h1{font-size:22px}h2{font-size:20px}';

const PRINT = `
@page{size:A4;margin:12mm}
body{max-width:none;margin:0;padding:0;font:2.5mm/3.3mm Arial,Helvetica,"Liberation Sans","Noto Sans",sans-serif}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.back,.skip,.places,.said,footer{display:none!important}
header{margin:0 0 3mm;padding:0 0 2mm;border-bottom-width:.5mm}
h1{font-size:5.5mm;line-height:6.6mm;margin:0}
h2{font-size:4.6mm;line-height:5.6mm;margin:0 0 1.5mm}
h3{font-size:3.2mm;line-height:4mm;margin:0 0 1.2mm;break-after:avoid}
h4{font-size:2.5mm;line-height:3.3mm;margin:.8mm 0;break-after:avoid}
p,.facts,.note,.packaging,.wide,figure,.component{margin:0 0 1.6mm}
.note{padding:1mm 2mm}
.part{margin:0;padding:1.2mm 0 0;border:0}
.facts{gap:0 5mm}
.small,.facts dt,figcaption,thead th,.legend,.language dl,.language dt,.position,.way,.badge,.id,table,.steps{font-size:2.5mm;line-height:3.3mm}
.legend{margin:.8mm 0 0}
figure,tr,p,.facts,.note,.language,.steps li,dt+dd{break-inside:avoid}
caption,thead,dt,.node{break-after:avoid}
thead{display:table-header-group}
.wide,figure{overflow:visible}
table{table-layout:fixed;overflow-wrap:anywhere}
col{width:var(--w)}
caption{padding:0 0 .4mm}
th,td{padding:.4mm 2.2mm .4mm 0;border-bottom-width:.2mm}
td.number,td:has(.bar){white-space:nowrap}
.within{padding-left:2mm}
.bar,.overview .bar{width:6mm;height:2mm;margin-right:.6mm}
.pair,.languages{display:block}
.badge{border-width:.2mm;padding:0 1mm}
a{color:inherit}`;

/** A style sheet: one column on a phone, dark if the reader's system is, and light on A4 paper. */
export const styleSheet = (own: OwnRules): string => `${COLOR_RULES}${SCREEN}
${own.screen.trim()}
@media (max-width:760px){${NARROW}${own.narrow}}
@media print{${PRINT}
${own.print.trim()}
}`;
