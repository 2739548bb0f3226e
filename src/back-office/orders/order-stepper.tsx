interface StepperProps {
  id: string;
  label: string;
  /** Name of the counted goods, for the labels of the buttons. */
  thing: string;
  value: string;
  most: number;
  /** Whether scripts run, which the buttons need. */
  hasButtons: boolean;
  isWrong: boolean;
  onChange(value: string): void;
}

/** Field for a number of pieces, with buttons that subtract and add one. */
export function Stepper({ id, label, thing, value, most, hasButtons, isWrong, onChange }: StepperProps) {
  const step = (by: number) => onChange(String(Math.min(most, Math.max(0, (Number(value) || 0) + by))));
  return (
    <span className="step">
      {hasButtons && (
        <button type="button" aria-label={`One fewer ${thing}`} onClick={() => step(-1)}>
          <span aria-hidden="true">−</span>
        </button>
      )}
      <input
        id={id}
        name={id}
        value={value}
        inputMode="numeric"
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {hasButtons && (
        <button type="button" aria-label={`One more ${thing}`} onClick={() => step(1)}>
          <span aria-hidden="true">+</span>
        </button>
      )}
    </span>
  );
}
