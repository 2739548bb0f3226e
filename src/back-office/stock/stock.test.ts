import { randomUUID } from "node:crypto";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { officeAs } from "~/testing/back-office-as.server";
import { productColors, products, stockMovements, variants } from "~/shop/catalog/catalog.tables";
import { levelsOf } from "~/shop/catalog/stock/levels.server";
import { folded } from "~/shop/folded-text";
import { variantsByCode } from "~/shop/catalog/naming/variants-by-code.server";
import { reserve, reserveIfThere, sell, stockDrift } from "~/shop/catalog/stock/reservations.server";
import { memberAccounts } from "~/shop/members/members.tables";
import { shopper } from "~/shop/actor";

const { shop, db, bought } = await openBoughtOrders();
const sam = memberAs("packer", "Sam");
const packer = officeAs(shop, sam);
const bookkeeper = officeAs(shop, memberAs("bookkeeper", "Kim"));
await db.insert(memberAccounts).values({ ...sam, passkeyUser: sam.id });

const [gloves = 0, boots = 0] = (
  await db
    .select({ id: variants.id })
    .from(variants)
    .where(sql`stock between 8 and 40 and sku <> ''`)
    .orderBy(variants.id)
).map(({ id }) => id);
const level = async (id: number) =>
  (await db.select({ stock: variants.stock }).from(variants).where(eq(variants.id, id)))[0]?.stock ?? null;
const skuOf = async (id: number) =>
  (await db.select({ sku: variants.sku }).from(variants).where(eq(variants.id, id)))[0]?.sku ?? "";

const below = (answer: Response) => (answer.headers.get("location") ?? "").replace("/back-office", "");

/** Fields of the form that changes a level, from the page of the variant. */
const opened = async (id: number) => fieldsIn(formIn(await (await packer.fetch(`/stock/${id}`)).text(), "wanted"));
const adjust = async (id: number, fields: Record<string, string>) =>
  packer.post(`/stock/${id}`, { ...(await opened(id)), ...fields });
/** Undoes an act with the button in the message after it. */
const undone = async (answer: Response) => {
  const html = await (await packer.fetch((answer.headers.get("location") ?? "").replace("/back-office", ""))).text();
  const form = /<form[^>]*action="([^"]*\/log\/[^"]*)"[\s\S]*?<\/form>/.exec(html);
  return packer.post(form?.[1]?.replace("/back-office", "") ?? "", fieldsIn(form?.[0] ?? ""));
};

test("[B-56] changing a level needs a reason, and the ledger shows the member, the reason and the resulting level", async () => {
  const before = (await level(gloves)) ?? 0;
  const without = await adjust(gloves, { wanted: "3" });
  expect(without.status).toBe(422);
  expect(await without.text()).toContain("Choose why.");
  for (const reason of ["", "  "]) {
    const silent = await adjust(gloves, { wanted: "3", cause: "correction", reason });
    expect(silent.status).toBe(422);
    expect(await silent.text()).toContain("Write a few words: why is it another number?");
  }
  expect(await level(gloves)).toBe(before);

  const answer = await adjust(gloves, { wanted: String(before + 4), cause: "delivery", reason: "Note 77" });
  expect(answer.status).toBe(302);
  expect(await level(gloves)).toBe(before + 4);
  const text = await packer.text(`/stock/${gloves}?done=${answer.headers.get("location")?.split("done=")[1]}`);
  expect(text).toMatch(new RegExp(`Delivery: Note 77 Sam Today .*? \\+4 ${before + 4}`));
  expect(text).toContain("Stock: 4 pieces more. Undo");
  const owner = officeAs(shop, memberAs("owner", "Dana"));
  expect(await owner.text("/log")).toMatch(/Stock of [A-Z].*4 pieces more Sam/);
});

