import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { connect } from "~/platform/database.server";
import { HOUR } from "~/platform/durations";
import { readEnv } from "~/platform/env.server";
import { heldSince, holdShop } from "~/platform/shop-hold.server";
import { cents } from "~/shop/money";
import { openSealer } from "~/platform/sealing.server";
import { emptyDatabase } from "~/testing/empty-database";
import { openCard } from "~/testing/gift-cards.server";
import { openStripeFake } from "~/testing/stripe-fake";
import { gatewayAt } from "~/testing/stripe-fake-gateway";
import { runShopCommand } from "./shop-commands";

const addresses = emptyDatabase("backup_commands");
const folder = await mkdtemp(join(tmpdir(), "backup-commands-"));
const stripe = await openStripeFake();
const argv = process.argv;
const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
afterEach(() => {
  process.argv = argv;
  stripe.recover();
});
afterAll(() => Promise.all([rm(folder, { recursive: true }), stripe.close()]));

/** Runs a command; returns its exit code, and the text that it printed. */
async function run(verb: string, ...words: string[]): Promise<{ code: number; text: string }> {
  process.argv = ["node", "index.js", verb, ...words];
  printed.mockClear();
  const env = readEnv({
    DATABASE_URL: addresses.url,
    DATABASE_OWNER_URL: addresses.ownerUrl,
    DATA_DIR: folder,
    STRIPE_SECRET_KEY: stripe.keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.keys.publishableKey,
    STRIPE_API_BASE: stripe.keys.apiBase,
  });
  const code = (await runShopCommand(env, [verb, ...words])) ?? 0;
  return { code, text: printed.mock.calls.map(([line]) => String(line)).join("") };
}

async function giveCard(): Promise<void> {
  const { db, close } = connect(addresses.url, { max: 1 });
  await openCard({ db, sealer: await openSealer(folder) }, 20_00);
  await close();
}

async function isHeld(): Promise<boolean> {
  const { db, close } = connect(addresses.url, { max: 1 });
  return heldSince(db)
    .then((held) => held !== undefined)
    .finally(close);
}

test("resume lists payments that the shop lost, and needs --anyway to continue; without such payments it just resumes", async () => {
  expect((await run("resume")).text).toBe("The shop is not held.\n");
  await holdShop(addresses.ownerUrl, new Date(Date.now() - 60_000));

  await giveCard();
  stripe.inject("forbidden", /^GET \/v1\/payment_intents/, 1);
  expect(await run("resume")).toMatchObject({ code: 1, text: expect.stringContaining("Stripe could not be asked") });

  const { id, clientSecret } = await gatewayAt(stripe).request(cents(189_00), "Credit Card", crypto.randomUUID());
  expect((await run("resume")).text).toContain("Unknown and unpaid: 1 request at Stripe");
  await stripe.confirmCard(clientSecret, "4242424242424242");
  const { code, text } = await run("resume");
  expect(code).toBe(1);
  expect(text).toContain(`$189.00  received  ${id}`);
  expect(text).toMatch(/Balances of 1 gift card are those of the snapshot, \d{4}-/);
  expect(await isHeld()).toBe(true);

  expect(await run("resume", "--anyway")).toMatchObject({ code: 0, text: expect.stringContaining(id) });
  expect(await isHeld()).toBe(false);

  await holdShop(addresses.ownerUrl, new Date(Date.now() + HOUR));
  expect(await run("resume")).toMatchObject({ code: 0, text: expect.stringContaining("is known to the shop") });
});
