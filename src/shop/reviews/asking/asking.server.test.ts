import { randomUUID } from "node:crypto";
import { count, eq, inArray, like, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { erasePersonAgain } from "~/privacy/erase-person.server";
import { openBoughtOrders, type Picks } from "~/testing/bought-orders.server";
import { textOf } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { openReadablePages } from "~/testing/read-pages.server";
import { jo } from "~/testing/riders.server";
import { haveEnded, mailboxHashOf, signOf } from "~/shop/letter-endings.server";
import { letterEndings } from "~/shop/letter-endings.tables";
import { reviewLinks } from "~/shop/orders/letter-links.server";
import { orderEvents, orders, parcels } from "~/shop/orders/orders.tables";
import { deliverParcel } from "~/shop/orders/parcels/deliver-parcel.server";
import { loseParcel, sendLostAgain } from "~/shop/orders/parcels/lose-parcel.server";
import { parcelsOf } from "~/shop/orders/parcels/parcels.server";
import { replacements } from "~/shop/orders/parcels/replacements.tables";
import { sendReplacements } from "~/shop/orders/parcels/replacements.server";
import { refundLines } from "~/shop/orders/refunds/refund-lines.server";
import { payments } from "~/shop/payments/payments.tables";
import { receiveReturn } from "~/shop/returns/receive-return.server";
import { startReturn } from "~/shop/returns/returns.server";
import { returns } from "~/shop/returns/returns.tables";
import { recalls } from "~/shop/recalls/recalls.tables";
import { startRecall } from "~/shop/recalls/start-recall.server";
import { Settings } from "~/shop/settings";
import { writeReview } from "../reviews.server";
import { ReviewForm } from "../review-form";
import { reviews } from "../reviews.tables";
import { ASK_FOR_REVIEW, askForReviews, LATEST_DAYS, PORTION, PORTIONS_OF_A_RUN } from "./ask-for-reviews.server";
import { goodsOfOrder } from "./goods-of-order.server";
import { fieldOf } from "./order-review-form";
import { reviewLetters } from "./review-letters.tables";
import { sendReviewLetter } from "./send-review-letter.server";

const { shop: base, db, staff, tee, shipped, seen, rowOf } = await openBoughtOrders();
const chosen = { reviewLetter: true, reviewLetterDays: 14, shopAddress: "1 Route 66, Flagstaff, AZ 86001" };
let settings = Settings.parse(chosen);
const shop = { ...base, settings: () => settings };
const { html, ask } = await openReadablePages(shop);

const owner = memberAs("owner", "Olga");
const GLOVES = ["Gauntlet Leather Gloves", "M", "Black"] as const;
const both: Picks = [[...tee], [...GLOVES]];

beforeEach(() => void (settings = Settings.parse(chosen)));

/** A real order whose only parcel arrived so many days ago. */
async function delivered(days = 14.1, picks: Picks = both): Promise<string> {
  const number = await shipped(picks);
  await db.update(payments).set({ live: true }).where(eq(payments.orderNumber, number));
  await db
    .update(parcels)
    .set({ shippedAt: ago(days + 3), deliveredAt: ago(days) })
    .where(eq(parcels.orderNumber, number));
  return number;
}

const ago = (days: number): Date => new Date(Date.now() - days * DAY);
const queued = (number: string) =>
  shop.payloads.filter(
    ({ name, payload }) => name === ASK_FOR_REVIEW && "orderNumber" in payload && payload.orderNumber === number,
  ).length;
const isDue = async (number: string): Promise<boolean> => {
  await askForReviews(shop);
  return queued(number) > 0;
};
const lettersOf = (number: string) => shop.letters.filter(({ key }) => key === `order-review-${number}`);
const sent = async (number: string) => {
  await sendReviewLetter(shop, { orderNumber: number });
  return lettersOf(number);
};
const namesOf = async (number: string, isKept = true) =>
  (await goodsOfOrder(db, number)).filter((goods) => goods.isKept === isKept).map(({ name }) => name);
const pathOf = async (number: string) => new URL(await reviewLinks.address(shop, number)).pathname;
const post = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  ask(path, { method: "POST", body: new URLSearchParams(fields), headers });
const fromShop = { origin: shop.address };
const idsOf = async (number: string) => (await goodsOfOrder(db, number)).map(({ productId }) => productId);

/** Starts a return of one piece of the first line, and receives it if it is here. */
async function sendBack(number: string, isHere: boolean): Promise<void> {
  const values = { "quantity-0": "1", "reason-0": "too-small" };
  const asked = { order: number, email: (await rowOf(number)).email, round: "0", values };
  const back = await startReturn(shop, asked, { now: new Date(), settings: { ...settings, returnDays: 60 } });
  if (!isHere) return;
  const [row] = await db.select().from(returns).where(eq(returns.number, back));
  await receiveReturn(shop, { number: back, version: row?.version ?? 0, actor: staff }, [
    { position: 0, condition: "as-new", quantity: 1 },
  ]);
}

describe("an order is asked about", () => {
  test("[B-136] 14 days after its delivery, 21 after it left if no delivery was noted, and not a week later", async () => {
    const left = async (days: number) => {
      const number = await delivered();
      const set = { shippedAt: ago(days), deliveredAt: null };
      await db.update(parcels).set(set).where(eq(parcels.orderNumber, number));
      return number;
    };
    const due = [await delivered(14.1), await delivered(14 + LATEST_DAYS - 0.1), await left(21.1)];
    const early = [await delivered(13.9), await left(20.9)];
    const late = await delivered(14 + LATEST_DAYS + 0.1);
    await askForReviews(shop);
    expect([...due, ...early, late].map(queued)).toEqual([1, 1, 1, 0, 0, 0]);
    settings = Settings.parse({ ...chosen, reviewLetterDays: 13 });
    expect(await isDue(early[0] ?? "")).toBe(true);
  });

  test("only when the merchant chose it and the shop has an address, also between the two looks", async () => {
    const number = await delivered();
    for (const off of [{ reviewLetter: false }, { shopAddress: " " }]) {
      settings = Settings.parse({ ...chosen, ...off });
      expect(await isDue(number)).toBe(false);
      expect(await sent(number)).toEqual([]);
    }
    settings = Settings.parse(chosen);
    expect(await isDue(number)).toBe(true);
  });

  test("never if it was paid by test money, is a sample, was erased, or has something left to send", async () => {
    const [test, erased, half] = [await delivered(), await delivered(), await delivered()];
    await db.update(payments).set({ live: false }).where(eq(payments.orderNumber, test));
    await db.update(orders).set({ email: "" }).where(eq(orders.number, erased));
    await db.insert(replacements).values({
      orderNumber: half,
      position: 0,
      cause: "lost",
      lostParcelId: (await parcelsOf(db, half))[0]?.id ?? 0,
      productId: "89bfd678d7e19124ca884351",
      variantId: 1,
      size: "M",
      color: "Ash",
      quantity: 1,
    });
    await askForReviews(shop);
    expect([test, erased, half].map(queued)).toEqual([0, 0, 0]);
    for (const number of [test, erased]) expect(await sent(number)).toEqual([]);
  });

  test("once, whichever processes look, and however often one is cut off before its end", async () => {
    const numbers = [await delivered(), await delivered(), await delivered()];
    let left = 1;
    const dying = {
      ...shop,
      jobs: {
        ...shop.jobs,
        async enqueue(...args: Parameters<typeof shop.jobs.enqueue>) {
          // The first order is written before the connection of the process ends.
          if (left-- <= 0) await args[0].execute(sql`select pg_terminate_backend(pg_backend_pid())`);
        },
      },
    };
    await expect(askForReviews(dying)).rejects.toThrow(/Failed query|terminat/);
    expect(await db.$count(reviewLetters, inArray(reviewLetters.orderNumber, numbers))).toBe(0);
    shop.payloads.length = 0;
    await Promise.all([askForReviews(shop), askForReviews({ ...shop, ...shop.anotherProcess() }), askForReviews(shop)]);
    expect(numbers.map(queued)).toEqual([1, 1, 1]);
  });

  test("of 5,000 due orders, a run takes a bounded number, and the runs together each once", async () => {
    const like = await delivered();
    await base.asOwner(`
      create temp table copies as select lpad((50000000 + n)::text, 8, '0') as number from generate_series(1, 5000) as n;
      insert into orders select (jsonb_populate_record(orders, jsonb_build_object('number', copies.number, 'draft_key', null))).*
        from orders, copies where orders.number = '${like}';
      insert into parcels (order_number, carrier, shipped_at, delivered_at)
        select copies.number, 'UPS', shipped_at, delivered_at from copies, parcels where order_number = '${like}';`);
    await askForReviews(shop);
    const asked = () => db.$count(reviewLetters, sql`${reviewLetters.orderNumber} between '50000001' and '50005000'`);
    const first = await asked();
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(PORTION * PORTIONS_OF_A_RUN);
    for (let run = 0; run < 5; run += 1)
      await Promise.all([askForReviews(shop), askForReviews({ ...shop, ...shop.anotherProcess() })]);
    expect(await asked()).toBe(5000);
    const ofQueue = shop.payloads
      .filter(({ name }) => name === ASK_FOR_REVIEW)
      .map(({ payload }) => JSON.stringify(payload));
    expect(new Set(ofQueue).size).toBe(ofQueue.length);
  }, 120_000);
});

describe("the letter", () => {
  test("[B-136] names what was kept, has the way to the form and one to end such letters, and is sent once", async () => {
    const number = await delivered();
    await Promise.all([sent(number), sent(number)]);
    const [letter, ...more] = await sent(number);
    expect(more).toEqual([]);
    expect(letter?.to).toBe(jo.email);
    for (const part of [
      tee[0],
      GLOVES[0],
      await reviewLinks.address(shop, number),
      letter?.unsubscribe ?? "-",
      chosen.shopAddress,
    ])
      expect(letter?.text).toContain(part);
    const events = await db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.onceKey, `review-asked:${number}`));
    expect(events).toHaveLength(1);
  });

  test("[B-136] never asks about what came back, is on its way back, or was refunded", async () => {
    for (const isHere of [true, false]) {
      const number = await delivered();
      await sendBack(number, isHere);
      expect([await namesOf(number), await namesOf(number, false)]).toEqual([[GLOVES[0]], [tee[0]]]);
      const [letter] = await sent(number);
      expect(letter?.text).toContain(`your ${GLOVES[0]}`);
      expect(letter?.text).not.toContain(tee[0]);
    }
    const refunded = await delivered();
    await refundLines(shop, await seen(refunded), {
      lines: [
        { position: 0, quantity: 1 },
        { position: 1, quantity: 1 },
      ],
      cause: "torn",
      restock: false,
    });
    expect(await namesOf(refunded)).toEqual([]);
    expect(await sent(refunded)).toEqual([]);
  });

  test("asks about a product of which one of two pieces was kept", async () => {
    const number = await delivered(14.1, [[...tee, 2]]);
    await sendBack(number, true);
    expect(await namesOf(number)).toEqual([tee[0]]);
  });

  test("asks about what an exchange sent, not about what was bought, in its own words", async () => {
    const number = await delivered();
    await sendBack(number, true);
    const [back] = await db.select().from(returns).where(eq(returns.orderNumber, number));
    const [jacket] = (
      await db.execute<{ id: string; variant: number }>(sql`select products.id, variants.id as variant
      from products join variants on product_id = products.id where products.name = 'Outlaw Leather Jacket' limit 1`)
    ).rows;
    const [parcel] = await db
      .insert(parcels)
      .values({ orderNumber: number, carrier: "UPS", shippedAt: ago(10), deliveredAt: ago(8) })
      .returning();
    await db.insert(replacements).values({
      orderNumber: number,
      position: 0,
      cause: "return",
      returnNumber: back?.number ?? "",
      productId: jacket?.id ?? "",
      variantId: jacket?.variant ?? 0,
      name: "Outlaw Leather Jacket",
      size: "M",
      color: "Black",
      quantity: 1,
      state: "sent",
      parcelId: parcel?.id ?? 0,
    });
    expect((await namesOf(number)).toSorted()).toEqual([GLOVES[0], "Outlaw Leather Jacket"]);
    expect(await namesOf(number, false)).toEqual([tee[0]]);
  });

  test("does not ask about a lost parcel, asks once it was sent again, and asks about one that was found", async () => {
    const number = await delivered();
    const [parcel] = await parcelsOf(db, number);
    const id = parcel?.id ?? 0;
    await loseParcel(shop, await seen(number), id);
    expect(await namesOf(number)).toEqual([]);
    await sendLostAgain(shop, await seen(number), { parcelId: id, pieces: [{ position: 0, quantity: 1 }] });
    expect(await namesOf(number)).toEqual([]);
    await sendReplacements(shop, await seen(number), { lost: id }, { carrier: "UPS", trackingNumber: "1Z2" });
    expect(await namesOf(number)).toEqual([tee[0]]);

    const found = await delivered();
    const [lost] = await parcelsOf(db, found);
    await loseParcel(shop, await seen(found), lost?.id ?? 0);
    expect(await sent(found)).toEqual([]);
    await deliverParcel(shop, await seen(found), lost?.id ?? 0);
    expect(await namesOf(found)).toEqual([tee[0], GLOVES[0]]);
    await db
      .update(parcels)
      .set({ deliveredAt: ago(14.1) })
      .where(eq(parcels.orderNumber, found));
    expect(await isDue(found)).toBe(true);
    expect((await sent(found))[0]?.text).toContain(GLOVES[0]);
  });

  test("does not ask about what has its review, also one written on the product's page with this address", async () => {
    const number = await delivered(14.1, [[...GLOVES]]);
    const email = "own@example.com";
    await db.update(orders).set({ email }).where(eq(orders.number, number));
    const [product = ""] = await idsOf(number);
    const written = { product, rating: 5, author: "Jo", content: "Warm", email };
    await writeReview(db, ReviewForm.parse(written));
    expect(await sent(number)).toEqual([]);
  });
});

