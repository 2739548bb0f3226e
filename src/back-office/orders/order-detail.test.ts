import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { testMember } from "~/testing/sign-in.server";
import { memberAs } from "~/testing/members.server";
import { officeAs, wordsIn } from "~/testing/back-office-as.server";
import { leftOf } from "~/testing/riders.server";
import { posted } from "~/testing/posted-form.server";
import { attributeOf, elementsOf, textOf } from "~/testing/html";
import { api } from "~/server/api";
import { discountCodes, discountUses } from "~/shop/discounts/discounts.tables";
import { memberEvents } from "~/shop/members/member-events.tables";
import { sendAgain, sendConfirmation, sendShipped } from "~/shop/orders/letters/order-letters.server";
import type { SendLetterAgain } from "~/shop/orders/letters/letter-jobs";
import { letters, orders } from "~/shop/orders/orders.tables";
import { parcelsOf } from "~/shop/orders/parcels/parcels.server";
import { refundAsMember } from "~/shop/orders/refunds/refund-as-member.server";
import { executeRefund } from "~/shop/orders/refunds/execute-refund.server";
import { action as orderStatus } from "~/shop/returns/order-status.page";
import { refundsOf } from "~/shop/payments/refunds.server";

const { shop, db, bought, shipped, seen, stateOf, tee } = await openBoughtOrders();
const dana = officeAs(shop, await testMember(shop, "manager", "Dana"));
const pat = officeAs(shop, memberAs("packer", "Pat"));
const email = "jo.delacroix@example.com";
type Office = typeof dana;

/** Opens a page and returns submission and version of its form, or of its dialog's form if it has a dialog. */
async function opened(office: Office, path: string): Promise<Record<string, string>> {
  const html = await (await office.fetch(path)).text();
  const part = html.slice(Math.max(html.indexOf('role="dialog"'), html.indexOf("<main")));
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(part)?.[1] ?? "";
  return { submission: field("submission"), version: field("version") };
}

/** Opens a page, sends its form with the given fields, and returns the text of the page to which it redirects. */
async function sent(office: Office, path: string, fields: Record<string, string>, to = path): Promise<string> {
  const response = await office.post(to, { ...(await opened(office, path)), ...fields });
  expect([response.status, path]).toEqual([302, path]);
  return office.text(response.headers.get("location")?.replace("/back-office", "") ?? "");
}

const ship = (number: string, fields: Record<string, string>) => ({
  path: `/orders/${number}/ship`,
  fields: { carrier: "UPS", tracking: "1Z999", ...fields },
});
const status = async (number: string) =>
  JSON.stringify(await posted(orderStatus, shop, "/order-status", { order: number, email }));
const letterAbout = (number: string, start: string) =>
  shop.letters.filter(({ subject }) => subject.startsWith(start) && subject.includes(number.slice(4)));

test("[B-28] after a partial shipment the other pieces are still to be sent; letter and order status list only the sent pieces, with the tracking link", async () => {
  const number = await bought();
  const { path, fields } = ship(number, { "pieces-0": "1", "pieces-1": "0" });
  const page = await sent(dana, path, fields);
  for (const words of ["2 pieces to ship", "1 to ship, 1 in parcel 1", "Partly shipped".toLowerCase(), "Parcel 1, UPS"])
    expect(page.toLowerCase()).toContain(words.toLowerCase());

  const [parcel] = await parcelsOf(db, number);
  await sendShipped(shop, parcel?.id ?? 0);
  const [letter] = letterAbout(number, "On its way");
  expect(letter?.html).toContain("https://www.ups.com/track?tracknum=1Z999");
  expect(letter?.text).toContain("Sprocket Tee");
  expect(letter?.text).not.toContain("Gauntlet");
  expect(await status(number)).toContain('"lines":[{"position":0,"quantity":1}]');
  expect(await status(number)).toContain("tracknum=1Z999");

  await sent(dana, `/orders/${number}`, { step: `arrived ${parcel?.id}` });
  const corrected = { carrier: "USPS", tracking: "9400", tells: "yes" };
  const after = await sent(dana, `/orders/${number}/parcels/${parcel?.id}`, corrected);
  expect(after).toContain("Parcel 1: tracking corrected to USPS 9400, was UPS 1Z999");
  await sendShipped(shop, parcel?.id ?? 0, 2);
  expect(letterAbout(number, "On its way").at(-1)?.html).toContain("tLabels=9400");
});

