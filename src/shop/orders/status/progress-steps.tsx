import { Icon } from "~/ui/icon";
import { type OrderState, stopsPassed } from "../order";

const stops = ["Ordered", "Packed", "Shipped", "Delivered"];

/** How far an order has come, as a road with four stops: painted as far as it has been driven. */
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
