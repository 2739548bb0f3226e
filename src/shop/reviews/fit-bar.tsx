import type { CSSProperties } from "react";
import type { ReviewSummary } from "./review";

/** Where the riders' word on the fit lies between tight and loose. */
export function FitBar({ fit: { position, breakdown } }: { fit: NonNullable<ReviewSummary["fit"]> }) {
  const said = breakdown.map(({ label, percent }) => `${label} ${percent}%`).join(", ");
  return (
    <div role="img" aria-label={`How it fits: ${said}`}>
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
