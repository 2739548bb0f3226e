import { sql } from "drizzle-orm";
import { comments, posts } from "~/shop/blog/blog.tables";
import { stockRequests } from "~/shop/catalog/back-in-stock/stock-requests.tables";
import { join } from "~/shop/community/community.server";
import { messageAnswers, messageMails, messages } from "~/shop/contact/contact.tables";
import { subscribe } from "~/shop/newsletter/newsletter.server";
import { answerDelay } from "~/shop/orders/delays/answer-delay.server";
import { lastDelayOf } from "~/shop/orders/delays/order-delays.server";
import { tellDelay } from "~/shop/orders/delays/tell-delay.server";
import { sendConfirmation } from "~/shop/orders/letters/order-letters.server";
import { addNote } from "~/shop/orders/order-acts.server";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { QuestionForm, ReviewForm } from "~/shop/reviews/review-form";
import { dayAfter } from "~/shop/shop-time";
import { askQuestion, writeReview } from "~/shop/reviews/reviews.server";
import type { openBoughtOrders } from "./bought-orders.server";
import { memberAs } from "./members.server";
import { jo, lineOf } from "./riders.server";

const manager = memberAs("manager", "Sam");

/** A shopper with a name, an address and words that stand nowhere else. */
export const riderNamed = (token: string) => ({
  ...jo,
  email: `${token}@example.com`,
  name: `${token} Jones`,
  address: `7 ${token} Lane`,
  city: `${token}ville`,
});

/** Lives of shoppers in a test shop. */
export function openLives({
  shop,
  bought,
  seen,
}: Pick<Awaited<ReturnType<typeof openBoughtOrders>>, "shop" | "bought" | "seen">) {
  const { db } = shop;
  const tee = ["Sprocket Tee", "M", "Ash"] as const;

  /** Everything that a shopper can leave in a shop, each with the token in its words. */
  async function lived(token: string): Promise<string> {
    const rider = riderNamed(token);
    const number = await bought([[...tee, 2]], { customer: rider });
    await sendConfirmation(shop, number);
    await addNote(shop, manager, { submission: crypto.randomUUID(), number, version: 0 }, `Called ${token}`);
    await tellDelay(shop, await seen(number), dayAfter(new Date().toISOString().slice(0, 10), 90));
    await answerDelay(shop, (await lastDelayOf(db, number))?.id ?? "", "wait");
    await shipParcel(shop, await seen(number), { carrier: "UPS", trackingNumber: `1Z${token}` });
    const { product } = await lineOf(shop, [...tee]);
    const { email } = rider;
    await writeReview(db, ReviewForm.parse({ product, rating: 4, author: token, content: `Soft, ${token}`, email }));
    await askQuestion(db, QuestionForm.parse({ product, author: token, question: `Which dye, ${token}?`, email }));
    const [post] = await db.select().from(posts).limit(1);
    await db.insert(comments).values({ postId: post?.id ?? "", name: token, email, message: token, requestKey: token });
    await join(db, { name: token, email, state: "NV" });
    const [message] = await db
      .insert(messages)
      .values({ name: token, email, message: `It is ${token}`, requestKey: token })
      .returning();
    const messageId = message?.id ?? 0;
    await db
      .insert(messageAnswers)
      .values({ messageId, memberId: "m", answer: `Dear ${token}`, submission: crypto.randomUUID() });
    await db.insert(messageMails).values({ messageId, memberId: "m", words: token, cameOn: "2026-01-01" });
    await subscribe(shop, email, "pop-up");
    const { rows } = await db.execute<{ id: number }>(sql`select id from variants limit 1`);
    await db.insert(stockRequests).values({ variantId: rows[0]?.id ?? 0, email });
    await db.execute(sql`insert into rate_limits (key, points, expire) values (${`form ${email}`}, 1, now())`);
    return number;
  }

  return { lived };
}
