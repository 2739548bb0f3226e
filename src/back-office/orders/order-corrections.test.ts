import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { testMember } from "~/testing/sign-in.server";
import { memberAs } from "~/testing/members.server";
import { cards, draftRequestFor, payWith } from "~/testing/riders.server";
import { officeAs } from "~/testing/back-office-as.server";
import { posted } from "~/testing/posted-form.server";
import { audit, auditShopperData } from "~/shop/audit/audit.tables";
import { undo } from "~/shop/audit/undo.server";
import { correctedEmails, correctEmail } from "~/shop/orders/order-email.server";
import { sendConfirmation } from "~/shop/orders/letters/order-letters.server";
import { orderFacts, orderSearch } from "~/shop/orders/order-facts.tables";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { packOrders } from "~/shop/orders/parcels/many-parcels.server";
import { packAsMember, unpackAsMember } from "~/shop/orders/order-acts.server";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { verifiedPurchase } from "~/shop/orders/verified-purchase.server";
import { action as orderStatus } from "~/shop/returns/order-status.page";
import { loader as orderSuccess } from "~/shop/checkout/payment-return.page";
import { action as startReturn } from "~/shop/returns/returns.page";
import { orderLines } from "~/shop/orders/orders.tables";
import { recordKinds } from "../record-kinds.server";

const { shop, db, bought, rowOf, seen, stateOf, codeOf, shipped, ups } = await openBoughtOrders();
const dana = await testMember(shop, "manager", "Dana");
const olga = await testMember(shop, "owner", "Olga");
const sam = memberAs("packer", "Sam");
const office = officeAs(shop, dana);
const old = "jo.delacroix@example.com";
const right = "jo.de.la.croix@example.com";
const formOf = async (number: string) => ({ submission: randomUUID(), number, version: (await seen(number)).version });

test("a member can remove the mark 'packed' of an order on its page or by Undo until a parcel is sent", async () => {
  const number = await bought();
  const form = await formOf(number);
  await packAsMember(shop, dana, form);
  expect(await office.text(`/orders/${number}?done=${form.submission}`)).toContain("Undo");
  await undo(shop, dana, recordKinds, { of: { act: form.submission }, submission: randomUUID() });
  expect(await stateOf(number)).toBe("paid");
  const [facts] = await db.select().from(orderFacts).where(eq(orderFacts.number, number));
  expect(facts?.shipping).toBe("to-ship");

  await packAsMember(shop, sam, await formOf(number));
  const page = await office.text(`/orders/${number}`);
  expect(page).toContain("Not packed after all");
  const changed = await formOf(number);
  const said = await Promise.all([
    codeOf(unpackAsMember(shop, sam, changed)),
    codeOf(shipParcel(shop, { ...(await seen(number)), version: changed.version }, ups)),
  ]);
  expect(said.toSorted()).toEqual(["done", "edited-meanwhile"]);

  const gone = await bought();
  const packed = await formOf(gone);
  await packAsMember(shop, sam, packed);
  await shipParcel(shop, await seen(gone), { ...ups, lines: [{ position: 0, quantity: 1 }] });
  expect(await codeOf(unpackAsMember(shop, sam, await formOf(gone)))).toBe("order-state");
  const late = undo(shop, dana, recordKinds, { of: { act: packed.submission }, submission: randomUUID() });
  expect(await codeOf(late)).toBe("order-state");
  expect(await stateOf(gone)).toBe("packed");
});

test("one Undo removes the mark 'packed' of all orders that were marked in one act", async () => {
  const numbers = [await bought(), await bought()];
  const submission = randomUUID();
  const items = await Promise.all(numbers.map(async (number) => ({ number, version: (await seen(number)).version })));
  await packOrders(shop, sam, submission, items);
  await undo(shop, sam, recordKinds, { of: { act: submission }, submission: randomUUID() });
  expect(await Promise.all(numbers.map(stateOf))).toEqual(["paid", "paid"]);
});