test("a letter never asks about goods that a recall has told the shopper to stop using, by product or by variant", async () => {
  const number = await delivered();
  const email = "recalled@example.com";
  await db.update(orders).set({ email }).where(eq(orders.number, number));
  const [first = "", second = ""] = await idsOf(number);
  const recall = { title: "Tee", words: "Stop.", caseNumber: "25-7", firstDay: "2020-01-01", lastDay: "2030-01-01" };
  const start = (goods: { productIds: string[]; variantIds: number[] }) =>
    startRecall(shop, owner, { submission: randomUUID(), ...recall, ...goods, takesOff: false });
  await start({ productIds: [first], variantIds: [] });
  const [letter] = await sent(number);
  expect(letter?.text).toContain(`your ${GLOVES[0]}`);
  expect(letter?.text).not.toContain(tee[0]);
  // The link's page takes reviews of these, too.
  expect(textOf(await html(await pathOf(number)))).toContain(tee[0]);

  const other = await delivered();
  await db.update(orders).set({ email }).where(eq(orders.number, other));
  const { rows } = await db.execute<{ id: number }>(
    sql`select variant_id as id from order_lines where order_number = ${other} and product_id = ${second}`,
  );
  await start({ productIds: [], variantIds: rows.map(({ id }) => id) });
  expect(await sent(other)).toEqual([]);
  await db.delete(recalls);
});

