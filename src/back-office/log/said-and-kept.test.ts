import { expect, test } from "vitest";
import type { Change } from "~/shop/audit/acts.server";
import { defaultSettings } from "~/shop/settings";
import { ORDER_ACT, type OrderActName } from "~/shop/orders/act-as-member.server";
import { shownNumber } from "~/shop/orders/order-number";
import { RETURN_ACT, type ReturnActName } from "~/shop/returns/return-acts.server";
import { shownReturnNumber } from "~/shop/returns/return-number";
import { returnsOf } from "~/shop/returns/returns.server";
import { startAsMember } from "~/shop/returns/start-as-member.server";
import { reviews } from "~/shop/reviews/reviews.tables";
import { collectIn } from "~/testing/collected-tax.server";
import { officeAs, place } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { textOf } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { jo } from "~/testing/riders.server";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";
import { actSentence } from "./act-sentence.server";

const { shop, db, tee, bought, shipped } = await openBoughtOrders();
const { pages, acceptsForms } = testPages();
const app = testApp(shop, { pages, acceptsForms });
const member = memberAs("owner", "Dana");
const dana = officeAs(shop, member);
const [DIALOG, PAGE] = ["dialog", "page"];

/**
 * Text of a public address, and of the data that comes with it. An order's page is a form, which is sent with its number and the
 * shopper's address.
 */
async function publicly(path: string, order = ""): Promise<string> {
  const url = new URL(path, shop.address);
  const posted = {
    method: "POST",
    headers: { origin: shop.address },
    body: new URLSearchParams({ order, email: jo.email }),
  };
  const html = await (await app.fetch(new Request(url, order ? posted : {}))).text();
  return order ? textOf(html) : html;
}

/**
 * Sends a form of a workshop page; returns the text of the next page. The form has `near` in it, is the dialog, or else is made of
 * all fields of the page.
 */
async function said(path: string, near: string, fields: Record<string, string> = {}): Promise<string> {
  const html = await (await dana.fetch(path)).text();
  const form = near === DIALOG ? html.slice(html.indexOf('role="dialog"')) : near === PAGE ? html : formIn(html, near);
  const ids = Object.entries(fieldsIn(form)).filter(([name]) => near !== DIALOG || /^(submission|version)$/.test(name));
  const answer = await dana.post(path, { ...Object.fromEntries(ids), ...fields });
  expect([path, answer.status]).toEqual([path, 302]);
  return dana.text(place(answer));
}

const NUMBER = "48217350";
const ORDER = shownNumber(NUMBER);
const BACK = "R3150303";
const RETURN = shownReturnNumber(BACK);

/** Every act on an order: what it stored, and the sentence about it. Shoppers ask for all of them at /order-status. */
const ofOrders: Record<OrderActName, [stored: unknown, sentence: string][]> = {
  packed: [["packed", `Order ${ORDER} is packed.`]],
  unpacked: [["unpacked", `Order ${ORDER} is not packed any more.`]],
  parcel: [
    ["UPS 1Z999", `A parcel of order ${ORDER} has left with UPS 1Z999.`],
    ["", `A parcel of order ${ORDER} has left.`],
  ],
  arrived: [[7, `A parcel of order ${ORDER} has arrived.`]],
  lost: [
    ["lost", `A parcel of order ${ORDER} is lost. What happens with its pieces is not decided yet.`],
    ["lost, 1 sent again", `A parcel of order ${ORDER} is lost: 1 sent again.`],
  ],
  found: [
    ["asked back", `The parcel of order ${ORDER} that turned up is asked back.`],
    ["stays with the shopper", `The parcel of order ${ORDER} that turned up stays with the shopper.`],
  ],
  replacement: [["UPS 1Z1", `What order ${ORDER} gets instead has left with UPS 1Z1.`]],
  "replacement-ended": [["refunded", `What order ${ORDER} was to get instead stays here, and its money goes back.`]],
  tracking: [["UPS 1Z2", `The tracking of order ${ORDER} is corrected: UPS 1Z2.`]],
  "tracking-told": [["UPS 1Z2", `The tracking of order ${ORDER} is corrected: UPS 1Z2. The shopper is told.`]],
  cancelled: [["cancelled", `Order ${ORDER} is cancelled. What was paid goes back.`]],
  refund: [[36_00, `$36.00 of order ${ORDER} goes back.`]],
  "store-credit": [[36_00, `$36.00 of order ${ORDER} is given as store credit, on a gift card.`]],
  "refund-handled": [[36_00, `The failed refund of $36.00 of order ${ORDER} is handled.`]],
  change: [
    [0, `Order ${ORDER} is changed. Nothing is to pay.`],
    [26_40, `Order ${ORDER} waits for $26.40: the shopper has a link to pay. Until then it stays as it is.`],
    [-5_00, `Order ${ORDER} is changed, and $5.00 goes back.`],
  ],
  "change-ended": [[26_40, `The change of order ${ORDER} is given up. The order stays as it was.`]],
  "change-longer": [["2026-11-29", `The change of order ${ORDER} is held longer, and its link is sent again.`]],
  "change-sent-again": [["the link", `The link to pay the change of order ${ORDER} is sent again.`]],
  note: [["Call first.", `The note about order ${ORDER} is written.`]],
  delayed: [
    ["2026-12-11", `The shopper of order ${ORDER} is told that it leaves by Fri, December 11.`],
    ["", `The shopper of order ${ORDER} is told of a delay without a day.`],
  ],
  "letter-again": [["Order confirmed", `A letter about order ${ORDER} is sent again.`]],
};

