import type { Services } from "~/services";
import type { Act, Change } from "~/shop/audit/acts.server";
import { shownNumber } from "~/shop/orders/order-number";
import { withoutInvisible } from "~/shop/plain-text";
import { counted, sentence, WAIT_FOR_MAIL, WAITS_FOR_MAIL } from "../count-texts";
import {
  orderActWords,
  orderAddressWords,
  orderEmailWords,
  orderNoteWords,
  orderPackedWords,
  orderSentence,
} from "../orders/order-log-texts";
import { returnChangeWords } from "./return-change-texts";
import { categoryWords, goodsWords } from "../goods/goods-change-texts";
import { planSentence, planWords } from "../bulk/plan-change-texts";
import { listNamed } from "~/shop/catalog/pictures/picture-list";
import { guideChangeWords } from "../size-guides/guide-change-texts";
import { factGroups, nameOf } from "../settings/groups";
import { shownFrom, typedFrom } from "../settings/format-fields";
import { mailWords } from "./mail-texts";
import { messageSentence, messageWords } from "./message-texts";
import { queueSentence, queueWords } from "./queue-texts";
import { stockSentence, stockWords } from "../stock/stock-change-texts";
import { takeSentence, takeWords } from "../stock-take/take-change-texts";
import { memberChangeWords, memberSentence } from "../members/member-change-texts";
import type { ChangeWords, RecordNames } from "./change-text";
import { copySentence, startSentence, startWordsOf } from "./start-texts";
import { codeChangeWords } from "../discounts/code-change-texts";

/** How the changes of a kind of record are worded. A room that makes records editable adds its kind here. */
const byKind: Record<string, (change: Change, names: RecordNames, zone: string) => ChangeWords> = {
  setting: settingWords,
  "saved-view": savedViewWords,
  parcels: parcelWords,
  order: orderActWords,
  "order-address": orderAddressWords,
  "order-packed": orderPackedWords,
  "order-email": orderEmailWords,
  "order-note": orderNoteWords,
  return: returnChangeWords,
  product: goodsWords,
  variant: goodsWords,
  category: categoryWords,
  "price-plan": planWords,
  "size-guide": guideChangeWords,
  import: importWords,
  "content-import": (change) => ({
    ...importWords(change),
    what: `Content file ${change.record}`,
    way: `/content/${change.record}`,
  }),
  member: memberChangeWords,
  stock: stockWords,
  "stock-take": takeWords,
  "discount-code": codeChangeWords,
  review: queueWords,
  question: queueWords,
  comment: queueWords,
  "community-signup": queueWords,
  "product-pictures": picturesWords,
  "picture-words": pictureWordsWords,
  "demo-shop": ({ old }) => ({ what: "Demo goods", from: counted(Number(old), "product"), to: "cleared" }),
  "start-for-real": startWordsOf,
  message: messageWords,
  "message-answer": messageWords,
  "message-mail": messageWords,
  subscription: mailWords,
  "newsletter-list": mailWords,
  "stock-requests": mailWords,
};

/** A change in words, its moments in the shop's time zone; of what was erased only that it was. */
export function changeWords(change: Change, names: RecordNames, zone: string): ChangeWords {
  const own = (byKind[change.kind] ?? unknownWords)(change, names, zone);
  const words = change.isCreation ? { ...own, what: newThing(change, names), from: "Not there" } : own;
  const [from, to] = change.isErased ? ["Erased", "Erased"] : [words.from, words.to];
  // The log keeps for ever what was taken before such characters were refused.
  return { ...words, what: withoutInvisible(words.what), from: withoutInvisible(from), to: withoutInvisible(to) };
}

/** Names of things that members create with a form of their own. */
const made: Record<string, string> = {
  product: "product",
  category: "category",
  "size-guide": "size guide",
  "discount-code": "code",
  "message-mail": "mail",
};

