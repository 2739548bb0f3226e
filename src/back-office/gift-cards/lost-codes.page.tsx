import { randomUUID } from "node:crypto";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { Typed } from "../forms/form-action.server";
import { requireRight } from "~/shop/members/rights.server";
import { formatCents } from "~/shop/money";
import { cardsWithoutAddress, hasLostCodes } from "~/shop/gift-cards/gift-card-list.server";
import { replaceLostCodes } from "~/shop/orders/gift-cards/replace-lost-codes.server";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { titled } from "../titled";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";

export const meta = titled("Replace lost codes");

/** Most cards without an address that are named. */
const NAMED = 100;

export async function loader({ context }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "gift-cards.change");
  const unreached = await cardsWithoutAddress(services.db, NAMED);
  return {
    submission: randomUUID(),
    isLost: await hasLostCodes(services),
    unreached: unreached.map(({ id, lastFour, recipient, balance }) => ({
      id,
      words: [`Ending ${lastFour}`, recipient, formatCents(balance)].filter(Boolean).join(", "),
    })),
  };
}

export const action = formAction({
  right: "gift-cards.change",
  schema: Typed,
  async act({ services, member, submission }) {
    await replaceLostCodes(services, member, { submission });
    return { to: "/gift-cards", act: submission };
  },
});

export const clientAction = sendForm;

/** Page on which a member replaces all codes that were lost with the shop's secret key. */
export default function LostCodes() {
  const { submission, isLost, unreached } = useLoaderData<typeof loader>();
  return (
    <WorkshopForm submission={submission}>
      {({ isSending }) => (
        <DialogPage
          title="Replace lost codes"
          foot={
            <>
              <p>
                {isLost ? "Asks for a passkey or a code. Letters cannot be taken back." : "Nothing has to be done."}
              </p>
              <ButtonLink look="bare" to="/gift-cards">
                {isLost ? "Replace none" : "Back to the cards"}
              </ButtonLink>
              {isLost && (
                <Button look="rust" fit busy={isSending}>
                  Replace all lost codes
                </Button>
              )}
            </>
          }
        >
          <div className="stack">
            <p>
              {isLost
                ? "Every open card whose code cannot be opened gets another one and keeps what is left on it. A letter with the new code goes to each that has an address and whose day has come. If the shop stops meanwhile it goes on by itself, and no card is replaced twice."
                : "The codes of your gift cards can be opened."}
            </p>
            {unreached.length > 0 && (
              <>
                <p>These cards have no address, so no letter reaches their bearers. Add one at each:</p>
                <ul className="person__list">
                  {unreached.map(({ id, words }) => (
                    <li key={id} className="person__line">
                      <Link className="link" to={`/gift-cards/${id}/correct`}>
                        {words}
                      </Link>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
        </DialogPage>
      )}
    </WorkshopForm>
  );
}
