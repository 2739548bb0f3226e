import type { Act, Change } from "~/shop/audit/acts.server";
import { listNamed } from "~/shop/catalog/pictures/picture-list";
import { factGroups, nameOf } from "../settings/groups";
import { shownFrom, typedFrom } from "../settings/format-fields";
import { messageSentence, messageWords } from "./message-words";
import { queueSentence, queueWords } from "./queue-words";
import { stockSentence, stockWords } from "../stock/stock-change-words";
import { codeChangeWords } from "../discounts/code-change-words";

/** A change as a member reads it. */
export interface ChangeWords {
  /** What was changed: the field, and the record where it has a name of its own. */
  what: string;
  from: string;
  to: string;
  /** Where it can be seen. */
  way?: string;
}

/** How the changes of a kind of record are worded. A room that makes records editable adds its kind here. */
const byKind: Record<string, (change: Change) => ChangeWords> = {
  setting: settingWords,
  stock: stockWords,
  "discount-code": codeChangeWords,
  review: queueWords,
  question: queueWords,
  comment: queueWords,
  "community-signup": queueWords,
  "product-pictures": picturesWords,
  "picture-words": pictureWordsWords,
  message: messageWords,
  "message-answer": messageWords,
};

/** A change in words; of what was erased only that it was. */
export function changeWords(change: Change): ChangeWords {
  if (change.isErased) return { what: change.field, from: "Erased", to: "Erased" };
  const words = byKind[change.kind];
  return words
    ? words(change)
    : { what: `${change.kind} ${change.record}, ${change.field}`, from: plain(change.old), to: plain(change.new) };
}

function settingWords({ record, old, new: now }: Change): ChangeWords {
  const group = factGroups.find(({ facts }) => facts.some((fact) => nameOf(fact) === record));
  const facts = group?.facts.filter((fact) => nameOf(fact) === record) ?? [];
  const differing = facts.filter((fact) => part(old, fact.path) !== part(now, fact.path));
  const [fact] = differing.length > 0 ? differing : facts;
  if (!group || !fact) return { what: record, from: plain(old), to: plain(now) };
  const shown = (value: unknown) => shownFrom(fact, typedFrom(fact, part(value, fact.path))) || "Empty";
  return { what: fact.label, from: shown(old), to: shown(now), way: `/settings/${group.id}` };
}

/** Of a setting that is an object, the part that a path names. */
function part(value: unknown, path: string): unknown {
  const key = path.split(".")[1];
  return key === undefined ? value : (value as Record<string, unknown> | null)?.[key];
}

function picturesWords({ record, old, new: now }: Change): ChangeWords {
  const { productId, color } = listNamed(record);
  const count = (images: unknown) => (Array.isArray(images) ? images.length : 0);
  const words = (images: unknown) => (count(images) === 1 ? "1 picture" : `${count(images)} pictures`);
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
  const what = `Words for ${record.split("/").at(-1)}`;
  return { what, from: plain(old), to: plain(now), ...(productId && { way: `/goods/${productId}/pictures` }) };
}

function plain(value: unknown): string {
  if (value === null || value === undefined || value === "") return "Empty";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What the kinds of records are called in the log. */
export const kindNames: Record<string, string> = {
  setting: "Settings",
  stock: "Stock",
  "discount-code": "Discounts",
  review: "Reviews",
  question: "Questions",
  comment: "Comments",
  "community-signup": "Sign-ups",
  "product-pictures": "Pictures",
  "picture-words": "Words for pictures",
  message: "Messages",
  "message-answer": "Answers",
};

/** What was done, in one sentence in the past. */
export function actSentence({ action, changes, count }: Pick<Act, "action" | "changes" | "count">): string {
  const [first] = changes;
  if (!first) return "Nothing was changed.";
  const own =
    queueSentence({ action, changes }) ??
    messageSentence({ action, changes }) ??
    stockSentence({ action, changes, count });
  if (own) return own;
  const { what, to } = changeWords(first);
  if (count > 1) return action === "undo" ? `${count} changes were taken back.` : `${count} things were changed.`;
  return action === "undo" ? `Taken back: ${what} is ${to} again.` : `${what}: ${to}.`;
}
