import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { officeAs } from "~/testing/back-office-as.server";
import { messages } from "~/shop/contact/contact.tables";
import { orders } from "~/shop/orders/orders.tables";
import { payments, refunds } from "~/shop/payments/payments.tables";
import { returns } from "~/shop/returns/returns.tables";
import { reviews } from "~/shop/reviews/reviews.tables";

const { shop, db, bought, shipped, tee } = await openBoughtOrders();
const owner = officeAs(shop, memberAs("owner"));
const packer = officeAs(shop, memberAs("packer", "Sam"));

let open: string;
beforeAll(async () => {
  open = await bought([[...tee, 3]]);
  await shipped([[...tee, 1]]);
});

test("an order is counted as to be shipped until all its pieces are sent", async () => {
  expect(await owner.text("/")).toMatch(
    /Next 1 Order to ship 3 pieces\. The oldest was paid at .* You promise 1-3 days\. Start packing/,
  );
});

test("waiting messages, reviews and returns are each counted on a line of their own", async () => {
  await db.insert(messages).values({ name: "Jo", email: "jo@x.example", message: "Hi", requestKey: "today" });
  await db.insert(returns).values({ number: "RT-1", orderNumber: open, requestKey: "today" });
  const [product] = await db.execute<{ id: string }>(sql`select id from products limit 1`).then(({ rows }) => rows);
  await db.insert(reviews).values({
    id: "today",
    productId: product?.id ?? "",
    rating: 2,
    author: "Jo",
    content: "Tight",
    requestKey: "today",
  });

  const text = await owner.text("/");
  expect(text).toMatch(/1 Messages The oldest came at .* You promise an answer within 2 business days\./);
  expect(text).toContain("1 Returns 1 asks to come back");
  expect(text).toContain("In the queue 1 review");
});

test("a sample message is counted as waiting work", async () => {
  await db
    .insert(messages)
    .values({ name: "Sample", email: "s@x.example", message: "Hi", requestKey: "sample", sample: true });
  expect(await owner.text("/")).toContain("2 Messages");
});

test("each line links to the screen for its work", async () => {
  const html = await (await owner.fetch("/")).text();
  const ways = [...html.matchAll(/class="(?:waits__way|btn btn--main)"[^>]*href="\/back-office([^"]*)"/g)].map(
    ([, to]) => to ?? "",
  );
  expect(ways).toContain("/messages");
  expect(ways).toContain("/queue");
  for (const to of ways) expect([to, (await owner.fetch(to.split("#")[0] ?? "/")).status]).toEqual([to, 200]);
});

test("while orders wait to be shipped, other waiting work comes before the steps to open the shop", async () => {
  const text = await owner.text("/");
  const places = ["Order to ship", "In the queue", "Before you open"].map((part) => text.indexOf(part));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
});

test("sales are summed by days of the shop's time zone, with refunds subtracted", async () => {
  const [order] = await db.select().from(orders).where(eq(orders.number, open));
  const [payment] = await db.select().from(payments).where(eq(payments.orderNumber, open));
  if (!order || !payment) throw new Error("no order");
  await db.update(orders).set({ paidAt: new Date(Date.now() - 3 * DAY) });
  await shop.asOwner("update sale_events set at = at - interval '3 days', day = day - 3");
  await db
    .insert(refunds)
    .values({ id: crypto.randomUUID(), paymentId: payment.id, cause: "today", amount: 500 as never, state: "done" });
  await db.insert(refunds).values({
    id: crypto.randomUUID(),
    paymentId: payment.id,
    cause: "refused",
    amount: 700 as never,
    state: "failed",
  });

  const text = await owner.text("/");
  expect(text).toContain("Today -$5.00 0 orders");
  expect(text).toMatch(/7 days \$\d+ 2 orders/);
  expect(text).toContain("A refund was refused $7.00 of #");
  expect(await owner.text("/figures/sales")).toContain("−$5.00");
});

test("the checklist asks for the shop's own e-mail address while shoppers see the demo's address", async () => {
  const textWith = (settings: object) =>
    officeAs({ ...shop, settings: () => ({ ...shop.settings(), ...settings }) }, memberAs("owner", "Ann")).text("/");
  expect(await textWith({})).toContain("Name, address and e-mail of the shop");
  expect(await textWith({ shopName: "Red Rock Riders" })).toContain(
    "Your e-mail for shoppers support@ironmesa.example stands on the shop",
  );
  const own = { shopName: "Red Rock Riders", supportEmail: "help@redrock.example" };
  const promised = "Help is promised at support@ironmesa.example, where nobody reads it.";
  expect(await textWith({})).toContain(promised);
  expect(await textWith(own)).not.toContain(promised);
  expect(await textWith(own)).toContain("The shop's postal address It stands under every letter.");
  expect(await textWith({ ...own, shopAddress: "1 Rim Road, Moab" })).toContain(
    "The shop has your name, address and e-mail Red Rock Riders, 1 Rim Road, Moab, help@redrock.example Change them",
  );
});

test("the checklist names missing tax, labels and mail; a member can accept that tax and labels are missing", async () => {
  const held = { ...shop, mail: { ...shop.mail, isDelivering: false } };
  const office = officeAs(held, memberAs("owner", "Ann"));
  const text = await office.text("/");
  for (const words of [
    "The shop charges none.",
    "No carrier is connected.",
    "No mail server is set up: no letter leaves",
  ])
    expect(text).toContain(words);
  for (const step of ["tax", "labels"]) {
    const answer = await office.post("/?index", { submission: randomUUID(), step });
    expect(answer.status).toBe(302);
  }
  const html = await (await office.fetch("/")).text();
  expect(html).not.toMatch(/name="step" value="(tax|labels)"/);
});

