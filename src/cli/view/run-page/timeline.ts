import { shade } from '../../../page/colors.ts';
import { bar, type Html, numberHeader, table, text } from '../../../page/html.ts';
import { coordinate, INK, legend, PAPER, picture, SOFT } from '../../../page/svg.ts';
import { kindText, numberText, say } from '../../../say.ts';
import type { Report } from '../run-report.ts';
import { count, duration } from '../sentences.ts';

type Detail = NonNullable<Report['detail']>;
type Slot = ReturnType<Detail['slots']>[number];
type Wave = ReturnType<Detail['waves']>[number];

const SLOTS = 90;
const WIDTH = 900;
/** Room for the figures of the axes. */
const LEFT = 70;
const PLOT = {
  rate: { top: 10, height: 90 },
  latency: { top: 120, height: 60 },
  waves: { top: 196, height: 16 },
};

/** How fast a run sent: the pace over its time as a picture, and a table of its waves; empty if it sent nothing. */
export function timeline(detail: Detail): Html {
  const waves = detail.waves();
  if (waves.length === 0) return '';
  const slots = detail.slots(SLOTS);
  return `<figure>${chart(slots)}<figcaption>${say().runPage.paceCaption()}</figcaption>${legend([
    { color: shade('c1'), html: say().runPage.rate() },
    { color: shade('c4'), html: say().runPage.throttled() },
    { color: shade('c3'), html: say().runPage.latency() },
  ])}</figure>\n${waveTable(waves)}`;
}

function chart(slots: readonly Slot[]): Html {
  const whole = slots[0]!.whole;
  const seconds = whole / SLOTS / 1000;
  const most = Math.max(...slots.map(({ requests }) => requests));
  const slowest = Math.max(...slots.map(({ latency }) => latency), 1);
  const step = (WIDTH - LEFT) / SLOTS;
  const column = (
    slot: number,
    share: number,
    { top, height }: { top: number; height: number },
    color: string,
  ) =>
    `<rect x="${coordinate(LEFT + slot * step)}" y="${coordinate(top + height * (1 - share))}" width="${coordinate(step * 0.86)}" height="${coordinate(height * share)}" fill="${color}"/>`;
  const marks = slots.flatMap(({ slot, requests, throttled, latency }) => [
    column(slot, requests / most, PLOT.rate, shade('c1')),
    ...(throttled > 0 ? [column(slot, throttled / most, PLOT.rate, shade('c4'))] : []),
    column(slot, latency / slowest, PLOT.latency, shade('c3')),
  ]);
  const axis = ({ top, height }: { top: number; height: number }, highest: string) =>
    `<path d="M${LEFT} ${top}V${top + height}H${WIDTH}" fill="none" stroke="${shade('rule')}"/><text x="${LEFT - 6}" y="${top + 10}" text-anchor="end" font-size="12" fill="${INK}">${text(highest)}</text><text x="${LEFT - 6}" y="${top + height}" text-anchor="end" font-size="12" fill="${SOFT}">0</text>`;
  const fastest = rateText(most / seconds);
  const ends = [
    `<text x="${LEFT}" y="232" font-size="12" fill="${SOFT}">0</text>`,
    `<text x="${WIDTH}" y="232" text-anchor="end" font-size="12" fill="${SOFT}">${text(duration(whole))}</text>`,
  ];
  const description = say().runPage.paceDescription({
    ...{ time: duration(whole), rate: fastest, latency: duration(slowest) },
    throttled: count(slots.reduce((sum, { throttled }) => sum + throttled, 0)),
  });
  return picture(
    { width: WIDTH, height: 238 },
    { id: 'pace', title: say().runPage.pace() },
    description,
    [
      axis(PLOT.rate, fastest),
      axis(PLOT.latency, duration(slowest)),
      ...marks,
      ...strip(slots, step),
      ...ends,
    ].join(''),
  );
}

/** The waves along the time: each from its first slot to the first one of the next wave. */
function strip(slots: readonly Slot[], step: number): Html[] {
  const { top, height } = PLOT.waves;
  const starts = slots.filter(({ first }, at) => at === 0 || first > slots[at - 1]!.first);
  return starts.map(({ slot, first, last }, at) => {
    const x = LEFT + (at === 0 ? 0 : slot) * step;
    const width = (starts[at + 1]?.slot ?? SLOTS) * step + LEFT - x;
    const color = at % 2 === 0 ? shade('ink') : shade('soft');
    const words = starts[at + 1] === undefined && last > first ? `${first}–${last}` : `${first}`;
    const label =
      width < 10 * words.length
        ? ''
        : `<text x="${coordinate(x + width / 2)}" y="${top + 12}" text-anchor="middle" font-size="12" fill="${PAPER}">${words}</text>`;
    return `<rect x="${coordinate(x)}" y="${top}" width="${coordinate(Math.max(width - 1, 0.5))}" height="${height}" fill="${color}"/>${label}`;
  });
}

function waveTable(waves: readonly Wave[]): Html {
  const texts = say().runPage;
  const headers = [
    { words: texts.wave(), share: 10 },
    { words: texts.kind(), share: 20 },
    numberHeader(texts.requests()),
    numberHeader(texts.rate(), 16),
    numberHeader(texts.median()),
    numberHeader(texts.slow()),
    numberHeader(texts.throttled()),
    numberHeader(texts.repeated()),
  ];
  const rates = waves.map(({ requests, active }) => requests / Math.max(active / 1000, 0.001));
  const fastest = Math.max(...rates);
  const rows = waves.map((wave, at) => [
    wave.wave === wave.last ? `${wave.wave}` : `${wave.wave}–${wave.last}`,
    text(kindText(wave.kind, 2)),
    count(wave.requests),
    `${bar(rates[at]! / fastest)} ${rateText(rates[at]!)}`,
    text(duration(wave.median)),
    text(duration(wave.slow)),
    count(wave.throttled),
    count(wave.repeated),
  ]);
  return table(texts.waveTable(), headers, rows);
}

/** Requests per second, with one decimal below 10. */
const rateText = (rate: number): string =>
  say().runPage.perSecond({ number: numberText(rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate)) });
