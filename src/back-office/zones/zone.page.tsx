import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf } from "../context";
import { formActions, Typed } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { PageHead } from "../ui/page-head";
import { SaveFoot } from "../ui/save-foot";
import { Section } from "../ui/section";
import { titled } from "../titled";
import { ZoneFields } from "./zone-fields";
import { zoneLabel } from "./zone-form";
import { removeZone, saveZone, zonePage } from "./zones.server";

export const meta = titled((data: { title: string } | undefined) => data?.title ?? "A zone");

export const loader = async ({ context, params, request }: LoaderFunctionArgs) =>
  orNotFound(
    await zonePage(servicesOf(context), memberOf(context), params.zone, new URL(request.url).searchParams.get("set")),
  );

export const action = formActions({
  save: { right: "settings.change", schema: Typed, act: (sent) => saveZone(sent, sent.params.zone) },
  remove: { right: "settings.change", schema: Typed, act: (sent) => removeZone(sent, sent.params.zone) },
});

export const clientAction = sendForm;

/** Page of one zone of delivery: its places, what delivery costs there, and how long it takes. */
export default function ZonePage() {
  const { id, here, title, fields, was, submission, pieceGrams, mayChange } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={title} back={{ to: "/settings/zones", name: "Delivery zones" }}>
        {id === null ? "It counts as soon as it is saved. " : ""}
        Of zones that overlap, the longer beginning of a ZIP counts before the state.
      </PageHead>
      {!mayChange && <p className="read-only">You may read this. Changing it takes another role.</p>}
      <WorkshopForm
        name="save"
        action={here}
        submission={submission}
        stored={fields}
        opened={{ was }}
        labels={zoneLabel}
        thing="this zone"
      >
        {(parts) => (
          <fieldset className="zone" disabled={!mayChange}>
            <legend className="vh">{title}</legend>
            <ZoneFields {...parts} pieceGrams={pieceGrams} />
            {mayChange && (
              <SaveFoot
                what="Open checkouts are told the new total before they pay."
                back={{ to: "/settings/zones", name: "Cancel" }}
                busy={parts.isSending}
              />
            )}
          </fieldset>
        )}
      </WorkshopForm>
      {mayChange && id !== null && (
        <Section title="Take it out" note="can be undone">
          <p className="dust">
            Its states then have the flat fee. PO boxes, territories and the armed forces are not delivered to any more.
          </p>
          <WorkshopForm
            name="remove"
            action={here}
            submission={submission}
            opened={{ was }}
            isBare
            className="sec__acts"
          >
            <Button>Take this zone out</Button>
          </WorkshopForm>
        </Section>
      )}
    </>
  );
}
