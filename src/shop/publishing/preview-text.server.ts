import type { Database } from "~/platform/database.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { previewedFaqs } from "~/shop/texts/faq-lines.server";
import type { MenuRow } from "~/shop/texts/menu-forms";
import { pageContentWith } from "~/shop/texts/page-record.server";
import type { PreviewedTexts } from "~/shop/texts/previewed-texts.server";
import { draftedValues } from "./drafts.server";
import type { FieldValues } from "~/shop/audit/saving";
import { keyOf } from "./publish.server";
import { plannedAt } from "./planned-texts.server";
import type { TextId } from "./text-id";

/**
 * Texts for previewing a page: with the given drafts, and with all texts planned until a moment.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function previewWords(
  { db }: { db: Database },
  member: Member,
  chosen: (words: TextId) => boolean,
  at?: Date,
): Promise<PreviewedTexts> {
  await requireRight({ db }, member, "content.read");
  return wordsWith({ db }, chosen, at, { isAlone: false });
}

/**
 * Like `previewWords`, but without checking a right, for a preview link: with the draft and plans of its own text alone, since
 * whoever has the link is told nothing of other texts.
 */
export async function wordsAlone(
  { db }: { db: Database },
  { kind, id }: TextId,
  at: Date | undefined,
): Promise<PreviewedTexts> {
  const own = await wordsWith({ db }, (words) => words.kind === kind && words.id === id, at, { isAlone: true });
  return { ...own, isAlone: true };
}

async function wordsWith(
  { db }: { db: Database },
  chosen: (words: TextId) => boolean,
  at: Date | undefined,
  { isAlone }: { isAlone: boolean },
): Promise<PreviewedTexts> {
  const planned = at ? await plannedAt(db, at) : new Map<string, TextId & { values: FieldValues }>();
  if (isAlone) for (const [key, words] of planned) if (!chosen(words)) planned.delete(key);
  for (const { kind, id, values } of (await draftedValues(db)).filter(chosen)) {
    const key = keyOf({ kind, id });
    planned.set(key, { kind, id, values: { ...planned.get(key)?.values, ...values } });
  }
  const drafted = [...planned.values()];
  const pages = new Map<string, unknown>();
  for (const { kind, id, values } of drafted) if (kind === "page") pages.set(id, await pageContentWith(db, id, values));
  const faqs = new Map(drafted.flatMap(({ kind, id, values }) => (kind === "faq" ? [[id, values] as const] : [])));
  const menus = new Map(
    drafted.flatMap(({ kind, id, values }) => (kind === "menu" ? [[id, values.rows as MenuRow[]] as const] : [])),
  );
  const records = new Map(
    [...Map.groupBy(drafted, ({ kind }) => kind)].map(([kind, own]) => [
      kind as string,
      new Map(own.map(({ id, values }) => [id, values])),
    ]),
  );
  return { pages, menus, records, ...(at && { at }), ...(faqs.size > 0 && { faqs: await previewedFaqs(db, faqs) }) };
}
