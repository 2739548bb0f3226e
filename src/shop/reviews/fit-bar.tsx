import type { CSSProperties } from "react";
import type { ReviewSummary } from "./rating-summary";

/** Bar with the average answer about the fit, from tight to loose. */
export function FitBar({ fit: { position, breakdown } }: { fit: NonNullable<ReviewSummary["fit"]> }) {
  const shares = breakdown.map(({ label, percent }) => `${label} ${percent}%`).join(", ");
  return (
    <div role="img" aria-label={`How it fits: ${shares}`}>
      <div className="fitbar" style={{ "--v": `${position}%` } as CSSProperties}>
        <i />
      </div>
      <div className="fitscale">
        {breakdown.map(({ label }) => (
          <span key={label}>{label}</span>
        ))}
      </div>
    </div>
  );
}
