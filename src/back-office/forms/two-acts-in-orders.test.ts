import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { sendConfirmation } from "~/shop/orders/letters/order-letters.server";
import { parcelsOf } from "~/shop/orders/parcels/parcels.server";
import { replacementsOf } from "~/shop/orders/parcels/replacements.server";
import { executeRefund } from "~/shop/orders/refunds/execute-refund.server";
import { refundsOf } from "~/shop/payments/refunds.server";
import { dayAfter, dayIn } from "~/shop/shop-time";
import { returnableOrder, startReturn } from "~/shop/returns/returns.server";
import { sendRecallLetter } from "~/shop/recalls/send-recall.server";
import { place, wordsIn } from "~/testing/back-office-as.server";
import { openChangePayments } from "~/testing/change-payments.server";
import { openCard } from "~/testing/gift-cards.server";
import { made, variantId, wishFor } from "~/testing/made-orders.server";
import { jo } from "~/testing/riders.server";
import { walkForms } from "~/testing/walked-forms/walk-forms.server";
import { openWalkedShop } from "~/testing/walked-forms/walked-shop.server";

const walked = await openWalkedShop();
const { shop, db, owner, office, bought, shipped, seen, tee } = walked;
await openChangePayments(shop);
const twoTees: Parameters<typeof bought>[0] = [[...tee, 2]];
const today = dayIn(new Date(), shop.settings().timeZone);
const of = async (number: string, page = "") => `/orders/${number}${page && `/${page}`}`;
const parcel = async (page = "") => {
  const number = await shipped(twoTees);
  const [own] = await parcelsOf(db, number);
  return `/orders/${number}/parcels/${own?.id}${page && `/${page}`}`;
};
const versionOf = async (number: string) => String((await seen(number)).version);
/** Sends a form of an order, as a member did before the walk. */
const does = async (page: string, fields: Record<string, string>) => {
  const [, number = ""] = /^\/orders\/(\d+)/.exec(page) ?? [];
  const answer = await office.post(page, { submission: randomUUID(), version: await versionOf(number), ...fields });
  if (answer.status >= 400) throw new Error(`${page}: ${answer.status} ${wordsIn(await answer.text())}`);
  return answer;
};
const replacement = async (page = "") => {
  const lost = await parcel("lost");
  await does(lost, { "again-0": "2", "refund-0": "" });
  const [, number = ""] = /^\/orders\/(\d+)/.exec(lost) ?? [];
  const [waiting] = await replacementsOf(db, number);
  return `/orders/${number}/replacements/${waiting?.id}${page && `/${page}`}`;
};
const found = async () => {
  const lost = await parcel("lost");
  const [, number = "", id = ""] = /^\/orders\/(\d+)\/parcels\/(\d+)/.exec(lost) ?? [];
  await does(lost, { "again-0": "1", "refund-0": "1" });
  await does(`/orders/${number}`, { step: `arrived ${id}` });
  return `/orders/${number}/parcels/${id}/found`;
};
const card = async (page: string) => `/gift-cards/${(await openCard(shop, 12_00)).id}/${page}`;
const gift = (email: string) => ({ amount: "12", email, reason: "A parcel came late" });
const recallable = async () => {
  await shipped(twoTees);
  return `/recalls/new?goods=${encodeURIComponent(tee[0])}&from=2020-01-01&to=${today}`;
};
const recalled = (caseNumber: string) => ({ title: tee[0], words: "Its dye burns.", caseNumber, agreed: "yes" });
const letter = async () => {
  const number = await shipped(twoTees);
  await sendConfirmation(shop, number);
  const id = await walked.one<number>(sql`select id from letters where order_number = ${number} limit 1`);
  return `/orders/${number}/letters/${id}`;
};
const started = async (approval: "automatic" | "by-hand") => {
  const order = await shipped(twoTees);
  const request = { order, email: jo.email, round: "0", values: { "quantity-0": "2", "reason-0": "too-small" } };
  const settings = { ...shop.settings(), returnApproval: approval };
  return startReturn(shop, request, { now: new Date(), settings });
};
const step = async (number: string, page: string, fields: Record<string, string> = {}) => {
  const html = await (await office.fetch(`/returns/${number}/${page}`)).text();
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
  const own = { version: field("version"), orderVersion: field("orderVersion") };
  await office.post(`/returns/${number}/${page}`, { submission: randomUUID(), ...own, ...fields });
};
const ash = await variantId(shop, [...tee]);
const large = await variantId(shop, ["Sprocket Tee", "L", "Ash"]);
const chosen = async () => {
  const number = await bought(twoTees);
  picked = `${number}.${await versionOf(number)}`;
  return "/orders";
};
let [order, picked, pasted, digest, total] = ["", "", "", "", ""];
const shopper = {
  name: "Jo Delacroix",
  phone: "+1 928 555 0100",
  address: "88 Sandstone Avenue",
  city: "Flagstaff",
  postalCode: "86001",
  cameBy: "phone",
  days: "3",
};
walkForms("orders", walked, {
  // First, because letters by hand to one mailbox are limited.
  "returns/link-again.page": { form: { at: exchanged("link-again") } },
  "orders/order-detail.page": {
    form: {
      at: async () => of(await bought(twoTees)),
      types: [
        { step: "note", note: "Rings twice" },
        { step: "note", note: "Leave it at the gate" },
      ],
      other: { step: "pack", note: "" },
    },
  },
  "orders/order-refund.page": {
    form: {
      at: async () => of((order = await bought(twoTees)), "refund"),
      between: async () => {
        for (const { id, state } of await refundsOf(db, order))
          if (state === "requested") await executeRefund(shop, id);
      },
      types: [{ goodwill: "2.00" }, { goodwill: "3.00" }],
      other: { "pieces-0": "1" },
    },
  },
  "orders/order-cancel.page": {
    form: {
      at: async () => of(await bought(twoTees), "cancel"),
      types: [{ reason: "Sold out" }, { reason: "Sold out" }],
      ends: true,
    },
  },
  "orders/order-delay.page": {
    form: {
      // A mailbox of its own, because letters by hand to one are limited.
      at: async () => of(await bought(twoTees, { customer: { ...jo, email: "walk7@example.com" } }), "delay"),
      types: [{ newDay: dayAfter(today, 40) }, { newDay: dayAfter(today, 60) }],
    },
  },
  "gift-cards/gift-cards.page": {
    form: { apart: "finds a card, changes nothing, and gift-cards.test.ts sends it twice" },
  },
  "gift-cards/give-gift-card.page": {
    form: { at: () => "/gift-cards/new", types: [gift("walk21@example.com"), gift("walk22@example.com")] },
  },
  "gift-cards/correct-gift-card.page": {
    form: {
      at: () => card("correct"),
      types: [{ email: "walk23@example.com" }, { email: "walk24@example.com" }],
      other: { recipient: "Jo" },
    },
  },
  "gift-cards/pay-out-gift-card.page": {
    form: { at: () => card("pay-out"), types: [{ paidBy: "cash" }, { paidBy: "check" }], ends: true },
  },
  "gift-cards/refund-gift-card.page": {
    form: { apart: "needs an order that bought a card; sold-gift-cards.server.test.ts sends it twice" },
  },
  "gift-cards/gift-card-act.page": {
    form: { at: () => card("replace"), types: [{ reason: "Shown around" }, { reason: "Shown again" }] },
  },
  "gift-cards/lost-codes.page": {
    form: { apart: "needs a shop with another secret key; gift-cards.test.ts does it, stopped in between and again" },
  },
  "recalls/new-recall.page": {
    form: { at: recallable, types: [recalled("25-1"), recalled("25-2")] },
  },
  "recalls/recall.page": {
    form: {
      at: async () => {
        const answer = await office.post(await recallable(), { submission: randomUUID(), ...recalled(randomUUID()) });
        const page = place(answer).split("?")[0] ?? "";
        const id = page.replace("/recalls/", "");
        const letterId = await walked.one<string>(sql`select id from recall_letters where recall_id = ${id} limit 1`);
        await sendRecallLetter(shop, { letterId });
        return page;
      },
      ends: true,
    },
  },
  "orders/order-owed-back.page": {
    form: {
      at: async () => {
        const number = await bought(twoTees, { customer: { ...jo, email: "walk8@example.com" } });
        await does(`/orders/${number}/delay`, { newDay: "" });
        await db.execute(sql`update order_delays set ends_on = current_date - 1 where order_number = ${number}`);
        return of(number, "owed-back");
      },
      ends: true,
    },
  },
  "orders/order-address.page": {
    form: {
      at: async () => of(await bought(twoTees), "address"),
      types: [{ address: "1 Walk Street" }, { address: "2 Walk Street" }],
      other: { name: "Jo Lacroix" },
    },
  },
  "orders/order-email.page": {
    form: {
      at: async () => of(await bought(twoTees), "email"),
      types: [
        { email: "walk1@example.com", reason: "They wrote in" },
        { email: "walk2@example.com", reason: "They called" },
      ],
    },
  },
  "orders/order-write.page": {
    form: {
      at: async () => of(await bought(twoTees), "write"),
      types: [{ words: "It leaves tomorrow." }, { words: "It left." }],
    },
  },
  "orders/order-ship.page": {
    form: {
      at: async () => of(await bought(twoTees), "ship"),
      types: [
        { carrier: "UPS", tracking: "1Z1", "pieces-0": "1" },
        { carrier: "UPS", tracking: "1Z2", "pieces-0": "1" },
      ],
      ends: true,
    },
  },
  "orders/order-tracking.page": {
    form: { at: () => parcel(), types: [{ tracking: "1Z111" }, { tracking: "1Z222" }], other: { carrier: "FedEx" } },
  },
  "orders/order-lost.page": {
    form: {
      at: () => parcel("lost"),
      types: [{ "again-0": "1" }, { "refund-0": "1" }],
      ends: true,
    },
  },
  "orders/order-found.page": {
    form: { at: found, types: [{ answer: "kept" }, { answer: "asked-back" }], ends: true },
  },
  "orders/order-replacement.page": {
    form: {
      at: () => replacement(),
      types: [
        { carrier: "UPS", tracking: "1Z777" },
        { carrier: "UPS", tracking: "1Z778" },
      ],
      ends: true,
    },
  },
  "orders/order-replacement-end.page": { form: { at: () => replacement("end"), ends: true } },
  "orders/order-letter.page": {
    form: {
      at: letter,
      types: [
        { where: "elsewhere", to: "walk3@example.com" },
        { where: "elsewhere", to: "walk6@example.com" },
      ],
    },
  },
  "orders/order-change.page": {
    form: { at: async () => of(await bought(twoTees), `change?to-0=${large}&n-0=1`), ends: true },
  },
  "orders/orders.page": {
    form: {
      at: chosen,
      types: () => [
        { act: "pack", order: picked },
        { act: "pack", order: picked },
      ],
      between: () => chosen().then(() => undefined),
    },
  },
  "orders/orders-paste.page": {
    form: {
      at: async () => {
        const number = await bought(twoTees);
        pasted = `${number} 1Z999AA10123456784`;
        const checked = await office.post("/orders/paste", {
          submission: randomUUID(),
          intent: "check",
          carrier: "UPS",
          other: "",
          lines: pasted,
        });
        digest = /name="checked" value="([^"]*)"/.exec(await checked.text())?.[1] ?? "";
        return "/orders/paste";
      },
      types: () => [
        { intent: "ship", carrier: "UPS", lines: pasted, checked: digest },
        { intent: "check", carrier: "UPS", lines: `${pasted} again`, checked: "" },
      ],
      ends: true,
    },
  },
  "orders/orders-views.page": {
    save: { at: () => "/orders/views?q=walk", types: [{ name: "Walk one" }, { name: "Walk two" }] },
    remove: {
      at: async () => {
        const name = `Walk ${randomUUID().slice(0, 8)}`;
        await office.post("/orders/views?q=gone", { form: "save", submission: randomUUID(), name });
        return "/orders/views";
      },
      ends: true,
    },
  },
  "made-orders/shopper.page": {
    form: {
      at: async () => {
        total = "";
        const page = `/orders/made/new/shopper?v=${ash}&n=1`;
        const asked = await office.post(page, { submission: randomUUID(), ...shopper, email: "walk4@example.com" });
        total = /name="total" value="([^"]*)"/.exec(await asked.text())?.[1] ?? "";
        return page;
      },
      types: () => [
        { ...shopper, email: "walk4@example.com", total },
        { ...shopper, email: "walk5@example.com", total },
      ],
    },
  },
  "made-orders/made-order.page": {
    again: { at: async () => `/orders/made/${await made(shop, owner, await wishFor(shop))}` },
    end: { at: async () => `/orders/made/${await made(shop, owner, await wishFor(shop))}`, ends: true },
  },
  "returns/new-return.page": {
    form: {
      at: async () => `/returns/new?order=${await shipped(twoTees)}`,
      types: [
        { "quantity-0": "1", "reason-0": "too-small" },
        { "quantity-0": "1", "reason-0": "too-large" },
      ],
    },
  },
  "returns/approve.page": {
    form: {
      at: async () => `/returns/${await started("by-hand")}/approve`,
      types: [{ label: "https://labels.example/1" }, { label: "https://labels.example/2" }],
      ends: true,
    },
  },
  "returns/refuse.page": {
    form: {
      at: async () => `/returns/${await started("by-hand")}/refuse`,
      types: [{ words: "It was worn." }, { words: "It was washed." }],
      ends: true,
    },
  },
  "returns/receive.page": {
    form: {
      at: async () => `/returns/${await started("automatic")}/receive`,
      types: [{ "came-0-as-new": "2" }, { "came-0-as-new": "1", "came-0-damaged": "1" }],
      ends: true,
    },
  },
  "returns/settle.page": {
    form: {
      at: async () => {
        const number = await started("automatic");
        await step(number, "receive", { "came-0-as-new": "2", "came-0-damaged": "0" });
        return `/returns/${number}/settle`;
      },
      ends: true,
    },
  },
  "returns/end-exchange.page": { form: { at: exchanged("end-exchange"), ends: true } },
  "returns/exchange.page": {
    form: {
      at: async () => {
        const number = await started("automatic");
        await step(number, "receive", { "came-0-as-new": "2", "came-0-damaged": "0" });
        return `/returns/${number}/exchange`;
      },
      types: [{ "exchange-0": "Ash / L" }, { "exchange-0": "Ash / S" }],
      ends: true,
    },
  },
});

/** An exchange of a shipped tee for gloves, whose price difference is not paid yet. */
function exchanged(page: string) {
  return async () => {
    const order = await shipped([[...tee]]);
    const wanted = { "quantity-0": "1", "reason-0": "exchange", "exchange-0": "another", "other-0": "gauntlet" };
    const { sold } = await returnableOrder(db, { order, email: jo.email, values: wanted });
    const choice = sold.lines[0]?.variants.find((each) => each.isOther && each.size === "M" && each.color === "Black");
    const values = { ...wanted, "instead-0": `${choice?.id}:${choice?.difference}` };
    const request = { order, email: jo.email, round: "0", values };
    const number = await startReturn(shop, request, { now: new Date(), settings: shop.settings() });
    return `/returns/${number}/${page}`;
  };
}
