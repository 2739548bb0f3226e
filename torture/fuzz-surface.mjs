import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { runnerImport } from "vite";
import { MARK } from "./fuzz-values.mjs";

/** The shopper whose orders are made while the surface is collected. */
const RIDER = {
  email: "rider@example.com",
  name: "Sam Rider",
  phone: "+19285550100",
  address: "88 Sandstone Avenue",
  city: "Flagstaff",
  postalCode: "86001",
};
const BILLING = { name: RIDER.name, email: RIDER.email, phone: RIDER.phone };
const ADDRESS = { line1: RIDER.address, city: RIDER.city, postal_code: RIDER.postalCode, country: "US" };
const CARD = { number: "4242 4242 4242 4242", expiry: "12/40", code: "123" };
const OTHER_ADDRESSES = [
  "/healthz",
  "/readyz",
  "/metrics",
  "/api",
  "/api/",
  "/api/docs",
  "/api/docs/",
  "/api/docs/reference.js",
  "/api/openapi.json",
  "/api/stripe/webhook",
  "/api/nothing",
  "/__manifest",
  "/favicon.ico",
  "/.env",
  "/.git/config",
  "/assets/",
  "/pictures/0/640.avif",
  "/media/",
];

/**
 * Collects everything that accepts requests from the running shop: API calls from their OpenAPI description, pages from routes
 * and sitemap, query parameters from links, and forms from pages. Makes a few orders first, so that requests can refer to real
 * ones.
 */
export async function learnSurface({ address, origin, outbox, ship }) {
  const client = clientOf(address, origin);
  const description = await client.json("/api/openapi.json");
  const products = await client.json("/api/products?limit=250");
  const variants = variantsOf(products);
  const { intents, orders } = await buySome(client, variants);
  const requestId = await startPayLater(client, variants, origin);
  await client.send("/newsletter", `email=${MARK}-reader@example.com`, FORM);
  const token = await unsubscribeToken(outbox);

  const { module } = await runnerImport("/src/routes.ts", { configFile: false, logLevel: "error" });
  const { routes, listed, examples } = await addressesOf(client, module.default, requestId);
  const shown = [...routes, ...linkedAddresses(variants, token)];
  const documents = await Promise.all(shown.map((path) => client.text(path)));
  // Only shipped goods can be returned.
  await ship(orders[0]);
  const found = await client.send("/return-or-exchange", `order=${orders[0]}&email=${RIDER.email}`, FORM);
  documents.push(await found.text());
  const files = filesIn(documents);
  return {
    origin,
    operations: operationsOf(description),
    pages: [...new Set([...routes, ...listed])],
    forms: uniqueForms(documents.flatMap((html, index) => formsIn(html, shown[index] ?? "/return-or-exchange"))),
    files: files.slice(0, 60),
    parameters: parametersIn(documents),
    shown,
    others: OTHER_ADDRESSES,
    routeIds: module.default.map(({ id, file }) => id ?? file.replace(/\.\w+$/, "")),
    known: {
      schemas: description.components?.schemas ?? {},
      variants,
      intents,
      values: { ...knownValues(products, orders, examples, files), requestId: [requestId], token: [token] },
    },
  };
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** Client that sends its requests from 250 addresses in turn. */
function clientOf(address, origin) {
  let networks = 0;
  const request = (path, init = {}) =>
    fetch(address + path, {
      redirect: "manual",
      ...init,
      headers: { "x-forwarded-for": `192.0.2.${(networks += 1) % 250}`, origin, ...init.headers },
    });
  const send = (path, body, headers = { "content-type": "application/json" }) =>
    request(path, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body), headers });
  return {
    send,
    text: async (path) => (await request(path)).text(),
    json: async (path) => (await request(path)).json(),
    post: async (path, body) => (await send(path, body)).json(),
  };
}

const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: `/api${path}`,
      parameters: operation.parameters ?? [],
      body: operation.requestBody?.content["application/json"].schema,
    })),
  );

