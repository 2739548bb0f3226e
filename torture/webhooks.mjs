import { setTimeout as pause } from "node:timers/promises";

/** Probability that an event is lost, probability that it is repeated, and its maximum delay in milliseconds. */
const LOST = 0.25;
const AGAIN = 0.3;
const LATEST_MS = 9_000;

/** Delivers Stripe's events to any running shop: late, repeatedly, in any order, or not at all. */
export function deliverWebhooks(stripe, happening, shops, luck) {
  const pending = new Set();
  let seen = 0;
  const timer = setInterval(() => {
    for (; seen < stripe.account.events.length; seen += 1) {
      const event = stripe.account.events[seen];
      while (!luck.chance(LOST)) {
        const delivery = send(event, luck.below(luck.chance(0.5) ? 60 : LATEST_MS)).catch(() => undefined);
        pending.add(delivery);
        void delivery.finally(() => pending.delete(delivery));
        if (!luck.chance(AGAIN)) break;
      }
    }
  }, 5);

  async function send(event, delay) {
    await pause(delay);
    const shop = shops.anyOpen(luck);
    if (!shop) return luck.chance(0.5) ? send(event, 1000) : undefined;
    const request = stripe.webhookRequest(event);
    const { headers, method } = request;
    const sent = fetch(`${shop.address}/api/stripe/webhook`, { method, headers, body: await request.text() });
    happening.at("news sent", shop.name);
    const { status } = await sent.catch(() => ({ status: 0 }));
    if (status >= 500 && status !== 503) shops.faults.push(`the event ${event.type} was answered with ${status}`);
    // Like Stripe, repeats events that the shop did not accept.
    return status >= 300 || status === 0 ? send(event, 1000) : undefined;
  }

  return {
    async stop() {
      clearInterval(timer);
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
