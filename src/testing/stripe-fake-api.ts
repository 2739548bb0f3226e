import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { cors } from "hono/cors";
import type { FakeAccount } from "./stripe-fake-account";
import { invalid, missing } from "./stripe-fake-errors";
import { pageOf } from "./stripe-fake-lists";
import { breakConnection, type FakeTransport, paramsOf } from "./stripe-fake-transport";

/** Routes of Stripe's API that this shop uses, and pages of banks and of Klarna. */
export function fakeApi(account: FakeAccount, transport: FakeTransport) {
  return new Hono<{ Bindings: HttpBindings }>()
    .use(cors())
    .route("/v1/payment_intents", intentCalls(account, transport))
    .get("/v1/refunds", (c) =>
      transport.respond(c, () =>
        pageOf(
          account.refunds.filter((refund) => refund.payment_intent === c.req.query("payment_intent")),
          (name) => c.req.query(name),
        ),
      ),
    )
    .get("/v1/disputes", (c) =>
      transport.respond(c, () => {
        const intent = c.req.query("payment_intent");
        const own = account.disputes.filter(({ payment_intent }) => intent === undefined || payment_intent === intent);
        return pageOf(own, (name) => c.req.query(name));
      }),
    )
    .post("/v1/refunds", (c) => transport.respond(c, (params) => account.refund(params)))
    .get("/v1/events", (c) =>
      transport.respond(c, () => pageOf(account.events.toReversed(), (name) => c.req.query(name))),
    )
    .get("/v1/events/:id", (c) => transport.respond(c, () => eventById(account, c.req.param("id"))))
    .get("/v1/tax_codes", (c) => transport.respond(c, () => pageOf(account.tax.codes, (name) => c.req.query(name))))
    .get("/v1/balance_transactions", (c) =>
      transport.respond(c, () => account.balance.page((name) => c.req.query(name))),
    )
    .get("/v1/payouts", (c) => transport.respond(c, () => account.balance.payoutPage((name) => c.req.query(name))))
    .get("/v1/payouts/:id", (c) =>
      transport.respond(c, () => account.balance.payouts.find(({ id }) => id === c.req.param("id"))),
    )
    .route("/v1/tax", taxCalls(account, transport))
    .route("/fake", thirdPartyPages(account))
    .all("*", (c) => c.json(invalid(`Unrecognized request URL (${c.req.method}: ${c.req.path}).`).body, 404));
}

const intentCalls = (account: FakeAccount, transport: FakeTransport) =>
  new Hono<{ Bindings: HttpBindings }>()
    .get("/", (c) =>
      transport.respond(c, () => pageOf([...account.intents.values()].toReversed(), (name) => c.req.query(name))),
    )
    .post("/", (c) => transport.respond(c, (params) => account.create(params)))
    .get("/:id", (c) =>
      transport.respond(c, () =>
        c.req.query("expand[0]") === "latest_charge"
          ? account.withCharge(c.req.param("id"))
          : account.intent(c.req.param("id")),
      ),
    )
    .post("/:id", (c) => transport.respond(c, (params) => account.update(c.req.param("id"), params)))
    .post("/:id/confirm", (c) =>
      transport.respond(c, (params) => {
        const { intent, isDelivered } = account.confirm(c.req.param("id"), params);
        if (!isDelivered) breakConnection(c);
        if (intent.next_action?.["type"] === "redirect_to_url")
          intent.next_action["redirect_to_url"] = { url: `${new URL(c.req.url).origin}/fake/klarna/${intent.id}` };
        return intent;
      }),
    )
    .post("/:id/cancel", (c) => transport.respond(c, (params) => account.cancel(c.req.param("id"), params)));

const taxCalls = (account: FakeAccount, transport: FakeTransport) =>
  new Hono<{ Bindings: HttpBindings }>()
    .post("/calculations", (c) => transport.respond(c, (params) => account.tax.calculate(params)))
    .get("/calculations/:id/line_items", (c) =>
      transport.respond(c, () => account.tax.calculationLines(c.req.param("id"), (name) => c.req.query(name))),
    )
    .get("/transactions/:id/line_items", (c) =>
      transport.respond(c, () => account.tax.transactionLines(c.req.param("id"), (name) => c.req.query(name))),
    )
    .post("/transactions/create_from_calculation", (c) => transport.respond(c, (params) => account.tax.book(params)))
    .post("/transactions/create_reversal", (c) => transport.respond(c, (params) => account.tax.reverse(params)));

/** Pages of banks and of Klarna, which are not part of Stripe's API. */
const thirdPartyPages = (account: FakeAccount) =>
  new Hono<{ Bindings: HttpBindings }>()
    .post("/payment_intents/:id/answer", async (c) =>
      c.json({ returnTo: account.authorize(c.req.param("id"), (await paramsOf(c))["approved"] === "true") ?? null }),
    )
    .get("/klarna/:id", (c) => {
      const approved = c.req.query("approved");
      if (approved === undefined)
        return c.html(`<a href="?approved=true">Approve</a> <a href="?approved=false">Refuse</a>`);
      return c.redirect(account.authorize(c.req.param("id"), approved === "true") ?? "/");
    });

function eventById(account: FakeAccount, id: string) {
  const event = account.events.find((known) => known.id === id);
  if (!event) throw missing("event", id);
  return event;
}