test("correcting an e-mail address sends the confirmation only to the new address, the old address no longer finds the order, the log stores both addresses separately, and the owner gets a notice", async () => {
  const number = await shipped();
  const other = await bought();
  await sendConfirmation(shop, number);
  const { version } = await seen(number);
  const form = {
    submission: randomUUID(),
    number,
    version,
    email: ` ${right.toUpperCase()} `,
    reason: "They wrote in",
  };
  expect((await correctEmail(shop, dana, form)).saved).toBe(true);
  expect((await correctEmail(shop, dana, form)).saved).toBe(true);
  expect([(await rowOf(number)).email, (await rowOf(other)).email]).toEqual([right, old]);

  const jobs = shop.payloads.filter(({ name, payload }) => name === "confirm-order" && "correction" in payload);
  expect(jobs).toHaveLength(1);
  const before = shop.letters.length;
  const correction = Number((jobs[0]?.payload as { correction?: number } | undefined)?.correction);
  await Promise.all([1, 2].map(() => sendConfirmation(shop, number, correction)));
  expect(shop.letters.slice(before)).toMatchObject([
    { to: right, subject: expect.stringContaining("Order confirmed") },
  ]);

  const asked = async (email: string) =>
    JSON.stringify(await posted(orderStatus, shop, "/order-status", { order: number, email }));
  expect([(await asked(old)).includes("tracknum"), (await asked(right)).includes("tracknum")]).toEqual([false, true]);
  const returned = JSON.stringify(
    await posted(startReturn, shop, "/return-or-exchange", { order: number, email: old, step: "find" }),
  );
  expect(returned).not.toContain('"quantity"');
  const [entry] = await db.select().from(orderSearch).where(eq(orderSearch.number, number));
  expect(entry?.email).toBe(right);
  const [line] = await db.select().from(orderLines).where(eq(orderLines.orderNumber, other));
  expect(await verifiedPurchase(db, old, line?.productId ?? "")).toMatchObject({ orderNumber: other });

  const [row] = await db
    .select()
    .from(audit)
    .where(and(eq(audit.kind, "order-email"), eq(audit.record, number)));
  expect(row).toMatchObject({ old: null, new: null, isPrivate: true, memberId: dana.id });
  const [kept] = await db
    .select()
    .from(auditShopperData)
    .where(eq(auditShopperData.auditId, row?.id ?? 0));
  expect([kept?.old, kept?.new, kept?.reason]).toEqual([old, right, "They wrote in"]);
  expect(await office.text(`/orders/${number}`)).toContain(`E-mail corrected: it was "${old}"`);
  const packer = officeAs(shop, sam);
  expect(await packer.text(`/orders/${number}`)).not.toContain(old);

  const told = await officeAs(shop, olga).text("/");
  expect(told).toContain("The e-mail of an order was corrected");
  expect(await office.text("/")).not.toContain("The e-mail of an order was corrected");
  const [shown, later] = [6.9, 7.1].map((days) => new Date(Date.now() + days * DAY));
  expect(await correctedEmails(shop, olga, shown ?? new Date())).toHaveLength(1);
  expect(await correctedEmails(shop, olga, later ?? new Date())).toHaveLength(0);
});

test("corrections to one mailbox send at most ten letters a day; after that a correction is refused, and only an undo is accepted, without a letter", async () => {
  const number = await bought();
  const sent = () => shop.payloads.filter(({ payload }) => (payload as { number?: string }).number === number).length;
  const before = sent();
  const correct = async (email: string) => {
    const form = await formOf(number);
    const said = await codeOf(correctEmail(shop, dana, { ...form, email, reason: "They wrote in" }));
    return { said, act: form.submission };
  };
  const said: string[] = [];
  for (let time = 0; time < 12; time += 1) said.push((await correct(`rider+${time}@example.com`)).said);
  expect(said).toEqual([...Array<string>(10).fill("done"), "letters-used-up", "letters-used-up"]);
  expect([(await rowOf(number)).email, sent() - before]).toEqual(["rider+9@example.com", 10]);

  const typed = { email: "rider+12@example.com", reason: "They wrote in" };
  const form = { ...(await formOf(number)), version: String((await seen(number)).version), ...typed };
  const refused = await office.post(`/orders/${number}/email`, form);
  const page = await refused.text();
  expect([refused.status, page.includes("no more leave"), page.includes(typed.email)]).toEqual([429, true, true]);

  const { said: away, act } = await correct("another@example.com");
  expect([away, sent() - before]).toEqual(["done", 11]);
  const submission = randomUUID();
  const back = await undo(shop, dana, recordKinds, { of: { act }, submission });
  expect([back.saved, (await rowOf(number)).email, sent() - before]).toEqual([true, "rider+9@example.com", 11]);
  expect(await office.text(`/orders/${number}?done=${submission}`)).toContain("No letter went out");
  expect(await office.text(`/orders/${number}?done=${act}`)).not.toContain("No letter went out");
});

test("the page after the payment shows the e-mail address that the shopper typed, and no address while it is corrected", async () => {
  const { id, clientSecret } = await draftOrder(shop, await draftRequestFor(shop, [["Sprocket Tee", "M", "Ash"]]));
  await payWith(shop, cards.good, clientSecret);
  const { number } = await settleOrder(shop, id);
  const shown = async () => {
    const query = new URLSearchParams({ payment_intent: id, payment_intent_client_secret: clientSecret });
    return JSON.stringify(await posted(orderSuccess, shop, `/order-success?${query}`, {}));
  };
  expect(await shown()).toContain(old);
  const form = { ...(await formOf(number)), email: right, reason: "They wrote in" };
  await correctEmail(shop, dana, form);
  const page = await shown();
  expect([page.includes(number), page.includes(right), page.includes(old)]).toEqual([true, false, false]);
  await undo(shop, dana, recordKinds, { of: { act: form.submission }, submission: randomUUID() });
  expect(await shown()).toContain(old);
});

test("only an owner or a manager with a recent factor can correct an e-mail address, and has to give a reason", async () => {
  const number = await bought();
  const correct = async (member: Parameters<typeof correctEmail>[1], email = right) =>
    codeOf(correctEmail(shop, member, { ...(await formOf(number)), email, reason: "Typed wrong" }));
  const { confirmedAt: _, ...late } = dana;
  expect([await correct(sam), await correct(late), await correct(dana, "nobody")]).toEqual([
    "right-missing",
    "factor-missing",
    "input-invalid",
  ]);
  const path = `/orders/${number}/email`;
  expect((await officeAs(shop, sam).fetch(path)).status).toBe(403);
  const wordless = await office.post(path, {
    ...(await formOf(number)),
    version: String((await seen(number)).version),
    email: right,
    reason: " ",
  });
  expect([wordless.status, (await wordless.text()).includes("Say why.")]).toEqual([422, true]);
  expect((await rowOf(number)).email).toBe(old);
});
