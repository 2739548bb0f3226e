import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { rateLimits } from "~/platform/rate-limit.tables";
import { openPayingCalls } from "~/testing/paying-calls.server";

const { db, post, stored, intent, tee } = await openPayingCalls();

const FULL = "203.0.113.7";
const OTHER = "198.51.100.9";
const key = sql`${rateLimits.key} like 'payment-intents:203.0.113.%'`;

const ask = (network: string, body: unknown) =>
  post("/pay/create-payment-intent", body, { "x-client-address": network });
const points = async () => (await db.select().from(rateLimits).where(key))[0]?.points;

test("a network that has used up its allowance of payment requests is refused, while other networks are served", async () => {
  const wish = await intent(tee);
  expect((await ask(FULL, wish)).status).toBe(200);
  expect(await points()).toBe(1);

  // A request that is refused for its prices is counted once, too.
  expect((await ask(FULL, { ...wish, amount: wish.amount + 1 })).body.code).toBe("prices-changed");
  expect(await points()).toBe(2);
  const [{ price = 0, ...item } = {}] = wish.items as unknown as [{ price?: number }];
  expect((await ask(FULL, { ...wish, items: [{ ...item, price: price + 1 }] })).status).toBeGreaterThanOrEqual(400);
  expect(await points()).toBe(3);

  await db.update(rateLimits).set({ points: 600 }).where(key);
  const before = await stored();
  const refused = await ask(FULL, wish);
  expect(refused).toMatchObject({ status: 429, body: { code: "too-many-requests" } });
  expect(await stored()).toEqual(before);
  expect((await ask(OTHER, wish)).status).toBe(200);

  // The database counts, so all processes share the allowance.
  expect(await points()).toBe(601);
});
