import { centsOfDollars, formatCents } from "~/shop/money";
import { Radio } from "~/ui/checkbox-and-radio";
import type { FasterMethod, Quoted } from "./quote";

interface DeliveryMethodsProps {
  faster: FasterMethod;
  isFaster: boolean;
  onChoose: (isFaster: boolean) => void;
  quoted: Quoted;
}

/** Choice between the usual and the faster method of delivery, with a notice when it changed the total. */
export const DeliveryMethods = ({ faster, isFaster, onChoose, quoted }: DeliveryMethodsProps) => (
  <div>
    <fieldset className="ways">
      <legend className="label ways__title">How fast</legend>
      {[
        { label: "Standard", fee: faster.usualFee, takes: "", isChosen: !isFaster },
        { label: faster.name, fee: faster.fee, takes: faster.takes, isChosen: isFaster },
      ].map(({ label, fee, takes, isChosen }, place) => (
        <div key={label} className="ways__one">
          <Radio
            name="faster"
            label={[label, fee === 0 ? "FREE" : formatCents(centsOfDollars(fee)), takes].filter(Boolean).join(", ")}
            checked={isChosen}
            onChange={() => onChoose(place === 1)}
          />
        </div>
      ))}
    </fieldset>
    <div role="status">
      {quoted.at === "known" && quoted.isOfMethod && quoted.notice && <p className="sum__says">{quoted.notice}</p>}
    </div>
  </div>
);