const variantsOf = (products) =>
  products.flatMap(({ _id: product, salePrice, price, variantCombinations }) =>
    Object.entries(variantCombinations).flatMap(([size, entries]) =>
      entries.map(({ color, price: own }) => ({ product, size, color, price: salePrice || own || price })),
    ),
  );

/** Makes valid purchases: eight payment intents, of which the first four become orders. */
async function buySome(client, variants) {
  const intents = [];
  const orders = [];
  for (const variant of plentyOf(variants).slice(0, 8)) {
    const intent = await createIntent(client, variant, "Credit Card");
    if (!intent.clientSecret) continue;
    intents.push(intent);
    if (orders.length >= 4) continue;
    const orderNumber = await placeOrder(client, intent);
    if (orderNumber) orders.push(orderNumber);
  }
  if (orders.length === 0) throw new Error("No honest order could be made before the fuzz.");
  return { intents, orders };
}

const plentyOf = (variants) => variants.filter((_, index) => index % 7 === 0);

async function createIntent(client, variant, paymentMethod) {
  const item = { ...variant, quantity: 1 };
  const cents = Math.round(variant.price * 100);
  const amount = cents >= 300_00 ? cents : cents + 399;
  const body = { amount, currency: "usd", paymentMethod, items: [item], customer: RIDER };
  return { ...(await client.post("/api/pay/create-payment-intent", body)), item, amount };
}

/** Pays an intent and places its order; returns the order's number. */
async function placeOrder(client, { clientSecret, paymentIntentId, item, amount }) {
  const billing = { ...BILLING, address: ADDRESS };
  await client.post("/api/sandbox/confirm-card", { clientSecret, card: CARD, billing });
  const { product, ...rest } = item;
  const items = [{ productId: product, name: "", itemTotal: "", ...rest }];
  const orderSummary = { orderValue: 0, deliveryFee: 0, total: amount / 100 };
  const { orderNumber } = await client.post("/api/orders", {
    customer: { ...RIDER, paymentDetails: { paymentIntentId, clientSecret, method: "Credit Card" } },
    orderDetails: { items, orderSummary },
    isPaid: true,
  });
  return orderNumber;
}

/** Starts paying later; returns the id of the payment request. */
async function startPayLater(client, variants, origin) {
  const { clientSecret, paymentIntentId } = await createIntent(client, plentyOf(variants)[9], "Klarna");
  const billing = { ...BILLING, address: ADDRESS };
  const returnUrl = `${origin}/order-success`;
  const { redirect } = await client.post("/api/sandbox/pay-later", { clientSecret, billing, returnUrl });
  return redirect?.split("/").at(-1) ?? paymentIntentId;
}

/** Paths of the routes, with examples in place of their parameters, and paths of the sitemap. */
async function addressesOf(client, routeTable, requestId) {
  const paths = routeTable.map(({ index, path }) => (index ? "" : path));
  const sitemap = await client.text("/sitemap.xml");
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at]) => new URL(at).pathname);
  const examples = { requestId: [requestId], gender: ["men"], "*": ["nowhere/at/all"] };
  for (const name of ["productNameId", "title"])
    examples[name] = listed
      .filter((at) => at.startsWith(name === "title" ? "/blog/" : "/product/"))
      .map((at) => at.split("/")[2]);
  const routes = paths.map(
    (path) => `/${path.replace(/:(\w+)|\*/g, (all, name) => examples[name ?? all]?.[0] ?? "x")}`,
  );
  return { routes, listed, examples };
}

/** Addresses with query parameters that pages and letters link to. */
function linkedAddresses([first], token) {
  const chosen = new URLSearchParams({ product: first.product, size: first.size, color: first.color });
  return [`/back-in-stock?${chosen}`, `/reviews?${chosen}`, `/questions?${chosen}`, `/unsubscribe?token=${token}`];
}

const filesIn = (documents) => [
  ...new Set(
    documents
      .flatMap((html) => [...html.matchAll(/"(\/(?:assets|pictures|media|api\/media)\/[^"?\\\\ ]+)/g)])
      .map(([, at]) => at),
  ),
];

