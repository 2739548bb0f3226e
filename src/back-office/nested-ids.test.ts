import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { mediaUses } from "~/platform/media.tables";
import { productColors, products, variants } from "~/shop/catalog/catalog.tables";
import { returnLines, returnPieces, returns } from "~/shop/returns/returns.tables";
import { startReturn } from "~/shop/returns/returns.server";
import { stockTakeLines } from "~/shop/stock-take/stock-takes.tables";
import { addNote } from "~/shop/orders/order-acts.server";
import { audit } from "~/shop/audit/audit.tables";
import { letters, parcels } from "~/shop/orders/orders.tables";
import { orderNotes } from "~/shop/orders/order-notes.tables";
import { openSession, sessionsOf } from "~/shop/members/sessions.server";
import { officeAs } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { jo } from "~/testing/riders.server";
import { fieldIn, testMember } from "~/testing/sign-in.server";

const { shop, db, bought, shipped, seen, tee } = await openBoughtOrders();
const dana = await testMember(shop, "owner");
const office = officeAs(shop, dana);

/** Reads all records that an act with the id of another order might change: parcels, notes, letters, and the log. */
const standing = async () => [
  await db.select().from(parcels).orderBy(parcels.id),
  await db.select().from(orderNotes).orderBy(orderNotes.id),
  await db.$count(audit),
  shop.enqueued.length,
];

test("an act on one order with the id of another order's parcel, note, letter or refund is refused", async () => {
  const [mine, other] = [await bought(), await shipped()];
  const { version } = await seen(other);
  await addNote(shop, dana, { submission: crypto.randomUUID(), number: other, version }, "Rings twice");
  const [note] = await db.select().from(orderNotes);
  const [parcel] = await db.select().from(parcels);
  const [letter] = await db
    .insert(letters)
    .values({
      orderNumber: other,
      kind: "shipped",
      onceKey: "a letter of the other order",
      recipient: "jo@x.example",
      subject: "Hello",
      text: "Hello",
      html: "",
    })
    .returning();
  const page = await (await office.fetch(`/orders/${mine}`)).text();
  const form = { submission: fieldIn(page, "submission"), version: fieldIn(page, "version") };
  const before = await standing();

  const foreign: [path: string, fields: Record<string, string>][] = [
    [`/orders/${mine}`, { step: `away ${note?.id} ${note?.version}` }],
    [`/orders/${mine}`, { step: `away ${crypto.randomUUID()}` }],
    [`/orders/${mine}`, { step: `arrived ${parcel?.id}` }],
    [`/orders/${mine}`, { step: `arrived ${crypto.randomUUID()}` }],
    [`/orders/${mine}`, { step: `handled ${crypto.randomUUID()}` }],
    [`/orders/${mine}/parcels/${parcel?.id}`, { carrier: "UPS", tracking: "1Z000" }],
    [`/orders/${mine}/letters/${letter?.id}`, { where: "order" }],
  ];
  for (const [path, fields] of foreign) {
    const response = await office.post(path, { ...form, ...fields });
    expect([path, fields, [404, 409].includes(response.status)]).toEqual([path, fields, true]);
  }
  expect(await standing()).toEqual(before);
  expect((await office.fetch(`/orders/${mine}/parcels/${parcel?.id}`)).status).toBe(404);
  expect((await office.fetch(`/orders/${mine}/letters/${letter?.id}`)).status).toBe(404);
});

test("a session can be ended only on the page of its member, and a passkey can be removed only by its member", async () => {
  const [kim, lee] = [await testMember(shop, "packer", "Kim"), await testMember(shop, "editor", "Lee")];
  await openSession(db, { memberId: kim.id, agent: "Firefox on Linux" }, new Date());
  const [session] = await sessionsOf(db, kim.id, new Date());
  const submission = crypto.randomUUID();
  const ended = { form: "session:theirs", submission, session: session?.id ?? "" };
  expect((await office.post(`/members/${lee.id}`, ended)).status).toBe(302);
  expect(await sessionsOf(db, kim.id, new Date())).toHaveLength(1);

  await db.execute(sql`insert into member_passkeys (id, member_id, rp_id, public_key, counter, transports, is_backed_up, name)
    values ('of-kim', ${kim.id}, 'localhost', 'key', 0, '{}', false, 'Phone')`);
  const removed = { form: "remove-passkey:of-kim", submission, passkey: "of-kim" };
  expect([302, 422]).toContain((await officeAs(shop, lee).post("/account", removed)).status);
  const { rows } = await db.execute(sql`select id from member_passkeys where member_id = ${kim.id}`);
  expect(rows).toHaveLength(1);
});

