import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { DAY, HOUR } from "~/platform/durations";
import { log } from "~/platform/log.server";
import { comments, posts } from "~/shop/blog/blog.tables";
import { communitySignups } from "~/shop/community/community.tables";
import { messageAnswers, messages } from "~/shop/contact/contact.tables";
import { deliveryEverywhere } from "~/shop/delivery-terms.server";
import { orders } from "~/shop/orders/orders.tables";
import { questions, reviews } from "~/shop/reviews/reviews.tables";
import type { Settings } from "~/shop/settings";
import { insertAll } from "./insert-all.server";
import { type SampleGoods, type SampleOrder, sampleOrders, writeSampleOrders } from "./sample-orders.server";
import { writeSampleReturns } from "./sample-returns.server";
import { commentsToRead, messagesToAnswer, people, questionsToAnswer, reviewsToRead } from "./sample-texts";

const SEED = 1966;
/** Number of the advisory lock by which only one process at a time invents samples. */
const SAMPLES_LOCK = 4_821_735_006;

/**
 * Invents 60 days of orders, returns, messages and texts to approve, for a shop without orders. They are marked as samples,
 * affect no stock, job or letter, and are cleared with the demo products. Returns whether it invented any.
 */
export async function inventSamples(db: Database, settings: Settings, now = new Date()): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SAMPLES_LOCK})`);
    if ((await tx.$count(orders)) > 0) return false;
    const goods = await sampleGoods(tx);
    if (goods.length === 0) return false;
    const start = performance.now();
    const terms = deliveryEverywhere({ settings: () => settings }).usual;
    const invented = sampleOrders({ draw: draws(SEED), goods, terms, now });
    await writeSampleOrders(tx, invented);
    await writeSampleReturns(tx, invented, now);
    await writeQueue(tx, { invented, goods, now });
    await writeMessages(tx, invented, now);
    log.info({ orders: invented.length, milliseconds: Math.round(performance.now() - start) }, "samples were invented");
    return true;
  });
}

async function sampleGoods(tx: Database): Promise<SampleGoods[]> {
  const { rows } = await tx.execute<SampleGoods & Record<string, unknown>>(sql`
    select p.id as "productId", v.id as "variantId", p.name, v.size, v.color,
      coalesce(v.image, p.images ->> 0) as image, coalesce(v.price_cents, p.price_cents) as price, v.sku,
      p.final_sale as "finalSale", coalesce(p.kind_for_tax, 'accessory') as "kindForTax"
    from variants v join products p on p.id = v.product_id
    where p.kind = 'goods' and p.published_status = 'published' and v.retired_at is null and coalesce(v.price_cents, p.price_cents) > 0
    order by p.best_seller desc, md5(p.id || v.position)`);
  return rows;
}

const shortName = (name: string): string => name.replace(/ (\w)\w*$/, " $1.");
const personAt = (index: number): string => people[index % people.length] ?? people[0];
const addressOf = (name: string): string => `${name.toLowerCase().replace(" ", ".")}@example.com`;

interface Invention {
  invented: SampleOrder[];
  goods: SampleGoods[];
  now: Date;
}

async function writeQueue(tx: Database, invention: Invention): Promise<void> {
  await insertAll(tx, reviews, sampleReviews(invention));
  await insertAll(tx, questions, sampleQuestions(invention));
  await insertAll(tx, comments, await sampleComments(tx, invention));
  const signup = personAt(9);
  await tx.execute(sql`
    insert into ${communitySignups} (name, email, state, sample, joined_at)
    select ${signup}, ${addressOf(signup)}, code, true, ${hoursBefore(invention.now, 3).toISOString()}::timestamptz
    from states where code = 'NV'`);
}

const hoursBefore = (now: Date, hours: number): Date => new Date(now.getTime() - hours * HOUR);

function sampleReviews({ invented, goods, now }: Invention) {
  const lines = invented.flatMap(({ order, lines: own }) => own.map((line) => ({ order, line })));
  return reviewsToRead.flatMap(({ product, ...review }, index) => {
    const productId = goods.find(({ name }) => name === product)?.productId;
    const bought = lines.findLast(({ order, line }) => order.state === "delivered" && line.name === product);
    const key = `sample-review-${index}`;
    const row = { id: key, requestKey: key, ...review, sample: true, writtenAt: hoursBefore(now, 60 - index * 13) };
    const buyer = bought && { orderNumber: bought.line.orderNumber, orderLine: bought.line.position };
    const author = shortName(bought?.order.name ?? personAt(index));
    return productId ? [{ ...row, productId, author, verified: bought !== undefined, ...buyer }] : [];
  });
}

function sampleQuestions({ goods, now }: Invention) {
  return questionsToAnswer.flatMap(({ product, question, wantsLetter }, index) => {
    const productId = goods.find(({ name }) => name === product)?.productId;
    const name = personAt(index + 2);
    const key = `sample-question-${index}`;
    const email = wantsLetter ? addressOf(name) : null;
    const row = { id: key, requestKey: key, question, email, author: shortName(name), sample: true };
    return productId ? [{ ...row, productId, askedAt: hoursBefore(now, 55 - index * 17) }] : [];
  });
}

async function sampleComments(tx: Database, { now }: Invention) {
  const articles = await tx.select({ id: posts.id, title: posts.title }).from(posts);
  return commentsToRead.flatMap(({ article, message }, index) => {
    const post = articles.find(({ title }) => title === article);
    const name = personAt(index + 5);
    const row = { name: shortName(name), email: addressOf(name), message, requestKey: `sample comment ${index}` };
    return post ? [{ ...row, postId: post.id, sample: true, sentAt: hoursBefore(now, 40 - index * 20) }] : [];
  });
}

async function writeMessages(tx: Database, invented: SampleOrder[], now: Date): Promise<void> {
  for (const [index, sent] of messagesToAnswer.entries()) {
    const at = new Date(now.getTime() - sent.days * DAY);
    const buyer = "isOfBuyer" in sent ? lastToReceive(invented, at) : undefined;
    const name = buyer?.name ?? personAt(index * 3 + 1);
    const state = "state" in sent ? sent.state : "waiting";
    const row = { name, email: buyer?.email ?? addressOf(name), message: sent.message };
    const [stored] = await tx
      .insert(messages)
      .values({ ...row, requestKey: `sample message ${index}`, state, sample: true, sentAt: at })
      .returning({ id: messages.id });
    if (!stored || !("answer" in sent)) continue;
    const writtenAt = new Date(at.getTime() + 5 * HOUR);
    const answer = { messageId: stored.id, submission: crypto.randomUUID(), memberId: "sample", answer: sent.answer };
    await tx.insert(messageAnswers).values({ ...answer, writtenAt, sentAt: writtenAt });
  }
}

/** Order whose parcel arrived last before `moment`. */
const lastToReceive = (invented: SampleOrder[], moment: Date) =>
  invented
    .filter(({ parcel }) => parcel?.deliveredAt && parcel.deliveredAt < moment)
    .toSorted((a, b) => Number(b.parcel?.deliveredAt) - Number(a.parcel?.deliveredAt))
    .at(0)?.order;

/** Generates reproducible pseudo-random numbers from 0 (inclusive) to 1 (exclusive). */
function draws(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
