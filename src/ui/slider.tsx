import { useState, type ComponentProps, type CSSProperties } from "react";

type SliderProps = Omit<ComponentProps<"input">, "type" | "className" | "value" | "defaultValue" | "onChange"> & {
  label: string;
  min: number;
  max: number;
  value?: number;
  defaultValue?: number;
  onChange?: (value: number) => void;
  /** Formats a value for screen readers. */
  format?: (value: number) => string;
};

/** A native slider whose track is highlighted up to the thumb. */
export function Slider({ label, min, max, value, defaultValue = max, onChange, format, ...input }: SliderProps) {
  const [own, setOwn] = useState(defaultValue);
  const now = value ?? own;
  const lit = { "--v": `${((now - min) / (max - min || 1)) * 100}%` } as CSSProperties;
  const change = (next: number) => {
    setOwn(next);
    onChange?.(next);
  };
  return (
    <input
      {...input}
      type="range"
      className="range"
      min={min}
      max={max}
      value={now}
      aria-label={label}
      aria-valuetext={format?.(now)}
      style={lit}
      onChange={(event) => change(event.currentTarget.valueAsNumber)}
    />
  );
}
