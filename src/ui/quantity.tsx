import { Icon } from "./icon";

interface QuantityProps {
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  /** Name of the counted thing, for the buttons' accessible names: "Increase quantity of …". */
  of?: string;
}

/** A number with buttons for decreasing and increasing it. */
export function Quantity({ value, onChange, min = 1, max = Infinity, of }: QuantityProps) {
  const name = (does: string) => (of ? `${does} quantity of ${of}` : `${does} quantity`);
  return (
    <div className="qty">
      <button type="button" aria-label={name("Decrease")} disabled={value <= min} onClick={() => onChange(value - 1)}>
        <Icon name="minus" size="small" />
      </button>
      <span className="qty__n" aria-live="polite">
        {value}
      </span>
      <button type="button" aria-label={name("Increase")} disabled={value >= max} onClick={() => onChange(value + 1)}>
        <Icon name="plus" size="small" />
      </button>
    </div>
  );
}
