import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type HttpBindings, serve } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import { Stripe } from "stripe";
import { FakeAccount, type FakeEvent, missing, type Params, StripeNo } from "./stripe-fake-account";

/** What can go wrong between the shop and Stripe. */
type Trouble =
  /** Nothing is done, the connection breaks. */
  | "unreachable"
  /** It is done, the connection breaks before the answer. */
  | "lost"
  /** It is done, the answer waits until it is let go. */
  | "slow"
  /** Nothing is done, the answer is a 500, and is repeated for the same key. */
  | "fault"
  /** It is done, and yet the answer is a 500, repeated for the same key. */
  | "fault-after"
  /** Nothing is done: too many requests. */
  | "busy";

/** What was asked of the fake. */
interface Asked {
  what: string;
  version: string | undefined;
  key: string | undefined;
  params: Params;
}

export interface StripeFake {
  readonly account: FakeAccount;
  /** What the shop has to be told to use it. */
  readonly keys: { secretKey: string; publishableKey: string; webhookSecret: string; apiBase: string };
  /** All that was asked, in order. */
  readonly asked: Asked[];
  /** Makes the next `times` requests go wrong whose method and path match; without `times`, all of them until `well`. */
  trouble(kind: Trouble, matching: RegExp, times?: number): void;
  /** Nothing goes wrong any more, and answers that waited go out. */
  well(): void;
  /** A day passes: keys are forgotten. */
  forgetKeys(): void;
  /** What Stripe.js does in the browser; a connection that breaks is an error without a status, as there. */
  confirmCard(clientSecret: string, number: string): Promise<Confirmed>;
  /** Starts paying by Klarna, whose page leads back to `returnUrl`. */
  confirmKlarna(clientSecret: string, returnUrl: string): Promise<Confirmed>;
  /** A message as Stripe sends it to the shop's webhook. */
  message(event: FakeEvent, more?: { at?: number; secret?: string }): Request;
  close(): Promise<void>;
}

type Confirmed = { status: string } | { error: string };

const WEBHOOK = "http://shop.invalid/api/stripe/webhook";

/**
 * A small stand-in for Stripe's HTTP API, in memory, for tests: payment intents and refunds as this shop uses them, with keys,
 * test cards, troubles and signed messages. The shop's own code and Stripe's own client speak to it over the network.
 */
