import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { jo } from "~/testing/riders.server";
import { testMember } from "~/testing/sign-in.server";
import { memberRecord } from "~/shop/audit/member-record.server";
import { admitLetterByHand } from "~/shop/letters-by-hand.server";
import { save } from "~/shop/audit/save.server";
import type { Member } from "~/shop/members/member";
import { NOTIFY_SHIPPED, SEND_LETTER_AGAIN } from "./letters/letter-jobs";
import { correctTracking, sendLetterAgain } from "./order-acts.server";
import { letters, parcels } from "./orders.tables";
import { deliverParcel } from "./parcels/deliver-parcel.server";
import { answerFound, loseAsMember } from "./parcels/lost-acts.server";
import { shipParcel } from "./parcels/ship-parcel.server";

const { shop, db, bought, shipped, seen, codeOf, ups } = await openBoughtOrders();
const dana = memberAs("manager", "Dana");
const sam = memberAs("manager", "Sam");
const sent = (name: string) => shop.enqueued.filter((each) => each === name).length;

/** A paid order with a confirmation letter, and a function by which a member sends that letter again. */
async function told(email: string) {
  const number = await bought(undefined, { customer: { ...jo, email } });
  const words = { kind: "order-confirmed", onceKey: `told ${number}`, recipient: email, subject: "Thank you" } as const;
  const [letter] = await db
    .insert(letters)
    .values({ orderNumber: number, ...words, text: "Thank you", html: "" })
    .returning();
  const again = async (member: Member, to = "") => {
    const form = { submission: randomUUID(), number, version: (await seen(number)).version };
    return codeOf(sendLetterAgain(shop, member, form, { letterId: letter?.id ?? 0, to }));
  };
  return { number, again };
}

test("one mailbox gets ten repeated letters a day, counted over all members, orders and tags of the address", async () => {
  const [first, second] = [await told("rider@example.com"), await told("rider+orders@example.com")];
  const other = await told("other@example.com");
  const said: string[] = [];
  for (let time = 0; time < 6; time += 1) said.push(await first.again(dana), await second.again(sam));
  expect(said).toEqual([...Array<string>(10).fill("done"), "letters-used-up", "letters-used-up"]);
  expect(await other.again(dana, "rider@example.com")).toBe("letters-used-up");
  expect(sent(SEND_LETTER_AGAIN)).toBe(10);
  expect(await other.again(dana)).toBe("done");
});

test("a member can send a hundred letters by hand a day, which does not limit other members", async () => {
  const lee = memberAs("manager", "Lee");
  const order = await told("many@example.com");
  for (let letter = 0; letter < 98; letter += 1)
    await admitLetterByHand(db, { memberId: lee.id, to: `rider${letter}@example.com` });
  const said: string[] = [];
  for (let letter = 98; letter < 102; letter += 1) said.push(await order.again(lee, `rider${letter}@example.com`));
  expect(said).toEqual(["done", "done", "letters-used-up", "letters-used-up"]);
  expect(await order.again(sam, "another@example.com")).toBe("done");
});

test("a shopper gets ten letters a day about corrected tracking numbers; more corrections can be saved without a letter", async () => {
  const number = await shipped();
  const [parcel] = await db.select().from(parcels).where(eq(parcels.orderNumber, number));
  const correct = async (trackingNumber: string, tells: boolean) => {
    const form = { submission: randomUUID(), number, version: (await seen(number)).version };
    return codeOf(
      correctTracking(shop, memberAs("packer", "Kim"), form, {
        parcelId: parcel?.id ?? 0,
        carrier: "UPS",
        trackingNumber,
        tells,
      }),
    );
  };
  const before = sent(NOTIFY_SHIPPED);
  for (let time = 0; time < 10; time += 1) expect(await correct(`1Z${time}`, true)).toBe("done");
  expect(await correct("1Z99", true)).toBe("letters-used-up");
  expect(await correct("1Z99", false)).toBe("done");
  expect(sent(NOTIFY_SHIPPED) - before).toBe(10);
});

test("a member who changes the account's address back and forth causes at most ten letters a day to each mailbox", async () => {
  const lee = await testMember(shop, "manager", "Lee");
  const move = async (email: string) => {
    const stored = await db.transaction((tx) => memberRecord.read(tx, lee.id));
    const edit = { kind: memberRecord, id: lee.id, version: stored?.version ?? 0, values: { email } };
    return codeOf(save(shop, lee, { submission: randomUUID(), edits: [edit] }));
  };
  await move("lee@elsewhere.example");
  const said: string[] = [];
  for (let time = 0; time < 10; time += 1)
    said.push(await move("victim@elsewhere.example"), await move("lee@elsewhere.example"));
  expect(said).toEqual(Array<string>(20).fill("done"));
  expect(await move("victim@elsewhere.example")).toBe("letters-used-up");
});

test("a parcel that is repeatedly lost and found causes its first letters, and then ten letters a day", async () => {
  const number = await bought([["Sprocket Tee", "M", "Ash"]], { customer: { ...jo, email: "lost@example.com" } });
  await shipParcel(shop, await seen(number), ups);
  const [parcel] = await db.select().from(parcels).where(eq(parcels.orderNumber, number));
  const parcelId = parcel?.id ?? 0;
  const form = async () => ({ submission: randomUUID(), number, version: (await seen(number)).version });
  const again = [{ position: 0, quantity: 1 }];
  const found = async (answer: "kept" | "asked-back") => {
    await deliverParcel(shop, await seen(number), parcelId);
    return codeOf(answerFound(shop, dana, await form(), { parcelId, answer, stops: answer === "kept" }));
  };
  const said: string[] = [];
  for (let time = 0; time < 6; time += 1) {
    said.push(await codeOf(loseAsMember(shop, dana, await form(), { parcelId, again, refund: [] })));
    said.push(await found("kept"));
  }
  await loseAsMember(shop, dana, await form(), { parcelId, again: [], refund: [] });
  // Only the first answer about a parcel is not counted, and it was given above, so each letter counts from here.
  for (let time = 0; time < 5; time += 1) {
    said.push(await found("asked-back"));
    await loseAsMember(shop, dana, await form(), { parcelId, again: [], refund: [] });
  }
  expect(said).toEqual(Array<string>(17).fill("done"));
  expect(await found("asked-back")).toBe("letters-used-up");
  expect(await codeOf(answerFound(shop, dana, await form(), { parcelId, answer: "kept", stops: false }))).toBe("done");
});
