import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf } from "../context";
import { formActions, Typed } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { State } from "../ui/state";
import { titled } from "../titled";
import { OfferForm } from "./offer-form";
import { offerPage, saveOffer, turnOffer, turns } from "./offers.server";

export const meta = titled("Offer");

export const loader = async ({ context, params }: LoaderFunctionArgs) =>
  orNotFound(await offerPage(servicesOf(context), memberOf(context), params.id ?? "", new Date()));

export const action = formActions({
  save: {
    right: "discounts.change",
    schema: Typed,
    act: (sent, typed) => saveOffer(sent, sent.params.id ?? "", typed),
  },
  turn: {
    right: "discounts.change",
    schema: z.object({ turn: z.enum(turns) }),
    async act({ services, member, params, submission }, { turn: to }) {
      const { id = "" } = params;
      const act = orNotFound(await turnOffer(services, member, { id, submission, to }));
      return { to: to === "delete" ? "/offers" : `/offers/${id}`, act };
    },
  },
});

export const clientAction = sendForm;

/** Page of an offer: its form, and buttons to end or delete it. */
export default function OfferPage() {
  const { id, sentence, state, span, version, fields, gone, zone, submission, mayChange, isPutAway } =
    useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={sentence} back={{ to: "/offers", name: "Offers" }} acts={mayChange && <Turns />}>
        {isPutAway ? <State sign="over">Deleted</State> : <State sign={state.sign}>{state.name}</State>} {span}
      </PageHead>
      <FormMessage of={["turn"]} />
      {isPutAway ? (
        <Notice
          title="It was deleted: it takes nothing, and riders read nothing of it."
          action={mayChange && <Turn to="bring-back">Bring it back</Turn>}
        />
      ) : (
        <fieldset className="offer__whole" disabled={!mayChange}>
          <legend className="vh">{sentence}</legend>
          {!mayChange && <p className="read-only">You may read this. Changing it takes another role.</p>}
          <OfferForm action={`/offers/${id}`} {...{ fields, gone, zone, submission, version }}>
            <Link className="link" to={`/offers/${id}`}>
              Discard
            </Link>
          </OfferForm>
        </fieldset>
      )}
    </>
  );
}

/** Buttons of an offer, shown in every state at the same place, so that a double click cannot press another button. */
function Turns() {
  const { state, isPutAway } = useLoaderData<typeof loader>();
  return (
    <>
      <Turn to="end" isOff={isPutAway || state.name !== "Runs"}>
        End it now
      </Turn>
      <Turn to="delete" isOff={isPutAway}>
        Delete
      </Turn>
    </>
  );
}

function Turn({ to, isOff = false, children }: { to: (typeof turns)[number]; isOff?: boolean; children: string }) {
  const { id, submission } = useLoaderData<typeof loader>();
  return (
    <WorkshopForm name={`turn:${to}`} action={`/offers/${id}`} submission={submission} isBare>
      <input type="hidden" name="turn" value={to} />
      <Button type={isOff ? "button" : "submit"} aria-disabled={isOff || undefined}>
        {children}
      </Button>
    </WorkshopForm>
  );
}