test("[B-56] the ledger names each order, unpaid or paid, and its movements sum to the level of every variant", async () => {
  await db.transaction((tx) => reserve(tx, [{ variantId: gloves, quantity: 2 }], "12345678", shopper));
  expect(await packer.text(`/stock/${gloves}`)).toMatch(/Held until paid: order #1234 5678 The shopper/);
  expect(await packer.text(`/stock/${gloves}`)).toMatch(/Held until paid 2 2 for #1234 5678/);
  await db.transaction((tx) => sell(tx, "12345678", shopper));
  expect(await packer.text(`/stock/${gloves}`)).toMatch(/Sold: order #1234 5678/);

  const all = await db.select({ id: variants.id, stock: variants.stock }).from(variants);
  const sums = await db
    .select({ id: stockMovements.variantId, sum: sql<number>`sum(quantity)::int` })
    .from(stockMovements)
    .groupBy(stockMovements.variantId);
  const sumOf = new Map(sums.map(({ id, sum }) => [id, sum]));
  expect(all.filter(({ id, stock }) => stock !== null && stock !== (sumOf.get(id) ?? 0))).toEqual([]);
});

test("a level below zero is refused with the reserved pieces and their orders, and the form keeps the typed number", async () => {
  const number = await bought([["Sprocket Tee", "M", "Ash", 2]]);
  const [line] = (
    await db.execute<{ id: number }>(sql`select variant_id as id from order_lines where order_number = ${number}`)
  ).rows;
  const id = line?.id ?? 0;
  const form = await opened(id);
  await db.transaction((tx) => reserve(tx, [{ variantId: id, quantity: Number(form.shown) - 1 }], "87654321", shopper));

  const refused = await packer.post(`/stock/${id}`, { ...form, wanted: "0", cause: "write-off" });
  const html = await refused.text();
  expect(refused.status).toBe(409);
  expect(html).toContain("only 1 can still be sold");
  expect(html).toContain("held until paid:");
  expect(html).toContain("for #8765 4321");
  expect(html).toContain(`2 for #${number.slice(0, 4)} ${number.slice(4)}`);
  expect(fieldsIn(formIn(html, "wanted"))).toMatchObject({ wanted: "0", cause: "write-off" });
  expect(await level(id)).toBe(1);
});

test("[B-15, B-16] a change is stored as a difference, so that sales and other members' changes made meanwhile are kept", async () => {
  const form = await opened(boots);
  const shown = Number(form.shown);
  await db.transaction((tx) => reserve(tx, [{ variantId: boots, quantity: 2 }], "11112222", shopper));
  await adjust(boots, { wanted: String(shown + 1), cause: "count" });
  expect((await packer.post(`/stock/${boots}`, { ...form, wanted: String(shown + 5), cause: "count" })).status).toBe(
    302,
  );
  expect(await level(boots)).toBe(shown - 2 + 3 + 5);
});

test("[B-57] while fifty shoppers buy and a member sets stock, the level is never below zero, and the ledger is exact", async () => {
  await adjust(gloves, { wanted: "20", cause: "count" });
  const buy = async (order: string) => {
    const has = await db.transaction((tx) => reserveIfThere(tx, [{ variantId: gloves, quantity: 1 }], order, shopper));
    if (has) await db.transaction((tx) => sell(tx, order, shopper));
    return has;
  };
  const form = await opened(gloves);
  const set = async (round: number) => {
    const fields = { ...form, submission: randomUUID(), wanted: String(round % 2 === 0 ? 23 : 16), cause: "count" };
    return (await packer.post(`/stock/${gloves}`, fields)).status;
  };
  const [sold, statuses] = await Promise.all([
    Promise.all(Array.from({ length: 50 }, (_, at) => buy(String(20_000_000 + at)))),
    Promise.all(Array.from({ length: 6 }, (_, round) => set(round))),
  ]);
  expect(statuses.every((status) => status === 302 || status === 409)).toBe(true);
  const changes = statuses.map((status, round) => (status === 302 ? (round % 2 === 0 ? 3 : -4) : 0));
  const change = changes.reduce<number>((total, pieces) => total + pieces, 0);
  expect(await level(gloves)).toBe(20 + change - sold.filter(Boolean).length);
  expect(await level(gloves)).toBeGreaterThanOrEqual(0);
  expect(await stockDrift(db)).toEqual([]);
});

test("a stock form sent three times at once changes stock once", async () => {
  const form: Record<string, string> = { ...(await opened(boots)), cause: "count" };
  const wanted = String(Number(form.shown ?? 0) + 2);
  const answers = await Promise.all([1, 2, 3].map(() => packer.post(`/stock/${boots}`, { ...form, wanted })));
  expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
  expect(await level(boots)).toBe(Number(wanted));
  expect((await packer.post(`/stock/${boots}`, { ...form, wanted: "1" })).status).toBe(409);
});

test("[B-22] undo reverses the change's pieces, whatever was sold meanwhile, and is refused if the level would be below zero", async () => {
  const before = (await level(boots)) ?? 0;
  const more = await adjust(boots, { wanted: String(before + 3), cause: "delivery" });
  await db.transaction((tx) => reserve(tx, [{ variantId: boots, quantity: 1 }], "33334444", shopper));
  const back = await undone(more);
  expect(back.status).toBe(302);
  expect(await packer.text((back.headers.get("location") ?? "").replace("/back-office", ""))).toContain(
    "Stock: 3 pieces fewer, taken back.",
  );
  expect(await level(boots)).toBe(before - 1);
  expect(await packer.text(`/stock/${boots}`)).toMatch(/Put right: Taken back Sam/);

  const again = await adjust(boots, { wanted: String(before + 9), cause: "delivery" });
  await db.transaction((tx) => reserve(tx, [{ variantId: boots, quantity: before + 8 }], "55556666", shopper));
  const refused = await undone(again);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("they were sold, or are held for orders");
  expect(await stockDrift(db)).toEqual([]);
});

test("typing a number for a variant with unlimited stock makes it limited, and undo makes it unlimited again", async () => {
  const [free] = await db
    .insert(variants)
    .values({ productId: "89bfd678d7e19124ca884351", size: "Test", color: "Test", position: 99 })
    .returning();
  const id = free?.id ?? 0;
  await db.transaction((tx) => reserve(tx, [{ variantId: id, quantity: 4 }], "77778888", shopper));
  const answer = await adjust(id, { wanted: "10", cause: "count" });
  expect(answer.status).toBe(302);
  expect(await level(id)).toBe(10);
  expect(await stockDrift(db)).toEqual([]);
  expect((await undone(answer)).status).toBe(302);
  expect(await level(id)).toBe(null);
});

test("[B-12] members who may only read see levels without a form, and a form they send is refused", async () => {
  expect(await bookkeeper.text(`/stock/${gloves}`)).not.toContain("Change the number");
  const answer = await bookkeeper.post(`/stock/${gloves}`, { ...(await opened(gloves)), wanted: "1", cause: "count" });
  expect(answer.status).toBe(403);
  expect((await bookkeeper.fetch("/stock/delivery")).status).toBe(403);
  expect((await officeAs(shop, memberAs("editor", "Ines")).fetch("/stock")).status).toBe(403);
});

test("a variant without its own picture shows the picture of its color, and if there is none, the product's", async () => {
  const [{ productId = "", color = "" } = {}] = await db.select().from(variants).where(eq(variants.id, gloves));
  const ofColor = and(eq(productColors.productId, productId), eq(productColors.name, color));
  const image = async () => (await levelsOf(shop, sam, [gloves]))[0]?.image;
  await db.update(variants).set({ image: null }).where(eq(variants.id, gloves));
  await db
    .update(productColors)
    .set({ images: ["/media/of-the-color.webp"] })
    .where(ofColor);
  expect(await image()).toBe("/media/of-the-color.webp");
  await db.update(productColors).set({ images: [] }).where(ofColor);
  const [product] = await db.select().from(products).where(eq(products.id, productId));
  expect(await image()).toBe(product?.images[0]);
});

test("the parameters of the address filter, search and page the list", async () => {
  await db.execute(sql`update variants set shelf = 'C 3' where id = ${gloves}`);
  const sku = await skuOf(gloves);
  expect(await packer.text(`/stock?q=${sku.toLowerCase()}`)).toContain(sku);
  expect((await packer.text("/stock?shelf=C%203")).match(/C 3/g)?.length).toBeGreaterThan(0);
  const first = await (await packer.fetch("/stock")).text();
  const [, next = ""] = /href="\/back-office(\/stock\?after=\d+)"/.exec(first) ?? [];
  expect(next).not.toBe("");
  const ids = (html: string) => [...html.matchAll(/href="\/back-office\/stock\/(\d+)"/g)].map(([, id]) => id);
  const second = await (await packer.fetch(next)).text();
  expect(ids(first)).toHaveLength(50);
  expect(ids(second).filter((id) => ids(first).includes(id))).toEqual([]);
  for (const address of ["/stock?q=%00", "/stock?after=x", "/stock?category='", "/stock?shelf=%0a"])
    expect([address, (await packer.fetch(address)).status]).toEqual([address, 200]);
  expect((await packer.fetch("/stock/0")).status).toBe(404);
  expect((await packer.fetch("/stock/999999999")).status).toBe(404);
});

test("[B-59] members with the right set a product's low-stock mark on the stock page; an invalid or outdated mark is refused", async () => {
  const sue = memberAs("manager", "Sue");
  const manager = officeAs(shop, sue);
  const form = async () => fieldsIn(formIn(await (await manager.fetch(`/stock/${gloves}`)).text(), 'value="mark"'));
  const first = await form();
  expect((await manager.post(`/stock/${gloves}`, { ...first, mark: "12" })).status).toBe(302);
  expect(await form()).toMatchObject({ mark: "12" });
  expect((await manager.post(`/stock/${gloves}`, { ...(await form()), mark: "few" })).status).toBe(422);
  const late = await manager.post(`/stock/${gloves}`, { ...first, submission: randomUUID(), mark: "7" });
  expect(late.status).toBe(409);
  expect(await late.text()).toContain("Somebody set it to 12 meanwhile.");
  expect((await packer.post(`/stock/${gloves}`, { ...(await form()), mark: "1" })).status).toBe(403);
});

test("a variant is low below its product's own mark, and not low above it", async () => {
  await adjust(gloves, { wanted: "77", cause: "count" });
  await db.execute(
    sql`update products set low_mark = 1000 where id = (select product_id from variants where id = ${gloves})`,
  );
  expect(await packer.text(`/stock?show=low&q=${await skuOf(gloves)}`)).toContain("Low");
  await db.execute(
    sql`update products set low_mark = 0 where id = (select product_id from variants where id = ${gloves})`,
  );
  expect(await packer.text(`/stock?show=low&q=${await skuOf(gloves)}`)).toContain("Nothing is low.");
});

test("[B-79] each line of a delivery gets a result: valid lines are received once, and the others remain in the field", async () => {
  const [one, two] = [await skuOf(gloves), await skuOf(boots)];
  const before = [await level(gloves), await level(boots)];
  const form = fieldsIn(formIn(await (await packer.fetch("/stock/delivery")).text(), "lines"));
  const lines = `SKU,Pieces\r\n${one},2\n"${two.toLowerCase()}";"3"\nNO-SUCH-SKU 1\n${one}\t0\n\n`;
  const answer = await packer.post("/stock/delivery", { ...form, lines, reason: "Overland 12" });
  expect(answer.status).toBe(302);
  const html = await (await packer.fetch(below(answer))).text();
  expect(html).toContain("2 lines were not received.");
  expect(html).toContain("Nothing has this SKU or barcode.");
  expect(html).toContain("Write a whole number of pieces");
  expect(html).toContain("Received: 5 pieces");
  const left = fieldsIn(formIn(html, "lines"));
  expect(left.lines).toBe(`NO-SUCH-SKU 1\n${one}\t0`);
  expect(left.submission).not.toBe(form.submission);

  await packer.post("/stock/delivery", { ...form, lines, reason: "Overland 12" });
  expect([await level(gloves), await level(boots)]).toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) + 3]);
  expect((await packer.post("/stock/delivery", { ...form, lines: `${one}, 1` })).status).toBe(409);

  const right = await packer.post("/stock/delivery", { submission: randomUUID(), lines: `${one}, 1`, reason: "" });
  expect(right.status).toBe(302);
  expect((await undone(right)).status).toBe(302);
  expect(await level(gloves)).toBe((before[0] ?? 0) + 2);
});

