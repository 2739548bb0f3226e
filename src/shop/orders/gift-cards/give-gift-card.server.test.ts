import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY, HOUR } from "~/platform/durations";
import { sealerWith } from "~/platform/sealing.server";
import { audit } from "~/shop/audit/audit.tables";
import { typedGiftCardCode } from "~/shop/gift-cards/gift-card-code";
import { cardById, cardsByCodes } from "~/shop/gift-cards/gift-cards.server";
import { giftCardEntries, giftCards } from "~/shop/gift-cards/gift-cards.tables";
import type { Member } from "~/shop/members/member";
import { cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { dayAfter, dayIn } from "~/shop/shop-time";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";
import { givenByMember } from "../refunds/given-by-member.server";
import { listGiftCards } from "~/shop/gift-cards/gift-card-list.server";
import { sendDueGiftCards, type SendGiftCard, sendGiftCard, SEND_GIFT_CARD } from "./gift-card-letters.server";
import {
  closeGiftCard,
  correctRecipient,
  giveGiftCard,
  openGiftCard,
  replaceGiftCard,
  sendGiftCardAgain,
} from "./give-gift-card.server";

const shop = await openTestShop();
const { db } = shop;
const zone = shop.settings().timeZone;
const today = dayIn(new Date(), zone);
const owner = () => memberAs("owner", "Dana");

const wish = (more: Partial<Parameters<typeof giveGiftCard>[2]> = {}) => ({
  submission: randomUUID(),
  amount: cents(50_00),
  reason: "A parcel came late",
  email: "mira@example.com",
  recipient: "Mira",
  words: "Ride on & <b>safe</b> 🏍",
  sendOn: today,
  ...more,
});
const codeOf = (doing: Promise<unknown>) =>
  doing.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const form = async (id: string) => ({
  submission: randomUUID(),
  id,
  version: (await cardById(db, id))?.version ?? 0,
});

/** Runs the letters that were enqueued; returns those sent. */
async function sent() {
  const before = shop.letters.length;
  for (const { name, payload } of shop.payloads.splice(0))
    if (name === SEND_GIFT_CARD) await sendGiftCard(shop, payload as SendGiftCard);
  return shop.letters.slice(before);
}
const codeIn = (text: string | undefined): string => {
  const code = /\b(?:[2-9A-Z]{4}-){4}[2-9A-Z]\b/.exec(text ?? "")?.[0] ?? "";
  const typed = typedGiftCardCode(code);
  return typed.is === "gift-card" ? typed.code : "";
};
const cardOf = async (code: string) => (await cardsByCodes(shop, [code]))[0];

test("a card that is given goes out at once with its code as text and as a QR picture, and only the letter knows the code", async () => {
  const member = owner();
  const id = await giveGiftCard(shop, member, wish());
  const [letter, ...more] = await sent();

  expect(more).toEqual([]);
  const code = codeIn(letter?.text);
  expect(await cardOf(code)).toMatchObject({ id, left: 50_00, live: false, state: "open" });
  expect(letter).toMatchObject({ to: "mira@example.com", subject: expect.stringContaining("$50.00") });
  expect(letter?.html).toContain("cid:gift-card-code");
  expect(letter?.html).toContain("&lt;b&gt;");
  expect(letter?.pictures?.[0]?.png.subarray(1, 4).toString()).toBe("PNG");
  const stored = JSON.stringify([await db.select().from(giftCards), await db.select().from(audit)]);
  expect(stored).not.toContain(code);
  expect((await cardById(db, id))?.sentAt).toBeInstanceOf(Date);
});

test("a form that is sent twice gives one card, and a letter is sent once", async () => {
  const member = owner();
  const wanted = wish();
  const ids = await Promise.all([giveGiftCard(shop, member, wanted), giveGiftCard(shop, member, wanted)]);

  expect(new Set(ids).size).toBe(1);
  expect(await sent()).toHaveLength(1);
  await sendGiftCard(shop, { id: ids[0] ?? "" });
  expect(await sent()).toEqual([]);
});

test("the letter of a later day leaves on that day in the shop's time zone", async () => {
  const day = dayAfter(today, 3);
  const id = await giveGiftCard(shop, owner(), wish({ sendOn: day, email: "later@example.com" }));
  expect(await sent()).toEqual([]);
  const at = (days: number) => new Date(Date.now() + days * DAY);

  await sendDueGiftCards(shop, at(2));
  expect(await sent()).toEqual([]);
  await sendDueGiftCards(shop, at(3));
  expect((await sent()).map(({ to }) => to)).toEqual(["later@example.com"]);
  await sendDueGiftCards(shop, at(4));
  expect(await sent()).toEqual([]);
  expect((await cardById(db, id))?.sentAt).not.toBeNull();
});

test("cards whose letter cannot leave hide none that can, however many", async () => {
  const worthless = Array.from({ length: 2500 }, (_, place) => ({
    codeHash: `worthless ${place}`,
    sealedCode: "",
    lastFour: "2222",
    live: false,
    email: "worthless@example.com",
    sendOn: "2026-01-01",
  }));
  await db.insert(giftCards).values(worthless);
  await giveGiftCard(shop, owner(), wish({ sendOn: dayAfter(today, 2), email: "behind@example.com" }));
  await sent();
  await sendDueGiftCards(shop, new Date(Date.now() + 2 * DAY));

  expect((await sent()).map(({ to }) => to)).toEqual(["behind@example.com"]);
});

test("what a member gives by cards counts with all that the member gave in 24 hours, and asks for a factor above the limit", async () => {
  const { refundLimit } = shop.settings();
  const member: Member = { ...memberAs("manager"), confirmedAt: new Date(Date.now() - HOUR) };
  await giveGiftCard(shop, member, wish({ amount: cents(refundLimit) }));
  expect(await givenByMember(db, member.id, new Date())).toBe(refundLimit);

  const before = await db.$count(giftCards);
  expect(await codeOf(giveGiftCard(shop, member, wish({ amount: cents(1_00) })))).toBe("factor-missing");
  expect(await db.$count(giftCards)).toBe(before);
  expect(await codeOf(giveGiftCard(shop, { ...member, confirmedAt: new Date() }, wish({ amount: cents(1_00) })))).toBe(
    "done",
  );
});

test("amounts and days outside of the bounds are refused, and roles without the right", async () => {
  for (const more of [
    { amount: cents(99) },
    { amount: cents(2_000_01) },
    { sendOn: dayAfter(today, -1) },
    { sendOn: dayAfter(today, 366) },
  ])
    expect(await codeOf(giveGiftCard(shop, owner(), wish(more)))).toBe("input-invalid");
  for (const role of ["packer", "editor", "bookkeeper"] as const)
    expect(await codeOf(giveGiftCard(shop, memberAs(role), wish()))).toBe("right-missing");
});

test("a corrected address gets a new code where the first had left, and the same where it had not", async () => {
  await sent();
  const id = await giveGiftCard(shop, owner(), wish({ email: "wrogn@example.com" }));
  const first = codeIn((await sent())[0]?.text);

  await correctRecipient(shop, owner(), await form(id), { email: "right@example.com", recipient: "Mira" });
  const [letter] = await sent();

  expect(letter?.to).toBe("right@example.com");
  const second = codeIn(letter?.text);
  expect(second).not.toBe(first);
  expect(await cardOf(first)).toBeUndefined();
  expect(await cardOf(second)).toMatchObject({ id, left: 50_00 });

  const later = await giveGiftCard(shop, owner(), wish({ sendOn: dayAfter(today, 5), email: "wrong@example.com" }));
  const { sealedCode } = (await cardById(db, later)) ?? {};
  await correctRecipient(shop, owner(), await form(later), { email: "mended@example.com", recipient: "" });
  expect((await cardById(db, later))?.sealedCode).toBe(sealedCode);
  expect(await sent()).toEqual([]);
});

test.each([
  [
    "is on its way again",
    async (id: string) => {
      await sent();
      await sendGiftCardAgain(shop, owner(), await form(id));
    },
  ],
  ["is leaving at that moment", async () => undefined],
] as const)("a corrected address gets a new code while the first letter %s", async (_name, before) => {
  await sent();
  const id = await giveGiftCard(shop, owner(), wish({ email: "wrogn@example.com" }));
  await before(id);
  const leaving: typeof shop.mail.send = async (letter) => {
    await correctRecipient(shop, owner(), await form(id), { email: "right@example.com", recipient: "Mira" });
    await shop.mail.send(letter);
  };
  await sendGiftCard({ ...shop, mail: { ...shop.mail, send: leaving } }, { id });
  const first = codeIn(shop.letters.findLast(({ to }) => to === "wrogn@example.com")?.text);
  const letters = await sent();

  expect(letters.map(({ to }) => to)).toEqual(["right@example.com"]);
  expect(await cardOf(first)).toBeUndefined();
  expect(await cardOf(codeIn(letters[0]?.text))).toMatchObject({ id, left: 50_00 });
});

test("words that are corrected while the first letter leaves still go out", async () => {
  await sent();
  const id = await giveGiftCard(shop, owner(), wish({ email: "worded@example.com" }));
  const correction = { email: "worded@example.com", recipient: "Mira", words: "The right words" };
  const leaving: typeof shop.mail.send = async (letter) => {
    await correctRecipient(shop, owner(), await form(id), correction);
    await shop.mail.send(letter);
  };
  await sendGiftCard({ ...shop, mail: { ...shop.mail, send: leaving } }, { id });

  expect((await sent()).map(({ text }) => text.includes("The right words"))).toEqual([true]);
  expect((await cardById(db, id))?.sentAt).toBeInstanceOf(Date);
});

test("a code that left once is replaced for another address, also after the second letter was refused and the address erased", async () => {
  const id = await giveGiftCard(shop, owner(), wish({ email: "former@example.com" }));
  const first = codeIn((await sent()).at(-1)?.text);
  await sendGiftCardAgain(shop, owner(), await form(id));
  await db.update(giftCards).set({ refusedAt: new Date(), email: null }).where(eq(giftCards.id, id));

  await correctRecipient(shop, owner(), await form(id), { email: "next@example.com", recipient: "" });
  expect(await cardOf(first)).toBeUndefined();
  expect(codeIn((await sent()).at(-1)?.text)).not.toBe(first);
});

test("a letter whose day has come gets no later day, by which its code would count as not sent", async () => {
  const id = await giveGiftCard(shop, owner(), wish({ email: "former@example.com" }));
  await sent();
  const later = { email: "former@example.com", recipient: "", sendOn: dayAfter(today, 5) };
  expect(await codeOf(form(id).then((own) => correctRecipient(shop, owner(), own, later)))).toBe("edited-meanwhile");
  expect((await cardById(db, id))?.sentAt).toBeInstanceOf(Date);
});

test("a letter that is sent again has the same code, a replaced card another one; neither changes what it is worth", async () => {
  const id = await giveGiftCard(shop, owner(), wish());
  const first = codeIn((await sent())[0]?.text);
  await sendGiftCardAgain(shop, owner(), await form(id));
  const again = await sent();
  expect(again.map(({ text }) => codeIn(text))).toEqual([first]);

  await replaceGiftCard(shop, owner(), await form(id), { reason: "The letter was shown around" });
  const [replaced] = await sent();

  expect(await cardOf(first)).toBeUndefined();
  expect(await cardOf(codeIn(replaced?.text))).toMatchObject({ id, left: 50_00 });
  const stale: Member = { ...owner(), confirmedAt: new Date(0) };
  expect(await codeOf(replaceGiftCard(shop, stale, await form(id), { reason: "x" }))).toBe("factor-missing");
});

test("a letter about a card with nothing left is not promised", async () => {
  const id = await giveGiftCard(shop, owner(), wish({ email: "spent@example.com" }));
  await sent();
  await db.insert(giftCardEntries).values({ cardId: id, kind: "paid-out", amount: cents(-50_00) });

  expect(await codeOf(form(id).then((own) => sendGiftCardAgain(shop, owner(), own)))).toBe("gift-card-empty");
  expect((await cardById(db, id))?.sentAt).toBeInstanceOf(Date);
});

test("a closed card sends nothing and is not changed before it is open again", async () => {
  const id = await giveGiftCard(shop, owner(), wish({ sendOn: dayAfter(today, 1) }));
  await closeGiftCard(shop, owner(), await form(id), { reason: "Given by mistake" });
  await sendDueGiftCards(shop, new Date(Date.now() + 2 * DAY));

  expect(await sent()).toEqual([]);
  expect(await codeOf(form(id).then((own) => sendGiftCardAgain(shop, owner(), own)))).toBe("gift-card-closed");
  expect(await codeOf(form(id).then((own) => closeGiftCard(shop, owner(), own, { reason: "x" })))).toBe(
    "gift-card-closed",
  );
  await openGiftCard(shop, owner(), await form(id));
  expect(await cardById(db, id)).toMatchObject({ state: "open", closedReason: "", left: 50_00 });
  expect(await codeOf(form(id).then((own) => openGiftCard(shop, owner(), own)))).toBe("gift-card-open");
});

test("a card that was closed before its letter left sends it once it is open again", async () => {
  await sent();
  const id = await giveGiftCard(shop, owner(), wish({ email: "opened@example.com" }));
  await closeGiftCard(shop, owner(), await form(id), { reason: "Given by mistake" });
  expect(await sent()).toEqual([]);

  await openGiftCard(shop, owner(), await form(id));
  expect((await sent()).map(({ to }) => to)).toEqual(["opened@example.com"]);
});

test("of two members who act on one card as both have seen it, one is refused", async () => {
  const id = await giveGiftCard(shop, owner(), wish());
  const [one, other] = [await form(id), await form(id)];
  const results = await Promise.all([
    codeOf(closeGiftCard(shop, owner(), one, { reason: "x" })),
    codeOf(replaceGiftCard(shop, owner(), other, { reason: "y" })),
  ]);
  expect(results.toSorted()).toEqual(["done", "edited-meanwhile"]);
});

test("without the secret key no code is found and none is sent, until the card is replaced", async () => {
  await sent();
  const id = await giveGiftCard(shop, owner(), wish({ sendOn: dayAfter(today, 1), email: "key@example.com" }));
  const restored = { ...shop, sealer: sealerWith(Buffer.alloc(32, 9)) };
  await sendGiftCard(restored, { id });
  expect(shop.letters.filter(({ to }) => to === "key@example.com")).toEqual([]);

  await replaceGiftCard(restored, owner(), await form(id), { reason: "The key is another one" });
  await sendGiftCard(restored, { id });

  const code = codeIn(shop.letters.findLast(({ to }) => to === "key@example.com")?.text);
  expect((await cardsByCodes(restored, [code]))[0]).toMatchObject({ id, left: 50_00 });
});

const found = async (text: string) =>
  (await listGiftCards(shop, owner(), { show: "open", text, after: null }, 50)).map((card) => card.id);

test("cards are found by their last four signs, a part of the address, or not at all", async () => {
  const id = await giveGiftCard(shop, owner(), wish({ email: "found.me@example.com" }));
  const { lastFour } = (await cardById(db, id)) ?? { lastFour: "" };

  expect(await found(lastFour.toLowerCase())).toContain(id);
  expect(await found("FOUND.me@")).toEqual([id]);
  expect(await found("nobody@")).toEqual([]);
});