/** Values that exist in the shop, by the field names with which requests send them. */
const knownValues = (products, orders, examples, files) => ({
  ...riderValues(orders),
  id: products.map(({ _id }) => _id),
  ids: products.map(({ _id }) => _id),
  product: products.map(({ _id }) => _id),
  category: products.map(({ category }) => category?._id).filter(Boolean),
  categoryId: products.map(({ category }) => category?._id).filter(Boolean),
  slug: examples.title,
  title: examples.title,
  path: files.filter((at) => at.includes("/media/")).map((at) => at.split("/media/")[1]),
});

const riderValues = (orders) => ({
  ...Object.fromEntries(Object.entries(RIDER).map(([name, value]) => [name, [value]])),
  order: orders,
  orderNumber: orders,
  country: ["US"],
  query: ["jacket", "860", "boots"],
  search: ["jacket", "boots"],
  colors: ["Black", "Olive"],
  sizes: ["M", "33/32"],
  latitude: [35.2],
  longitude: [-111.6],
  code: ["RIDE10", "WELCOME"],
  state: ["AZ", "TX", "CA"],
  number: [CARD.number],
  expiry: [CARD.expiry],
});

/** Waits for the token in a newsletter letter, which a job writes shortly after the form is sent. */
async function unsubscribeToken(outbox) {
  for (let turn = 0; turn < 50; turn += 1) {
    for (const name of await readdir(outbox).catch(() => [])) {
      const letter = await readFile(join(outbox, name), "utf8").catch(() => "");
      const [, token] = /unsubscribe\?token=(?:3D)?([\w-]+)/.exec(letter.replace(/=\r?\n/g, "")) ?? [];
      if (token) return token;
    }
    await pause(100);
  }
  return "unknown";
}

/** Forms of a document that are sent by POST: their action and fields, each field with its possible values. */
function formsIn(html, at) {
  return [...html.matchAll(/<form([^>]*)>([^]*?)<\/form>/g)].flatMap(([, attributes, inside]) => {
    if (!/method="post"/i.test(attributes)) return [];
    const [action = ""] = unescaped(/action="([^"]*)"/.exec(attributes)?.[1] ?? at).split("#");
    const fields = new Map();
    const controls = /<select\b[^>]*>([^]*?)<\/select>|<(?:input|textarea|button)\b[^>]*>/g;
    for (const [tag, options] of inside.matchAll(controls)) {
      const name = attribute(tag, "name");
      if (!name) continue;
      const values =
        options !== undefined
          ? [...options.matchAll(/<option\b[^>]*>/g)].map(([option]) => attribute(option, "value"))
          : [attribute(tag, "value")];
      fields.set(name, [...(fields.get(name) ?? []), ...values.filter(Boolean)]);
    }
    return [{ action: action || at, fields: [...fields] }];
  });
}

const attribute = (tag, name) => unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(tag.split(">")[0])?.[1] ?? "");

const uniqueForms = (forms) => [
  ...new Map(forms.map((form) => [`${form.action} ${form.fields.map(([name]) => name)}`, form])).values(),
];

/** Names of query parameters in links, and of all fields of forms. */
function parametersIn(documents) {
  const names = documents.flatMap((html) => [
    ...[...html.matchAll(/href="\/[^"]*?\?([^"#]*)/g)].flatMap(([, query]) => [
      ...new URLSearchParams(unescaped(query)).keys(),
    ]),
    ...[...html.matchAll(/<(?:input|select)\b[^>]*\bname="([^"]*)"/g)].map(([, name]) => name),
  ]);
  return [
    ...new Set([
      ...names,
      "page",
      "shown",
      "after",
      "tab",
      "color",
      "size",
      "index",
      "_routes",
      "payment_intent",
      "payment_intent_client_secret",
      "redirect_status",
    ]),
  ];
}

const unescaped = (text) =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" })[name]);