test("[B-79] a delivery is received by scanned barcodes, with or without leading zeros", async () => {
  await db.update(variants).set({ barcode: "0012345678905" }).where(eq(variants.id, gloves));
  const before = (await level(gloves)) ?? 0;
  for (const line of ["012345678905, 2", "00012345678905\t3"]) {
    const form = fieldsIn(formIn(await (await packer.fetch("/stock/delivery")).text(), "lines"));
    await packer.post("/stock/delivery", { ...form, lines: line, reason: "Scanned" });
  }
  expect(await level(gloves)).toBe(before + 5);
});

test.each([
  ["SHELF-7", ["shelf-7", "SHELF-7"], []],
  ["000123456789012345678", ["000123456789012345678"], ["00012345678901"]],
  ["0012", ["0012"], ["12", "00000000000012"]],
  ["4006381333932", ["4006381333932"], ["04006381333932"]],
  ["96385074", ["96385074", "0000096385074", "00000096385074"], ["96385075"]],
  ["4006381333931", ["4006381333931", "04006381333931", "4 006381 333931"], []],
])("the piece with barcode %s is found by %j, not by %j", async (barcode, codes, others) => {
  await db.update(variants).set({ barcode }).where(eq(variants.id, gloves));
  const found = async (texts: string[]) => {
    const byCode = await variantsByCode(db, texts);
    return texts.map((text) => (byCode.get(folded(text)) ?? []).map(({ id, by }) => [id, by]));
  };
  expect(await found(codes)).toEqual(codes.map(() => [[gloves, "barcode"]]));
  expect(await found(others)).toEqual(others.map(() => []));
});

