import type { CSSProperties } from "react";
import { Stars } from "~/ui/stars";
import type { ReviewSummary } from "./rating-summary";

/** Average, number of reviews, and share of each number of stars. */
export function SummaryFigures({ summary: { average, count, shares } }: { summary: ReviewSummary }) {
  // Without reviews a figure would say that riders gave no star.
  if (count === 0) return null;
  const figure = average.toFixed(1);
  return (
    <>
      <p className="revs__big" aria-hidden>
        {figure}
      </p>
      <span aria-hidden>
        <Stars value={average} size="large" />
      </span>
      <p className="muted revs__from">
        {figure} out of 5 from {count} {count === 1 ? "review" : "reviews"}
      </p>
      <ul className="bars">
        {shares.map(({ stars, percent }) => (
          <Bar key={stars} label={stars === 1 ? "1 star" : `${stars} stars`} percent={percent} />
        ))}
      </ul>
    </>
  );
}

/** Shares of what reviewers said about themselves, such as their height; closed at first. */
export function Breakdowns({ breakdowns }: Pick<ReviewSummary, "breakdowns">) {
  if (breakdowns.length === 0) return null;
  return (
    <details className="who">
      <summary className="acc__head">Body type, size and height</summary>
      <div className="who__all">
        {breakdowns.map(({ title, shares }) => (
          <div className="strip" key={title} style={{ "--strip": stripOf(shares) } as CSSProperties}>
            <h3>{title}</h3>
            <p>{shares.map(({ label, percent }) => `${label} ${percent}%`).join(", ")}</p>
          </div>
        ))}
      </div>
    </details>
  );
}

/** Tones of the parts of a strip, in turn. */
const TONES = ["var(--amber)", "var(--rust)"];

/** Gradient of a strip whose parts are as long as the shares, with gaps between them. */
function stripOf(shares: { percent: number }[]): string {
  let end = 0;
  const parts = shares.map(({ percent }, i) => {
    const start = end;
    end += percent;
    return `${TONES[i % TONES.length]} ${start}% calc(${end}% - 2px), transparent 0 ${end}%`;
  });
  return `linear-gradient(90deg, ${parts.join(", ")}, transparent 0)`;
}

/** A share; the style sheet draws its bar between the label and the figure. */
function Bar({ label, percent }: { label: string; percent: number }) {
  return (
    <li className="bar" style={{ "--v": `${percent}%` } as CSSProperties}>
      {label}
      <b>{percent}%</b>
    </li>
  );
}