describe("one click ends the letters", () => {
  const leaveOf = async (number: string) => new URL((await sent(number))[0]?.unsubscribe ?? "").pathname;
  const mailbox = (email: string) => mailboxHashOf(signOf(shop), email);

  test("[B-136] the mail program's own request ends them without origin or cookie; a scanner that opens the link changes nothing", async () => {
    const number = await delivered();
    const path = await leaveOf(number);
    expect(textOf(await html(path))).toContain("We ask once after each order");
    await ask(path, { method: "HEAD" });
    expect(await haveEnded(db, "review", mailbox(jo.email))).toBe(false);
    const answer = await post(path, { "List-Unsubscribe": "One-Click" });
    expect(answer.status).toBe(200);
    expect(await haveEnded(db, "review", mailbox(jo.email))).toBe(true);
    expect(textOf(await html(path))).toContain("We do not ask this address for reviews any more.");
    const next = await delivered();
    expect(await sent(next)).toEqual([]);
    await db.delete(letterEndings);
  });

  test("[B-136] an erasure does not start them again, and neither does another spelling of the mailbox", async () => {
    const email = "lee.rider@gmail.com";
    const number = await delivered();
    await db.update(orders).set({ email }).where(eq(orders.number, number));
    const path = await leaveOf(number);
    await db.transaction((tx) => erasePersonAgain(tx, { email, withWords: false, sign: signOf(shop) }, new Date()));
    expect((await rowOf(number)).email).toBe("");
    expect((await post(path, {})).status).toBe(200);
    const again = await delivered();
    await db.update(orders).set({ email: "leerider+shop@gmail.com" }).where(eq(orders.number, again));
    expect(await sent(again)).toEqual([]);
    const all = JSON.stringify(await db.select().from(letterEndings));
    expect(all).not.toContain("rider");
    await db.delete(letterEndings);
  });

  test("a link that nobody signed, or one for another mailbox, is not found", async () => {
    const path = await leaveOf(await delivered());
    const [, start, kind, own, signature] = path.split("/");
    for (const wrong of [
      `/${start}/${kind}/${mailbox("other@example.com")}/${signature}`,
      `/${start}/delay/${own}/${signature}`,
      `/${start}/${kind}/${own}/x`,
    ])
      expect([(await ask(wrong)).status, (await post(wrong, {})).status]).toEqual([404, 404]);
    expect(await db.$count(letterEndings)).toBe(0);
  });
});