test("an order without a telephone number shows none, not even the country code", async () => {
  const number = await bought();
  await db.update(orders).set({ phone: "+1" }).where(eq(orders.number, number));
  expect(await dana.text(`/orders/${number}`)).not.toContain("+1");
  await db.update(orders).set({ phone: "+13035550100" }).where(eq(orders.number, number));
  expect(await dana.text(`/orders/${number}`)).toContain("+1 303 555 0100");
});

test("[B-12] a packer's page of an order and its data contain no amounts; opening the refund page or sending its form is refused and logged", async () => {
  const number = await shipped();
  await sent(dana, `/orders/${number}/refund`, { "pieces-0": "1", reason: "Damaged or faulty" });
  for (const path of [`/orders/${number}`, `/orders/${number}.data`]) {
    const response = await pat.fetch(path);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).not.toMatch(/\$\d|_cents|amount|[Rr]efunded|Kept/);
    expect(text).not.toContain(email);
    expect(text).toContain("Sandstone");
  }
  expect((await pat.fetch(`/orders/${number}/refund`)).status).toBe(403);
  const direct = { ...(await opened(dana, `/orders/${number}/refund`)), "pieces-0": "1", reason: "Sold out" };
  expect((await pat.post(`/orders/${number}/refund`, direct)).status).toBe(403);
  expect((await pat.post(`/orders/${number}/cancel`, direct)).status).toBe(403);
  const denied = await db.select().from(memberEvents).where(eq(memberEvents.kind, "right-denied"));
  expect(denied.flatMap(({ details }) => details.rights)).toEqual(
    expect.arrayContaining(["money.refund", "orders.change"]),
  );
  expect(await refundsOf(db, number)).toHaveLength(1);
});

