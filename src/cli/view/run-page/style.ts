import { styleSheet } from '../../../page/style.ts';

/** The style sheet of the page of a run. */
export const STYLE = styleSheet({
  screen: `h2{font-size:20px}
main>.part:first-child{margin:0;padding:0;border:0}
.verdict{background:var(--good);border-left:4px solid var(--green);padding:8px 12px;margin:0 0 14px;font-weight:600}
.verdict.care{background:var(--care);border-color:var(--note-edge)}
.verdict.bad{background:var(--bad);border-color:var(--bad-edge)}
pre{margin:2px 0 10px;padding:6px 10px;background:var(--track);border-radius:3px;white-space:pre-wrap;font:13px/1.5 ui-monospace,Consolas,monospace}
nav ul{display:flex;flex-wrap:wrap;gap:4px 18px;list-style:none;margin:0 0 4px;padding:0}
.stack{display:flex;min-width:90px;height:12px;margin-top:4px;gap:1px;background:var(--track);border-radius:2px;overflow:hidden}
.stack i{min-width:1px}
.roots,.roots ul{margin:0;padding-left:18px}
.roots>li{margin-bottom:8px}
td,th{min-width:56px}`,
  // On a phone, the cells of a row of texts stand below each other.
  narrow: `.verdict{padding:6px 10px}.texts table,.texts caption,.texts tbody,.texts tr,.texts th,.texts td{display:block}
.texts thead{position:absolute;left:-9999px}.texts tr{padding:6px 0;border-bottom:1px solid var(--line)}.texts th,.texts td{padding:1px 0;border:0}
.texts th{font-weight:600}.texts .number{text-align:left}.texts .number:before{content:"× "}.texts td:empty{display:none}`,
  print: `nav{display:none}h2{font-size:4mm}pre{font:2.5mm/3.3mm monospace;margin:.4mm 0 1mm;padding:.6mm 1.6mm}
.roots{padding-left:3mm}td,th,.stack{min-width:0}.stack{height:2.4mm;margin-top:.4mm}figure svg.chart{min-width:0}`,
});
