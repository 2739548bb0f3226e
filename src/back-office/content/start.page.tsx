import { randomUUID } from "node:crypto";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { startRows } from "~/demo/start-counts";
import { startPreview, startForReal } from "~/demo/start-for-real.server";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { shownNumber } from "~/shop/orders/order-number";
import { Refusal } from "~/shop/refusal";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { titled } from "../titled";

export const meta = titled("Start for real");

export async function loader({ context }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  // Viewing needs only the right; sending the form also needs a recent second factor.
  if (!can(member, "start-for-real")) await requireRight(services, member, "start-for-real");
  const { counts, ...preview } = await startPreview(services);
  return { ...preview, rows: startRows(counts), shopName: services.settings().shopName, submission: randomUUID() };
}

export const action = formAction({
  schema: z.object({ shopName: z.string().default("") }),
  async act({ services, member, submission }, { shopName }) {
    try {
      const { act } = await startForReal(services, member, { submission, shopName });
      return { to: "/", act };
    } catch (error) {
      if (error instanceof Refusal && error.code === "start-has-orders" && error.details)
        return { message: realWords(error.details.orderNumber), status: 409 };
      throw error;
    }
  },
});

export const clientAction = sendForm;

const realWords = (number: string): string =>
  `Order ${shownNumber(number)} is real: real money paid for it, or may still. Nothing is cleared any more.`;

/** Page that lists the demo and test records and deletes them after the owner types the shop's name. */
export default function StartPage() {
  const { isAnything, hindrance, shopName, submission } = useLoaderData<typeof loader>();
  if (hindrance || !isAnything) return <NotNow />;
  return (
    <WorkshopForm submission={submission} labels={{ shopName: "Name of the shop" }}>
      {({ field, isSending }) => (
        <DialogPage
          title="Start for real"
          foot={
            <>
              <p>This cannot be undone.</p>
              <ButtonLink look="bare" to="/">
                Not yet
              </ButtonLink>
              <Button look="rust" fit busy={isSending}>
                Clear all of it
              </Button>
            </>
          }
        >
          <div className="stack">
            <WhatGoes />
            <Field
              {...field("shopName")}
              label="Name of the shop"
              labelNote={`type ${shopName}, to show that you mean it`}
              autoComplete="off"
            />
          </div>
        </DialogPage>
      )}
    </WorkshopForm>
  );
}

function WhatGoes() {
  const { rows, piecesBack } = useLoaderData<typeof loader>();
  return (
    <>
      <p>Once you have tried the shop, what was invented or paid with test money goes in one act. You begin empty.</p>
      <ul className="gone" aria-label="Gone afterwards">
        {rows.map(({ count, name }) => (
          <li key={name}>
            <b>{count.toLocaleString("en-US")}</b> {name}
          </li>
        ))}
      </ul>
      <p>
        With them go their pictures, payments, parcels and notes.
        {piecesBack > 0 &&
          ` ${counted(piecesBack, "piece")} that test orders took ${piecesBack === 1 ? "comes" : "come"} back to the stock of your own goods.`}
      </p>
      <p>
        <b>Kept:</b> your own goods, settings, texts, menus, articles, codes, newsletter addresses, members, and all of
        What changed. No order gets a number that was used.
      </p>
      <p>
        <b>Before:</b> a full copy is written into the data folder of the shop. Where there is no room for it, nothing
        is cleared.
      </p>
    </>
  );
}

/** Notice with the reasons why the records cannot be deleted now. */
function NotNow() {
  const { hindrance } = useLoaderData<typeof loader>();
  return (
    <DialogPage
      title="Start for real"
      foot={
        <>
          <p>Nothing is cleared.</p>
          <ButtonLink look="bare" to="/">
            Today
          </ButtonLink>
        </>
      }
    >
      {hindrance?.kind === "order" && (
        <Notice
          title={realWords(hindrance.number)}
          action={
            <Link className="link" to={`/orders/${hindrance.number}`}>
              Open it
            </Link>
          }
        >
          <p>Test orders and samples stand apart from it, and count in no figure. Put away what you do not sell.</p>
        </Notice>
      )}
      {hindrance?.kind === "live" && <Notice title="This shop takes real money: what comes in now is real." />}
      {!hindrance && <p>There is nothing left that was invented or tried. The next orders are test orders again.</p>}
    </DialogPage>
  );
}
