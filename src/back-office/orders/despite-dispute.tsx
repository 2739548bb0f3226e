import type { DisputeMark } from "~/shop/payments/refundable";
import type { FormParts } from "../forms/workshop-form";
import { Tick } from "../ui/field";

/** Name of the field that says that a parcel leaves although its order's payment is disputed. */
export const DESPITE_DISPUTE = "despite";

const WORDS: Record<DisputeMark, { title: string; text: string }> = {
  open: {
    title: "This payment is disputed. Ship all the same?",
    text: "The bank may give its money back, whether the parcel arrives or not.",
  },
  lost: {
    title: "This payment was lost in a dispute. Ship all the same?",
    text: "The bank gave its money back: nothing is paid for what leaves now.",
  },
};

interface Props extends Pick<FormParts, "tick"> {
  dispute: DisputeMark | null;
}

/** Question in forms that send a parcel, if the payment is disputed; without its answer nothing is sent. */
export const DespiteDispute = ({ dispute, tick }: Props) =>
  dispute && (
    <div className="despite">
      <strong>{WORDS[dispute].title}</strong>
      <p>{WORDS[dispute].text}</p>
      <Tick {...tick(DESPITE_DISPUTE, "yes")}>Yes, ship it all the same</Tick>
    </div>
  );
