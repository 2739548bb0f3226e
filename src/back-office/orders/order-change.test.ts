import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { HOUR, MINUTE } from "~/platform/durations";
import { audit } from "~/shop/audit/audit.tables";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { cents } from "~/shop/money";
import { changesOf, waitingChangeOf } from "~/shop/orders/changes/open-change.server";
import { sendChangeLetter } from "~/shop/orders/letters/change-letters.server";
import { standingLines } from "~/shop/orders/standing-lines.tables";
import { refundsOf } from "~/shop/payments/refunds.server";
import { officeAs, place, wordsIn } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { textOf } from "~/testing/html";
import { variantId } from "~/testing/made-orders.server";
import { memberAs } from "~/testing/members.server";
import { leftOf } from "~/testing/riders.server";
import { testMember } from "~/testing/sign-in.server";

const { shop, db, bought, rowOf, tee } = await openBoughtOrders();
const dana = officeAs(shop, await testMember(shop, "manager", "Dana"));
const robin = officeAs(shop, await testMember(shop, "manager", "Robin"));
const pat = officeAs(shop, memberAs("packer", "Pat"));

type Pick = [name: string, size: string, color: string];
const ASH: Pick = ["Sprocket Tee", "M", "Ash"];
const LARGE: Pick = ["Sprocket Tee", "L", "Ash"];
const GLOVES: Pick = ["Gauntlet Leather Gloves", "M", "Black"];
const idOf = (goods: Pick) => variantId(shop, goods);
const [large, gloves] = [await idOf(LARGE), await idOf(GLOVES)];

const standing = async (number: string) =>
  (
    await db
      .select({ name: standingLines.name, size: standingLines.size, quantity: standingLines.quantity })
      .from(standingLines)
      .where(eq(standingLines.orderNumber, number))
      .orderBy(standingLines.position)
  ).map(({ name, size, quantity }) => `${quantity} ${name} ${size}`);

/** Opens the page of a change with the given parameters; returns it with the form that confirms the change. */
async function opened(number: string, wish: string, office = dana) {
  const path = `/orders/${number}/change?${wish}`;
  const html = await (await office.fetch(path)).text();
  return { path, text: wordsIn(html), fields: fieldsIn(formIn(html, 'name="difference"')) };
}

/** Opens an order's page and presses one of its buttons. */
async function press(number: string, name: string, office = dana) {
  const html = await (await office.fetch(`/orders/${number}`)).text();
  const value = new RegExp(`value="(${name}[^"]*)"`).exec(html)?.[1] ?? name;
  const answer = await office.post(`/orders/${number}`, { ...fieldsIn(html, "order-steps"), step: value });
  return { status: answer.status, text: textOf(await answer.text()) };
}

async function asked() {
  const number = await bought([[...tee, 1]]);
  const { path, fields } = await opened(number, `v=${gloves}&n=1&r=0&p=`);
  expect((await dana.post(path, { ...fields, hours: "24", words: "As we said." })).status).toBe(302);
  return number;
}

test("[B-36] [B-91] a change to a size of the same price is previewed, then changes stock at once without a payment, and the order shows the change", async () => {
  const number = await bought([[...tee, 2]]);
  const [before, ash] = [(await leftOf(shop, LARGE)) ?? 0, (await leftOf(shop, ASH)) ?? 0];
  expect(await dana.text(`/orders/${number}`)).toContain("Change the order");

  const { path, text, fields } = await opened(number, `to-0=${large}&n-0=1`);
  expect(text).toMatch(/Stays.*1 Sprocket Tee.*Goes.*1 Sprocket Tee.*Comes.*1 Sprocket Tee.*To pay \$0\.00/s);
  expect(await standing(number)).toEqual(["2 Sprocket Tee M"]);

  // Sends the form twice, as after a lost response; the change is made once.
  const [first, again] = [await dana.post(path, fields), await dana.post(path, fields)];
  expect([first.status, again.status]).toEqual([302, 302]);
  expect(await standing(number)).toEqual(["1 Sprocket Tee M", "1 Sprocket Tee L"]);
  expect([await leftOf(shop, LARGE), await leftOf(shop, ASH)]).toEqual([before - 1, ash + 1]);
  expect([await refundsOf(db, number), (await changesOf(db, number)).length]).toEqual([[], 1]);
  const page = textOf(await dana.text(place(first)));
  expect(page).toMatch(/It was changed 1 Sprocket Tee .*in place of Sprocket Tee .*It cost the same\..*Dana/s);
  expect(page).toContain("The order was changed");
});

