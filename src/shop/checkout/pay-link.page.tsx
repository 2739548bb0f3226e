import { data } from "react-router";
import { z } from "zod";
import { type Services, services } from "~/services";
import { privatePage, withRetryAfter } from "~/shop/caching";
import { handleForm, sendForm } from "~/shop/form";
import { enforceNetworkLimit } from "~/shop/form-limits.server";
import { headOf, metaOf } from "~/shop/head";
import { formatCents } from "~/shop/money";
import type { PayAsk, PayRequest } from "~/shop/orders/pay-link/pay-link";
import { PaymentMethod } from "~/shop/payments/gateway";
import { lastMoment } from "~/shop/shop-time";
import { orPageNotFound } from "~/shop/texts/or-page-not-found.server";
import { PayLinkOver } from "./pay-link-over";
import { PayLinkWork } from "./pay-link-work";
import { changeLinkDoor, payLinkDoor } from "./pay-link.server";
import type { Route } from "./+types/pay-link.page";

/** Maximum number of times (`times`) that one network may pay or decline by pay links, in `seconds`. */
const ALLOWANCE = { name: "pay-link", times: 60, seconds: 600 };

/** Shows the agreement of a pay link. It only reads, because mail programs also open the addresses in letters. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const all = context.get(services);
  const { address, settings, payments } = all;
  const ask = await orPageNotFound(all, await (await doorOf(all, url, params))?.ask(new Date()));
  const { timeZone, shopName, supportEmail } = settings();
  const title = ask.kind === "order" ? "Your order" : ask.returnNumber === null ? "Your change" : "Your exchange";
  const head = headOf({ address, settings: settings() }, { title, description: title, path: "/pay", listed: false });
  const shop = { shopName, supportEmail, until: lastMoment(new Date(ask.until), timeZone) };
  return data(
    { head, ask, shop, gateway: { name: payments.name, browser: payments.browser } },
    { headers: privatePage },
  );
}

/** Functions of the link in the address, which is either for an order that a member made or for a change of an order. */
const doorOf = (all: Services, { pathname }: URL, params: Route.LoaderArgs["params"]) =>
  pathname.startsWith(CHANGES) ? changeLinkDoor(all, params) : payLinkDoor(all, params);
const CHANGES = "/order-change/";

const Act = z.discriminatedUnion("act", [
  z.object({ act: z.literal("pay"), method: PaymentMethod }),
  z.object({ act: z.literal("decline") }),
]);

/** Requests the payment at the gateway, or declines the agreement. Both happen only when a person presses a button. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const all = context.get(services);
  const door = await orPageNotFound(all, await doorOf(all, url, params));
  return handleForm(request, Act, async (wanted): Promise<{ request?: PayRequest }> => {
    await enforceNetworkLimit(all.db, request, ALLOWANCE);
    if (wanted.act === "pay") return { request: await door.request(wanted.method) };
    await door.decline();
    return {};
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendForm(args);
export const headers = withRetryAfter(privatePage);
export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.head);

/** Page of an agreement between member and shopper: its lines, sum and deadline, and the forms to pay. */
export default function PayLinkPage({ loaderData: { ask, shop, gateway }, actionData }: Route.ComponentProps) {
  const isOpen = ask.standing === "open";
  return (
    <main id="main">
      <div className="wrap">
        {isOpen && (
          <div className="totalbar">
            <span>To pay now</span>
            <b>{formatCents(ask.toPay)}</b>
          </div>
        )}
        <h1 className="page-t">{titleOf(ask)}</h1>
        {isOpen ? (
          <PayLinkWork ask={ask} shop={shop} gateway={gateway} refused={actionData} />
        ) : (
          <PayLinkOver ask={ask} shop={shop} />
        )}
      </div>
    </main>
  );
}

const titleOf = ({ kind, standing, returnNumber }: PayAsk): string =>
  returnNumber !== null && (standing === "open" || standing === "ended")
    ? standing === "open"
      ? "Your exchange"
      : "This exchange has ended"
    : standing === "paid"
      ? "Paid"
      : standing === "ended"
        ? kind === "order"
          ? "This link has ended"
          : "This change has ended"
        : standing === "processing"
          ? "Being paid"
          : kind === "order"
            ? "Your order"
            : "Your change";
