import { Form, redirect, useNavigation } from "react-router";
import { services } from "~/services";
import { formOf, orNotFound } from "~/shop/form";
import { privatePage, withRetryAfter } from "~/shop/caching";
import { headOf, metaOf } from "~/shop/head";
import { formatCents } from "~/shop/money";
import { Button } from "~/ui/button";
import { SECRET_PARAMETER } from "./sandbox";
import { decidePayLater, payLaterRequest } from "./sandbox.server";
import type { Route } from "./+types/pay-later.page";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, payments, address, settings } = context.get(services);
  const clientSecret = url.searchParams.get(SECRET_PARAMETER) ?? "";
  const request = orNotFound(
    payments.name === "sandbox" ? await payLaterRequest(db, params.requestId, clientSecret) : null,
  );
  const facts = settings();
  const head = headOf(
    { address, settings: facts },
    { title: "Pay later (test)", description: "A test payment.", path: "/sandbox/pay-later", listed: false },
  );
  const isDecided = request.status !== "needs-confirmation";
  return { head, clientSecret, amount: request.amount, isDecided, shop: facts.shopName };
}

/** Stores the shopper's decision and redirects to the shop, which asks the gateway for the result. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const all = context.get(services);
  const { answer, clientSecret = "" } = await formOf(request);
  orNotFound(all.payments.name === "sandbox" ? await payLaterRequest(all.db, params.requestId, clientSecret) : null);
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