test("demo goods that orders prevent from being cleared have no button to clear them", async () => {
  const text = await owner.text("/");
  expect(text).toContain("They go with the test orders once you start for real");
  expect(text).not.toContain("Clear them");

  const paidFor = eq(payments.orderNumber, open);
  await db.update(payments).set({ live: true }).where(paidFor);
  const real = await owner.text("/");
  expect(real).toContain("They can no longer be cleared in one act");
  expect(real).not.toMatch(/Clear them|Start for real/);
  await db.update(payments).set({ live: false }).where(paidFor);
});

test("[B-12] a packer sees orders and returns, but no amounts and no lines about money", async () => {
  const html = await (await packer.fetch("/")).text();
  expect(html).toContain("to ship");
  expect(html).not.toMatch(/\$\d|Sold|refund/i);
  expect((await packer.fetch("/figures/sales")).status).toBe(403);
});

test("[B-59] low-stock products that sold this month are listed on Today with a link to the stock", async () => {
  const before = await owner.text("/");
  await db.execute(sql`
    update variants set stock = 2 where id = (select variant_id from order_lines where order_number = ${open} limit 1)`);
  const count = (text: string) => Number(/(\d+) Running low/.exec(text)?.[1] ?? 0);
  const text = await owner.text("/");
  expect(count(text)).toBe(count(before) + 1);
  expect(text).toContain("Running low 4 or fewer left of something that sold this month");
  expect(await (await owner.fetch("/")).text()).toContain('href="/back-office/stock?show=low"');
});

test("[B-80] letters that cannot be sent are shown as trouble above the counted work, with the words that orders go on", async () => {
  await shop.asOwner(`select pgboss.create_queue('confirm-order', '{"policy":"standard"}'::jsonb)`);
  await shop.asOwner(
    `insert into pgboss.job (name, state, retry_count, start_after, output) values ('confirm-order', 'retry', 2, now() + interval '1 hour', '{"error":"Error: connect ECONNREFUSED 127.0.0.1:25"}')`,
  );
  const text = await owner.text("/");
  expect(text).toMatch(/Mail is not leaving 1 letter waits since .* Orders go on\. See the mail/);
  expect(text.indexOf("Mail is not leaving")).toBeLessThan(text.indexOf("1 Returns"));

  const health = await owner.text("/system");
  expect(health).toContain("Not leaving since");
  expect(health).toContain("Letter: order confirmed");
  expect(health).toContain("The mail server does not answer");
});

test("a member with the right can retry a failed job at once", async () => {
  const [job] = await db
    .execute<{ id: string }>(sql`select id from pgboss.job where state = 'retry'`)
    .then(({ rows }) => rows);
  const bookkeeper = officeAs(shop, memberAs("bookkeeper", "Kim"));
  expect((await bookkeeper.post("/system", { submission: crypto.randomUUID(), job: job?.id ?? "" })).status).toBe(403);
  expect((await owner.post("/system", { submission: crypto.randomUUID(), job: job?.id ?? "" })).status).toBe(302);
  expect((await owner.post("/system", { submission: crypto.randomUUID(), job: "-".repeat(36) })).status).toBe(302);
  const { rows } = await db.execute(sql`select from pgboss.job where state = 'retry' and start_after <= now()`);
  expect(rows).toHaveLength(1);
});

test("[B-76] search finds orders by number and products by parts of their names, and nothing that the member may not see", async () => {
  expect(await owner.text(`/find?q=${open.slice(0, 4)}`)).toContain(`#${open.slice(0, 4)} ${open.slice(4)}`);
  const number = `#${open.slice(0, 4)} ${open.slice(4)}`;
  for (const query of [`%23${open.slice(0, 4)}%20${open.slice(4)}`, "delacr", "Delacroux"])
    expect(await owner.text(`/find?q=${query}`)).toContain(`${number}, Jo Delacroix 3 pieces, To ship`);
  expect(await packer.text("/find?q=jo.delacroix@")).toContain("Nothing is called");
  expect(await owner.text("/find?q=oxb")).toContain("Outlaw Leather Jacket");
  const editor = officeAs(shop, memberAs("editor", "Ines"));
  expect(await editor.text(`/find?q=${open}`)).toContain("Nothing is called");
});

test("the frame links only to screens that exist and that the member may open", async () => {
  const rail = async (office: typeof owner) =>
    [
      ...(await (await office.fetch("/menu")).text()).matchAll(
        /<li><a (?:data-discover="true" )?href="(\/back-office[^"]*)"/g,
      ),
    ].map(([, to]) => to);
  const all = await rail(owner);
  expect(all.length).toBeGreaterThan(3);
  for (const to of new Set(all))
    expect([to, (await owner.fetch((to ?? "").replace("/back-office", "") || "/")).status]).toEqual([to, 200]);
  const packers = new Set(await rail(packer));
  for (const to of packers)
    expect([to, (await packer.fetch((to ?? "").replace("/back-office", "") || "/")).status]).toEqual([to, 200]);
  for (const to of ["/settings", "/members", "/log", "/system"]) expect(packers).not.toContain(`/back-office${to}`);
});
