import { expect, type Page } from "@playwright/test";
import { test as base } from "./support/test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "../scripts/free-port.mjs";
import { openStripeFake, type StripeFake } from "../src/testing/stripe-fake";
import { lineOf, noPopUp, remember } from "./support";
import { openCard } from "./support/gift-cards";
import { confirmed, enterCard, pay, toPayment } from "./support/checkout";

/** Tests with a second shop that takes payments through a fake Stripe, which the shop and the browser both call. */
const test = base.extend<{ atStripe: Page }, { stripe: StripeFake; shop: { address: string; data: string } }>({
  stripe: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const stripe = await openStripeFake();
      await give(stripe);
      await stripe.close();
    },
    { scope: "worker" },
  ],
  shop: [
    async ({ stripe }, give) => {
      const port = await freePort();
      const data = await mkdtemp(join(tmpdir(), "iron-mesa-stripe-"));
      await chmod(data, 0o755);
      const address = `http://localhost:${port}`;
      const server = spawn(process.execPath, ["build/server/index.js", "serve"], {
        stdio: ["ignore", "ignore", "inherit"],
        env: {
          ...process.env,
          NODE_ENV: "production",
          PORT: String(port),
          PUBLIC_URL: address,
          DATA_DIR: data,
          LOG_LEVEL: "error",
          DATABASE_URL: "",
          SMTP_URL: "",
          SHOP_MODE: "demo",
          MAKE_PICTURES: "false",
          DEMO_SAMPLES: "false",
          DRAIN_SECONDS: "0",
          STRIPE_SECRET_KEY: stripe.keys.secretKey,
          STRIPE_PUBLISHABLE_KEY: stripe.keys.publishableKey,
          STRIPE_WEBHOOK_SECRET: stripe.keys.webhookSecret,
          STRIPE_API_BASE: stripe.keys.apiBase,
        },
      });
      await expect
        .poll(
          () =>
            fetch(`${address}/readyz`).then(
              ({ ok }) => ok,
              () => false,
            ),
          { timeout: 60_000 },
        )
        .toBe(true);
      await give({ address, data });
      server.kill("SIGTERM");
      await once(server, "exit");
      await rm(data, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 90_000 },
  ],
  baseURL: ({ shop }, give) => give(shop.address),
  /** A page that gets a test script in place of Stripe's, and whose requests to Stripe's API the fake answers. */
  atStripe: async ({ page, stripe }, give) => {
    const script = await readFile("e2e/stripe-script.js", "utf8");
    await page.route("https://js.stripe.com/**", (route) =>
      route.fulfill({ contentType: "text/javascript", body: script }),
    );
    await page.route("https://api.stripe.com/**", async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const response = await route.fetch({ url: `${stripe.keys.apiBase}${pathname}${search}` }).catch(() => undefined);
      await (response ? route.fulfill({ response }) : route.abort("connectionreset"));
    });
    await give(page);
  },
});

// The tests of this file run one after the other, because they share one shop.
test.describe.configure({ mode: "default" });

const newest = (stripe: StripeFake) => [...stripe.account.intents.values()].at(-1);

test("Stripe's script is loaded only at the payment step (R-7-19)", async ({ atStripe: page }) => {
  const met: string[] = [];
  page.on("request", (request) => request.url().includes("stripe.com") && met.push(request.url()));
  await remember(page, { cart: [await lineOf(page, "Ride Dirty Tee")], ...noPopUp });
  for (const address of ["/", "/shop/men", "/cart", "/checkout"]) await page.goto(address);
  expect(met).toEqual([]);

  await toPayment(page, noPopUp);
  await page.getByRole("radio", { name: "Credit Card" }).check();
  await expect(page.getByRole("textbox", { name: "Card number" })).toBeVisible();
  expect(met).toEqual(["https://js.stripe.com/endive/stripe.js"]);
});

