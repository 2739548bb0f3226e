import type { CSSProperties } from "react";
import type { ReviewSummary } from "./rating-summary";

/** Bar with the average answer about the fit, from tight to loose, and the share of each answer. */
export function FitBar({ fit: { position, breakdown } }: { fit: NonNullable<ReviewSummary["fit"]> }) {
  const answers = breakdown.map(({ label, percent }) => `${label} ${percent}%`);
  return (
    <div
      className="fitbar fitscale"
      role="img"
      aria-label={`How it fits: ${answers.join(", ")}`}
      style={{ "--v": `${position}%` } as CSSProperties}
    >
      {answers.map((answer) => (
        <span key={answer}>{answer}</span>
      ))}
    </div>
  );
}
