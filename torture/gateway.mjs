import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { runnerImport } from "vite";

const steps = [
  ["intent", /^POST \/v1\/payment_intents$/],
  ["look", /^GET \/v1\/payment_intents\/\w+$/],
  ["cancel", /^POST \/v1\/payment_intents\/\w+\/cancel$/],
  ["refund", /^POST \/v1\/refunds$/],
];
/** How many of the messages never come, or come again, and how late they are. */
const LOST = 0.25;
const AGAIN = 0.3;
const LATEST_MS = 9_000;
/** How many calls between shop and Stripe break, half of them after Stripe has done what was asked. */
const BROKEN = 0.02;

/** Stripe's stand-in, the wires between it and each shop, and the postman who brings its messages. */
export async function openGateway(happening, draw) {
  const { module } = await runnerImport("/src/testing/stripe-fake.ts", { configFile: false, logLevel: "error" });
  const stripe = await module.openStripeFake();
  const wires = [];

  async function pass(shop, request, response) {
    const { method, url } = request;
    const body = await buffer(request);
    const [step] = steps.find(([, pattern]) => pattern.test(`${method} ${url.split("?")[0]}`)) ?? ["other"];
    await happening.at(`stripe ${step} asked`, shop);
    const breaks = draw.chance(BROKEN);
    if (breaks && draw.chance(0.5)) return response.destroy();

    const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
    const sent = method === "GET" ? {} : { body };
    const answer = await fetch(stripe.keys.apiBase + url, { method, headers, ...sent });
    const bytes = await buffer(answer.body);
    await happening.at(`stripe ${step} made`, shop);
    if (breaks) return response.destroy();
    const { "transfer-encoding": _encoding, ...told } = Object.fromEntries(answer.headers);
    return response.writeHead(answer.status, { ...told, "content-length": bytes.length }).end(bytes);
  }

  return {
    stripe,
    keys: stripe.keys,

    /** The address at which one shop finds Stripe. */
    async wireFor(shop) {
      const wire = createServer((request, response) =>
        pass(shop, request, response).catch((error) => response.destroy(error)),
      );
      wires.push(wire);
      await new Promise((resolve) => wire.listen(0, "127.0.0.1", resolve));
      return `http://127.0.0.1:${wire.address().port}`;
    },

    /** Brings Stripe's messages to whichever shop is there: late, twice, in any order, or never. */
    deliver(shops, luck) {
      const under = new Set();
      let seen = 0;
      const round = setInterval(() => {
        for (; seen < stripe.account.events.length; seen += 1) {
          const event = stripe.account.events[seen];
          while (!luck.chance(LOST)) {
            const way = bring(event, luck.below(luck.chance(0.5) ? 60 : LATEST_MS)).catch(() => undefined);
            under.add(way);
            void way.finally(() => under.delete(way));
            if (!luck.chance(AGAIN)) break;
          }
        }
      }, 5);

      async function bring(event, late) {
        await pause(late);
        const shop = shops.anyOpen(luck);
        if (!shop) return luck.chance(0.5) ? bring(event, 1000) : undefined;
        const message = stripe.webhookRequest(event);
        const { headers, method } = message;
        const asked = fetch(`${shop.address}/api/stripe/webhook`, { method, headers, body: await message.text() });
        happening.at("news sent", shop.name);
        const { status } = await asked.catch(() => ({ status: 0 }));
        if (status >= 500 && status !== 503) shops.faults.push(`the message ${event.type} was answered with ${status}`);
        // Stripe sends again what was not taken.
        return status >= 300 || status === 0 ? bring(event, 1000) : undefined;
      }

      return {
        async stop() {
          clearInterval(round);
          while (under.size > 0) await Promise.all(under);
        },
      };
    },

    async close() {
      for (const wire of wires) {
        wire.closeAllConnections();
        wire.close();
      }
      await stripe.close();
    },
  };
}
