import { Icon } from "~/ui/icon";
import { type OrderState, stopsPassed } from "../order";

const STOPS = ["Ordered", "Packed", "Shipped", "Delivered"];
const STOPS_BY_EMAIL = ["Ordered", "Sent by e-mail"];

/** Progress of an order, drawn as a road with four stops; with two if it has gift cards only. */
export function ProgressSteps({ state, isByEmail = false }: { state: OrderState; isByEmail?: boolean }) {
  const stops = isByEmail ? STOPS_BY_EMAIL : STOPS;
  const passed = Math.min(stopsPassed(state) - (isByEmail && stopsPassed(state) > 1 ? 2 : 0), stops.length);
  if (passed <= 0) return null;
  return (
    <ol className="progress-steps" aria-label="Progress">
      {stops.map((stop, place) => (
        <li
          key={stop}
          className={place < passed ? "is-passed" : undefined}
          aria-current={place === passed - 1 ? "step" : undefined}
        >
          <span className="progress-steps__stop">{place < passed && <Icon name="check" size="small" />}</span>
          {stop}
        </li>
      ))}
    </ol>
  );
}
