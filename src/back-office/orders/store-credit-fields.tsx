import { type Cents, formatCents } from "~/shop/money";
import { CREDIT, creditOf } from "~/shop/orders/refunds/store-credit";
import type { FormParts } from "../forms/workshop-form";
import { TextField, Tick } from "../ui/field";

/** Label of the field for the member's words, also in the list of errors. */
export const AGREED_LABEL = "What the shopper agreed to, and how";

interface Props {
  form: Pick<FormParts, "field" | "tick">;
  /** Refund in cents, null while it is not clear; and what of the order's money can be store credit. */
  sum: Cents | null;
  left: Cents;
  isChosen: boolean;
  /** Whether scripts run, so that the words can wait for the tick. */
  isReady: boolean;
  onChange?: (isChosen: boolean) => void;
}

/** Tick by which a refund becomes store credit, and the member's words about what the shopper agreed to. */
export function StoreCreditFields({ form: { field, tick }, sum, left, isChosen, isReady, onChange }: Props) {
  if (left === 0) return null;
  const credit = sum === null || sum === 0 ? null : creditOf(sum, left);
  return (
    <>
      <Tick {...tick(CREDIT.tick, "yes")} onChange={({ target }) => onChange?.(target.checked)}>
        The shopper agreed to store credit: {credit === null ? "it is put" : `${formatCents(credit)} is put`} on a new
        gift card, and does not go back the way it was paid
        {credit !== null && sum !== null && credit < sum && (
          <span className="dust"> (what a gift card paid goes back onto it)</span>
        )}
      </Tick>
      {(isChosen || !isReady) && (
        <TextField
          {...field(CREDIT.words)}
          label={AGREED_LABEL}
          labelNote="seen by members only"
          rows={2}
          note="The letter with the card tells the shopper what was agreed: the amount, the order, and that no money goes back."
        />
      )}
    </>
  );
}
