import { MiniLine } from "./mini-line";
import { Notice } from "./notice";
import type { KnownOffers } from "./offers-store";

/** Presents of offers beside the lines of the bag, what is missing for others, what others took, and presents that are sold out. */
export default function OffersInBag({ known: { presents, missing, lost, soldOut } }: { known: KnownOffers }) {
  if (presents.length + missing.length + lost.length + soldOut.length === 0) return null;
  return (
    <div className="offered">
      {presents.length > 0 && (
        <ul className="mini" role="list" aria-label="Presents">
          {presents.map((line, place) => (
            <MiniLine key={place} line={line}>
              <span className="mini__note">As long as its offer holds</span>
            </MiniLine>
          ))}
        </ul>
      )}
      {soldOut.map((words) => (
        <Notice key={words}>{words}</Notice>
      ))}
      {missing.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {lost.map((words) => (
        <p key={words} className="muted">
          {words}
        </p>
      ))}
    </div>
  );
}
