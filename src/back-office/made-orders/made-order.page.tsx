import { randomUUID } from "node:crypto";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { endMadeOrder, sendPayLinkAgain } from "~/shop/orders/made/made-order-acts.server";
import { shownNumber } from "~/shop/orders/order-number";
import { memberOf, servicesOf } from "../context";
import { formActions } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { CopyButton } from "../ui/copy-button";
import { PageHead } from "../ui/page-head";
import { DescriptionList, Section } from "../ui/section";
import { State } from "../ui/state";
import { useMailWaits } from "../use-mail-waits";
import { MadeLines } from "./made-lines";
import { madeOrderPage } from "./made-orders.server";
import { titled } from "../titled";

export const meta = titled("Order made here");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = await madeOrderPage(servicesOf(context), memberOf(context), params.number ?? "", new Date());
  return { ...orNotFound(page), submission: randomUUID() };
}

export const action = formActions({
  end: {
    right: "orders.make",
    schema: z.object({}),
    async act({ services, member, params, submission }) {
      const number = params.number ?? "";
      await endMadeOrder(services, member, { submission, number });
      return { to: `/orders/made/${number}`, act: submission };
    },
  },
  again: {
    right: "orders.make",
    schema: z.object({}),
    async act({ services, member, params, submission }) {
      const number = params.number ?? "";
      await sendPayLinkAgain(services, member, { submission, number });
      return { to: `/orders/made/${number}`, act: submission };
    },
  },
});

export const clientAction = sendForm;

/** Page of an order that a member made: its state, its pay link, and forms to change it. */
export default function MadeOrder() {
  const { shown, who, standing, at, by, until, earlier, later } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={`${shown}, ${who}`} back={{ to: "/orders/made", name: "Orders made here" }} acts={<Acts />}>
        {`Made ${at} by ${by}.${standing.isOpen ? ` Held until ${until}.` : ""}`}
      </PageHead>
      <FormMessage of={["end", "again"]} />
      <p>
        <State sign={standing.sign}>{standing.name}</State>
      </p>
      <Standing />
      {(earlier ?? later) && (
        <p>
          {earlier && (
            <Link className="link" to={`/orders/made/${earlier}`}>{`Made again of ${shownNumber(earlier)}`}</Link>
          )}
          {earlier && later && ". "}
          {later && <Link className="link" to={`/orders/made/${later}`}>{`Made again as ${shownNumber(later)}`}</Link>}
        </p>
      )}
      <Contents />
    </>
  );
}

function Acts() {
  const { number, standing, submission, again, isPaid, order, mayCorrect } = useLoaderData<typeof loader>();
  if (standing.isOpen)
    return (
      <>
        <WorkshopForm name="again" submission={submission} isBare>
          <Button>Send the link again</Button>
        </WorkshopForm>
        {mayCorrect && <ButtonLink to={`/orders/${number}/email`}>Correct the e-mail</ButtonLink>}
        <WorkshopForm name="end" submission={submission} isBare>
          <Button look="rust" fit>
            End it
          </Button>
        </WorkshopForm>
      </>
    );
  if (again)
    return (
      <ButtonLink look="main" fit to={again}>
        Make it again
      </ButtonLink>
    );
  return isPaid && order ? (
    <ButtonLink look="main" fit to={order}>
      Open the order
    </ButtonLink>
  ) : null;
}

function Standing() {
  const { standing, link, to, letters, isPaid } = useLoaderData<typeof loader>();
  const waits = useMailWaits();
  if (!standing.isOpen)
    return (
      <p>
        {isPaid
          ? "It was paid by its link and goes on like any order."
          : "Nothing was charged, and its pieces are free again. Made again, it has the prices of that day."}
      </p>
    );
  return (
    <>
      <p>{`The letter with the link went to ${to ?? "the shopper"}${letters > 1 ? `, ${letters} times` : ""}. Ended here, both of you are told.${waits}`}</p>
      {link && (
        <p className="made-link">
          <span className="made-link__text">{link}</span>
          <CopyButton text={link} what="the link" />
        </p>
      )}
    </>
  );
}

function Contents() {
  const { lines, rows, goesTo, cameBy, words, given, reason } = useLoaderData<typeof loader>();
  const details = [
    { name: "Asked", value: cameBy },
    { name: "Goes to", value: goesTo },
    ...(words ? [{ name: "Your words", value: words }] : []),
    ...(given ? [{ name: "Given", value: given, note: reason }] : []),
  ];
  return (
    <>
      <Section title="What is bought">
        <MadeLines lines={lines} rows={rows} />
      </Section>
      <Section title="Shopper and letter">
        <DescriptionList rows={details} />
      </Section>
    </>
  );
}
