import { createHash, randomBytes } from "node:crypto";
import { FIGURES, figuresName, papersOf } from "../figures-addresses.ts";
import { addManyCounts } from "../fill/many-counts.ts";
import { addManyOrders, FILLED } from "../fill/many-orders.ts";
import { addManyProductsInBulk } from "../fill/many-products.ts";
import { fieldsIn } from "../../src/testing/form-fields.ts";
import { failed, figure, heading, percentile, remark } from "../figures.mjs";
import { pathOf, screens } from "../screens.mjs";
import { startShop } from "../shop.mjs";

/** Size of the measured shop, and the seconds within which it has to be filled. */
const SHOP = { orders: 10_000, products: 5_000, filledWithinSeconds: 20 };
const LARGE_SHOP = { orders: 250_000, products: 100_000, filledWithinSeconds: 500 };
/** Number of timed requests for most figures, over their addresses in turn, and of untimed requests before them (WARM). */
const TIMES = 40;
const WARM = 20;

/** Measures the time to the first byte of each back-office screen, by sequential requests. */
export const backOffice = (context) => inShopOf(SHOP, context);

/** Measures the same times in a shop with 100,000 products and 250,000 orders of two years. */
export const largeBackOffice = (context) => inShopOf(LARGE_SHOP, context);

async function inShopOf({ orders, products, filledWithinSeconds }, { homeOf, port }) {
  heading(
    `The back office with ${orders.toLocaleString("en-US")} orders and ${products.toLocaleString("en-US")} products, p95`,
  );
  // Without https the back office accepts members on localhost only, and only without a proxy that forwards client addresses.
  const origin = `http://localhost:${port}`;
  const shop = await startShop({
    home: await homeOf(),
    port,
    environment: { PUBLIC_URL: origin, TRUSTED_PROXIES: "0" },
  });
  try {
    const connection = { query: (statement, values) => shop.query(statement, values) };
    const begun = performance.now();
    await addManyProductsInBulk(connection, products);
    const between = performance.now();
    await addManyOrders(connection, orders);
    await addManyCounts(connection, FILLED);
    const perOrder = `${((performance.now() - between) / orders).toFixed(2)} ms an order`;
    figure(
      "orders and products added",
      (performance.now() - begun) / 1000,
      "s",
      { most: filledWithinSeconds },
      perOrder,
    );
    // Computes the stored sums of figures, as the hourly job does.
    await shop.command("db", "figures");
    await shop.query("vacuum analyze");
    const cookie = `workshop-${port}=${await ownerSession(shop)}`;
    const get = (path) => firstByte(`${origin}/back-office${path}`, cookie);
    for (const [name, { paths, most }] of Object.entries({ ...(await questions(shop)), ...GOODS, ...FIGURES_NOW })) {
      const waits = [];
      for (let turn = -WARM; turn < TIMES; turn += 1) {
        const wait = await get(paths[(turn + WARM) % paths.length]);
        if (turn >= 0) waits.push(wait);
      }
      figure(name, percentile(waits, 0.95), "ms", { most });
    }
    for (const path of FIGURES)
      await timeOfFigures(`${origin}/back-office`, cookie, path).catch((error) =>
        failed(`figures of two years, ${figuresName(path)}`, error),
      );
    const saves = await savesOfOneVariant(shop, origin, cookie);
    figure(`one variant of a product of ${VARIANTS}, saved`, percentile(saves, 0.95), "ms", { most: 300 });
    for (const screen of screens())
      await timeOfScreen(shop, `${origin}/back-office`, cookie, screen).catch((error) =>
        failed(`screen ${screen.pattern}`, error),
      );
  } finally {
    await shop.stop();
  }
}

/** Inserts an owner with a session into the tables, without signing in; returns the session's token. */
async function ownerSession(shop) {
  const [{ id }] =
    await shop.query(`insert into member_accounts (name, email, role, passphrase_hash, totp_secret, passkey_user)
    values ('Bench', 'bench@example.com', 'owner', 'none', 'none', 'bench') returning id`);
  await shop.query("insert into member_recovery_codes (member_id, code_hash) values ($1, 'none')", [id]);
  const token = randomBytes(32).toString("base64url");
  await shop.query(
    `insert into member_sessions (token_hash, member_id, agent, created_at, seen_at, confirmed_at)
      values ($1, $2, 'the bench', now(), now(), now() + interval '1 hour')`,
    [createHash("sha256").update(token).digest("base64url"), id],
  );
  return token;
}

/** Addresses of lists and order pages, each group with its limit in milliseconds. */
async function questions(shop) {
  const found = await shop.query(`select facts.number, name from order_facts facts join orders using (number)
    where standing <> 'lapsed' order by facts.at desc limit 2000`);
  const some = found.filter((_, index) => index % 50 === 0);
  const [{ number: longest }] = await shop.query("select number from order_facts order by lines desc limit 1");
  const oneWrong = (name) => `${name.slice(0, 3)}q${name.slice(4)}`;
  const lastOf = (name) => name.split(" ")[1];
  return {
    "list of orders": { paths: ["/orders"], most: 100 },
    "list of orders, next page": { paths: some.map(({ number }) => `/orders?after=${number}`), most: 100 },
    "orders, filtered": {
      paths: [
        "/orders?ship=left&sort=oldest",
        "/orders?state=packed,partly-shipped",
        "/orders?money=refunds",
        "/orders?from=2026-01-01&to=2026-03-31",
        "/orders?sort=highest",
        "/orders?returns=waiting",
      ],
      most: 200,
    },
    "orders, searched by a name with a wrong letter": {
      paths: some.map(({ name }) => `/orders?q=${oneWrong(lastOf(name))}`),
      most: 200,
    },
    "orders, searched by a word of many goods": {
      paths: ["/orders?q=jacket", "/orders?q=tee", "/orders?q=black"],
      most: 200,
    },
    "people and returns, searched": {
      paths: some.flatMap(({ name }) => [`/people?q=${lastOf(name)}`, `/returns?q=${lastOf(name)}`]),
      most: 200,
    },
    "palette, an order by digits or name": {
      paths: some.flatMap(({ number, name }) => [
        `/find?q=${number.slice(0, 5)}`,
        `/find?q=${lastOf(name).slice(0, 5)}`,
      ]),
      most: 100,
    },
    "an order of 200 lines": { paths: [`/orders/${longest}`], most: 200 },
    "slips of ten orders": {
      paths: [`/orders/print?kind=slip&numbers=${some.slice(0, 10).map(({ number }) => number)}`],
      most: 200,
    },
  };
}