function newThing({ kind, record }: Change, names: RecordNames): string {
  const name = kind === "discount-code" ? record : names.get(`${kind} ${record}`)?.name;
  const thing = made[kind] ?? "thing";
  return name ? `New ${thing} ${kind === "message-mail" ? "from " : ""}${name}` : `A new ${thing}`;
}

/** Words about an entry that an older or newer shop wrote into the log. */
const unknownWords = (): ChangeWords => ({ what: "Something that this shop does not know", from: "", to: "changed" });

function settingWords({ record, old, new: now }: Change): ChangeWords {
  const group = factGroups.find(({ facts }) => facts.some((fact) => nameOf(fact) === record));
  const facts = group?.facts.filter((fact) => nameOf(fact) === record) ?? [];
  const differing = facts.filter((fact) => part(old, fact.path) !== part(now, fact.path));
  const [fact] = differing.length > 0 ? differing : facts;
  if (!group || !fact) return { what: "A setting without a screen", from: "", to: "changed" };
  const shown = (value: unknown) => shownFrom(fact, typedFrom(fact, part(value, fact.path))) || "Empty";
  return { what: fact.label, from: shown(old), to: shown(now), way: `/settings/${group.id}` };
}

function savedViewWords({ old, new: now }: Change): ChangeWords {
  const view = (now ?? old) as { screen: string; name: string; query: string } | null;
  const shown = (value: unknown) => (value === null ? "Not there" : "Saved");
  return {
    what: `The view "${view?.name ?? ""}"`,
    from: shown(old),
    to: shown(now),
    ...(view && { way: `/${view.screen}${view.query && `?${view.query}`}` }),
  };
}

function parcelWords({ record, field, new: now }: Change): ChangeWords {
  const parcel = now as { carrier?: string; trackingNumber?: string } | null;
  return {
    what: `${field === "packed" ? "Order" : "A parcel of"} ${shownNumber(record)}`,
    from: field === "packed" ? "Not packed" : "Not sent",
    to:
      field === "packed"
        ? "Packed"
        : `Left with ${[parcel?.carrier, parcel?.trackingNumber].filter(Boolean).join(" ") || "no number"}`,
    way: `/orders/${record}`,
  };
}

/** Part of a setting that is an object, by its path. */
function part(value: unknown, path: string): unknown {
  const key = path.split(".")[1];
  return key === undefined ? value : (value as Record<string, unknown> | null)?.[key];
}

function picturesWords({ record, old, new: now }: Change): ChangeWords {
  const { productId, color } = listNamed(record);
  const count = (images: unknown) => (Array.isArray(images) ? images.length : 0);
  const words = (images: unknown) => counted(count(images), "picture");
  const isOrder = count(old) === count(now);
  return {
    what: color ? `Pictures of ${color}` : "Pictures",
    from: isOrder ? "The order before" : words(old),
    to: isOrder ? "in another order" : words(now),
    way: `/goods/${productId}/pictures`,
  };
}

function pictureWordsWords({ record, old, new: now }: Change): ChangeWords {
  const productId = /^\/media\/goods\/([A-Za-z0-9]+)\//.exec(record)?.[1];
  return {
    what: "Words for a picture",
    from: plain(old),
    to: plain(now),
    ...(productId && { way: `/goods/${productId}/pictures` }),
  };
}

