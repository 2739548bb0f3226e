import { parseArgs } from "node:util";
import pg from "pg";
import { type Env, UnusableEnv } from "~/platform/env.server";
import { migrate } from "~/platform/migrations.server";
import { openDatabase } from "~/server/open-database";
import { addManyCounts } from "./many-counts";
import { addManyOrders, FILLED } from "./many-orders";
import { addManyProductsInBulk } from "./many-products";

export const FILL_USAGE = `Usage: npm run bench -- fill [--orders 10000] [--products 5000] [--anyway]
  adds generated products, and generated orders of 24 months with refunds, returns, messages and reviews, payouts and searches, to try the
  shop at its size
  refused where real orders stand; --anyway does it all the same, and nothing takes them out again`;

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/** `npm run bench -- fill`: fills a shop with generated orders and products of some years; each run generates the same ones. */
export async function fillShop(env: Env): Promise<number> {
  const { orders, products, anyway } = parsed();
  if (env.shopMode === "live")
    throw new UnusableEnv("SHOP_MODE is live: a live shop is not filled with invented orders.");
  const database = await openDatabase(env);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  try {
    await migrate(database);
    await client.connect();
    const refusal = await refusalOf(client, anyway);
    if (refusal) {
      say(refusal);
      return 1;
    }
    const begun = performance.now();
    await addManyProductsInBulk(client, products);
    await addManyOrders(client, orders);
    await addManyCounts(client, FILLED);
    await client.query("vacuum analyze");
    say(`${orders} orders and ${products} products in ${((performance.now() - begun) / 1000).toFixed(1)} seconds.`);
    return 0;
  } finally {
    await client.end();
    await database.stop();
  }
}

/** Error message when a shop may not be filled, else undefined. `anyway` permits generated orders beside real ones. */
export async function refusalOf(client: Pick<pg.ClientBase, "query">, anyway: boolean): Promise<string | undefined> {
  const { rows } = await client.query<{ stocked: boolean; filled: boolean; real: number }>(
    `select exists (select from products where published_status = 'published') as stocked,
      exists (select from orders where draft_key like $1) as filled,
      (select count(*)::int from orders where not sample and paid_at is not null and coalesce(draft_key, '') not like $1) as real`,
    [`${FILLED}%`],
  );
  const [found] = rows;
  if (!found?.stocked) return "There are no products to vary: start the shop once, so that it is stocked.";
  if (found.filled) return "This shop has been filled before. npm run shop -- db reset empties it.";
  if (found.real > 0 && !anyway)
    return `This shop has ${found.real} orders of its own, among which invented ones would stand. --anyway adds them all the same.`;
  return undefined;
}

function parsed(): { orders: number; products: number; anyway: boolean } {
  try {
    const { values } = parseArgs({
      args: process.argv.slice(2),
      options: {
        orders: { type: "string", default: "10000" },
        products: { type: "string", default: "5000" },
        anyway: { type: "boolean", default: false },
      },
    });
    return { orders: whole(values.orders), products: whole(values.products), anyway: values.anyway };
  } catch (error) {
    throw error instanceof UnusableEnv ? error : new UnusableEnv(FILL_USAGE);
  }
}

/** Parses a whole number of at most seven digits: order numbers have eight digits and must not run out. */
function whole(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new UnusableEnv(FILL_USAGE);
  return Number(text);
}
