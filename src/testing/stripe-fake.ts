import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Stripe } from "stripe";
import { FakeAccount } from "./stripe-fake-account";
import { fakeApi } from "./stripe-fake-api";
import type { FakeEvent } from "./stripe-fake-objects";
import { type FakeKeys, FakeTransport, type Fault, type RecordedRequest } from "./stripe-fake-transport";

export type { FakeEvent };

export interface StripeFake {
  readonly account: FakeAccount;
  /** Settings for a shop that uses this fake. */
  readonly keys: FakeKeys & { apiBase: string };
  /** All received requests, in order. */
  readonly requests: RecordedRequest[];
  /** Makes the next `times` requests whose method and path match fail; without `times`, all of them until `recover` is called. */
  inject(fault: Fault, matching: RegExp, times?: number): void;
  /** Whether responses are currently delayed. */
  isLate(): boolean;
  /** Ends all faults and sends the delayed responses. */
  recover(): void;
  /** Drops all idempotency keys, as Stripe does after a day. */
  forgetKeys(): void;
  /**
   * Confirms a card payment like Stripe.js in the browser; a broken connection results in an error without a status, as in
   * Stripe.js.
   */
  confirmCard(clientSecret: string, number: string): Promise<Confirmed>;
  /** Starts paying with Klarna, whose page redirects to `returnUrl`. */
  confirmKlarna(clientSecret: string, returnUrl: string): Promise<Confirmed>;
  /** The signed request with which Stripe sends an event to the shop's webhook. */
  webhookRequest(event: FakeEvent, more?: { at?: number; secret?: string }): Request;
  close(): Promise<void>;
}

type Confirmed = { status: string } | { error: string };

const WEBHOOK = "http://shop.invalid/api/stripe/webhook";
const keys: FakeKeys = { secretKey: "sk_test_fake", publishableKey: "pk_test_fake", webhookSecret: "whsec_fake" };

/**
 * A small fake of Stripe's HTTP API, in memory: the parts of payment intents, refunds and tax that this shop uses, with
 * idempotency keys, test cards, injected faults and signed webhooks. The shop's code connects to it with Stripe's own client over
 * HTTP.
 */
export async function openStripeFake(port = 0): Promise<StripeFake> {
  const account = new FakeAccount();
  const transport = new FakeTransport(account, keys);
  const app = fakeApi(account, transport);
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port }) as Server;
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    account,
    keys: { ...keys, apiBase },
    requests: transport.requests,
    inject: (fault, matching, times = Infinity) => transport.inject(fault, matching, times),
    isLate: () => transport.isLate(),
    recover: () => transport.recover(),
    forgetKeys: () => transport.forgetKeys(),
    confirmCard: (clientSecret, number) =>
      confirm(apiBase, clientSecret, {
        "payment_method_data[type]": "card",
        "payment_method_data[card][number]": number,
      }),
    confirmKlarna: (clientSecret, returnUrl) =>
      confirm(apiBase, clientSecret, { "payment_method_data[type]": "klarna", return_url: returnUrl }),
    webhookRequest,
    close() {
      transport.recover();
      server.closeAllConnections();
      return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
    },
  };
}

async function confirm(apiBase: string, clientSecret: string, params: Record<string, string>): Promise<Confirmed> {
  const id = clientSecret.split("_secret_", 1)[0];
  const body = new URLSearchParams({ client_secret: clientSecret, key: keys.publishableKey, ...params });
  const response = await fetch(`${apiBase}/v1/payment_intents/${id}/confirm`, { method: "POST", body }).catch(
    () => undefined,
  );
  if (!response) return { error: "api_connection_error" };
  const result = (await response.json()) as { status: string; error?: { code: string } };
  return result.error ? { error: result.error.code } : { status: result.status };
}

function webhookRequest(event: FakeEvent, { at = Date.now(), secret = keys.webhookSecret } = {}): Request {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(at / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const headers = { "content-type": "application/json", "stripe-signature": signature };
  return new Request(WEBHOOK, { method: "POST", headers, body: payload });
}

/**
 * Events as an unreliable network delivers them: some are lost, some repeated, in any order. `random` returns numbers from 0 to
 * 1.
 */
export function deliverUnreliably(events: FakeEvent[], random: () => number): FakeEvent[] {
  const sent = events.flatMap((event) => {
    const draw = random();
    return draw < 0.2 ? [] : draw < 0.5 ? [event, event] : [event];
  });
  return sent
    .map((event) => ({ event, position: random() }))
    .toSorted((a, b) => a.position - b.position)
    .map(({ event }) => event);
}
