import { randomUUID } from "node:crypto";
import { between, eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { officeAs } from "~/testing/back-office-as.server";
import { fieldIn } from "~/testing/sign-in.server";
import { audit } from "~/shop/audit/audit.tables";
import { idsOfShown, submissionId } from "~/shop/audit/submission-id.server";
import { orderFacts } from "~/shop/orders/order-facts.tables";
import { orderLines, orders } from "~/shop/orders/orders.tables";
import { shownNumber } from "~/shop/orders/order-number";
import { packOrder } from "~/shop/orders/parcels/pack-order.server";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";

const { shop, db, bought, ups, seen, stateOf, rowOf, tee } = await openBoughtOrders();
const dana = memberAs("owner", "Dana");
const owner = officeAs(shop, dana);
const packer = officeAs(shop, memberAs("packer"));
const bookkeeper = officeAs(shop, memberAs("bookkeeper", "Kim"));

/** Shoppers of the tested orders, those of the oldest order first. */
const people = ["Jo Delacroix", "Imani Brooks", "Peter Lindqvist", "José Ångström"];
const numbers: string[] = [];
beforeAll(async () => {
  for (const [index, name] of people.entries()) {
    const number = await bought(index === 1 ? [["Gauntlet Leather Gloves", "M", "Black"]] : [[...tee, index + 1]]);
    const email = `${name.split(" ")[0]?.toLowerCase()}@ride.example`;
    const paidAt = new Date(Date.now() - (10 - index) * DAY);
    await db.update(orders).set({ name, email, paidAt }).where(eq(orders.number, number));
    numbers.push(number);
  }
});

/** Reads the shoppers' names on a list of orders, in its order. */
async function listed(address: string, office = owner): Promise<string[]> {
  const html = await (await office.fetch(address)).text();
  return [...html.matchAll(/orders__who">([^<]*)/g)].map(([, name]) => name ?? "");
}

test("the list shows the newest orders first, with goods, total and standing of each", async () => {
  expect(await listed("/orders")).toEqual(people.toReversed());
  const text = await owner.text("/orders");
  expect(text).toMatch(/#\d{4} \d{4} Test \w+ \d+ José Ångström , Flagstaff, AZ Sprocket Tee 4 \$[\d.]+ To ship/);
  expect(text).toMatch(/To ship 4 Late 0 All 4 Not paid 0 On the way 0 Refunds 0/);
  expect(text).toContain("4 orders, the newest first. Times are Mountain");
});

test("[B-26] the search finds an order by number, e-mail address, part of a name, SKU, word of a product and tracking number, and with one wrong letter", async () => {
  const [jo = "", imani = "", peter = ""] = numbers;
  await shop.asOwner(`update order_lines set sku = 'GLV-0042' where order_number = '${imani}'`);
  await shipParcel(shop, await seen(peter), { carrier: "UPS", trackingNumber: "1Z 999 AA1 01" });
  const queries: [string, string[]][] = [
    [jo, ["Jo Delacroix"]],
    [shownNumber(jo), ["Jo Delacroix"]],
    [jo.slice(0, 6), ["Jo Delacroix"]],
    ["imani@ride", ["Imani Brooks"]],
    ["lindq", ["Peter Lindqvist"]],
    ["delacrox", ["Jo Delacroix"]],
    ["peter lindkvist", ["Peter Lindqvist"]],
    ["angstrom", ["José Ångström"]],
    ["glv-0042", ["Imani Brooks"]],
    ["gauntlet", ["Imani Brooks"]],
    ["1z999aa101", ["Peter Lindqvist"]],
    ["999 aa1", ["Peter Lindqvist"]],
    ["delacroix gauntlet", []],
    ["%", []],
    ["100%_\\", []],
  ];
  for (const [query, names] of queries)
    expect([query, await listed(`/orders?${new URLSearchParams({ q: query })}`)]).toEqual([query, names]);
  // Members who may not see shoppers' addresses cannot search by them either.
  expect(await listed("/orders?q=imani@ride", packer)).toEqual([]);
});

test("[B-26] the search finds an order by ZIP, street, city, state, telephone number in any notation, and color", async () => {
  const [jo = "", imani = ""] = numbers;
  const home = { phone: "+15055550100", address: "12 Yucca Ct., Santa Fe", city: "Santa Fe", postalCode: "87501" };
  await db
    .update(orders)
    .set({ ...home, region: "NM" })
    .where(eq(orders.number, jo));
  const phones = [
    "(505) 555-0100",
    "5055550100",
    "+1 505 555 0100",
    "+1 (505) 555-0100",
    "505.555.0100",
    "1-505-555-0100",
  ];
  const mixed = ["505-555", "jo (505) 555-0100", "505 555 0100 delacroix"];
  const places = ["87501", "87501-1234", "santa fe", "yucca", "12 Yucca Ct.", "12 yucca ct, santa fe, nm 87501", "nm"];
  const listedBy = (query: string, office = owner) => listed(`/orders?${new URLSearchParams({ q: query })}`, office);
  for (const query of [...phones, ...mixed, ...places])
    expect([query, await listedBy(query)]).toEqual([query, ["Jo Delacroix"]]);
  expect(await listedBy("gloves black")).toEqual(["Imani Brooks"]);
  expect(await listedBy("ash tee delacroix")).toEqual(["Jo Delacroix"]);
  expect(await listedBy("gloves ash")).toEqual([]);
  expect(await owner.text(`/find?${new URLSearchParams({ q: "(505) 555-0100" })}`)).toContain(shownNumber(jo));

  // Packers may see the address but not the telephone number.
  expect(await listedBy("yucca", packer)).toEqual(["Jo Delacroix"]);
  expect(await listedBy("5055550100", packer)).toEqual([]);

  // The search no longer finds an order by corrected data, or by data that was erased at the shopper's request.
  const erased = { phone: "+1", address: "", city: "", postalCode: "", region: null };
  await db.update(orders).set(erased).where(eq(orders.number, jo));
  for (const query of ["5055550100", "87501", "yucca", "santa fe"])
    expect([query, await listedBy(query)]).toEqual([query, []]);
  const { rows } = await db.execute(sql`select text, phone from order_search where number = ${jo}`);
  expect(rows).toEqual([{ text: expect.not.stringMatching(/yucca|santa|87501|nm/), phone: "" }]);
  const { phone, address, city, postalCode, region } = await rowOf(imani);
  await db.update(orders).set({ phone, address, city, postalCode, region }).where(eq(orders.number, jo));
});

test("[B-27] the address of the list contains filters, sort order and page; invalid parameters are ignored", async () => {
  const [, , peter = ""] = numbers;
  expect(await listed("/orders?ship=left&sort=oldest")).toEqual([people[0], people[1], people[3]]);
  expect(await listed("/orders?state=on-the-way,packed")).toEqual(["Peter Lindqvist"]);
  expect(await listed("/orders?state=on-the-way&state=packed&sort=nonsense&from=2026-99-99&after=x")).toEqual([
    "Peter Lindqvist",
  ]);
  const day = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * DAY).toLocaleDateString("sv-SE", { timeZone: "America/Denver" });
  expect(await listed(`/orders?from=${day(9)}&to=${day(8)}`)).toEqual([people[2], people[1]]);
  const [line] = await db.select().from(orderLines).where(eq(orderLines.orderNumber, peter));
  expect(await listed(`/orders?product=${line?.productId}&sort=highest`)).toEqual([people[3], people[2], people[0]]);
  const html = await owner.text(`/orders?product=${line?.productId}&money=refunds&state=packed`);
  expect(html).toMatch(/State: packed .*Money: any refund .*Product: Sprocket Tee/);
  expect(html).toContain("Nothing found No order fits these filters. Show all orders");
  expect(await owner.text("/orders?money=paid&q=nobody")).toContain('No order has "nobody"');
});

test("next and previous pages neither skip nor repeat an order, also for orders with equal times", async () => {
  const { listOrders } = await import("~/shop/orders/list/listed-orders.server");
  const { everyOrder } = await import("~/shop/orders/list/order-filter");
  await db.execute(sql`update orders set paid_at = '2026-11-01 10:00:00.123456+00' where number <> ${numbers[0]}`);
  for (const sort of ["newest", "oldest", "highest", "lowest"] as const) {
    const page = (ask: { after?: string; before?: string }) =>
      listOrders(shop, dana, { filter: everyOrder, sort, page: ask }, 1);
    const all = await listOrders(shop, dana, { filter: everyOrder, sort, page: {} }, 50);
    const walked: string[] = [];
    let at = await page({});
    expect(at.before).toBeNull();
    for (;;) {
      walked.push(...at.orders.map(({ number }) => number));
      if (!at.after) break;
      at = await page({ after: at.after });
    }
    expect(walked).toEqual(all.orders.map(({ number }) => number));
    const back: string[] = [];
    while (at.before) {
      at = await page({ before: at.before });
      back.unshift(...at.orders.map(({ number }) => number));
    }
    expect(back).toEqual(walked.slice(0, -1));
  }
  await db.execute(sql`update orders set paid_at = now() - interval '9 days' where number <> ${numbers[0]}`);
});

test("[B-12] a packer's list has no amounts and no refunds, neither in the page nor in its data", async () => {
  await db
    .update(orders)
    .set({ state: "partly-refunded" })
    .where(eq(orders.number, numbers[0] ?? ""));
  for (const address of ["/orders", "/orders?sort=highest", "/orders.data"]) {
    const response = await packer.fetch(address);
    const body = await response.text();
    expect(response.status).toBe(200);
    expect(body).toContain("Jo Delacroix");
    expect(body).not.toMatch(/\$\d|refund/i);
  }
  // Filters by facts that a member may not see are ignored.
  expect(await listed("/orders?money=refunds&state=refunded", packer)).toEqual(await listed("/orders", packer));
  expect(await owner.text("/orders")).toContain("Partly refunded");
  await db
    .update(orders)
    .set({ state: "paid" })
    .where(eq(orders.number, numbers[0] ?? ""));
  expect((await officeAs(shop, memberAs("editor", "Ines")).fetch("/orders")).status).toBe(403);
});

test("[B-21] one act marks the chosen orders as packed; an order that was changed meanwhile is reported as not packed, and a repeated form changes nothing", async () => {
  const [jo = "", imani = "", , jose = ""] = numbers;
  const html = await (await owner.fetch("/orders")).text();
  const submission = fieldIn(html, "submission");
  const seenOf = async (number: string) => `${number}.${(await rowOf(number)).version}`;
  const fields: [string, string][] = [
    ["submission", submission],
    ["act", "pack"],
    ["order", await seenOf(jo)],
    ["order", await seenOf(jose)],
    ["order", await seenOf(imani)],
  ];
  await db.execute(sql`update orders set version = version + 1 where number = ${imani}`);
  expect((await bookkeeper.post("/orders", fields)).status).toBe(403);

  const answer = await owner.post("/orders", fields);
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain("2 orders were marked packed; 1 order was not.");
  expect([await stateOf(jo), await stateOf(jose), await stateOf(imani)]).toEqual(["packed", "packed", "paid"]);

  expect((await owner.post("/orders", fields)).status).toBe(409);
  const ofForm = between(audit.submission, ...idsOfShown(submissionId(submission, "", [])));
  const logged = await db.select().from(audit).where(ofForm);
  expect(logged.map(({ kind, field, old, new: now }) => [kind, field, old, now])).toEqual(
    [jo, jose].map(() => ["order-packed", "isPacked", false, true]),
  );

  const again = await owner.post("/orders", [
    ["submission", randomUUID()],
    ["act", "pack"],
    ["order", await seenOf(imani)],
  ]);
  const after = again.headers.get("location") ?? "";
  expect(after).toMatch(new RegExp(`orders\\?chosen=${imani}&done=`));
  const list = await (await owner.fetch(after.replace("/back-office", ""))).text();
  expect(list).toContain(`Order ${shownNumber(imani)} is packed.`);
  // The packed order stays chosen for its tracking number, also on the way back from there.
  const ticked = (list.match(/<input[^>]*name="order"[^>]*>/g) ?? []).filter((box) => box.includes('checked=""'));
  expect(ticked.map((box) => /value="(\d+)\./.exec(box)?.[1])).toEqual([imani]);
  const pasting = await (await owner.fetch(`/orders/paste?numbers=${imani}`)).text();
  expect(pasting).toContain(`href="/back-office/orders?ship=left&amp;sort=oldest&amp;chosen=${imani}"`);
  const both = await owner.post("/orders", [
    ["submission", randomUUID()],
    ["act", "pack"],
    ["order", await seenOf(jo)],
  ]);
  expect(await both.text()).toContain("All of them are packed already.");
});

test("[B-79] the buttons to print and to ship open pages with the chosen orders; without a choice the list shows a message", async () => {
  const [jo = "", imani = ""] = numbers;
  const submission = randomUUID();
  const chosen: [string, string][] = [
    ["submission", submission],
    ["order", `${jo}.1`],
    ["order", `${imani}.1`],
  ];
  const to = async (...more: [string, string][]) =>
    (await owner.post("/orders", [...chosen, ...more])).headers.get("location");
  expect(await to(["act", "print"], ["kind", "label"])).toBe(
    `/back-office/orders/print?kind=label&numbers=${jo},${imani}&list=sort%3Dnewest`,
  );
  // The link back from printing opens the same list with the same orders chosen.
  const printing = await (await owner.fetch(`/orders/print?kind=label&numbers=${jo},${imani}&list=ship%3Dleft`)).text();
  expect(printing).toContain(`href="/back-office/orders?ship=left&amp;chosen=${jo}%2C${imani}"`);
  expect(printing).toMatch(/aria-current="true"[^>]*>Label only|href="[^"]*kind=label[^"]*"[^>]*aria-current="true"/);
  const list = await (await owner.fetch(`/orders?chosen=${jo}`)).text();
  expect(list.match(/<input[^>]*name="order"[^>]*checked=""/g)).toHaveLength(1);
  expect(await to(["act", "paste"])).toBe(`/back-office/orders/paste?numbers=${jo},${imani}`);
  const none = await owner.post("/orders", { submission, act: "pack" });
  expect(none.status).toBe(422);
  expect(await none.text()).toContain("Choose at least one order first.");
  await packOrder(shop, await seen(jo)).catch(() => undefined);
});

test("the count of chosen orders adds up the pieces that are still to be sent", async () => {
  const [jo = ""] = numbers;
  const [facts] = await db.select().from(orderFacts).where(eq(orderFacts.number, jo));
  const counted = async () => {
    const list = await (await owner.fetch("/orders")).text();
    return [...list.matchAll(/<input[^>]*name="order"[^>]*>/g)].flatMap(([box]) =>
      box.includes(`value="${jo}.`) ? [/data-pieces="(\d+)"/.exec(box)?.[1]] : [],
    );
  };
  expect(await counted()).toEqual([String(facts?.piecesLeft)]);
  await shipParcel(shop, await seen(jo), { ...ups, lines: [{ position: 0, quantity: 1 }] });
  expect(await counted()).toEqual([String((facts?.piecesLeft ?? 0) - 1)]);
});

test("the list of a shop without orders says so, and the empty list of orders to ship says that all orders are sent", async () => {
  await db.execute(sql`update orders set state = 'shipped'`);
  expect(await owner.text("/orders?ship=left&sort=oldest")).toContain("Nothing waits to be shipped.");
  await db.execute(sql`update orders set state = 'cancelled', paid_at = null`);
  expect(await owner.text("/orders")).toContain("No orders yet");
});
