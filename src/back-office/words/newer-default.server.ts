import { newerDefaults, readShippedTexts, settleDefault, type ShippedTexts } from "~/demo/shipped-texts.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { nameOfWords } from "~/shop/words/words-names";
import type { WordsId } from "~/shop/words/words-id";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import { changedPart } from "./changed-part";
import { rowsText } from "./menu-row-fields";
import { fieldLabel } from "./word-fields";
import { wordsAddress } from "./words-address";

let texts: Promise<ShippedTexts> | undefined;
/** Default texts of this release, read once, because the files do not change while the program runs. */
const shippedTexts = (): Promise<ShippedTexts> => (texts ??= readShippedTexts());

/** Texts of which the default has changed since the shop wrote its own, with both texts of each field. */
export async function newerDefaultLines(services: Services, member: Member, only?: WordsId, shipped = shippedTexts()) {
  return (await newerDefaults(services, member, await shipped, only)).map(({ kind, id, fields }) => ({
    name: nameOfWords({ kind, id }),
    way: wordsAddress({ kind, id }),
    fields: fields.map(({ field, own, shipped: now }) => ({
      label: fieldLabel({ kind, id }, field),
      own: changedPart(textOf(own), textOf(now)) || "Empty",
      shipped: changedPart(textOf(now), textOf(own)) || "Empty",
    })),
  }));
}

const textOf = (value: unknown): string => (Array.isArray(value) ? rowsText(value) : String(value));

/**
 * Keeps the shop's text, or makes the new default a draft.
 *
 * @throws {Refusal} as `settleDefault`.
 */
export async function settleNewerDefault(
  { services, member, submission, version, typed }: SentForm,
  words: WordsId,
): Promise<FormOutcome> {
  const takes = typed.takes === "shipped";
  const saved = await settleDefault(services, member, await shippedTexts(), { ...words, takes, submission, version });
  if (saved && !saved.saved) return { late: "Somebody changed this text meanwhile. Look again, then decide." };
  return { to: wordsAddress(words), act: saved && saved.changed > 0 ? saved.act : null };
}
