import { eq } from "drizzle-orm";
import { createElement } from "react";
import { glob, readFile } from "node:fs/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { DAY } from "~/platform/durations";
import { renderLetter } from "~/platform/render-letter.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { posted } from "~/testing/posted-form.server";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";
import { comments, posts } from "./blog/blog.tables";
import { MessageForwarded } from "./contact/message-forwarded.email";
import { PaymentDisputed } from "./orders/letters/payment-disputed.email";
import { sendShipped } from "./orders/letters/order-letters.server";
import { orders, parcels } from "./orders/orders.tables";
import { action as orderStatus } from "./returns/order-status.page";
import { requestRefund } from "./orders/refunds/request-refund.server";
import { action as startReturn } from "./returns/returns.page";
import { payments, refunds } from "./payments/payments.tables";
import { questions, reviews } from "./reviews/reviews.tables";
import { cents } from "./money";

const { shop, db, shipped } = await openBoughtOrders();
const { pages, acceptsForms } = testPages();
const app = testApp(shop, { pages, acceptsForms });
const html = async (path: string) => (await app.fetch(new Request(new URL(path, shop.address)))).text();

/** A moment on November 5 in the shop's time zone, and on November 6 in UTC, the servers' time zone. */
const evening = new Date("2026-11-06T03:00:00Z");
const [day, wrong] = ["November 5, 2026", "November 6, 2026"];

test("articles, comments, reviews and questions show the day in the shop's time zone", async () => {
  const [post] = await db.select().from(posts).orderBy(posts.publishedAt).limit(1);
  const [review] = await db.select().from(reviews).where(eq(reviews.state, "approved")).limit(1);
  const product = review?.productId ?? "";
  await db.update(posts).set({ publishedAt: evening });
  await db.insert(comments).values({
    postId: post?.id ?? "",
    name: "Pat",
    email: "pat@example.com",
    message: "Good read.",
    state: "approved",
    requestKey: "a comment of the evening",
    sentAt: evening,
  });
  await db.update(reviews).set({ writtenAt: evening });
  await db.update(questions).set({
    productId: product,
    state: "approved",
    askedAt: evening,
    answers: [
      { id: "a", author: "The shop", staff: true, date: evening.toISOString(), content: "Yes." },
      { id: "b", author: "Lee", staff: false, date: "2026-11-04", content: "No." },
    ],
  });

  for (const path of [
    "/blogs",
    `/blog/${post?.slug}`,
    `/product/x-${product}`,
    `/reviews?product=${product}`,
    `/questions?product=${product}`,
  ]) {
    const page = await html(path);
    expect([path, page.includes(`>${day}</time>`), page.includes(wrong)]).toEqual([path, true, false]);
  }
  expect(await html(`/blog/${post?.slug}`)).toContain(`<time dateTime="${evening.toISOString()}">${day}</time>`);
  // A date without a time is the same day in every time zone.
  expect(await html(`/questions?product=${product}`)).toContain(">November 4, 2026</time>");
});

test("pages and letters about an order show its days in the shop's time zone", async () => {
  const number = await shipped();
  const [payment] = await db.select().from(payments).where(eq(payments.orderNumber, number));
  const refund = { paymentId: payment?.id ?? "", amount: cents(100), cause: "an evening" };
  await db.transaction((tx) => requestRefund(tx, shop, refund));
  await db.update(refunds).set({ at: evening });
  await db.update(orders).set({ draftedAt: evening }).where(eq(orders.number, number));
  await db.update(parcels).set({ shippedAt: evening }).where(eq(parcels.orderNumber, number));
  const email = "jo.delacroix@example.com";

  const { data } = await posted(orderStatus, shop, "/order-status", { order: number, email });
  expect(data).toMatchObject({ value: { placed: day, parcels: [{ where: `left us on ${day}` }], refunds: [{ day }] } });
  const [parcel] = await db.select().from(parcels).where(eq(parcels.orderNumber, number));
  await sendShipped(shop, parcel?.id ?? 0);
  expect(shop.letters.at(-1)?.text).toContain(`left us on ${day} with UPS`);

  await db.update(parcels).set({ deliveredAt: evening }).where(eq(parcels.orderNumber, number));
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ now: evening.getTime() + 10 * DAY, toFake: ["Date"] });
  const found = await posted(startReturn, shop, "/return-or-exchange", { order: number, email });
  // Thirty days after the day of the delivery.
  expect(found.data.found?.until).toBe("December 5, 2026");
});

test("letters to the merchant show times in the shop's time zone", async () => {
  const about = { settings: shop.settings(), address: shop.address };
  const message = { name: "Jo", email: "jo@example.com", message: "Hello", sentAt: evening };
  const forwarded = await renderLetter(createElement(MessageForwarded, { message, ...about }));
  expect(forwarded.text).toContain(`${day}, 8:00 pm`);
  const dispute = {
    orderNumber: null,
    requestId: "pi_1",
    disputeId: "dp_1",
    amount: cents(100),
    reason: "fraudulent",
    answerBy: evening.toISOString(),
  };
  expect((await renderLetter(createElement(PaymentDisputed, { dispute, ...about }))).text).toContain(`${day}, 8:00 pm`);
});

/** Files that may use UTC days: for dates without a time, for days of the gateway's own records, and for internal keys. */
const CALENDAR = [
  "src/back-office/figures/chart-steps.ts",
  "src/back-office/figures/figures-words.ts",
  "src/shop/community/calendar-file.ts",
  "src/shop/community/schedule-days.ts",
  "src/shop/community/schedule-words.ts",
  "src/shop/contact/contact.server.ts",
  "src/shop/day-words.ts",
  "src/shop/imports/read-moment.ts",
  "src/shop/information/sitemap.server.ts",
  "src/shop/payments/bank-days.ts",
  "src/shop/payments/sandbox-books.server.ts",
  "src/shop/payments/stripe-books.server.ts",
  "src/shop/shop-time.ts",
];

test("no other file converts a moment to a day in another time zone than the shop's", async () => {
  const found: string[] = [];
  for await (const file of glob("src/{shop,back-office,shell,ui,content}/**/*.{ts,tsx}"))
    if (
      !file.includes(".test.") &&
      /toISOString\(\)\.slice|timeZone: "UTC"|toLocaleDateString/.test(await readFile(file, "utf8"))
    )
      found.push(file);
  expect(found.toSorted()).toEqual(CALENDAR);
});
