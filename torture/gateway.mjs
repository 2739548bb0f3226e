import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { runnerImport } from "vite";
import { deliverWebhooks } from "./webhooks.mjs";

const steps = [
  ["intent", /^POST \/v1\/payment_intents$/],
  ["look", /^GET \/v1\/payment_intents\/\w+$/],
  ["cancel", /^POST \/v1\/payment_intents\/\w+\/cancel$/],
  ["refund", /^POST \/v1\/refunds$/],
];
/** Share of the calls between shop and Stripe whose connection breaks; half of them after Stripe has executed the call. */
const BROKEN = 0.02;

/**
 * Opens the fake Stripe, a proxy between Stripe and each shop, and the delivery of webhooks. With `isWhole` no connection breaks:
 * a deploy counts every 502 that a client sees, and two broken calls in a row would cause one.
 */
export async function openGateway(happening, draw, { isWhole = false } = {}) {
  const broken = isWhole ? 0 : BROKEN;
  const { module } = await runnerImport("/src/testing/stripe-fake.ts", { configFile: false, logLevel: "error" });
  const stripe = await module.openStripeFake();
  const proxies = [];

  return {
    stripe,
    keys: stripe.keys,

    /** Address of the proxy through which a shop reaches Stripe. */
    async proxyFor(shop) {
      const proxy = createServer((request, response) =>
        forward({ stripe, happening, draw, shop, broken }, request, response).catch((error) => response.destroy(error)),
      );
      proxies.push(proxy);
      await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
      return `http://127.0.0.1:${proxy.address().port}`;
    },

    deliver: (shops, luck) => deliverWebhooks(stripe, happening, shops, luck),

    async close() {
      for (const proxy of proxies) {
        proxy.closeAllConnections();
        proxy.close();
      }
      await stripe.close();
    },
  };
}

/** Forwards a shop's call to Stripe; breaks some connections before or after Stripe has executed the call. */
async function forward({ stripe, happening, draw, shop, broken }, request, response) {
  const { method, url } = request;
  const body = await buffer(request);
  const [step] = steps.find(([, pattern]) => pattern.test(`${method} ${url.split("?")[0]}`)) ?? ["other"];
  await happening.at(`stripe ${step} asked`, shop);
  const breaks = draw.chance(broken);
  if (breaks && draw.chance(0.5)) return response.destroy();

  const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
  const options = method === "GET" ? {} : { body };
  const upstream = await fetch(stripe.keys.apiBase + url, { method, headers, ...options });
  const bytes = await buffer(upstream.body);
  await happening.at(`stripe ${step} made`, shop);
  if (breaks) return response.destroy();
  const { "transfer-encoding": _encoding, ...responseHeaders } = Object.fromEntries(upstream.headers);
  return response.writeHead(upstream.status, { ...responseHeaders, "content-length": bytes.length }).end(bytes);
}
