import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { memberOf, servicesOf } from "../context";
import { formAction, Typed } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { ButtonLink } from "../ui/button";
import { PageHead } from "../ui/page-head";
import { titled } from "../titled";
import { OfferForm } from "./offer-form";
import { makeOffer, newOffer } from "./offers.server";

export const meta = titled("Make an offer");

export const loader = ({ context }: LoaderFunctionArgs) => newOffer(servicesOf(context), memberOf(context));

export const action = formAction({ right: "discounts.change", schema: Typed, act: makeOffer });

export const clientAction = sendForm;

/** Page with the form for a new offer. */
export default function NewOffer() {
  const { fields, submission, zone } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Make an offer" back={{ to: "/offers", name: "Offers" }}>
        Percent off chosen goods is a sale: put them on sale instead. An offer asks for a value or a number of pieces.
      </PageHead>
      <OfferForm action="/offers/new" fields={fields} zone={zone} submission={submission}>
        <ButtonLink look="bare" to="/offers">
          Cancel
        </ButtonLink>
      </OfferForm>
    </>
  );
}