test("paying by card makes an order, with the billing details that Stripe requires, without console errors (R-7-18)", async ({
  atStripe: page,
  stripe,
}) => {
  const complaints: string[] = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  await toPayment(page, noPopUp);
  await enterCard(page, "4242 4242 4242 4242");
  await pay(page).click();

  await expect(confirmed(page)).toBeVisible();
  expect(newest(stripe)).toMatchObject({ status: "succeeded", payment_method_types: ["card"] });
  const asked = stripe.requests.findLast(({ what }) => what.endsWith("/confirm"));
  const { billing_details } = (asked?.params["payment_method_data"] ?? {}) as { billing_details?: string };
  expect(JSON.parse(billing_details ?? "")).toEqual({
    name: "Jo Delacroix",
    email: "jo.delacroix@example.com",
    phone: "+19285550100",
    address: { line1: "88 Sandstone Avenue, Flagstaff", city: "Flagstaff", postal_code: "86001", country: "US" },
  });
  expect(complaints).toEqual([]);
});

test("missing card fields get messages beside them, and the card is not charged", async ({
  atStripe: page,
  stripe,
}) => {
  await toPayment(page, noPopUp);
  await page.getByRole("radio", { name: "Credit Card" }).check();
  const before = stripe.requests.length;
  await pay(page).click();

  await expect(page.getByText("Please enter your card details first")).toBeVisible();
  await expect(page.getByText("Your card number is incomplete.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Card number" })).toBeFocused();
  expect(stripe.requests.length).toBe(before);
});

test("a declined card shows the reason, and another card pays the same order", async ({ atStripe: page, stripe }) => {
  await toPayment(page, noPopUp);
  await enterCard(page, "4000 0000 0000 9995");
  await pay(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "Your card has insufficient funds." })).toBeVisible();
  const { id } = newest(stripe) ?? {};

  await enterCard(page, "4242 4242 4242 4242");
  await pay(page).click();
  await expect(confirmed(page)).toBeVisible();
  expect(newest(stripe)?.id).toBe(id);
});

test("a shopper can approve or refuse a payment in the bank's confirmation window", async ({ atStripe: page }) => {
  await toPayment(page, noPopUp);
  await enterCard(page, "4000 0025 0000 3155");
  await pay(page).click();
  await page.getByRole("dialog", { name: "Your bank asks" }).getByRole("button", { name: "Fail" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "unable to authenticate" })).toBeVisible();

  await pay(page).click();
  await page.getByRole("dialog", { name: "Your bank asks" }).getByRole("button", { name: "Complete" }).click();
  await expect(confirmed(page)).toBeVisible();
});

test("when the connection breaks after the payment, the shop fetches the payment's state from Stripe and makes the order (R-8-17)", async ({
  atStripe: page,
}) => {
  await toPayment(page, noPopUp);
  await enterCard(page, "4000 0000 0001 0015");
  await pay(page).click();
  await expect(confirmed(page)).toBeVisible();
});

test("Klarna opens its own page, and after approval the shop shows the confirmation", async ({
  atStripe: page,
  stripe,
}) => {
  await toPayment(page, noPopUp);
  await page.getByRole("radio", { name: "Klarna" }).check();
  await pay(page).click();
  await page.getByRole("link", { name: "Approve" }).click();

  await expect(page).toHaveURL(/\/order-success\?/);
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  expect(newest(stripe)).toMatchObject({ status: "succeeded", payment_method_types: ["klarna"] });
});

