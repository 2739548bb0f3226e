import type { DisputeMark } from "~/shop/payments/refundable";
import type { FormParts } from "../forms/workshop-form";
import { Tick } from "../ui/field";

/** Name of the field that says that a parcel leaves although its order's payment is disputed. */
export const DESPITE_DISPUTE = "despite";

const WORDS: Record<DisputeMark, string> = {
  open: "This payment is disputed. The bank may take its money back, whether the parcel arrives or not.",
  lost: "The bank gave this payment back to the shopper. Nothing is paid for what leaves now.",
};

interface Props extends Pick<FormParts, "tick"> {
  dispute: DisputeMark | null;
}

/** Question in forms that send a parcel, if the payment is disputed; without its answer nothing is sent. */
export const DespiteDispute = ({ dispute, tick }: Props) =>
  dispute && (
    <div className="despite">
      <p>
        <strong>{WORDS[dispute]}</strong>
      </p>
      <Tick {...tick(DESPITE_DISPUTE, "yes")}>Ship all the same</Tick>
    </div>
  );