test("[B-36] a change to cheaper goods refunds the difference that the preview showed", async () => {
  const number = await bought([GLOVES]);
  const { path, text, fields } = await opened(number, `v=${await idOf(ASH)}&n=1&r=0&p=`);
  const difference = Number(fields.difference);
  expect(difference).toBeLessThan(0);
  expect(text).toContain("Goes back");
  expect((await dana.post(path, fields)).status).toBe(302);
  expect(await standing(number)).toEqual(["1 Sprocket Tee M"]);
  expect(await refundsOf(db, number)).toMatchObject([{ amount: -difference }]);
});

test("[B-36] a change to more expensive goods takes effect when it is paid; until then packing is refused, and a member can send the link again or end the change", async () => {
  const number = await asked();
  const change = await waitingChangeOf(db, number);
  expect(change).toMatchObject({ state: "waiting", words: "As we said." });
  expect(((change?.endsAt?.getTime() ?? 0) - (change?.at.getTime() ?? 0)) / HOUR).toBeCloseTo(24, 1);
  expect(await standing(number)).toEqual(["1 Sprocket Tee M"]);
  const page = textOf(await dana.text(`/orders/${number}`));
  expect(page).toMatch(/Waiting for \$[\d.]+ until .*Gauntlet Leather Gloves .*in place of Sprocket Tee/s);
  expect(page).not.toContain("Mark packed");
  const packing = await pat.text(`/orders/${number}`);
  expect(packing).toContain("A change is asked for, its difference to pay");
  for (const hidden of ["End it", "$"]) expect(packing).not.toContain(hidden);

  const packed = await press(number, "pack", pat);
  expect(packed.status).toBe(409);
  expect(packed.text).toContain("A change of this order waits for its payment, so it is neither packed nor sent");
  const version = (await rowOf(number)).version;
  const list = await (await pat.fetch("/orders")).text();
  const many = await pat.post("/orders", { ...fieldsIn(list), act: "pack", order: `${number}.${version}` });
  expect(await many.text()).toContain("waits for the payment of a change");

  expect((await press(number, "change-again")).status).toBe(302);
  expect(shop.payloads.at(-1)).toEqual({
    name: "tell-change",
    payload: { changeId: change?.id, letter: "asked", again: 1 },
  });
  expect((await press(number, "change-end", pat)).status).toBe(403);
  const left = (await leftOf(shop, GLOVES)) ?? 0;
  expect((await press(number, "change-end")).status).toBe(302);
  expect(await changesOf(db, number)).toMatchObject([{ state: "ended", endedBy: "member" }]);
  expect([await standing(number), await leftOf(shop, GLOVES)]).toEqual([["1 Sprocket Tee M"], left + 1]);
  expect(await db.$count(audit, eq(audit.field, "change-ended"))).toBe(1);
  expect((await press(number, "pack", pat)).status).toBe(302);
});

test("[B-91] when two members change the same version of an order, the second is refused and sees both differences; an order has at most one open change", async () => {
  const number = await bought([[...tee, 2]]);
  const wish = `v=${gloves}&n=1&r=0&p=`;
  const [first, second] = [await opened(number, `to-0=${large}&n-0=1`), await opened(number, wish, robin)];
  expect((await dana.post(first.path, first.fields)).status).toBe(302);
  const late = await robin.post(second.path, second.fields);
  const html = await late.text();
  expect(late.status).toBe(409);
  expect(textOf(html)).toMatch(/Nothing was done\. You saw \$[\d.]+ to pay; it is \$[\d.]+ to pay now\./);
  const now = fieldsIn(formIn(html, 'name="difference"'));
  expect((await robin.post(second.path, { ...now, hours: "72" })).status).toBe(302);
  expect(await changesOf(db, number)).toMatchObject([{ state: "waiting" }, { state: "applied" }]);

  const changeId = (await waitingChangeOf(db, number))?.id ?? "";
  await sendChangeLetter(shop, { changeId, letter: "asked" });
  expect(shop.letters.at(-1)?.text).toContain("Until then your order stays as it is now.");

  expect((await opened(number, wish)).text).toContain("A change of this order waits for its payment");
  expect((await dana.post(second.path, { ...first.fields, submission: crypto.randomUUID() })).status).toBe(409);
  // A confirmation is refused if the difference is not the shown one.
  const other = await bought();
  const swap = await opened(other, wish);
  expect((await dana.post(swap.path, { ...swap.fields, difference: "1" })).status).toBe(409);
  expect(await changesOf(db, other)).toEqual([]);
});