test("after a payment that Klarna refuses, the shopper returns to the shop with the bag unchanged", async ({
  atStripe: page,
}) => {
  await toPayment(page, noPopUp);
  await page.getByRole("radio", { name: "Klarna" }).check();
  await pay(page).click();
  await page.getByRole("link", { name: "Refuse" }).click();

  await expect(page.getByRole("heading", { name: "Payment not completed" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Bag, 1 item" }).first()).toBeVisible();
});

test("the button of the device's wallet pays without a card form", async ({ atStripe: page, stripe }) => {
  await toPayment(page, { ...noPopUp, wallet: "4242424242424242" });
  await page.getByRole("button", { name: "Google Pay" }).click();
  await expect(confirmed(page)).toBeVisible();
  expect(newest(stripe)?.status).toBe("succeeded");
});

test("the device's wallet pays what a gift card leaves to a card, although Klarna is chosen, whose least is more", async ({
  atStripe: page,
  stripe,
  shop,
}) => {
  await toPayment(page, { ...noPopUp, wallet: "4242424242424242" });
  const summary = page.getByRole("complementary", { name: "Order summary" });
  const total = /TOTAL\s*\$(\d+)\.(\d\d)/.exec(await summary.innerText());
  const card = await openCard(Number(`${total?.[1]}${total?.[2]}`) - 20, shop.data);
  await summary.getByRole("button", { name: "ADD" }).click();
  await summary.getByRole("textbox", { name: "Code or gift card" }).fill(card.code);
  await summary.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("radio", { name: "Klarna" }).check();
  await expect(summary).toContainText("exactly $1.00 is left: the least that Klarna takes.");
  await page.getByRole("button", { name: "Google Pay" }).click();
  await expect(confirmed(page)).toBeVisible();
  expect(newest(stripe)).toMatchObject({ status: "succeeded", amount: 50 });
});

test("a declined wallet payment shows a message, and the wallet's window gets the failure", async ({
  atStripe: page,
}) => {
  await toPayment(page, { ...noPopUp, wallet: "4000000000000002" });
  await page.getByRole("button", { name: "Google Pay" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Your card was declined." })).toBeVisible();
  expect(await page.evaluate(() => (window as { walletSays?: string }).walletSays)).toBe("failed");
});

test("when Stripe's script fails to load, the page stays usable and offers to try again", async ({
  atStripe: page,
}) => {
  await page.route("https://js.stripe.com/**", (route) => route.abort());
  await toPayment(page, noPopUp);
  await expect(page.getByText(/payment provider \(Stripe\) could not be loaded/)).toBeVisible();
  await expect(pay(page)).toBeDisabled();
  await page.getByRole("button", { name: "Edit delivery" }).click();
  await expect(page.getByRole("textbox", { name: "Phone" })).toBeEditable();
  await page.getByRole("button", { name: "Save and continue" }).click();

  await page.unroute("https://js.stripe.com/**");
  await page.route("https://js.stripe.com/**", async (route) =>
    route.fulfill({ contentType: "text/javascript", body: await readFile("e2e/stripe-script.js", "utf8") }),
  );
  await page.getByRole("button", { name: "Try again" }).click();
  await enterCard(page, "4242 4242 4242 4242");
  await pay(page).click();
  await expect(confirmed(page)).toBeVisible();
});

test("Stripe's webhook makes the order of a shopper whose browser was closed", async ({
  atStripe: page,
  stripe,
  shop,
}) => {
  await toPayment(page, noPopUp);
  await enterCard(page, "4000 0000 0001 0015");
  // The browser pays and is closed before it calls the shop to place the order.
  const paid = page.waitForRequest(/\/confirm$/);
  await page.route("https://api.stripe.com/v1/payment_intents/*?*", () => undefined);
  await pay(page).click();
  await paid;
  await expect.poll(() => newest(stripe)?.status).toBe("succeeded");
  const intent = newest(stripe);
  await page.close();

  const event = stripe.account.events.findLast(({ type }) => type === "payment_intent.succeeded");
  if (!event || !intent) throw new Error("Stripe told nothing.");
  const message = stripe.webhookRequest(event);
  const { headers } = message;
  const body = await message.text();
  const webhook = `${shop.address}/api/stripe/webhook`;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => fetch(webhook, { method: "POST", headers, body })),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 204));
  await expect.poll(() => statesOf(shop.data, intent.id)).toEqual(["paid"]);
});

/** Reads the states of the orders of a payment request. */
async function statesOf(data: string, requestId: string): Promise<string[]> {
  const client = new pg.Client({ host: join(data, "postgres", "socket"), user: "shop", database: "shop" });
  await client.connect();
  const question = "select state from orders where number in (select order_number from payments where gateway_id = $1)";
  const { rows } = await client.query<{ state: string }>(question, [requestId]).finally(() => client.end());
  return rows.map(({ state }) => state);
}