test("[B-30] [B-79] a refund sent twice by a browser without script is made once, and the message says what the gateway did", async () => {
  const number = await bought();
  const path = `/orders/${number}/refund`;
  const fields = { ...(await opened(dana, path)), "pieces-1": "1", restock: "yes", reason: "Changed their mind" };
  const left = (await leftOf(shop, ["Gauntlet Leather Gloves", "M", "Black"])) ?? 0;
  const answers = await Promise.all([dana.post(path, fields), dana.post(path, fields)]);
  const again = await dana.post(path, fields);
  expect([...answers, again].map((response) => response.status)).toEqual([302, 302, 302]);

  // [B-21]
  const page = await dana.text(again.headers.get("location")?.replace("/back-office", "") ?? "");
  expect(page).toMatch(/\$89\.00 of order #\d{4} \d{4} goes back\./);
  expect(page).toContain("Asked, not yet confirmed");
  expect(await leftOf(shop, ["Gauntlet Leather Gloves", "M", "Black"])).toBe(left + 1);
  const [refund, ...more] = await refundsOf(db, number);
  expect([refund?.amount, more]).toEqual([89_00, []]);
  await executeRefund(shop, refund?.id ?? "");
  expect(await dana.text(`/orders/${number}`)).toMatch(/Refunded today .*, Gauntlet Leather Gloves −\$89\.00 Kept/);
});

test("[B-31] while a refund is not confirmed, the page says so and offers no further refund, and a POST is refused", async () => {
  const number = await bought();
  const path = `/orders/${number}/refund`;
  const fields = { ...(await opened(dana, path)), "pieces-0": "1", reason: "Late or lost on the way" };
  const second = { ...fields, submission: (await opened(dana, path)).submission ?? "" };
  expect((await dana.post(path, fields)).status).toBe(302);
  expect((await dana.post(path, second)).status).toBe(409);

  const html = await (await dana.fetch(`/orders/${number}`)).text();
  expect(html).toContain("Asked, not yet confirmed");
  expect(html).not.toContain(`href="/back-office${path}"`);
  expect(await dana.text(path)).toContain("until then no second one can be made");
  const [refund] = await refundsOf(db, number);
  await executeRefund(shop, refund?.id ?? "");
  expect(await (await dana.fetch(`/orders/${number}`)).text()).toContain(`href="/back-office${path}"`);
});

test("a refund above the payment, or one that is not a number, gets an error at its field, and the typed text is kept", async () => {
  const number = await bought();
  const path = `/orders/${number}/refund`;
  const wrong = { "pieces-0": "3", "amount-1": "89.01", "pieces-1": "1", goodwill: "<b>", reason: "Sold out" };
  const response = await dana.post(path, { ...(await opened(dana, path)), ...wrong });
  const html = await response.text();
  expect(response.status).toBe(422);
  for (const words of ["Write a number up to 2.", "up to $89.00: more was not paid", "Write dollars and cents: 5.00."])
    expect(html).toContain(words);
  expect(html).toContain('value="89.01"');
  const tooMuch = { goodwill: "9999.00", reason: "To make good" };
  expect((await dana.post(path, { ...(await opened(dana, path)), ...tooMuch })).status).toBe(422);
  expect(await refundsOf(db, number)).toEqual([]);
});

test("[B-35] cancelling refunds the payment, restores stock and the use of the code, and sends a letter; cancelling again only says so; after shipping it is not offered", async () => {
  await db.insert(discountCodes).values({ code: "BACKAGAIN", kind: "percent", percent: 10 });
  const before = await leftOf(shop, [...tee]);
  const number = await bought([[...tee, 2]], { discount: { kind: "percent", code: "BACKAGAIN", percent: 10 } });
  const page = await sent(dana, `/orders/${number}/cancel`, { reason: "The shopper asked for it" });
  expect(page).toContain("cancelled.");
  expect(page).toContain("Cancelled: The shopper asked for it");
  expect([await stateOf(number), await leftOf(shop, [...tee])]).toEqual(["cancelled", before]);
  expect(await db.$count(discountUses, eq(discountUses.orderNumber, number))).toBe(0);
  const [refund] = await refundsOf(db, number);
  await executeRefund(shop, refund?.id ?? "");
  expect(letterAbout(number, "Order cancelled")).toHaveLength(1);

  expect(await dana.text(`/orders/${number}/cancel`)).toContain("It is cancelled: its money goes back once");
  const again = { ...(await opened(dana, `/orders/${number}/cancel`)), reason: "Sold out" };
  const answer = await dana.post(`/orders/${number}/cancel`, again);
  expect([answer.status, (await answer.text()).includes("was cancelled before")]).toEqual([409, true]);
  expect(await refundsOf(db, number)).toHaveLength(1);
  const gone = await shipped();
  expect(await dana.text(`/orders/${gone}`)).toContain(
    "It cannot be cancelled any more: a parcel has left. Refund what is left instead.",
  );
  expect(await dana.text(`/orders/${gone}/cancel`)).toContain("It cannot be cancelled any more");
  const act = { submission: randomUUID(), number: gone, version: (await seen(gone)).version };
  await refundAsMember(shop, memberAs("manager"), act, {
    lines: [
      { position: 0, quantity: 2 },
      { position: 1, quantity: 1 },
    ],
    delivery: true,
    restock: false,
  });
  for (const { id } of await refundsOf(db, gone)) await executeRefund(shop, id);
  for (const path of [`/orders/${gone}`, `/orders/${gone}/cancel`])
    expect(await dana.text(path)).not.toContain("Refund what is left");
});

test("[B-37] slip and letter have the corrected address, and the history has the old one; after shipping the correction is not offered", async () => {
  const number = await bought();
  const path = `/orders/${number}/address`;
  const address = { name: "Jo Delacroix", address: "9 Mesa Road", city: "Phoenix", postalCode: "85001" };
  // If the order is packed meanwhile, the correction of its address does not conflict.
  const form = { ...(await opened(pat, path)), ...address };
  await sent(pat, `/orders/${number}`, { step: "pack" });
  expect((await pat.post(path, form)).status).toBe(302);
  const page = await dana.text(`/orders/${number}`);
  expect(page).toContain("9 Mesa Road Phoenix, AZ 85001");
  expect(page).toContain('Address corrected, street: it was "88 Sandstone Avenue"');
  expect(await dana.text(`/orders/print?kind=slip&numbers=${number}`)).toContain("9 Mesa Road");
  await sendConfirmation(shop, number);
  expect(letterAbout(number, "Order confirmed")[0]?.text).toContain("9 Mesa Road");

  const wrong = await pat.post(path, { ...(await opened(pat, path)), ...address, postalCode: "8500" });
  expect([wrong.status, (await wrong.text()).includes("Invalid postal code")]).toEqual([422, true]);
  const elsewhere = await pat.post(path, { ...(await opened(pat, path)), ...address, postalCode: "00001" });
  expect([elsewhere.status, (await elsewhere.text()).includes("in the 50 states")]).toEqual([422, true]);
  const late = { ...(await opened(pat, path)), ...address, address: "10 Mesa Road" };
  await sent(pat, ship(number, {}).path, { ...ship(number, {}).fields, "pieces-0": "2", "pieces-1": "1" });
  expect((await pat.post(path, late)).status).toBe(409);
  expect(await (await pat.fetch(`/orders/${number}`)).text()).not.toContain(`${number}/address`);
  expect(await pat.text(path)).toContain("It cannot be corrected any more");
});

test("[B-37] street and city can be corrected separately, although the checkout stores them in one field; a ZIP of another city needs confirmation", async () => {
  const number = await bought();
  const stored = { address: "88 Sandstone Avenue, Flagstaff", city: "Flagstaff", postalCode: "86001" };
  await db.update(orders).set(stored).where(eq(orders.number, number));
  const path = `/orders/${number}/address`;
  const rowOf = async () => (await db.select().from(orders).where(eq(orders.number, number)))[0];
  const form = await (await dana.fetch(path)).text();
  expect(form).toContain('value="88 Sandstone Avenue"');

  const address = { name: "Jo Delacroix", address: "88 Sandstone Avenue", city: "Flagstaff", postalCode: "80202" };
  const asked = await pat.post(path, { ...(await opened(pat, path)), ...address });
  const words = await asked.text();
  expect([asked.status, words.includes("80202 is Denver, CO"), words.includes('name="zipIsRight"')]).toEqual([
    422,
    true,
    true,
  ]);
  expect(await rowOf()).toMatchObject(stored);

  expect((await pat.post(path, { ...(await opened(pat, path)), ...address, city: "Denver" })).status).toBe(302);
  expect(await rowOf()).toMatchObject({ address: "88 Sandstone Avenue, Denver", city: "Denver", region: "CO" });
  const page = await dana.text(`/orders/${number}`);
  expect(page).toContain("88 Sandstone Avenue Denver, CO 80202");
  expect(page).not.toContain("88 Sandstone Avenue, Flagstaff");

  const suburb = { ...address, city: "Glendale", zipIsRight: "yes" };
  expect((await pat.post(path, { ...(await opened(pat, path)), ...suburb })).status).toBe(302);
  expect(await rowOf()).toMatchObject({ address: "88 Sandstone Avenue, Glendale", city: "Glendale" });
});

test("[B-15] when two members correct an address, the second is refused, sees the first one's text, and can still save their own", async () => {
  const number = await bought();
  const path = `/orders/${number}/address`;
  const [first, second] = [await opened(dana, path), await opened(pat, path)];
  const address = { name: "Jo Delacroix", address: "9 Mesa Road", city: "Phoenix", postalCode: "85001" };
  expect((await dana.post(path, { ...first, ...address })).status).toBe(302);

  const refused = await pat.post(path, { ...second, ...address, address: "11 Mesa Road" });
  const html = await refused.text();
  expect(refused.status).toBe(409);
  for (const words of ["Dana changed this address", "9 Mesa Road", 'value="11 Mesa Road"'])
    expect(html).toContain(words);
  const again = { ...(await opened(pat, path)), ...address, address: "11 Mesa Road" };
  expect((await pat.post(path, again)).status).toBe(302);
  expect(await dana.text(`/orders/${number}`)).toContain("11 Mesa Road Phoenix, AZ 85001");
});

test("[B-39] notes are visible to members only: not in letters, the order status or the API", async () => {
  const number = await bought();
  const words = "Called twice, sounds impatient";
  expect(await sent(pat, `/orders/${number}`, { step: "note", note: words })).toContain(words);
  expect(await dana.text(`/orders/${number}`)).toContain(`Note ${words}`);
  await sendConfirmation(shop, number);
  expect(JSON.stringify(letterAbout(number, "Order confirmed"))).not.toContain("impatient");
  expect(await status(number)).not.toContain("impatient");
  const call = await api(shop).request(`/orders/${number}`);
  expect(await call.text()).not.toContain("impatient");

  const empty = { ...(await opened(dana, `/orders/${number}`)), step: "note", note: "  " };
  expect((await dana.post(`/orders/${number}`, empty)).status).toBe(422);
  expect(await (await dana.post(`/orders/${number}`, { ...empty, note: "a\0b" })).text()).toContain("plain text");
});

test("every other act on the page also sends an unsaved note, which is shown again, also without script", async () => {
  const number = await bought();
  const path = `/orders/${number}`;
  const words = "Gate code is the year, rings at";
  const noteOn = (html: string) => textOf(elementsOf(html, "textarea")[0] ?? "");
  const html = await (await dana.fetch(path)).text();
  const form = /<form[^>]* id="([^"]+)"[^>]*>(?:(?!<\/form>)[^])*<textarea/.exec(html)?.[1];
  const steps = elementsOf(html, "button").filter((button) => attributeOf(button, "name") === "step");
  expect(steps.map((button) => attributeOf(button, "value"))).toEqual(["pack", "note"]);
  expect(steps.map((button) => attributeOf(button, "form"))).toEqual([form, form]);
  // The required note field does not block the buttons of other steps.
  expect(steps.map((button) => attributeOf(button, "formNoValidate"))).toEqual(["", undefined]);

  const packed = await dana.post(path, { ...(await opened(dana, path)), step: "pack", note: words });
  const to = packed.headers.get("location") ?? "";
  expect(to).not.toMatch(/gate.{1,3}code/i);
  const after = await (await dana.fetch(to.replace("/back-office", ""))).text();
  expect([noteOn(after), await stateOf(number)]).toEqual([words, "packed"]);

  const late = await dana.post(path, { ...(await opened(dana, path)), version: "1", step: "arrived 1", note: words });
  expect([late.status, noteOn(await late.text())]).toEqual([409, words]);

  const added = await dana.post(path, { ...(await opened(dana, path)), step: "note", note: words });
  const page = await (await dana.fetch(added.headers.get("location")?.replace("/back-office", "") ?? "")).text();
  expect([noteOn(page), wordsIn(page).includes(`Note ${words}`)]).toEqual(["", true]);
});

