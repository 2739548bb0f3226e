import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { MINUTE } from "~/platform/durations";
import type { Member } from "~/shop/members/member";
import { memberAccounts } from "~/shop/members/members.tables";
import { sendPayLink } from "~/shop/orders/letters/made-letters.server";
import { expireDraft } from "~/shop/orders/drafting/expire-draft.server";
import { madeOrders } from "~/shop/orders/made/made-orders.tables";
import { requestMadePayment } from "~/shop/orders/made/pay-made-order.server";
import { orderByNumber } from "~/shop/orders/orders.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { officeAs, place } from "~/testing/back-office-as.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { textOf } from "~/testing/html";
import { made, variantId, wishFor } from "~/testing/made-orders.server";
import { memberAs } from "~/testing/members.server";
import { cards, leftOf, payWith } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const { db } = shop;
const dana = memberAs("manager", "Dana");
const sam = memberAs("packer");
const [manager, packer, editor] = [officeAs(shop, dana), officeAs(shop, sam), officeAs(shop, memberAs("editor"))];
await db.insert(memberAccounts).values({ ...dana, passkeyUser: dana.id });
const id = await variantId(shop);
const tee: [string, string, string] = ["Sprocket Tee", "M", "Ash"];
const goods = `/orders/made/new?v=${id}&n=2`;
const second = `/orders/made/new/shopper?v=${id}&n=2`;
const june = {
  name: "June Marsh",
  email: "june@example.com",
  phone: "(928) 555-0100",
  address: "12 Mesa Road",
  city: "Flagstaff",
  postalCode: "86001",
};
const numberIn = (answer: Response) => /made\/(\d{8})/.exec(place(answer))?.[1] ?? "";
const read = async (path: string, office = manager) => (await office.fetch(path)).text();

