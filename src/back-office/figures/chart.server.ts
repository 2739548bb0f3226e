import { escapeHtml } from "~/platform/escape-html";
import { scaleBand, scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { cents, formatCents, formatRound } from "~/shop/money";
import { type SheetChart, signed } from "./sheet";

/** Bar for one step of the period, e.g. the sales of one day. */
export interface ChartBar {
  /** Label, e.g. "Wed, November 11". */
  name: string;
  /** Value in cents; negative values are drawn below the base line. */
  value: number;
  /** Value of the compared period in cents, or null. */
  before: number | null;
  face: "early" | "late" | "last";
}

const [WIDTH, HEIGHT] = [1000, 150];

/** Classes of bars by their `face`. */
const FACES = { early: "days__early", late: "days__late", last: "days__last" };

/**
 * Draws bars as SVG, with classes for earlier bars, later bars and the unfinished day, and a line across each bar at the compared
 * value. The SVG stretches to the width of its container, so labels are not part of it.
 */
export function drawnBars(bars: readonly ChartBar[], summary: string): Pick<SheetChart, "svg" | "lines"> {
  const values = bars.flatMap(({ value, before }) => [value, before ?? 0]);
  // Only the upper end is rounded: a day of one small refund would take half of the height from all others.
  const [, highest = 100] = scaleLinear()
    .domain([0, Math.max(100, ...values)])
    .nice(4)
    .domain();
  const amount = scaleLinear()
    .domain([Math.min(0, ...values), highest])
    .range([HEIGHT, 0]);
  const place = scaleBand<number>().domain(bars.keys()).range([0, WIDTH]).paddingInner(0.2).paddingOuter(0.1);
  const width = place.bandwidth();
  const base = amount(0);
  const level = line<[number, number]>();
  const shown = ({ name, value, before }: ChartBar): string =>
    `${name}: ${formatCents(cents(value))}${before === null ? "" : `, before ${formatCents(cents(before))}`}`;
  const drawn = bars.map((bar, index) => {
    const x = place(index) ?? 0;
    const top = amount(bar.value);
    const [from, to] = [x - width * 0.1, x + width * 1.1];
    const was =
      bar.before === null
        ? null
        : level([
            [from, amount(bar.before)],
            [to, amount(bar.before)],
          ]);
    return `<g><title>${escapeHtml(shown(bar))}</title><rect class="${FACES[bar.face]}" x="${short(x)}" y="${short(Math.min(top, base))}" width="${short(width)}" height="${short(Math.abs(base - top))}"/>${
      was === null ? "" : `<path class="days__was" d="${was}"/>`
    }</g>`;
  });
  const ticks = amount.ticks(2).filter((tick) => tick !== 0);
  const grid = ticks.map(
    (tick) =>
      `<path class="days__line" d="${level([
        [0, amount(tick)],
        [WIDTH, amount(tick)],
      ])}"/>`,
  );
  const ground = `<path class="days__base" d="${level([
    [0, base],
    [WIDTH, base],
  ])}"/>`;
  return {
    svg: `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${escapeHtml(summary)}">${grid.join("")}${drawn.join("")}${ground}</svg>`,
    lines: ticks.map((tick) => ({ at: amount(tick) / HEIGHT, shown: signed(formatRound(cents(Math.round(tick)))) })),
  };
}

const short = (number: number): string => String(Math.round(number * 10) / 10);
