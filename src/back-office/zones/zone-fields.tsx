import { mostSteps } from "~/shop/zone-words";
import { regionNames, stateNames } from "~/shop/us-states";
import type { FormParts } from "../forms/workshop-form";
import { Choice, Choices, Field, MoneyField, NumberField, TextField, Tick } from "../ui/field";
import { Section } from "../ui/section";
import { FASTER, placeField, stepFields } from "./zone-form";

/** Fields of a zone. */
export function ZoneFields({ pieceGrams, ...parts }: FormParts & { pieceGrams: number }) {
  const { field, tick, error } = parts;
  return (
    <>
      <Section title="Where">
        <div className="stack">
          <Field {...field("name")} label="Name" note="Only you see it." autoComplete="off" />
          <Choices label="It is" error={error("kind")}>
            <Choice {...tick("kind", "places")}>States, territories or ZIPs</Choice>
            <Choice {...tick("kind", "boxes")}>
              The PO boxes of all states that you deliver to, known by the address
            </Choice>
          </Choices>
          <div className="stack zone__streets">
            <Places {...parts} />
            <TextField
              {...field("zips")}
              label="ZIPs"
              labelNote="their first three to five digits, such as 967, 96766"
              rows={2}
              note="They count before states."
            />
          </div>
        </div>
      </Section>
      <Section title="Whether">
        <div className="stack">
          <Choices label="You deliver there">
            <Choice {...tick("delivers", "yes")}>Yes</Choice>
            <Choice {...tick("delivers", "no")}>No</Choice>
          </Choices>
          <div className="zone__words">
            <Field
              {...field("words")}
              label="What the checkout says"
              labelNote="where you do not"
              note="Shown at the address, before anything is paid. Empty: the usual words."
              autoComplete="off"
            />
          </div>
        </div>
      </Section>
      <Fee {...parts} pieceGrams={pieceGrams} />
    </>
  );
}

/** Price and days on the road, where anything is delivered. */
const Fee = ({ pieceGrams, ...parts }: FormParts & { pieceGrams: number }) => (
  <div className="zone__fee">
    <Section title="Price">
      <Prices {...parts} pieceGrams={pieceGrams} />
    </Section>
    <Section title="On the road" note="business days; empty: as your texts say">
      <div className="zone__pair">
        <NumberField {...parts.field("daysLeast")} label="From" unit="days" />
        <NumberField {...parts.field("daysMost")} label="To" unit="days" />
      </div>
    </Section>
    <Section title="A faster method" note="all of it empty: none">
      <Faster {...parts} />
    </Section>
  </div>
);

const Faster = ({ field }: FormParts) => (
  <div className="stack">
    <Field
      {...field(FASTER.name)}
      label="Name"
      labelNote="that shoppers read; empty: Expedited"
      note="They choose it under DELIVERY. What makes delivery free takes the flat fee off its price at most."
      autoComplete="off"
    />
    <MoneyField {...field(FASTER.price)} label="Price" />
    <div className="zone__pair">
      <NumberField {...field(FASTER.least)} label="On the road from" unit="days" />
      <NumberField {...field(FASTER.most)} label="To" unit="days" />
    </div>
  </div>
);

const PLACES = [...Object.entries(regionNames), ...Object.entries(stateNames)];

/** Ticks for all places, folded while the form has some: on a phone the list is longer than all else. */
function Places({ tick, error, value }: FormParts) {
  const chosen = PLACES.filter(([code]) => value(placeField(code)) === "yes").map(([, name]) => name);
  const ticks = (
    <div className="zone__places">
      {PLACES.map(([code, name]) => (
        <Tick key={code} {...tick(placeField(code), "yes")}>
          {name}
        </Tick>
      ))}
    </div>
  );
  return (
    <Choices label="Places" error={error("places")} note="For states, territories and the mail of the armed forces.">
      {chosen.length === 0 ? (
        ticks
      ) : (
        <details className="zone__chosen" open={error("places") !== undefined}>
          <summary>
            <span>{chosen.join(", ")}</span> <span className="link">See all places</span>
          </summary>
          {ticks}
        </details>
      )}
    </Choices>
  );
}

function Prices({ field, tick, error, values, pieceGrams }: FormParts & { pieceGrams: number }) {
  const used = Array.from({ length: mostSteps }, (_, index) => index).filter((index) => {
    const { most, price } = stepFields(index);
    return (values[most] ?? "") !== "" || (values[price] ?? "") !== "";
  }).length;
  const shown = Math.min(mostSteps, Math.max(4, used + 2));
  return (
    <div className="stack">
      <Choices label="It depends on" error={error("by")}>
        <Choice {...tick("by", "one")}>Nothing: one price</Choice>
        <Choice {...tick("by", "value")}>The order value, before any discount</Choice>
        <Choice {...tick("by", "weight")}>The weight; a piece without one counts as {pieceGrams} grams</Choice>
        <div className="zone__around">
          <Choice {...tick("by", "place")}>The state around it, for PO boxes</Choice>
        </div>
      </Choices>
      <fieldset className="field zone__amounts zone__steps">
        <legend className="label">Steps, by order value or weight</legend>
        {Array.from({ length: shown }, (_, index) => (
          <div className="zone__pair" key={index}>
            <NumberField
              {...field(stepFields(index).most)}
              label={`Step ${index + 1}: up to`}
              inputMode="decimal"
              unit="$ or lb"
            />
            <MoneyField {...field(stepFields(index).price)} label="costs" />
          </div>
        ))}
      </fieldset>
      <div className="stack zone__amounts">
        <MoneyField {...field("price")} label="One price, or above the last step" />
        <MoneyField {...field("freeFrom")} label="Free from" labelNote="order value; empty: never" />
        <Tick {...tick("isFreeToo", "yes")}>
          What makes delivery free elsewhere, your threshold or a code, makes it free here, too. Else it takes off the
          flat fee at most
        </Tick>
      </div>
    </div>
  );
}
