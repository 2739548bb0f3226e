import type { Ref } from "react";
import { Field } from "~/ui/field";
import { maskSecurityCode, maskExpiry, maskCardNumber, type Card } from "./card";

interface CardFieldProps {
  card: Card;
  errors: Partial<Record<keyof Card, string>>;
  onChange: (card: Card) => void;
  first?: Ref<HTMLInputElement>;
}

/** Fields for entering a card: number, expiry and code. */
export function CardField({ card, errors, onChange, first }: CardFieldProps) {
  return (
    <div className="card-field">
      <Field
        ref={first}
        label="Card number"
        name="cardNumber"
        value={card.number}
        error={errors.number}
        onChange={({ target }) => onChange({ ...card, number: maskCardNumber(target.value) })}
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        spellCheck={false}
        className="card-field__number"
      />
      <Field
        label="Expiry (MM/YY)"
        name="cardExpiry"
        value={card.expiry}
        error={errors.expiry}
        onChange={({ target }) => onChange({ ...card, expiry: maskExpiry(target.value) })}
        inputMode="numeric"
        autoComplete="cc-exp"
        placeholder="MM/YY"
        spellCheck={false}
      />
      <Field
        label="CVC"
        name="cardCode"
        value={card.code}
        error={errors.code}
        onChange={({ target }) => onChange({ ...card, code: maskSecurityCode(target.value) })}
        inputMode="numeric"
        autoComplete="cc-csc"
        placeholder="CVC"
        spellCheck={false}
      />
    </div>
  );
}
