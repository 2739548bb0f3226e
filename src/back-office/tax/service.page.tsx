import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { TAX_KINDS } from "~/shop/catalog/kinds-for-tax";
import { memberOf, servicesOf } from "../context";
import { formAction, Typed } from "../forms/form-action.server";
import { sendForm, showNewest } from "../forms/send-form";
import type { FormParts } from "../forms/workshop-form";
import { Field, Tick } from "../ui/field";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { taxKinds } from "../goods/tax-kind-words";
import { saveService, servicePage } from "./service.server";
import { serviceLabel } from "./service-words";
import { TaxForm } from "./tax-form";
import { titled } from "../titled";

export const meta = titled("Stripe Tax");

export const loader = ({ context }: LoaderFunctionArgs) => servicePage(servicesOf(context), memberOf(context));

export const action = formAction({ right: "settings.change", schema: Typed, act: saveService });

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

const LIST = "stripe-codes";

/** Page of the switch that lets Stripe compute the tax, with Stripe's tax code for each kind of goods. */
export default function ServicePage() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Stripe Tax" back={{ to: "/settings/tax", name: "Sales tax" }}>
        Stripe computes the tax of orders to states that you ticked, and books it. It takes a fee for each order, and
        needs your registrations and your address in its own settings.
      </PageHead>
      <Troubles {...page} />
      {!page.mayChange && <p className="read-only">You may read this. Changing it takes another role.</p>}
      <TaxForm
        page={page}
        action="/settings/tax/service"
        labels={serviceLabel}
        thing="this switch"
        legend="Stripe Tax"
        what="Orders that were taken stay as they are."
        back={{ to: "/settings/tax", name: "Cancel" }}
      >
        {(parts) => <Choices page={page} parts={parts} />}
      </TaxForm>
    </>
  );
}

type Page = ReturnType<typeof useLoaderData<typeof loader>>;

const Troubles = ({ isStopped, hasStripe, by, codes }: Page) => (
  <>
    {isStopped && (
      <Notice title="Who computes the tax cannot be read.">
        <p>Nobody can order until this is saved anew.</p>
      </Notice>
    )}
    {!hasStripe && (
      <Notice title="Stripe takes no payments here.">
        <p>
          {by === "stripe"
            ? "The shop has no keys of Stripe, so your own rates count, whatever is ticked below."
            : "This can be switched on once the shop has keys of Stripe."}
        </p>
      </Notice>
    )}
    {hasStripe && codes === null && (
      <Notice title="Stripe does not answer.">
        <p>Its list of kinds of goods cannot be shown. Look again in a minute.</p>
      </Notice>
    )}
  </>
);

/** The switch, and a field for each kind of goods that suggests Stripe's tax codes. */
const Choices = ({ page, parts: { field, tick } }: { page: Page; parts: FormParts }) => {
  const { hasStripe, by, codes, names, mayChange } = page;
  return (
    <>
      <Section title="The switch">
        <Tick {...tick("by", "yes")} disabled={!mayChange || (!hasStripe && by !== "stripe")}>
          Let Stripe work it out
        </Tick>
        <p className="small dust tax-after">
          Where it does not answer in 2 seconds, refuses, or has no registration, your own rates count and the order
          says so.
        </p>
      </Section>
      <Section title="What Stripe calls your goods" note="chosen by you, never guessed">
        <div className="tax-fields">
          {TAX_KINDS.map((kind) => (
            <Field
              key={kind}
              {...field(kind)}
              label={taxKinds[kind]}
              list={LIST}
              autoComplete="off"
              spellCheck={false}
              placeholder={codes ? "Type a word of the kind" : "txcd_99999999"}
              note={names[kind]}
            />
          ))}
        </div>
        <datalist id={LIST}>
          {codes?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </datalist>
      </Section>
    </>
  );
};
