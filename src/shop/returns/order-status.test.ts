import { expect, test } from "vitest";
import { testApp } from "~/testing/test-app.server";
import { approveReturn } from "./approve-return.server";
import { startReturn } from "./returns.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { elementsOf, linkTo, textOf } from "~/testing/html";
import { testPages } from "~/testing/test-pages.server";
import { packOrder } from "~/shop/orders/parcels/pack-order.server";

const { shop, shipped, bought, seen, stateOf } = await openBoughtOrders();
const { pages, acceptsForms } = testPages();
const app = testApp(shop, { pages, acceptsForms });

async function posted(path: string, fields: Record<string, string>): Promise<string> {
  const headers = { origin: shop.address };
  const request = new Request(new URL(path, shop.address), {
    method: "POST",
    body: new URLSearchParams(fields),
    headers,
  });
  return (await app.fetch(request)).text();
}

test("a shopper starts a return of a found order without typing number and e-mail address again, and no URL contains them", async () => {
  const order = await shipped();
  const email = "jo.delacroix@example.com";
  const page = await posted("/order-status", { order, email });
  const form = elementsOf(page, "form").find((each) => textOf(each).includes("Start a return")) ?? "";
  expect(form).toContain('method="post"');
  expect(fieldsIn(form)).toEqual({ order, email });
  expect(page).not.toMatch(/href="[^"]*(@|%40)example\.com/);

  const [, path = ""] = /action="([^"#]+)/.exec(form) ?? [];
  const next = await posted(path, fieldsIn(form));
  expect(textOf(next)).toContain("Can be sent back until");
  expect(fieldsIn(formIn(next, "Get a return number"))).toMatchObject({ order, email, step: "start" });
});

const email = "jo.delacroix@example.com";

test("an order is printed with a style sheet that screens do not wait for", async () => {
  const page = await posted("/order-status", { order: await shipped(), email });
  expect(page).toMatch(/<link rel="stylesheet"[^>]* media="print"/);
});

test("the page of an order has the words of its own state only, and the form that looks up an order has the words of no state", async () => {
  const page = await posted("/order-status", { order: await shipped(), email });
  expect(page).toContain("Your order is on its way.");
  expect(page).toContain("Where it goes");
  expect(page).not.toMatch(/Lost on its way|Your return has arrived|waits for the carrier/);
  const before = await (await app.fetch(new Request(new URL("/order-status", shop.address)))).text();
  expect(before).not.toMatch(/Your order is on its way|Where it goes|Awaiting payment/);
});

test("an order that has just been paid waits to be packed", async () => {
  const page = textOf(await posted("/order-status", { order: await bought(), email }));
  expect(page).toContain("Your payment has arrived, and your order waits to be packed.");
  expect(page).not.toMatch(/being packed/i);
});

test("a shopper cancels an unpacked order only by submitting a form: opening a link, as a mail scanner does, cannot cancel it", async () => {
  const order = await bought();
  const asked = new URLSearchParams({ order, email, step: "cancel" });
  await app.fetch(new Request(new URL(`/order-status?${asked}`, shop.address)));
  expect(await stateOf(order)).toBe("paid");

  const page = await posted("/order-status", { order, email });
  const form = formIn(page, "Yes, cancel it");
  expect(fieldsIn(form)).toEqual({ order, email, step: "cancel" });
  expect(textOf(page)).toContain("goes back the way you paid");
  // No piece was sent, so none can be returned.
  expect(textOf(page)).not.toContain("Start a return");

  const done = textOf(await posted("/order-status", fieldsIn(form)));
  expect(await stateOf(order)).toBe("cancelled");
  expect(done).toContain("This order was cancelled.");
  expect(done).not.toContain("Yes, cancel it");
});

test("a shopper who cancels too late sees the order in its current state, and the reason", async () => {
  const order = await bought();
  const form = fieldsIn(formIn(await posted("/order-status", { order, email }), "Yes, cancel it"));
  await packOrder(shop, await seen(order));
  const late = textOf(await posted("/order-status", form));
  expect(await stateOf(order)).toBe("packed");
  expect(late).toContain("It is too late to cancel this order here");
  expect(late).toContain("Your order is packed and waits for the carrier.");
  expect(late).not.toContain("Yes, cancel it");
});

test("the page of an order offers no return once all of its pieces are coming back", async () => {
  const order = await shipped();
  const start = (values: Record<string, string>) =>
    startReturn(shop, { order, email, round: "0", values }, { now: new Date(), settings: shop.settings() });
  await start({ "quantity-0": "2", "reason-0": "too-small" });
  expect(textOf(await posted("/order-status", { order, email }))).toContain("Start a return");

  await start({ "quantity-1": "1", "reason-1": "damaged" });
  expect(textOf(await posted("/order-status", { order, email }))).not.toContain("Start a return");
});

test("the page of an order shows its returns with number, state and next steps; the return's number finds the page, too", async () => {
  const order = await shipped();
  const settings = { ...shop.settings(), returnApproval: "automatic" } as const;
  const wish = { order, email, round: "0", values: { "quantity-0": "1", "reason-0": "too-small" } };
  const number = await startReturn(shop, wish, { now: new Date(), settings });
  const shown = `R-${number.slice(1, 4)} ${number.slice(4)}`;

  const started = textOf(await posted("/order-status", { order, email }));
  expect(started).toContain(shown);
  expect(started).toContain("wait for the prepaid label");

  const step = { number, version: 1, actor: { kind: "staff" } } as const;
  await approveReturn(shop, step, { url: "https://labels.example/1" });
  const page = await posted("/order-status", { order: shown.toLowerCase(), email });
  expect(textOf(page)).toContain("Print the prepaid label");
  expect(linkTo(page, "Print the label")).toBe("https://labels.example/1");
  expect(textOf(await posted("/order-status", { order: shown, email: "sam@example.com" }))).toContain(
    "No order was found with this number and e-mail address.",
  );
});