/** Addresses of figures as they are opened each day, with their limit in milliseconds. */
const FIGURES_NOW = {
  "figures of the last 30 days, and of stock": {
    paths: ["/figures", "/figures/sales?by=product", "/figures/returns", "/figures/stock", "/figures/stock?show=buy"],
    most: 300,
  },
};

/** Addresses of lists of goods and levels, each group with its limit in milliseconds. */
const GOODS = {
  "goods, filtered and searched": {
    paths: [
      "/goods?only=low",
      "/goods?only=missing",
      "/goods?sort=newest",
      "/goods?q=jacket",
      "/goods?q=outlaw+gloves",
      "/stock?show=low",
      "/stock?show=out",
      "/stock?order=fewest",
      "/stock?q=jacket+red",
    ],
    most: 200,
  },
  "palette, goods": { paths: ["/find?q=jacket", "/find?q=outlaw", "/find?q=G-77", "/find?q=zzqqyy"], most: 200 },
};

/** Number of variants added to a product for the measurement of saves. */
const VARIANTS = 400;

/** Saves the form of a product with many variants with one changed price; returns the time of each save in milliseconds. */
async function savesOfOneVariant(shop, origin, cookie) {
  const [{ id }] = await shop.query("select product_id as id from variants group by 1 order by count(*), 1 limit 1");
  await shop.query(
    `insert into variants (product_id, size, color, price_cents, stock, position)
      select $1, 'S' || n % 20, 'C' || n / 20, 5000, 5, 1000 + n from generate_series(1, $2::int) n`,
    [id, VARIANTS],
  );
  const url = `${origin}/back-office/goods/${id}`;
  const waits = [];
  for (let turn = -2; turn < TIMES / 2; turn += 1) {
    const page = await fetch(url, { headers: { cookie } });
    const fields = fieldsIn(await page.text(), "product");
    const price = Object.keys(fields).findLast((name) => name.endsWith(":price"));
    if (!price) throw new Error(`${url} has no price of a variant.`);
    const body = new URLSearchParams({ ...fields, [price]: `${60 + (turn + 2)}.00` });
    const begun = performance.now();
    const answer = await fetch(url, { method: "POST", headers: { cookie, origin }, body, redirect: "manual" });
    await answer.arrayBuffer();
    if (answer.status !== 302) throw new Error(`${url} answered ${answer.status} to a save`);
    if (turn >= 0) waits.push(performance.now() - begun);
  }
  return waits;
}

/** Measures a screen of figures, its print sheet, and the files that it leads to, which have all rows of their tables. */
async function timeOfFigures(above, cookie, path) {
  const waits = async (to, times) => {
    const all = [];
    for (let turn = 0; turn < times; turn += 1) all.push(await firstByte(above + to, cookie));
    return percentile(all, 0.95);
  };
  const page = await fetch(above + path, { headers: { cookie } });
  const { print, files } = papersOf(await page.text());
  if (!print) throw new Error(`${path} answered ${page.status} without a print sheet`);
  const name = figuresName(path);
  await waits(path, 2);
  figure(`figures of two years, ${name}`, await waits(path, TIMES / 2), "ms", { most: 300 });
  figure(`figures of two years, ${name}, printed`, await waits(print, TIMES / 8), "ms", { most: 300 });
  for (const file of files) figure(`figures of two years, ${figuresName(file)}`, await waits(file, 2), "ms");
}

/** Measures a screen; prints its name and skips it when the shop has no record for it. */
async function timeOfScreen(shop, above, cookie, { pattern, isDoor, example }) {
  if (example === undefined) throw new Error("no example says which record it shows");
  const [record] = example ? await shop.query(example) : example === "" ? [{}] : [];
  const url = record && above + pathOf(pattern, record);
  const own = isDoor ? "" : cookie;
  const status = url ? await statusOf(url, own) : 404;
  if (status !== 200) {
    remark(`screen ${pattern}: not measured, this shop has none to show (${status})`);
    return;
  }
  const waits = [];
  for (let turn = -2; turn < TIMES / 2; turn += 1) {
    const wait = await firstByte(url, own);
    if (turn >= 0) waits.push(wait);
  }
  figure(`screen ${pattern}`, percentile(waits, 0.95), "ms", { most: 200 });
}

async function statusOf(url, cookie) {
  const response = await fetch(url, { headers: { cookie }, redirect: "manual" });
  await response.arrayBuffer();
  return response.status;
}

/** Returns the time to the first byte of an answer in milliseconds, after reading the rest of the answer. */
async function firstByte(url, cookie) {
  const begun = performance.now();
  const response = await fetch(url, { headers: { cookie }, redirect: "manual" });
  const waited = performance.now() - begun;
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return waited;
}
