import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { readEnv } from "~/platform/env.server";
import { startJobs } from "~/server/jobs";
import { Choices } from "./catalog/editing/colors-and-variants";
import { isField } from "./imports/columns";
import { orderEventKinds } from "./orders/order-event";
import { refundCause } from "./orders/refunds/refund-cause";
import { MADE_AT_GATEWAY } from "./payments/refunds.server";

// Names that are stored in databases, queues and browsers. Changing one of them needs a migration of the stored data.

const shop = await openTestShop();
const sources: string[] = [];
for await (const file of glob("src/**/*.{ts,tsx}"))
  if (!/\.test\.tsx?$|^src\/demo\//.test(file)) sources.push(readFileSync(file, "utf8"));

const found = (pattern: RegExp): string[] =>
  sources.flatMap((source) => Array.from(source.matchAll(pattern), ([, name = ""]) => name)).toSorted();

test("queues keep their names, because waiting jobs are found by them", async () => {
  const queues: string[] = [];
  const schedules: string[] = [];
  const jobs = {
    ...shop.jobs,
    work: async (name: string) => void queues.push(name),
    schedule: async (name: string, cron: string) => void schedules.push(`${name} ${cron}`),
  };
  await startJobs({ ...shop, jobs }, readEnv({}));

  expect(queues.toSorted()).toEqual([
    "acknowledge-message",
    "ask-for-review",
    "confirm-order",
    "end-change",
    "end-exchange",
    "end-links-of-former-corrections",
    "end-personal-data",
    "erase-person",
    "expire-draft",
    "fetch-import-pictures",
    "forward-message",
    "gateway-event",
    "instruct-return",
    "look-at-tax-questions",
    "look-for-low-stock",
    "look-for-new-orders",
    "look-for-reminders",
    "look-for-reviews-to-ask",
    "look-for-stock",
    "mail-question-answer",
    "make-backup",
    "make-person-copy",
    "member-invited",
    "member-reset",
    "member-told",
    "payment-heard",
    "picture-widths",
    "read-balance",
    "recall-to-corrected-address",
    "reconcile-disputes",
    "reconcile-payments",
    "remind-of-checkout",
    "replace-lost-codes",
    "report-taxes",
    "send-due-gift-cards",
    "send-gift-card",
    "send-letter-again",
    "send-message-answer",
    "send-owed-refunds",
    "send-pay-link",
    "send-person-code",
    "send-refund",
    "settle-import-pictures",
    "spread-recall",
    "sum-ledger",
    "sweep-content-imports",
    "sweep-imports",
    "sweep-members",
    "sweep-pictures",
    "sweep-price-plans",
    "sweep-product-plans",
    "sweep-rate-limits",
    "sweep-searched-words",
    "sweep-stock-requests",
    "sweep-submissions",
    "sweep-tax-answers",
    "sweep-word-plans",
    "tell-back-in-stock",
    "tell-backup-failed",
    "tell-cancelled",
    "tell-change",
    "tell-copy-ready",
    "tell-delay",
    "tell-dispute",
    "tell-exchange-ended",
    "tell-found",
    "tell-lost",
    "tell-low-stock",
    "tell-made-ended",
    "tell-new-order",
    "tell-new-orders",
    "tell-of-word-plan",
    "tell-recall",
    "tell-request-refused",
    "tell-return-label",
    "tell-return-received",
    "tell-return-refused",
    "tell-return-settled",
    "tell-shipped",
    "tell-tax-questions",
    "test-backup",
    "welcome-subscriber",
  ]);
  expect(schedules.toSorted()).toEqual([
    "end-links-of-former-corrections */5 * * * *",
    "end-personal-data 35 * * * *",
    "look-at-tax-questions */5 * * * *",
    "look-for-low-stock 10 * * * *",
    "look-for-new-orders 5 * * * *",
    "look-for-reminders */10 * * * *",
    "look-for-reviews-to-ask */10 * * * *",
    "look-for-stock */5 * * * *",
    "make-backup 7 * * * *",
    "read-balance 15 5 * * *",
    "reconcile-disputes */5 * * * *",
    "reconcile-payments * * * * *",
    "report-taxes */5 * * * *",
    "send-due-gift-cards */10 * * * *",
    "send-owed-refunds * * * * *",
    "sum-ledger 50 * * * *",
    "sweep-content-imports 50 4 * * *",
    "sweep-imports 40 4 * * *",
    "sweep-members 7-59/10 * * * *",
    "sweep-pictures 40 8 * * *",
    "sweep-price-plans * * * * *",
    "sweep-product-plans * * * * *",
    "sweep-rate-limits */10 * * * *",
    "sweep-searched-words 50 8 * * *",
    "sweep-stock-requests 55 8 * * *",
    "sweep-submissions 25 * * * *",
    "sweep-tax-answers 40 3 * * *",
    "sweep-word-plans * * * * *",
    "test-backup 20 9 * * *",
  ]);
});

test("events keep their kinds, because an order's history is stored with them", () => {
  expect(orderEventKinds.toSorted()).toEqual([
    "called-off-unpaid",
    "cancellation-sent",
    "cancelled",
    "change-asked",
    "change-asked-sent",
    "change-ended",
    "change-ended-sent",
    "change-opened",
    "confirmation-sent",
    "delay-answered",
    "delay-told",
    "delayed",
    "dispute-lost",
    "dispute-told",
    "dispute-won",
    "disputed",
    "drafted",
    "expired",
    "found-answered",
    "found-told",
    "gift-card-sent",
    "letter-sent-again",
    "lost-sent-again",
    "lost-told",
    "never-asked",
    "new-order-told",
    "order-changed",
    "order-changed-sent",
    "packed",
    "paid",
    "parcel-delivered",
    "parcel-lost",
    "parcel-shipped",
    "pay-link-opened",
    "pay-link-sent",
    "payment-failed",
    "recall-told",
    "refund-asked",
    "refund-failed",
    "refund-handled",
    "refund-told",
    "refunded",
    "replaced",
    "replacement-called-off",
    "replacement-shipped",
    "reservation-extended",
    "return-approved",
    "return-exchange-ended",
    "return-exchange-ended-sent",
    "return-instructions-sent",
    "return-label-sent",
    "return-received",
    "return-received-sent",
    "return-recounted",
    "return-refused",
    "return-refused-sent",
    "return-settled",
    "return-settled-sent",
    "return-started",
    "review-asked",
    "shipped-sent",
    "tracking-corrected",
    "unpacked",
    "unpaid-end-told",
  ]);
});

test("once-keys keep their form, because they tell that something was already done", () => {
  // Prefixes of the once-keys in the sources; each names the cause of a key.
  expect([...new Set(found(/onceKey(?::|\s=|Of = \([^)]*\) =>) `([^`]*?)\$\{/g))].toSorted()).toEqual([
    "",
    "cancellation-sent:",
    "change-asked:",
    "change-ended:",
    "change-opened:",
    "confirmation-sent:",
    "delay-answered:",
    "dispute-lost:",
    "dispute-told:",
    "dispute-won:",
    "disputed:",
    "found-told:",
    "gift-card-sent:",
    "gift-cards-returned:",
    "letter-sent-again:",
    "lost-told:",
    "new-order-told:",
    "order-changed:",
    "pay-link-opened:",
    "recall-told:",
    "refund-failed-told:",
    "refund-failed:",
    "refund-told:",
    "refunded:",
    "reservation-extended:",
    "return ",
    "return-approved:",
    "return-exchange-ended:",
    "return-received:",
    "return-recounted:",
    "return-refused:",
    "review-asked:",
    "shipped-sent:",
    "unpacked:change:",
  ]);
});

