import { and, eq, sql } from "drizzle-orm";
import { digestOf, keyOf, readShippedTexts, type ShippedTexts } from "~/demo/shipped-texts.server";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { isSame } from "~/shop/audit/record-kind.server";
import type { Saved, Stale } from "~/shop/audit/saving";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import type { MenuRow } from "~/shop/texts/menu-forms";
import { openWords, saveDraft } from "~/shop/publishing/drafts.server";
import { shippedTexts as shipped } from "~/shop/publishing/shipped-texts.tables";
import { nameOfText } from "~/shop/publishing/text-names";
import type { TextId } from "~/shop/publishing/text-id";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import { changedPart } from "./changed-part";
import { rowsText } from "./menu-row-fields";
import { fieldLabel } from "./fields-of-text";
import { textAddress } from "./texts-address";

let known: Promise<ShippedTexts> | undefined;
/** Default texts of this release, read once, because the files do not change while the program runs. */
const textsOfRelease = (): Promise<ShippedTexts> => (known ??= readShippedTexts());

/** Texts of which the default has changed since the shop wrote its own, with both texts of each field. */
export async function newerDefaultLines(
  services: Services,
  member: Member,
  only?: TextId,
  delivered = textsOfRelease(),
) {
  return (await newerDefaults(services, member, await delivered, only)).map(({ kind, id, fields }) => ({
    name: nameOfText({ kind, id }),
    way: textAddress({ kind, id }),
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
  words: TextId,
): Promise<FormOutcome> {
  const takes = typed.takes === "shipped";
  const saved = await settleDefault(services, member, await textsOfRelease(), {
    ...words,
    takes,
    submission,
    version,
  });
  if (saved && !saved.saved) return { late: "Somebody changed this text meanwhile. Look again, then decide." };
  return { to: textAddress(words), act: saved && saved.changed > 0 ? saved.act : null };
}

/** Whether two values show shoppers the same. Rows of menus are compared without their ids, which each shop makes. */
const saysTheSame = (one: unknown, other: unknown): boolean => isSame(seen(one), seen(other));

const seen = (value: unknown): unknown =>
  Array.isArray(value)
    ? (value as MenuRow[]).map(({ label, href, heading, icon, parent }) => ({
        label,
        href,
        heading,
        icon,
        isUnder: parent !== "",
      }))
    : value;

/** A text whose default has changed since it was stored: for each field that differs, the shop's text and the new default. */
export interface NewerDefault extends TextId {
  fields: { field: string; own: unknown; shipped: unknown }[];
}

/**
 * Texts whose default has changed and whose text on the shop differs from the new default.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function newerDefaults(
  services: { db: Database },
  member: Member,
  texts: ShippedTexts,
  only?: TextId,
): Promise<NewerDefault[]> {
  await requireRight(services, member, "content.read");
  const begun = await services.db
    .select()
    .from(shipped)
    .where(only ? and(eq(shipped.kind, only.kind), eq(shipped.record, only.id)) : undefined);
  const found: NewerDefault[] = [];
  for (const { kind, record, digest } of begun) {
    const words = texts.get(`${kind} ${record}`);
    if (!words || digest === digestOf(words.values)) continue;
    const opened = await openWords(services, member, words);
    if (!opened) continue;
    const fields = Object.entries(words.values).flatMap(([field, value]) =>
      field in opened.live.values && !saysTheSame(opened.live.values[field], value)
        ? [{ field, own: opened.live.values[field], shipped: value }]
        : [],
    );
    if (fields.length > 0) found.push({ kind: words.kind, id: words.id, fields });
  }
  return found;
}

/**
 * Makes the new default a draft if `takes` is set. In either case the new default is not reported again.
 *
 * @throws {Refusal} as `saveDraft`.
 */
export async function settleDefault(
  services: { db: Database },
  member: Member,
  texts: ShippedTexts,
  { takes, ...words }: TextId & { takes: boolean; submission: string; version: number },
): Promise<Saved | Stale | null> {
  await requireRight(services, member, "content.change");
  const { kind, id } = words;
  const newest = texts.get(keyOf({ kind, id }));
  if (!newest) return null;
  const opened = takes ? await openWords(services, member, { kind, id }) : undefined;
  const values = Object.fromEntries(
    Object.entries(newest.values).filter(([field]) => opened && field in opened.live.values),
  );
  const saved = takes ? await saveDraft(services, member, { ...words, liveVersion: 0, values }) : null;
  if (saved && !saved.saved) return saved;
  await services.db
    .update(shipped)
    .set({ digest: digestOf(newest.values), at: sql`now()` })
    .where(and(eq(shipped.kind, kind), eq(shipped.record, id)));
  return saved;
}
