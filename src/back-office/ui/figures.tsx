import type { ReactNode } from "react";

interface Figure {
  name: string;
  sum: ReactNode;
  note: ReactNode;
}

/** Figures side by side, each with a line of text below. */
export const Figures = ({ figures }: { figures: Figure[] }) => (
  <dl className="figs">
    {figures.map(({ name, sum, note }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="figs__sum">{sum}</dd>
        <dd className="figs__note">{note}</dd>
      </div>
    ))}
  </dl>
);

/** Bar of a chart, for one day. */
export interface Bar {
  /** Name of the day: "Oct 22". */
  name: string;
  value: number;
  /** Value as text. */
  shown: string;
}

interface BarChartProps {
  title: string;
  /** Summary of the chart in one sentence, for screen readers. */
  summary: string;
  bars: Bar[];
  /** Upper end of the scale, and horizontal lines with labels. */
  top: number;
  lines: { value: number; shown: string }[];
  /** Link to the same data in a table. */
  table: ReactNode;
}

const [WIDTH, HEIGHT] = [560, 150];

/** Bar chart of days, rendered by the server; the last seven days are darker than older ones, and today is darkest. */
export function BarChart({ title, summary, bars, top, lines, table }: BarChartProps) {
  const step = WIDTH / bars.length;
  const faceOf = (index: number) => {
    if (index === bars.length - 1) return "chart__bar chart__bar--last";
    return index >= bars.length - 7 ? "chart__bar chart__bar--late" : "chart__bar";
  };
  const height = (value: number) => (HEIGHT * value) / top;
  const week = bars.length - 7;
  return (
    <figure className="chart">
      <figcaption className="chart__head">
        <span>{title}</span>
        {table}
      </figcaption>
      <svg viewBox={`0 -20 ${WIDTH + 4} ${HEIGHT + 44}`} role="img" aria-label={summary}>
        {lines.map(({ value, shown }) => (
          <g key={value}>
            <line className="chart__line" x1="0" x2={WIDTH} y1={HEIGHT - height(value)} y2={HEIGHT - height(value)} />
            <text x="0" y={HEIGHT - height(value) - 5}>
              {shown}
            </text>
          </g>
        ))}
        {bars.map(({ name, value, shown }, index) => (
          <rect
            key={name}
            className={faceOf(index)}
            x={(step * index + 2).toFixed(1)}
            width={(step - 4).toFixed(1)}
            y={(HEIGHT - height(Math.max(0, value))).toFixed(1)}
            height={height(Math.max(0, value)).toFixed(1)}
          >
            <title>{`${name}: ${shown}`}</title>
          </rect>
        ))}
        <line className="chart__line chart__line--base" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        <text x="0" y={HEIGHT + 20}>
          {bars[0]?.name}
        </text>
        {week > 0 && (
          <text x={step * week} y={HEIGHT + 20}>
            {bars[week]?.name}
          </text>
        )}
        <text x={WIDTH} y={HEIGHT + 20} textAnchor="end">
          Today
        </text>
      </svg>
    </figure>
  );
}
