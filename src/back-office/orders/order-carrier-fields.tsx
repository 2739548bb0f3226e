import { useRef, useState } from "react";
import { carriers } from "~/shop/orders/parcels/carriers";
import { likelyCarrier, trackingDoubt } from "~/shop/orders/parcels/tracking-doubts";
import type { FormParts } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { typeInto } from "../ui/type-into";

/** Fields for carrier and tracking number. While typing they suggest a carrier and warn about unlikely numbers. */
export function CarrierFields({ field }: Pick<FormParts, "field">) {
  const [typed, setTyped] = useState<{ carrier?: string; tracking?: string }>({});
  const input = useRef<HTMLInputElement>(null);
  const [carrier, tracking] = [field("carrier"), field("tracking")];
  const [chosen, number] = [typed.carrier ?? carrier.defaultValue, typed.tracking ?? tracking.defaultValue];
  const likely = chosen.trim() === "" ? likelyCarrier(number) : "";
  const doubt = trackingDoubt(chosen, number);
  const take = () => {
    if (!input.current) return;
    typeInto(input.current, likely);
    input.current.focus();
  };
  return (
    <>
      <Field
        {...carrier}
        ref={input}
        label="Carrier"
        labelNote={`${carriers.slice(0, -1).join(", ")} and ${carriers.at(-1)} have a tracking link`}
        list="carriers"
        required
        maxLength={60}
        onChange={({ target }) => setTyped((earlier) => ({ ...earlier, carrier: target.value }))}
        {...(likely && {
          note: (
            <>
              The tracking number looks like one of {likely}.{" "}
              <Button look="bare" type="button" onClick={take}>
                Take {likely}
              </Button>
            </>
          ),
        })}
      />
      <datalist id="carriers">
        {carriers.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <Field
        {...tracking}
        label="Tracking number"
        autoComplete="off"
        maxLength={80}
        onChange={({ target }) => setTyped((earlier) => ({ ...earlier, tracking: target.value }))}
        {...(doubt && {
          note: `Look again: ${doubt.charAt(0).toLowerCase()}${doubt.slice(1)} It can be sent as it is.`,
        })}
      />
    </>
  );
}