export async function openStripeFake(port = 0): Promise<StripeFake> {
  const account = new FakeAccount();
  const asked: Asked[] = [];
  const kept = new Map<string, { of: string; answer?: { status: number; body: unknown } }>();
  let troubles: { kind: Trouble; matching: RegExp; left: number }[] = [];
  let letGo = Promise.withResolvers<void>();
  const keys = { secretKey: "sk_test_fake", publishableKey: "pk_test_fake", webhookSecret: "whsec_fake" };

  const app = new Hono<{ Bindings: HttpBindings }>()
    .use(cors())
    .get("/v1/payment_intents", (c) => answer(c, () => listOf([...account.intents.values()].toReversed())))
    .post("/v1/payment_intents", (c) => answer(c, (params) => account.create(params)))
    .get("/v1/payment_intents/:id", (c) => answer(c, () => account.intent(c.req.param("id"))))
    .post("/v1/payment_intents/:id/confirm", (c) =>
      answer(c, (params) => {
        const { intent, isHeard } = account.confirm(c.req.param("id"), params);
        if (!isHeard) c.env.incoming.socket.destroy();
        if (intent.next_action?.["type"] === "redirect_to_url")
          intent.next_action["redirect_to_url"] = { url: `${apiBase}/fake/klarna/${intent.id}` };
        return intent;
      }),
    )
    .post("/v1/payment_intents/:id/cancel", (c) => answer(c, (params) => account.cancel(c.req.param("id"), params)))
    .get("/v1/refunds", (c) =>
      answer(c, () =>
        listOf(account.refunds.filter((refund) => refund.payment_intent === c.req.query("payment_intent"))),
      ),
    )
    .post("/v1/refunds", (c) => answer(c, (params) => account.refund(params)))
    .get("/v1/events", (c) => answer(c, () => listOf(account.events.toReversed())))
    .get("/v1/events/:id", (c) =>
      answer(c, () => {
        const id = c.req.param("id");
        const event = account.events.find((known) => known.id === id);
        if (!event) throw missing("event", id);
        return event;
      }),
    )
    /** The pages of banks and of Klarna, which are not Stripe's. */
    .post("/fake/payment_intents/:id/answer", async (c) =>
      c.json({ returnTo: account.answer(c.req.param("id"), (await paramsOf(c))["approved"] === "true") ?? null }),
    )
    .get("/fake/klarna/:id", (c) => {
      const approved = c.req.query("approved");
      if (approved === undefined)
        return c.html(`<a href="?approved=true">Approve</a> <a href="?approved=false">Refuse</a>`);
      return c.redirect(account.answer(c.req.param("id"), approved === "true") ?? "/");
    })
    .all("*", (c) =>
      c.json(
        {
          error: {
            type: "invalid_request_error",
            message: `Unrecognized request URL (${c.req.method}: ${c.req.path}).`,
          },
        },
        404,
      ),
    );

  type Here = Context<{ Bindings: HttpBindings }>;

  async function answer(c: Here, act: (params: Params) => unknown): Promise<Response> {
    const params = await paramsOf(c);
    const what = `${c.req.method} ${c.req.path}`;
    const key = c.req.header("idempotency-key");
    asked.push({ what, version: c.req.header("stripe-version"), key, params });

    const refused = unauthorized(c, params);
    if (refused) return write(c, 401, refused.body);
    const trouble = nextTrouble(what);
    if (trouble === "unreachable") return broken(c);
    if (trouble === "busy") return write(c, 429, no("rate_limit_error", "Too many requests."));

    const { status, body, isRepeated } = keyed(what, key, params, trouble, () => act(params));
    if (trouble === "lost") return broken(c);
    if (trouble === "slow") await letGo.promise;
    if (c.env.incoming.socket.destroyed) return RESPONSE_ALREADY_SENT;
    if (isRepeated) c.header("idempotent-replayed", "true");
    return write(c, status, body);
  }

  function nextTrouble(what: string): Trouble | undefined {
    const found = troubles.find(({ matching, left }) => left > 0 && matching.test(what));
    if (found) found.left -= 1;
    return found?.kind;
  }

  /** The first answer to a key is the answer to it, unless the request was not understood and nothing was begun. */
  function keyed(
    what: string,
    key: string | undefined,
    params: Params,
    trouble: Trouble | undefined,
    act: () => unknown,
  ) {
    const of = `${what} ${JSON.stringify(params)}`;
    const known = key === undefined ? undefined : kept.get(key);
    if (known && known.of !== of)
      return {
        status: 400,
        body: no(
          "idempotency_error",
          "Keys for idempotent requests can only be used with the same parameters they were first used with.",
        ),
        isRepeated: false,
      };
    if (known?.answer) return { ...known.answer, isRepeated: true };

    const given = trouble === "fault" ? fault : attempted(act);
    const said = trouble === "fault-after" ? fault : given;
    if (key !== undefined && ![400, 404].includes(said.status)) kept.set(key, { of, answer: structuredClone(said) });
    return { ...said, isRepeated: false };
  }

  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port }) as Server;
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function confirm(clientSecret: string, more: Record<string, string>): Promise<Confirmed> {
    const id = clientSecret.split("_secret_", 1)[0];
    const body = new URLSearchParams({ client_secret: clientSecret, key: keys.publishableKey, ...more });
    const response = await fetch(`${apiBase}/v1/payment_intents/${id}/confirm`, { method: "POST", body }).catch(
      () => undefined,
    );
    if (!response) return { error: "api_connection_error" };
    const said = (await response.json()) as { status: string; error?: { code: string } };
    return said.error ? { error: said.error.code } : { status: said.status };
  }

  return {
    account,
    keys: { ...keys, apiBase },
    asked,
    trouble: (kind, matching, times = Infinity) => void troubles.push({ kind, matching, left: times }),
    well() {
      troubles = [];
      letGo.resolve();
      letGo = Promise.withResolvers();
    },
    forgetKeys: () => kept.clear(),
    confirmCard: (clientSecret, number) =>
      confirm(clientSecret, { "payment_method_data[type]": "card", "payment_method_data[card][number]": number }),
    confirmKlarna: (clientSecret, returnUrl) =>
      confirm(clientSecret, { "payment_method_data[type]": "klarna", return_url: returnUrl }),
    message(event, { at = Date.now(), secret = keys.webhookSecret } = {}) {
      const payload = JSON.stringify(event);
      const timestamp = Math.floor(at / 1000);
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
      const headers = { "content-type": "application/json", "stripe-signature": signature };
      return new Request(WEBHOOK, { method: "POST", headers, body: payload });
    },
    close() {
      letGo.resolve();
      server.closeAllConnections();
      return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
    },
  };

  function unauthorized(c: Here, params: Params): StripeNo | undefined {
    const bearer = c.req.header("authorization")?.replace(/^Bearer /, "") ?? params["key"];
    delete params["key"];
    if (bearer === keys.secretKey) return undefined;
    // A browser may only touch the one intent whose secret it was told.
    const secret = params["client_secret"] ?? c.req.query("client_secret");
    delete params["client_secret"];
    const intent = account.intents.get(c.req.param("id") ?? "");
    const mayTouch = /confirm$|^\/v1\/payment_intents\/pi_\w+$/.test(c.req.path);
    if (bearer === keys.publishableKey && mayTouch && intent && secret === intent.client_secret) return undefined;
    return new StripeNo(401, { type: "invalid_request_error", message: "Invalid API Key provided." });
  }
}