test("[B-95] a member chooses goods and a shopper and confirms the total; the order is mailed and listed, and the member ends it and makes it again", async () => {
  expect(await read("/orders/made/new?q=Sprocket")).toContain("Sprocket Tee");
  const chosen = await read(goods);
  expect(textOf(chosen)).toContain("$36.00 each");
  // The button "Go on" sends the typed quantities, also if the sums were not updated before.
  const goingOn = /<button[^>]*formaction="\/back-office\/orders\/made\/new\/shopper"[^>]*>Go on/i;
  expect(formIn(chosen, "made-lines")).toMatch(goingOn);
  const before = (await leftOf(shop, tee)) ?? 0;

  const opened = fieldsIn(formIn(await read(second), 'name="postalCode"'));
  const asked = await manager.post(second, {
    ...opened,
    ...june,
    words: "Good talking to you.",
    [`price-${id}`]: "30",
    reason: "Club",
  });
  const question = await asked.text();
  expect(asked.status).toBe(422);
  expect(textOf(question)).toMatch(/Send \$[\d.]+ to be paid\?.*instead of \$72\.00.*June Marsh, 12 Mesa Road/s);
  expect(await leftOf(shop, tee)).toBe(before);

  // Sends the confirmation twice; the order is made once.
  const decision = fieldsIn(formIn(question, 'name="total"'));
  const [first, again] = [await manager.post(second, decision), await manager.post(second, decision)];
  const number = numberIn(first);
  expect([numberIn(again), await leftOf(shop, tee), await db.$count(madeOrders)]).toEqual([number, before - 2, 1]);
  await sendPayLink(shop, { number, round: 1 });
  const [letter, copy] = shop.letters.slice(-2);
  expect([letter?.to, copy?.to]).toEqual(["june@example.com", dana.email]);
  expect(letter?.text).toContain("$30.00 each instead of $36.00");

  expect(textOf(await read("/orders/made"))).toContain("June Marsh");
  const page = await read(`/orders/made/${number}`);
  expect(textOf(page)).toMatch(/Not paid yet.*Club/s);
  await manager.post(`/orders/made/${number}`, fieldsIn(formIn(page, 'value="again"')));
  expect(shop.payloads.at(-1)).toEqual({ name: "send-pay-link", payload: { number, round: 2 } });

  const [made] = await db.select().from(madeOrders).where(eq(madeOrders.orderNumber, number));
  await expireDraft(shop, number, new Date((made?.endsAt.getTime() ?? 0) + 1));
  const over = await read(`/orders/made/${number}`);
  expect(textOf(over)).toContain("Ended unpaid");
  const to = /href="[^"]*(\/orders\/made\/new\?[^"]*)"/.exec(over)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(to).toBe(`/orders/made/new?v=${id}&n=2&again=${number}`);
  const third = to.replace("/new?", "/new/shopper?");
  const kept = fieldsIn(formIn(await read(third), 'name="postalCode"'));
  expect(kept).toMatchObject({ name: "June Marsh", email: "june@example.com" });
  const anew = await manager.post(third, kept);
  const made2 = numberIn(await manager.post(third, fieldsIn(formIn(await anew.text(), 'name="total"'))));
  expect((await orderByNumber(db, made2))?.state).toBe("awaiting-payment");
  await manager.post(`/orders/made/${made2}`, fieldsIn(formIn(await read(`/orders/made/${made2}`), 'value="end"')));
  expect([(await orderByNumber(db, made2))?.state, await leftOf(shop, tee)]).toEqual(["cancelled", before]);
});

test("invalid fields get messages and keep their values; making orders and reducing prices need their rights", async () => {
  const opened = fieldsIn(formIn(await read(second, packer), 'name="postalCode"'));
  const wrong = await packer.post(second, { ...opened, ...june, postalCode: "96910", email: "june" });
  const answer = await wrong.text();
  expect([wrong.status, fieldsIn(formIn(answer, 'name="postalCode"')).name]).toEqual([422, "June Marsh"]);
  expect(textOf(answer)).toContain("Invalid email format");
  const guam = await packer.post(second, { ...opened, ...june, postalCode: "96910" });
  const elsewhere = await guam.text();
  expect([guam.status, fieldsIn(formIn(elsewhere, 'name="postalCode"')).name]).toEqual([422, "June Marsh"]);
  expect(textOf(elsewhere)).toMatch(/street addresses in the 50 states/);
  const doubtful = await (await packer.post(second, { ...opened, ...june, city: "Denver" })).text();
  expect(textOf(doubtful)).toContain("City and ZIP are right as they stand");

  expect(answer).not.toContain(`price-${id}`);
  const sum = fieldsIn(formIn(await (await packer.post(second, { ...opened, ...june })).text(), 'name="total"'));
  expect((await packer.post(second, { ...sum, freeDelivery: "yes", reason: "x", total: "1" })).status).toBe(403);
  // If the total differs from the confirmed one, the form asks again and makes no order.
  const other = await packer.post(second, { ...sum, total: "1" });
  expect([other.status, textOf(await other.text())]).toEqual([422, expect.stringContaining("Nothing was made")]);
  expect((await editor.fetch("/orders/made")).status).toBe(403);
  expect(place(await manager.fetch("/orders/made/new/shopper"))).toBe("/orders/made/new");
});

test("a packer reads phone and e-mail only of own orders that ended unpaid; a manager, who may read people, of all that ended unpaid", async () => {
  const contactIn = async (number: string, office = packer) =>
    [await read(`${second}&again=${number}`, office), await read(`/orders/made/${number}`, office)].map((page) =>
      [june.email, june.phone, june.phone.replace(/\D/g, "").slice(-7)].some((text) => page.includes(text)),
    );
  const orderBy = async (member: Member) => {
    const customer = { ...june, phone: "+19285550100" };
    return made(shop, member, await wishFor(shop, 1, { customer }));
  };
  const ended = async (number: string) => {
    const [row] = await db.select().from(madeOrders).where(eq(madeOrders.orderNumber, number));
    await expireDraft(shop, number, new Date((row?.endsAt.getTime() ?? 0) + 1));
    return number;
  };
  const [own, other] = [await orderBy(sam), await orderBy(dana)];
  // While the link is open, its maker sees where the letter went; the form does not repeat an order that is not over.
  expect([await contactIn(own), await contactIn(other), await contactIn(other, manager)]).toEqual([
    [false, true],
    [false, false],
    [false, true],
  ]);
  await Promise.all([ended(own), ended(other)]);
  expect((await contactIn(own))[0]).toBe(true);
  expect((await contactIn(other))[0]).toBe(false);
  expect((await contactIn(other, manager))[0]).toBe(true);

  const paid = await orderBy(sam);
  const { clientSecret, paymentId } = await requestMadePayment(shop, paid, "Credit Card");
  await payWith(shop, cards.good, clientSecret);
  await settleOrder(shop, paymentId);
  expect([await contactIn(paid), (await contactIn(paid, manager))[0]]).toEqual([[false, false], false]);
  // A form of somebody else's order is not sent through, either.
  const opened = fieldsIn(formIn(await read(`${second}&again=${other}`, packer), 'name="postalCode"'));
  const refused = await packer.post(`${second}&again=${other}`, { ...opened, ...june, email: "else@example.com" });
  expect(await refused.text()).not.toContain(june.email);
});

test("a manager corrects the e-mail address of an unpaid order on its page, and the link goes to the new address", async () => {
  const number = await made(shop, dana, await wishFor(shop));
  const path = `/orders/${number}/email`;
  expect(await read(`/orders/made/${number}`)).toContain(path);
  const form = fieldsIn(formIn(await read(path), 'name="email"'));
  const answer = await manager.post(path, { ...form, email: "right@example.com", reason: "They called" });
  expect(place(answer)).toMatch(new RegExp(`^/orders/made/${number}`));
  expect(shop.payloads.at(-1)).toEqual({ name: "send-pay-link", payload: { number, round: 2 } });
  expect(textOf(await read(`/orders/made/${number}`))).toContain("went to right@example.com");
  expect(await read(`/orders/made/${number}`, packer)).not.toContain("right@example.com");
});

test("the sum of an order that gives more than the limit asks for the factor before it can be made, and keeps what was typed", async () => {
  const kim = memberAs("manager", "Kim");
  await db.insert(memberAccounts).values({ ...kim, email: "kim@example.com", passkeyUser: kim.id });
  const late = officeAs(shop, kim, new Date(Date.now() - 11 * MINUTE));
  const orders = await db.$count(madeOrders);
  const path = `/orders/made/new/shopper?v=${id}&n=8`;
  const sumAt = async (office: typeof manager, price: string) => {
    const opened = fieldsIn(formIn(await (await office.fetch(path)).text(), 'name="postalCode"'));
    return (await office.post(path, { ...opened, ...june, [`price-${id}`]: price, reason: "Club" })).text();
  };

  const asked = await sumAt(late, "1");
  expect(textOf(asked)).toMatch(/asks for your passkey or a code first\..*You give \$280\.00/s);
  expect(textOf(asked)).not.toContain("Make it and send the link");
  const first = await late.post(path, { ...fieldsIn(formIn(asked, 'name="total"')), factor: "yes" });
  expect(place(first)).toMatch(/\/confirm\?back=.*shopper/);
  expect(await db.$count(madeOrders)).toBe(orders);

  // Below the limit nothing is asked, and with a recent factor the order can be made.
  expect(textOf(await sumAt(late, "30"))).toContain("Make it and send the link");
  const confirmed = officeAs(shop, kim);
  const made = await confirmed.post(path, fieldsIn(formIn(await sumAt(confirmed, "1"), 'name="total"')));
  expect([numberIn(made).length, await db.$count(madeOrders)]).toEqual([8, orders + 1]);
});