describe("the page of an order's reviews", () => {
  test("[B-136] stores stars, fit and words of several products as those of a verified buyer, once, for moderation", async () => {
    const number = await delivered();
    const [first = "", second = ""] = await idsOf(number);
    const path = await pathOf(number);
    expect(textOf(await html(path))).toContain(tee[0]);
    const fields = {
      [fieldOf("rating", first)]: "4",
      [fieldOf("fit", first)]: "tight",
      [fieldOf("content", first)]: "Shrinks a little.",
      [fieldOf("rating", second)]: "5",
      [fieldOf("title", second)]: "Warm",
      [fieldOf("content", second)]: "Dry in rain.",
      author: "Jo D.",
    };
    const answers = await Promise.all([post(path, fields, fromShop), post(path, fields, fromShop)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const stored = await db.select().from(reviews).where(eq(reviews.orderNumber, number));
    expect(stored.toSorted((a, b) => a.rating - b.rating)).toMatchObject([
      {
        productId: first,
        rating: 4,
        fit: "tight",
        content: "Shrinks a little.",
        verified: true,
        state: "waiting",
        author: "Jo D.",
        orderLine: 0,
      },
      {
        productId: second,
        rating: 5,
        title: "Warm",
        content: "Dry in rain.",
        verified: true,
        state: "waiting",
        orderLine: 1,
      },
    ]);
    expect(stored).toHaveLength(2);
    const after = textOf(await html(path));
    expect(after).toContain(`You have reviewed: ${tee[0]}, ${GLOVES[0]}.`);
    expect(await sent(number)).toEqual([]);
  });

  test("leaves out a product without stars and words, and says what one of both lacks, with what was typed", async () => {
    const number = await delivered();
    const [first = "", second = ""] = await idsOf(number);
    const path = await pathOf(number);
    const wrong = await post(path, { [fieldOf("content", second)]: "No stars.", author: "" }, fromShop);
    expect(wrong.status).toBe(422);
    const said = await wrong.text();
    for (const part of ["Please choose a rating.", "Please enter your name.", "No stars."])
      expect(said).toContain(part);
    const none = await (await post(path, { author: "Jo" }, fromShop)).text();
    expect(none).toContain("Please choose a rating.");
    await post(path, { [fieldOf("rating", first)]: "2", [fieldOf("content", first)]: "Thin.", author: "Jo" }, fromShop);
    expect(await db.select().from(reviews).where(eq(reviews.orderNumber, number))).toMatchObject([
      { productId: first },
    ]);
  });

  test("takes nothing about goods of other orders, and opens for nobody without the signature or after the address was corrected", async () => {
    const number = await delivered(14.1, [[...GLOVES]]);
    const [tees = ""] = await idsOf(await delivered(14.1, [[...tee]]));
    const path = await pathOf(number);
    const foreign = { [fieldOf("rating", tees)]: "1", [fieldOf("content", tees)]: "Not mine.", author: "Jo" };
    expect((await post(path, foreign, fromShop)).status).toBe(422);
    expect(await db.select().from(reviews).where(like(reviews.content, "Not mine.%"))).toEqual([]);
    expect((await ask(`${path}x`)).status).toBe(404);
    await db.update(orders).set({ email: "corrected@example.com" }).where(eq(orders.number, number));
    expect((await ask(path)).status).toBe(404);
  });

  test("does not ask about a piece that came back; the order's page leads to one on which it may be reviewed", async () => {
    const number = await delivered(14.1, [[...tee]]);
    await sendBack(number, true);
    const path = await pathOf(number);
    expect(textOf(await html(path))).toContain("There is nothing left of this order to review.");
    const page = await (await post("/order-status", { order: number, email: jo.email }, fromShop)).text();
    expect(page).toContain(`${path}?pieces=all`);
    const [product = ""] = await idsOf(number);
    const fields = { [fieldOf("rating", product)]: "2", [fieldOf("content", product)]: "Too small.", author: "Jo" };
    expect((await post(`${path}?pieces=all`, fields, fromShop)).status).toBe(200);
    const [row] = await db.select({ rows: count() }).from(reviews).where(eq(reviews.orderNumber, number));
    expect(row?.rows).toBe(1);
  });
});