/** Every step of a return likewise. */
const ofReturns: Record<ReturnActName, [stored: unknown, sentence: string][]> = {
  started: [["for the shopper", `Return ${RETURN} is started for the shopper.`]],
  approved: [["with a label", `Return ${RETURN} is approved with a label.`]],
  refused: [["with words", `Return ${RETURN} is refused. What was announced stays with the shopper.`]],
  received: [["2", `Return ${RETURN} is here: 2 pieces taken in.`]],
  recounted: [["1", `Return ${RETURN} is counted again: 1 piece.`]],
  exchange: [
    [26_40, `What is sent instead of return ${RETURN} is kept. It waits for $26.40: the shopper has a link to pay.`],
    [0, `What is sent instead of return ${RETURN} is kept. Settle it now: nothing is to pay.`],
  ],
  settled: [
    ["1 refunded, 0 exchanged", `Return ${RETURN} is settled: 1 refunded.`],
    ["1 refunded as store credit, 0 exchanged", `Return ${RETURN} is settled: 1 refunded as store credit.`],
    ["0 refunded, 2 exchanged", `Return ${RETURN} is settled: 2 exchanged.`],
    ["0 refunded, 0 exchanged", `Return ${RETURN} is settled: nothing refunded, nothing exchanged.`],
  ],
};

test.each([
  ...Object.entries(ofOrders).flatMap(([field, rows]) =>
    rows.map((row) => [ORDER_ACT, NUMBER, field, ...row] as const),
  ),
  ...Object.entries(ofReturns).flatMap(([field, rows]) =>
    rows.map((row) => [RETURN_ACT, BACK, field, ...row] as const),
  ),
])("the message after the act %s %s %s names what it stored: %j", (kind, record, field, stored, sentence) => {
  const change = { kind, record, field, old: null, new: stored, isErased: false, isHidden: false, isCreation: false };
  const act = { action: field, changes: [change as unknown as Change], count: 1 };
  expect(actSentence(act, new Map(), defaultSettings.timeZone)).toBe(sentence);
});