test("alternative texts, order and pictures of a product cannot be changed through another product", async () => {
  const [mine, other] = await db
    .select({ id: products.id, images: products.images, version: products.version })
    .from(products)
    .where(sql`jsonb_array_length(${products.images}) > 1`)
    .limit(2);
  const path = other?.images[0] ?? "";
  const standingPictures = async () => [
    await db.select().from(mediaUses).orderBy(mediaUses.path),
    await db.select().from(productColors).orderBy(productColors.productId, productColors.position),
    await db.select({ id: products.id, images: products.images }).from(products).orderBy(products.id),
    await db.$count(audit),
  ];
  const before = await standingPictures();
  const page = `/goods/${mine?.id}/pictures`;
  const form = { submission: crypto.randomUUID(), versions: JSON.stringify({ [path]: { alt: "", version: 1 } }) };
  const [color] = await db
    .select()
    .from(productColors)
    .where(eq(productColors.productId, other?.id ?? ""));
  const [own] = await db
    .select()
    .from(productColors)
    .where(eq(productColors.productId, mine?.id ?? ""));
  for (const [does, typed] of [
    [{ kind: "words" }, { [`alt:${path}`]: "Words of another product" }],
    [{ kind: "remove", color: own?.name ?? "", path }, {}],
    [{ kind: "move", color: own?.name ?? "", path, to: "last" }, {}],
    [{ kind: "remove", color: `${color?.name} of another`, path }, {}],
  ] as const) {
    const response = await office.post(page, { ...form, ...typed, act: JSON.stringify(does) });
    expect([does, [302, 404, 409].includes(response.status)]).toEqual([does, true]);
    expect([does, await standingPictures()]).toEqual([does, before]);
  }
});

test("prices and variants of a product cannot be changed through another product", async () => {
  const [mine, other] = await db.select({ id: products.id, version: products.version }).from(products).limit(2);
  const before = await db
    .select()
    .from(variants)
    .where(eq(variants.productId, other?.id ?? ""));
  const versions = JSON.stringify({
    product: mine?.version,
    variants: Object.fromEntries(before.map(({ id, version }) => [id, version])),
  });
  const form = { submission: crypto.randomUUID(), versions, status: "published", price: "7.00", salePrice: "" };
  await office.post(`/goods/${mine?.id}/quick`, form);
  const typed = Object.fromEntries(
    before.flatMap(({ id }) => [
      [`price:${id}`, "7.00"],
      [`variant:${id}:price`, "7.00"],
    ]),
  );
  await office.post(`/goods/${mine?.id}`, { ...typed, ...form, submission: crypto.randomUUID() });
  const after = await db
    .select()
    .from(variants)
    .where(eq(variants.productId, other?.id ?? ""));
  expect(after).toEqual(before);
});

test("receiving and settling a return is refused for lines of another return", async () => {
  const values = { "quantity-0": "1", "reason-0": "too-small" };
  const settings = shop.settings();
  const start = async () => {
    const request = { order: await shipped([[...tee, 2]]), email: jo.email, round: "0", values };
    return startReturn(shop, request, { now: new Date(), settings });
  };
  const [mine, other] = [await start(), await start()];
  const rows = async () => [
    await db.select().from(returns).where(eq(returns.number, other)),
    await db.select().from(returnLines),
    await db.select().from(returnPieces),
  ];
  const before = await rows();
  for (const step of ["receive", "settle"]) {
    const form = fieldsIn(formIn(await (await office.fetch(`/returns/${mine}/receive`)).text(), "submission"));
    const foreign = { "came-1-as-new": "1", "refund-1": "1", "restock-1-as-new": "1", "amount-1": "10.00" };
    const response = await office.post(`/returns/${mine}/${step}`, { ...form, ...foreign, "came-0-as-new": "" });
    expect([step, [404, 409, 422].includes(response.status)]).toEqual([step, true]);
    expect(await rows()).toEqual(before);
  }
});

test("a count of a stock-take cannot be removed through another stock-take", async () => {
  const begun = async () => {
    const form = fieldsIn(formIn(await (await office.fetch("/stock/count")).text(), "submission"));
    const answer = await office.post("/stock/count", { ...form, shelf: "" });
    return (answer.headers.get("location") ?? "").replace("/back-office", "");
  };
  const [mine, other] = [await begun(), await begun()];
  const [variant] = await db
    .select({ id: variants.id })
    .from(variants)
    .where(sql`${variants.retiredAt} is null`);
  const target = String(variant?.id);
  const submission = crypto.randomUUID();
  await office.post(other, { form: "count", submission, variant: target, counted: "3" });
  const counts = () => db.select().from(stockTakeLines);
  const before = await counts();
  expect(before).toHaveLength(1);
  expect((await office.post(mine, { form: "leave-out", submission, variant: target })).status).toBe(302);
  expect(await counts()).toEqual(before);
});

test("a change of an act cannot be undone through another act", async () => {
  const acted = async (name: string, value: number) => {
    const form = fieldsIn(formIn(await (await office.fetch("/settings/returns")).text(), "submission"));
    const answer = await office.post("/settings/returns", { ...form, [name]: String(value) });
    return /done=([\w-]+)/.exec(answer.headers.get("location") ?? "")?.[1] ?? "";
  };
  const [mine, other] = [await acted("returnDays", 41), await acted("damageReportDays", 9)];
  const [change] = await db.select({ id: audit.id }).from(audit).where(eq(audit.submission, other));
  const form = { submission: crypto.randomUUID(), change: String(change?.id) };
  expect((await office.post(`/log/${mine}`, form)).status).toBe(404);
  expect(shop.settings().damageReportDays).toBe(9);
});
