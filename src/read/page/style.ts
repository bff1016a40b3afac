import { styleSheet } from '../../page/style.ts';

const SCREEN = `
.study,.overview{margin:0 0 44px}
.study+.study{border-top:3px solid var(--green);padding-top:26px}
.overview td{white-space:nowrap}.overview td:nth-child(-n+3){white-space:normal}
.overview .bar{width:70px}
.half svg.chart{min-width:0}.overview .pair svg.chart{min-width:0}
.ways svg.chart{max-width:760px}
.land{vector-effect:non-scaling-stroke}
.ring{display:flex;flex-wrap:wrap;gap:8px 20px;align-items:center}
.ring svg.chart{flex:0 0 168px;width:168px}
.ring .legend{flex:1 1 190px;flex-direction:column}
.key.known{background:var(--known);margin-left:0}.key.place{background:var(--place)}
.tree,.tree ul,.steps{list-style:none;margin:0;padding:0}
.component{margin:0 0 12px}
.node{font-weight:600}
.tree ul{margin-left:6px;border-left:2px solid var(--line);padding-left:16px}
.material{padding:4px 0;position:relative}
.material:before{content:"";position:absolute;left:-16px;top:15px;width:11px;border-top:2px solid var(--line)}
.steps{margin:4px 0 6px 6px;border-left:2px solid var(--branch);padding-left:16px;font-size:13.5px}
.steps li{position:relative;padding:3px 0}
.steps li:before{content:"";position:absolute;left:-21px;top:9px;width:8px;height:8px;border-radius:50%;background:var(--paper);border:2px solid var(--green)}
.step{font-weight:600}
.then{margin:12px 0 2px;font-weight:600}
.way{color:var(--way);font-size:12.5px}
.position{color:var(--soft);font-size:11.5px;font-variant-numeric:tabular-nums}
.country{background:var(--country);border-radius:3px;padding:0 5px;white-space:nowrap}
.country.unknown{background:var(--country-unknown)}
.languages{display:grid;grid-template-columns:repeat(auto-fit,minmax(220px,1fr));gap:6px 26px}
.language h4{margin:4px 0 2px;border-bottom:1px solid var(--line)}
.language dl{margin:0;font-size:13.5px}
.language dt{font-size:12px;color:var(--soft);margin-top:4px}
.language dd{margin:0}
.packaging{margin:0 0 18px}
.back{font-size:13px;margin:14px 0 0}`;

/** In two columns. The overview and each study begin on a page of their own. */
const PRINT = `
.study,.overview{margin:0}
.study{break-before:page;border:0!important;padding-top:0!important;columns:2;column-gap:8mm}
.only .study{break-before:auto}
.across,.chain>h3,h2{column-span:all}
.language dl,.language dt{margin:0}
.overview td:not(.number,:has(.bar)){white-space:normal}
.impacts table,.overview table:first-of-type{min-width:0}
figure svg.chart,.ways svg.chart,.overview .pair svg.chart{min-width:0;max-width:104mm}
.ring{gap:2mm;flex-wrap:nowrap}
.ring svg.chart{flex:0 0 26mm;width:26mm}
.ring .legend{flex:1 1 0;font-size:2.5mm}
.beside:has(figure){display:grid;grid-template-columns:104mm 78mm;gap:4mm;align-items:start}
.tree ul,.steps{padding-left:3mm;margin-left:1mm}
.steps li:before{left:-4.4mm;top:1.2mm;width:1.6mm;height:1.6mm}
.steps li,.material{padding:.2mm 0}
.material:before{left:-3mm;top:1.6mm;width:2mm}`;

/** The style sheet of the page of studies. */
export const STYLE = styleSheet({
  screen: SCREEN,
  narrow:
    '.impacts table{min-width:540px}.overview table:first-of-type{min-width:420px}.overview .pair table{min-width:0}',
  print: PRINT,
});
