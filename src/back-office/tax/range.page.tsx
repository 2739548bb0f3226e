import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf } from "../context";
import { formActions, Typed } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { RANGE_LABELS, RangeFields } from "./range-fields";
import { rangePage, removeRange, saveRange } from "./rates.server";
import { titled } from "../titled";

export const meta = titled((data: { title: string } | undefined) => `Rate of ${data?.title ?? "a ZIP"}`);

const namedBy = ({ state = "", range = "" }: LoaderFunctionArgs["params"]) => ({
  state,
  key: range,
});

export const loader = async ({ context, params }: LoaderFunctionArgs) =>
  orNotFound(await rangePage(servicesOf(context), memberOf(context), namedBy(params), new Date()));

export const action = formActions({
  save: { right: "settings.change", schema: Typed, act: (sent) => saveRange(sent, namedBy(sent.params), new Date()) },
  remove: { right: "settings.change", schema: Typed, act: (sent) => removeRange(sent, namedBy(sent.params)) },
});

export const clientAction = sendForm;

/** Page of one ZIP range with its tax rate. */
export default function RangePage() {
  const { state, stateName, here, title, source, fields, was, submission, mayChange } = useLoaderData<typeof loader>();
  const back = `/settings/tax/${state}/rates`;
  return (
    <>
      <PageHead title={title} back={{ to: back, name: `Rates by ZIP of ${stateName}` }}>
        {source}
      </PageHead>
      {!mayChange && <p className="read-only">You may read this. Changing it takes another role.</p>}
      <WorkshopForm
        name="save"
        className="tax-add"
        action={here}
        submission={submission}
        stored={fields}
        opened={{ was }}
        labels={RANGE_LABELS}
        thing="this range"
      >
        {(parts: FormParts) => (
          <fieldset className="stack tax-form" disabled={!mayChange}>
            <legend className="vh">Rate of {title}</legend>
            <RangeFields {...parts} />
            {mayChange && (
              <div className="tax-acts">
                <Button look="main" busy={parts.isSending}>
                  Save
                </Button>
                <ButtonLink look="bare" to={back}>
                  Cancel
                </ButtonLink>
              </div>
            )}
          </fieldset>
        )}
      </WorkshopForm>
      {mayChange && (
        <Section title="Take it out" note="can be undone">
          <p className="dust">Addresses in it then have the rate of a wider range, or the state&apos;s own.</p>
          <WorkshopForm name="remove" action={here} submission={submission} isBare className="sec__acts">
            <Button>Take this range out</Button>
          </WorkshopForm>
        </Section>
      )}
    </>
  );
}
