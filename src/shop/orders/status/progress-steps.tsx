import { Icon } from "~/ui/icon";
import { type OrderState, stopsPassed } from "../order";

const stops = ["Ordered", "Packed", "Shipped", "Delivered"];

/** Progress of an order, drawn as a road with four stops. */
export function ProgressSteps({ state }: { state: OrderState }) {
  const passed = stopsPassed(state);
  if (passed === 0) return null;
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