test("[B-40] sending a letter again sends the same text to the order's e-mail address", async () => {
  const number = await bought();
  await sendConfirmation(shop, number);
  const [letter] = await db
    .select()
    .from(letters)
    .where(and(eq(letters.orderNumber, number), eq(letters.kind, "confirmation-sent")));
  const path = `/orders/${number}/letters/${letter?.id}`;
  expect(await dana.text(path)).toContain("Sent to jo.delacroix@example.com");
  expect(await sent(dana, path, { where: "order" })).toContain("is sent again");
  const job = shop.payloads.findLast(({ name }) => name === "send-letter-again");
  await Promise.all([1, 2].map(() => sendAgain(shop, job?.payload as SendLetterAgain)));

  const both = letterAbout(number, "Order confirmed");
  expect(both.map(({ to }) => to)).toEqual([email, email]);
  expect(both[1]).toMatchObject({ text: both[0]?.text, html: both[0]?.html, subject: both[0]?.subject });
  expect(await dana.text(`/orders/${number}`)).toContain(`Letter "Order confirmed" sent again to ${email}`);
  expect((await pat.fetch(path)).status).toBe(403);
});

test("pages of unknown and malformed order numbers have the status 404", async () => {
  for (const path of ["/orders/12345678", "/orders/abc", `/orders/${"9".repeat(40)}/refund`])
    expect((await dana.fetch(path)).status).toBe(404);
});