test("refunds keep their causes, because a cause has only one refund", () => {
  expect([refundCause.cancelled, refundCause.giftCardsBeyond, refundCause.latePayment, refundCause.noOrder]).toEqual([
    "cancelled",
    "gift-cards-beyond",
    "late-payment",
    "no-order",
  ]);
  expect([refundCause.ofReturn("R1"), refundCause.ofReplacement("R1"), refundCause.byStaff("torn")]).toEqual([
    "return:R1",
    "return:R1 instead",
    "staff:torn",
  ]);
  expect(refundCause.ofUndoneExchange("c1", "0x1")).toBe("change:c1:undone:0x1");
  expect(refundCause.ofLost(7, 3)).toBe("lost:7:3");
  expect(refundCause.byForm("0b5c6f1e")).toBe("0b5c6f1e");
  expect(MADE_AT_GATEWAY).toBe("gateway:");
});

test("the log keeps its form of sizes and colors, because undo parses them", () => {
  expect(Object.keys(Choices.shape)).toEqual(["colors", "pairs"]);
});

test("columns of imports keep their keys, because the members' choices for columns are stored with them", () => {
  const stored =
    "bestSeller care category color compareAt cost description details exportedStock finalSale fit goesWith handle " +
    "headwear kindForTax lowMark materials name newArrivals option1 option1Name option2 option2Name option3 option3Name " +
    "pairPicture picture pictureWords price productSku published rowKind saleFrom salePrice saleUntil shelf size sizeChart " +
    "sizeGuide sku status stock swatch tracker weight wornAs";
  expect(stored.split(" ").filter((key) => !isField(key))).toEqual([]);
});

test("notification channels keep their names, because processes of two releases notify each other", () => {
  expect(found(/SHOP_CHANGED = "([^"]+)"/g)).toEqual(["shop_changed"]);
});

test("storage keys of browsers stay the same, because a shopper's bag has to survive a release", () => {
  expect(found(/stored<[^(]*\(\(\) => window\.((?:local|session)Storage, "[^"]+)"/g)).toEqual([
    'localStorage, "cart',
    'localStorage, "checkout',
    'localStorage, "newsletterPopUp',
    'localStorage, "recently-viewed',
    'localStorage, "wishlist',
    'sessionStorage, "checkout',
    'sessionStorage, "discount',
    'sessionStorage, "giftCards',
    'sessionStorage, "orderDraft',
    'sessionStorage, "refusedCode',
  ]);
});