test("codes are looked up by indexes, however many pieces there are", async () => {
  const { rows } = await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.execute<
      Record<string, string>
    >(sql`explain select id from variants where barcode <> '' and lower(barcode) = any(array['a'])
      union select id from variants where sku <> '' and search_form(sku) = any(array['a'])
      union select 1 from products where sku <> '' and search_form(sku) = any(array['a'])`);
  });
  const plan = rows.map((row) => Object.values(row)[0]).join("\n");
  for (const index of ["variants_by_barcode", "variants_by_folded_sku", "products_by_folded_sku"])
    expect(plan).toContain(index);
});

test("a delivery line with a SKU of several variants is received by its size and color, or for the chosen variant", async () => {
  const [{ productId = "" } = {}] = await db.select().from(variants).where(eq(variants.id, gloves));
  const own = await db.select().from(variants).where(eq(variants.productId, productId));
  const [other] = await db
    .select()
    .from(variants)
    .where(and(ne(variants.productId, productId), sql`stock > 0`));
  if (!other) throw new Error("There are other products.");
  await db.update(variants).set({ sku: "ONE-FOR-ALL" }).where(eq(variants.productId, productId));
  const sizes = await db
    .select()
    .from(variants)
    .where(and(eq(variants.productId, productId), isNull(variants.retiredAt)))
    .orderBy(variants.id);
  const [one, two] = sizes;
  if (!one || !two) throw new Error("The gloves come in several sizes.");
  const before = [await level(one.id), await level(two.id)];
  const lines = `one-for-all, ${one.color}, ${one.size}, 2\nONE-FOR-ALL, 5\nONE-FOR-ALL, 5\nONE-FOR-ALL, Purple, 1`;
  const form = fieldsIn(formIn(await (await packer.fetch("/stock/delivery")).text(), "lines"));
  const first = await packer.post("/stock/delivery", { ...form, lines, reason: "Overland 13" });
  expect(await level(one.id)).toBe((before[0] ?? 0) + 2);

  const html = await (await packer.fetch(below(first))).text();
  expect(html).toContain(`${sizes.length} variants have this SKU. Choose the one that came.`);
  expect(html).toContain("No variant with this SKU is called Purple.");
  expect(html).toContain(`${two.color}, ${two.size}`);
  const left = fieldsIn(formIn(html, "pick-0"));
  expect(left).toMatchObject({
    lines: "ONE-FOR-ALL, 5\nONE-FOR-ALL, 5\nONE-FOR-ALL, Purple, 1",
    reason: "Overland 13",
  });
  const picks = { "pick-0": String(one.id), "pick-1": String(two.id), "pick-2": String(two.id) };
  for (let sent = 0; sent < 2; sent += 1) await packer.post("/stock/delivery", { ...left, ...picks });
  expect([await level(one.id), await level(two.id)]).toEqual([(before[0] ?? 0) + 7, (before[1] ?? 0) + 6]);

  // Choosing a variant that does not have the line's SKU is refused.
  const again = fieldsIn(formIn(await (await packer.fetch("/stock/delivery")).text(), "lines"));
  const foreign = { "line-0": "ONE-FOR-ALL, 9", "pick-0": String(other.id) };
  await packer.post("/stock/delivery", { ...again, lines: "ONE-FOR-ALL, 9", ...foreign });
  expect(await level(other.id)).toBe(other.stock);
  for (const { id, sku } of own) await db.update(variants).set({ sku }).where(eq(variants.id, id));
});

test.each(["", " \n", "\0", "x".repeat(100_001)])(
  "a delivery without lines, with a NUL character or with too long a text is refused with a message: %#",
  async (lines) => {
    const answer = await packer.post("/stock/delivery", { submission: randomUUID(), lines });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("field__error");
  },
);