/** Messages as an unreliable network brings them: some never, some twice, in any order. `random` draws from 0 to 1. */
export function scattered(events: FakeEvent[], random: () => number): FakeEvent[] {
  const sent = events.flatMap((event) => {
    const drawn = random();
    return drawn < 0.2 ? [] : drawn < 0.5 ? [event, event] : [event];
  });
  return sent
    .map((event) => ({ event, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ event }) => event);
}

export { type FakeEvent };

const no = (type: string, message: string) => ({ error: { type, message } });
const fault = { status: 500, body: no("api_error", "Sorry! Something went wrong on our end.") as unknown };

function attempted(act: () => unknown): { status: number; body: unknown } {
  try {
    return { status: 200, body: act() };
  } catch (error) {
    if (error instanceof StripeNo) return { status: error.status, body: error.body };
    throw error;
  }
}

function broken(c: Context<{ Bindings: HttpBindings }>): Response {
  c.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

function write(c: Context, status: number, body: unknown): Response {
  // As Stripe does: its client would only hear the same fault again.
  if (status === 500) c.header("stripe-should-retry", "false");
  return c.body(JSON.stringify(body), status as 200, { "content-type": "application/json", "request-id": "req_fake" });
}

const listOf = (data: unknown[]) => ({
  object: "list",
  data: data.slice(0, 100),
  has_more: data.length > 100,
  url: "/v1",
});

/** "metadata[payment]=1" → { metadata: { payment: "1" } }. */
async function paramsOf(c: Context): Promise<Params> {
  const params: Params = {};
  for (const [name, value] of new URLSearchParams(await c.req.text())) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    const last = path.pop() ?? name;
    let place = params;
    for (const step of path) {
      const inner = place[step];
      place = place[step] = typeof inner === "object" ? inner : {};
    }
    place[last] = value;
  }
  return params;
}
