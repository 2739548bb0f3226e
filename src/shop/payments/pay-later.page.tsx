import { Form, redirect, useNavigation } from "react-router";
import { type Services, services } from "~/services";
import { formOf } from "~/shop/form";
import { privatePage, withRetryAfter } from "~/shop/caching";
import { headOf, metaOf } from "~/shop/head";
import { formatCents } from "~/shop/money";
import { orPageNotFound } from "~/shop/texts/or-page-not-found.server";
import { Button } from "~/ui/button";
import { SECRET_PARAMETER } from "./sandbox";
import { decidePayLater, payLaterRequest } from "./sandbox.server";
import type { Route } from "./+types/pay-later.page";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const all = context.get(services);
  const { address, settings } = all;
  const clientSecret = url.searchParams.get(SECRET_PARAMETER) ?? "";
  const request = await requestOf(all, params.requestId, clientSecret);
  const inForce = settings();
  const head = headOf(
    { address, settings: inForce },
    { title: "Pay later (test)", description: "A test payment.", path: "/sandbox/pay-later", listed: false },
  );
  const isDecided = request.status !== "needs-confirmation";
  return { head, clientSecret, amount: request.amount, isDecided, shop: inForce.shopName };
}

const requestOf = async (all: Services, id: string, clientSecret: string) =>
  orPageNotFound(all, all.payments.name === "sandbox" ? await payLaterRequest(all.db, id, clientSecret) : null);

/** Stores the shopper's decision and redirects to the shop, which asks the gateway for the result. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const all = context.get(services);
  const { answer, clientSecret = "" } = await formOf(request);
  await requestOf(all, params.requestId, clientSecret);
  return redirect(await decidePayLater(all, params.requestId, { clientSecret, approved: answer === "approve" }));
}

export const headers = withRetryAfter(privatePage);
export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.head);

/** Sandbox page in place of Klarna's: buttons for approving and refusing, and a notice that this is a test. */
export default function PayLaterPage({
  loaderData: { clientSecret, amount, isDecided, shop },
  params: { requestId },
}: Route.ComponentProps) {
  const isBusy = useNavigation().state !== "idle";
  return (
    <main id="main" className="wrap pay-later">
      <div className="guide">
        <p className="muted">Test payment in place of Klarna</p>
        <h1>Pay later</h1>
        <p className="pay-later__sum">
          {shop} asks for <b>{formatCents(amount)}</b>
        </p>
        <p>
          No money moves, and Klarna is not asked. Approving makes the order, refusing leads back with the bag intact.
        </p>
        <Form method="post" action={`/sandbox/pay-later/${requestId}`} className="pay-later__acts">
          <input type="hidden" name="clientSecret" value={clientSecret} />
          {isDecided ? (
            <Button type="submit" name="answer" value="back" size="large" busy={isBusy}>
              Back to the shop
            </Button>
          ) : (
            <>
              <Button type="submit" name="answer" value="approve" size="large" busy={isBusy}>
                Approve payment
              </Button>
              <Button type="submit" name="answer" value="refuse" size="large" look="line">
                Refuse payment
              </Button>
            </>
          )}
        </Form>
      </div>
    </main>
  );
}
