import { Form, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { memberOf, servicesOf } from "../context";
import { FormMessage } from "../forms/form-message";
import { SettingsList } from "../settings/settings-list";
import { Button, ButtonLink } from "../ui/button";
import { Field, MoneyField, NumberField } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { OtherSteps, Split } from "../ui/split";
import { Section } from "../ui/section";
import { titled } from "../titled";
import { zonesPage } from "./zones.server";
import type { ZoneTrial } from "./zone-trial.server";

export const meta = titled("Delivery zones");

export const loader = ({ context, request }: LoaderFunctionArgs) =>
  zonesPage(servicesOf(context), memberOf(context), new URL(request.url).searchParams);

/** Page with all zones of delivery as sentences, ways to add one, and a trial of an address. */
export default function ZonesPage() {
  const { lines, usual, mayChange, mayAdd, hasWeights, pieceGrams, trial } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Delivery zones"
        back={{ to: "/settings", name: "Settings" }}
        acts={mayAdd && <ButtonLink to="/settings/zones/new">Add a zone</ButtonLink>}
      >
        Where you send and what it costs. Bag, checkout, letters and the product feed follow; orders that were placed
        keep what they were charged.
      </PageHead>
      <FormMessage of={["save", "remove"]} />
      <Split aside={<Trial trial={trial} />}>
        <SettingsList lines={lines} mayChange={mayChange} />
        {hasWeights && (
          <p className="small dust zone__weights">
            Prices by weight add up the weights on the products' pages; a piece without one counts as {pieceGrams}{" "}
            grams.
          </p>
        )}
        {mayAdd && usual.length > 0 && (
          <Section title="Usual zones">
            <OtherSteps steps={usual} />
          </Section>
        )}
      </Split>
    </>
  );
}

/** Form that tells what delivery to an address costs by the stored zones. */
function Trial({ trial: { typed, errors, says, isDelivered } }: { trial: ZoneTrial }) {
  return (
    <section className="trial" aria-labelledby="trial">
      <h2 id="trial">Try an address</h2>
      <p className="small dust">Nothing is ordered, nothing is kept.</p>
      <Form method="get" preventScrollReset className="trial__form" key={JSON.stringify(typed)}>
        <Field
          id="trial-zip"
          name="zip"
          label="ZIP"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={typed.zip}
          {...(errors.zip && { error: errors.zip })}
        />
        <Field
          id="trial-street"
          name="street"
          label="Street"
          labelNote="or PO Box 12; may be empty"
          autoComplete="off"
          defaultValue={typed.street}
        />
        <div className="trial__two">
          <MoneyField
            name="value"
            label="Order value"
            placeholder="50"
            defaultValue={typed.value}
            {...(errors.value && { error: errors.value })}
          />
          <NumberField
            name="weight"
            label="Weight"
            unit="lb"
            inputMode="decimal"
            defaultValue={typed.weight}
            {...(errors.weight && { error: errors.weight })}
          />
        </div>
        <Button wide>Try it</Button>
      </Form>
      <div role="status">
        {says.map((sentence, place) => (
          <p key={sentence} className={place === 0 && isDelivered ? undefined : "dust"}>
            {sentence}
          </p>
        ))}
      </div>
    </section>
  );
}
