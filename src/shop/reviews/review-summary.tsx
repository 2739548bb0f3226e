import type { CSSProperties } from "react";
import { Stars } from "~/ui/stars";
import type { ReviewSummary } from "./rating-summary";

/** Average, number of reviews, and share of each number of stars. */
export function SummaryFigures({ summary: { average, count, shares } }: { summary: ReviewSummary }) {
  const figure = average.toFixed(1);
  return (
    <>
      <p className="revs__big">{figure}</p>
      <Stars value={average} size="large" />
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

/** Shares of what reviewers said about themselves, such as their height. */
export const Breakdowns = ({ breakdowns }: Pick<ReviewSummary, "breakdowns">) =>
  breakdowns.map(({ title, shares }) => (
    <div key={title}>
      <h3>{title}</h3>
      <ul className="bars bars--words">
        {shares.map(({ label, percent }) => (
          <Bar key={label} label={label} percent={percent} />
        ))}
      </ul>
    </div>
  ));

function Bar({ label, percent }: { label: string; percent: number }) {
  return (
    <li className="bar">
      <span>{label}</span>
      <i style={{ "--v": `${percent}%` } as CSSProperties} />
      <span>{percent}%</span>
    </li>
  );
}