/** Acts of members as a table: the act, the sentence that it shows, the public address asked afterwards, and what it has to hold. */
const kept: [act: string, doing: () => Promise<{ says: string; sentence: string; asked: string; holds: RegExp }>][] = [
  [
    "a new question is published",
    async () => {
      const path = await newQuestion();
      await said(path, 'value="save"', { question: "May I wash it?", answer: "Cold." });
      const says = await published(path);
      return { says, sentence: 'Question "May I wash it?" is on the shop.', asked: "/faqs", holds: /May I wash it\?/ };
    },
  ],
  [
    "a question that is not ticked is published",
    async () => {
      const path = await newQuestion();
      const html = await (await dana.fetch(path)).text();
      const { isShown, ...fields } = fieldsIn(formIn(html, 'value="save"'));
      expect(isShown, "a new question is ticked").toBe("yes");
      const answer = await dana.post(path, { ...fields, question: "Is it secret?", answer: "Yes." });
      expect(answer.status).toBe(302);
      const sentence = 'Question "Is it secret?" is stored. It is not on the shop: it is not ticked to be.';
      return { says: await published(path), sentence, asked: "/faqs", holds: /^(?!.*Is it secret\?)/s };
    },
  ],
  [
    "a review is approved",
    async () => {
      const [any] = await db.select().from(reviews).limit(1);
      const id = crypto.randomUUID();
      const productId = any?.productId ?? "";
      const words = { rating: 2, title: "Loud zip", author: "Terry", content: "The zip is loud.", requestKey: id };
      await db.insert(reviews).values({ id, productId, ...words });
      const says = await said(`/queue/all/review-${id}`, 'value="approve"', { form: "approve" });
      return {
        says,
        sentence: "The review is on the shop.",
        asked: `/reviews?product=${productId}`,
        holds: /The zip is loud/,
      };
    },
  ],
  [
    "collecting sales tax is started",
    async () => {
      await collectIn(shop, "NY", { stateRate: 40_000, localRate: 40_000 });
      await said("/settings/tax/NY", 'value="stop"');
      const says = await said("/settings/tax/NY", 'value="start"');
      const sentence = "Sales tax is collected in New York from now on.";
      return { says, sentence, asked: "/cart", holds: /Tax is counted with your address/ };
    },
  ],
  [
    "an order is packed",
    async () => {
      const number = await bought([[...tee]]);
      const says = await said(`/orders/${number}`, PAGE, { step: "pack", note: "" });
      return { says, sentence: `Order ${shownNumber(number)} is packed.`, asked: number, holds: /Packed/ };
    },
  ],
  [
    "store credit is given",
    async () => {
      const number = await shipped([[...tee]]);
      const fields = { "pieces-0": "1", "store-credit": "yes", agreed: "By phone", reason: "Changed their mind" };
      const says = await said(`/orders/${number}/refund`, DIALOG, fields);
      const sentence = `$36.00 of order ${shownNumber(number)} is given as store credit, on a gift card.`;
      return { says, sentence, asked: number, holds: /Gift card ending \w{4}, store credit, .*\$36\.00/s };
    },
  ],
  [
    "pieces that lie here are refunded",
    async () => {
      const number = await shipped([[...tee]]);
      const fields = { "pieces-0": "1", "here-0": "yes", reason: "Changed their mind" };
      const says = await said(`/orders/${number}/refund`, DIALOG, fields);
      const sentence = `$36.00 of order ${shownNumber(number)} goes back. What lay here is taken in.`;
      return { says, sentence, asked: number, holds: /\$36\.00/ };
    },
  ],
  [
    "a return is received and settled",
    async () => {
      const number = await shipped([[...tee]]);
      const values = { "quantity-0": "1", "reason-0": "too-small" };
      const form = { submission: crypto.randomUUID(), number };
      await startAsMember(shop, member, form, { round: "0", values, isHere: true });
      const [back = ""] = await returnsOf(db, number);
      const here = await said(`/returns/${back}/receive`, PAGE, { "came-0-as-new": "1" });
      expect(here).toContain(`Return ${shownReturnNumber(back)} is here: 1 piece taken in.`);
      const says = await said(`/returns/${back}/settle`, PAGE);
      const sentence = `Return ${shownReturnNumber(back)} is settled: 1 refunded.`;
      return { says, sentence, asked: number, holds: /Settled.*\$36\.00 goes back to Visa •••• 4242/s };
    },
  ],
];

test.each(kept)("%s: the message says so, and the shop's public address holds it", async (_act, doing) => {
  const { says, sentence, asked, holds } = await doing();
  expect(says).toContain(sentence);
  expect(await (/^\d+$/.test(asked) ? publicly("/order-status", asked) : publicly(asked))).toMatch(holds);
});

async function newQuestion(): Promise<string> {
  const html = await (await dana.fetch("/words/faq")).text();
  return /\/words\/faq\/[\da-f]{24}(?="[^>]*>Write a question)/.exec(html)?.[0] ?? "";
}

/** Publishes the draft of a question; returns the message about it. */
const published = (path: string): Promise<string> =>
  said("/words/publish", "together", { [`faq:${path.split("/").at(-1) ?? ""}`]: "yes" });