test("a packer can neither change orders nor reduce prices; a lower price needs a reason, and too many pieces get a message", async () => {
  const number = await bought([[...tee, 1]]);
  const reduced = await opened(number, `to-0=${large}&p-0=20`);
  expect((await pat.fetch(reduced.path)).status).toBe(403);
  expect((await pat.post(reduced.path, { ...reduced.fields, reason: "Friend" })).status).toBe(403);
  const silent = await dana.post(reduced.path, reduced.fields);
  expect([silent.status, (await silent.text()).includes("Say why it costs less.")]).toEqual([422, true]);
  expect(await changesOf(db, number)).toEqual([]);
  expect((await dana.post(reduced.path, { ...reduced.fields, reason: "Came with a flaw" })).status).toBe(302);
  expect(await changesOf(db, number)).toMatchObject([{ state: "applied", reason: "Came with a flaw" }]);

  const other = await bought([[...tee, 1]]);
  expect((await opened(other, `v=${gloves}&n=6&r=&p=`)).text).toContain("Delivery is free from $300.00");
  expect((await opened(other, `to-0=${large}&n-0=1`)).text).not.toContain("Delivery is free");
  expect((await opened(other, `to-0=${large}&n-0=5`)).text).toContain("More pieces are named than may still go");
  expect((await opened(other, "to-0=gone")).text).toContain("Cancel it instead");
  expect((await opened(other, `to-0=${large}&p-0=abc`)).text).toContain("A price is an amount such as 19.90.");
});

test("pasted text keeps its line breaks; invisible characters, an invalid price and a text that is too long get an error at their field", async () => {
  const number = await bought([[...tee, 1]]);
  const { path, fields } = await opened(number, `v=${gloves}&n=1&r=0&p=`);
  const long = await dana.post(path, { ...fields, words: "x".repeat(20_000) });
  expect(long.status).toBe(422);
  expect(await waitingChangeOf(db, number)).toBeUndefined();

  const rung = await dana.post(path, { ...fields, words: "See you\u0007 Friday." });
  expect([rung.status, textOf(await rung.text()).includes("Please use plain text.")]).toEqual([422, true]);
  const pasted = "  Hi Jo,\r\n\r\nsee you\u00a0Friday.  ";
  expect((await dana.post(path, { ...fields, words: pasted })).status).toBe(302);
  expect((await waitingChangeOf(db, number))?.words).toBe("Hi Jo,\r\n\r\nsee you\u00a0Friday.");
  expect(
    (await opened(await bought([[...tee, 1]]), `to-0=${large}&p-0=${encodeURIComponent("$ 20.00")}`)).text,
  ).toContain("A price is an amount such as 19.90.");
});

test("the preview of a change that gives more than the limit asks for the factor before the form is shown, and leads back to the same change", async () => {
  const number = await bought([[...tee, 6]]);
  const [goods] = await db.select({ id: products.id }).from(products).where(eq(products.name, ASH[0]));
  const priced = (price: number) =>
    db
      .update(products)
      .set({ price: cents(price), salePrice: null })
      .where(eq(products.id, goods?.id ?? ""));
  const manager = memberAs("manager", "Kim");
  const kim = officeAs(shop, manager, new Date(Date.now() - 11 * MINUTE));
  await db
    .update(variants)
    .set({ price: null, salePrice: null })
    .where(eq(variants.productId, goods?.id ?? ""));
  await priced(90_00);
  try {
    const path = `/orders/${number}/change?to-0=${large}&n-0=6`;
    const html = await (await kim.fetch(path)).text();
    expect(wordsIn(html)).toMatch(
      /asks for your passkey or a code first\. What comes costs \$324\.00 less than today\. With what you gave in the last 24 hours/,
    );
    expect(html).not.toContain('name="difference"');
    const back = /href="(\/back-office\/confirm\?[^"]*)"/.exec(html)?.[1] ?? "";
    expect(new URL(back.replaceAll("&amp;", "&"), shop.address).searchParams.get("back")).toBe(`/back-office${path}`);

    // Below the limit nothing is asked, and with a recent factor the form is shown.
    expect(await kim.text(`/orders/${number}/change?to-0=${large}&n-0=4`)).toContain("costs $216.00 less than today");
    const confirmed = officeAs(shop, manager);
    const { fields } = await opened(number, `to-0=${large}&n-0=6`, confirmed);
    expect((await confirmed.post(path, fields)).status).toBe(302);
    expect(await standing(number)).toEqual(["6 Sprocket Tee L"]);
  } finally {
    await priced(36_00);
  }
});
