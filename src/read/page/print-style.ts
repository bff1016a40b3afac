import { PRINT } from './print-height.ts';

const { chart, ring, beside, font, line, rowPadding, cellPadding, gap } = PRINT;

/**
 * The rules of print: A4, one page for the overview and one for each study, in two columns. `print-height.ts` computes
 * heights from the same lengths.
 */
export const PRINT_RULES = `.not-printed{display:none}
@media print{
@page{size:A4;margin:12mm}
body{max-width:none;margin:0;padding:0;font:${font}mm/${line}mm Arial,Helvetica,"Liberation Sans","Noto Sans",sans-serif}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.screen,.back,.skip,footer{display:none!important}
header{margin:0 0 3mm;padding:0 0 2mm;border-bottom-width:.5mm}
h1{font-size:5.5mm;line-height:6.6mm;margin:0}
h2{font-size:4.6mm;line-height:5.6mm;margin:0 0 1.5mm}
h1,h2{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
h3{font-size:3.2mm;line-height:4mm;margin:0 0 1.2mm;break-after:avoid}
h4{font-size:${font}mm;line-height:${line}mm;margin:${gap / 2}mm 0;break-after:avoid}
p,.facts,.note,.packaging,.wide,figure,.component{margin:0 0 ${gap}mm}
.note{padding:1mm 2mm}
.study,.overview{margin:0}
.study{break-before:page;border:0!important;padding-top:0!important;columns:2;column-gap:8mm}
.only .study{break-before:auto}
.across,.part.wide>h3,h2,.study>.facts,.study>.note,.not-printed{column-span:all}
.part{margin:0;padding:1.2mm 0 0;border:0}
.facts{gap:0 5mm}
.small,.facts dt,figcaption,thead th,.legend,.language dl,.language dt,.position,.way,.badge,.id,table,.steps{font-size:${font}mm;line-height:${line}mm}
.language dl,.language dt{margin:0}
.legend{margin:.8mm 0 0}
figure,tr,p,.facts,.note,.steps li,dt+dd{break-inside:avoid}
caption,thead,dt,.node{break-after:avoid}
thead{display:table-header-group}
.wide,figure{overflow:visible}
table{table-layout:fixed;overflow-wrap:anywhere}
col{width:var(--w)}
caption{padding:0 0 .4mm}
th,td{padding:${(rowPadding - 0.3) / 2}mm ${cellPadding}mm ${(rowPadding - 0.3) / 2}mm 0;border-bottom-width:.2mm}
td.number,td:has(.bar){white-space:nowrap}
.overview td:not(.number,:has(.bar)){white-space:normal}
.within{padding-left:2mm}
.impacts table,.overview table:first-of-type{min-width:0}
.bar,.overview .bar{width:6mm;height:2mm;margin-right:.6mm}
figure svg.chart,.ways svg.chart{min-width:0;max-width:${chart}mm}
.ring{gap:2mm;flex-wrap:nowrap}
.ring svg.chart{flex:0 0 ${ring}mm;width:${ring}mm}
.ring .legend{flex:1 1 0;font-size:${font}mm}
.beside:has(figure){display:grid;grid-template-columns:${chart}mm ${beside}mm;gap:4mm;align-items:start}
.pair,.languages{display:block}
.tree ul,.steps{padding-left:3mm;margin-left:1mm}
.steps li:before{left:-4.4mm;top:1.2mm;width:1.6mm;height:1.6mm}
.steps li,.material{padding:.2mm 0}
.material:before{left:-3mm;top:1.6mm;width:2mm}
.badge{border-width:.2mm;padding:0 1mm}
.not-printed{display:block;margin:2mm 0 0;color:var(--soft);font-style:italic}
a{color:inherit}
}`;