function plain(value: unknown): string {
  if (value === null || value === undefined || value === "") return "Empty";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function importWords({ record, new: standing }: Change): ChangeWords {
  return {
    what: `Import ${record}`,
    from: standing === "in" ? "Not in the shop" : "In the shop",
    to: standing === "in" ? "In the shop" : "Taken back",
    way: `/imports/${record}`,
  };
}

/** Names of the kinds of records in the log. */
export const kindNames: Record<string, string> = {
  order: "Orders",
  "order-address": "Addresses of orders",
  "order-packed": "Packing",
  "order-email": "E-mail of orders",
  "order-note": "Notes about orders",
  setting: "Settings",
  "saved-view": "Views",
  parcels: "Parcels",
  product: "Goods",
  variant: "Goods: sizes and colors",
  category: "Categories",
  "price-plan": "Planned prices",
  "size-guide": "Size guides",
  import: "Imports",
  "content-import": "Imports of content",
  member: "Members",
  stock: "Stock",
  "stock-take": "Stock-takes",
  "discount-code": "Discounts",
  review: "Reviews",
  question: "Questions",
  comment: "Comments",
  "community-signup": "Sign-ups",
  "product-pictures": "Pictures",
  "picture-words": "Words for pictures",
  "demo-shop": "Demo goods",
  "start-for-real": "Start for real",
  return: "Returns",
  message: "Messages",
  "message-answer": "Answers and letters",
  "message-mail": "What came by mail",
  subscription: "Newsletter",
  "newsletter-list": "Newsletter exports",
  "stock-requests": "Letters about goods",
};

/** Acts on many records at once, in words of their own. */
const byAction: Record<string, (count: number, isDelivering: boolean) => string> = {
  pack: (count) => `${counted(count, "order is", "orders are")} packed.`,
  ship: (count, isDelivering) =>
    `${counted(count, "order was", "orders were")} sent${isDelivering ? `, ${counted(count, "letter goes", "letters go")} out` : ""}.`,
};

/** The kinds of records of which members' acts are mailed to a shopper. */
const MAILED = new Set(["parcels", "order", "return", "message-answer"]);
/** Acts with an order of which no letter tells. */
const UNMAILED = new Set(["packed", "arrived", "note", "refund-handled"]);

/** As `actSentence`; what taking something back could not do; and of what is mailed to shoppers that it waits without a mail server. */
export function doneSentence(
  act: Pick<Act, "action" | "changes" | "count" | "reason">,
  names: RecordNames,
  { mail: { isDelivering }, settings }: Pick<Services, "mail" | "settings">,
): string {
  const note = act.action === "undo" && act.reason ? ` ${act.reason}` : "";
  const said = actSentence(act, names, settings().timeZone, isDelivering) + note + copySentence(act);
  const isMailed = act.changes.some(({ kind, field }) => MAILED.has(kind) && !UNMAILED.has(field));
  if (isDelivering || !isMailed) return said;
  const isOfMany = act.count > 1 && byAction[act.action] !== undefined;
  return `${said} ${isOfMany ? `Their letters ${WAIT_FOR_MAIL}` : `Its letter ${WAITS_FOR_MAIL}`}.`;
}

/** Sentence about an act, in the past. */
export function actSentence(
  { action, changes, count }: Pick<Act, "action" | "changes" | "count">,
  names: RecordNames,
  zone: string,
  isDelivering = true,
): string {
  const [first] = changes;
  if (!first) return "Nothing was changed.";
  const own =
    orderSentence({ action, changes }) ??
    queueSentence({ action, changes }) ??
    messageSentence({ action, changes }, isDelivering) ??
    stockSentence({ action, changes, count }) ??
    takeSentence({ action, changes, count }) ??
    startSentence({ changes }) ??
    planSentence({ action, changes, count }, names) ??
    memberSentence({ action, changes }, names);
  if (own) return own;
  const many = byAction[action];
  if (count > 1 && many) return many(count, isDelivering);
  const { what, to } = changeWords(first, names, zone);
  if (action === "create" && first.kind === "product")
    return `${names.get(`product ${first.record}`)?.name ?? "The product"} is made, as a draft.`;
  // Counted in rows of the log an import would be a riddle.
  if (first.kind === "import" || first.kind === "content-import")
    return `${what} ${to === "Taken back" ? "was taken back" : first.kind === "import" ? "is in" : "is in the shop"}.`;
  if (count > 1)
    return action === "undo"
      ? `${counted(count, "change was", "changes were")} taken back.`
      : `${counted(count, "thing was", "things were")} changed.`;
  if (action !== "undo") return sentence(`${what}: ${to}`);
  return `Taken back: ${what} is ${/[.!?\n]/.test(to) || to.length > 60 ? "as before" : `${to} again`}.`;
}
