import { limits } from "~/shop/limits";
import type { FormParts } from "../forms/workshop-form";
import { Field, TextField } from "../ui/field";
import { LETTER_LABELS } from "./letter-labels";

interface Props {
  field: FormParts["field"];
  /** First and last day that can be chosen; unset for a letter that has left. */
  days: { first: string; last: string } | null;
  /** Whether a card may have no address, because a member hands it over. */
  mayBeEmpty?: boolean;
}

/** Fields about a gift card's letter: for whom it is, its words and its day. */
export const LetterFields = ({ field, days, mayBeEmpty = false }: Props) => (
  <>
    <Field
      {...field("recipient")}
      label={LETTER_LABELS.recipient}
      autoComplete="off"
      note="The letter begins with it. It may be empty."
    />
    <Field
      {...field("email")}
      label={LETTER_LABELS.email}
      type="email"
      autoComplete="off"
      note={mayBeEmpty ? "The code goes there. Without an address no letter leaves, until you add one." : undefined}
    />
    <TextField
      {...field("words")}
      label={LETTER_LABELS.words}
      rows={4}
      note={`Plain text for the letter, up to ${limits.text.giftWords} letters, without web addresses and telephone numbers.`}
    />
    {days && (
      <Field
        {...field("sendOn")}
        label={LETTER_LABELS.sendOn}
        type="date"
        min={days.first}
        max={days.last}
        note="On it the letter leaves, in the shop's time zone. Today's leaves at once."
      />
    )}
  </>
);
