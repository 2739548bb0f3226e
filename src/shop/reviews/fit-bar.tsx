import type { CSSProperties } from "react";
import type { ReviewSummary } from "./rating-summary";

/** Bar with the average answer of the whole shop's reviews about the fit, from tight to loose, and the share of each answer. */
export function FitBar({ fit: { position, breakdown } }: { fit: NonNullable<ReviewSummary["fit"]> }) {
  const answers = breakdown.map(({ label, percent }) => `${label} ${percent}%`);
  return (
    <div>
      <h3 className="revs__of">How our gear fits</h3>
      <div
        className="fitbar fitscale"
        role="img"
        aria-label={answers.join(", ")}
        style={{ "--v": `${position}%` } as CSSProperties}
      >
        {answers.map((answer) => (
          <span key={answer}>{answer}</span>
        ))}
      </div>
    </div>
  );
}
