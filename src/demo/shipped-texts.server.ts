import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { idOfName } from "~/platform/id-of-name.server";
import type { Database } from "~/platform/database.server";
import type { FieldValues, Saved, Stale } from "~/shop/audit/saving";
import { isSame } from "~/shop/audit/record-kind.server";
import { deliveredWords, letterForms, letterKeys } from "~/shop/texts/letters/letter-forms";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type MenuRow, menuForms } from "~/shop/texts/menu-forms";
import { textsOf } from "~/shop/texts/page-record.server";
import { openWords, saveDraft } from "~/shop/words/drafts.server";
import { shippedTexts as shipped } from "~/shop/words/shipped-texts.tables";
import type { WordsId } from "~/shop/words/words-id";
import { screens } from "./content-check";
import { readContent } from "./content.server";
import { DEMO_CONTENT } from "./seed.server";

/** Default texts of this release, by kind and id. */
export type ShippedTexts = ReadonlyMap<string, WordsId & { values: FieldValues }>;

const keyOf = ({ kind, id }: WordsId): string => `${kind} ${id}`;

/** Reads the default texts of this release: pages, policies, questions of the FAQ, letters, and menus. */
export async function readShippedTexts(folder = DEMO_CONTENT): Promise<ShippedTexts> {
  const content = await readContent(folder);
  const policies = Object.entries(content.policies).map(([key, markdown]) => [`policy:${key}`, { markdown }] as const);
  const pages = [...screens(content).texts, ...policies].map(([id, texts]) => ({
    kind: "page" as const,
    id: String(id),
    values: textsOf(String(id), texts) as FieldValues,
  }));
  const faqs = content["faqs.json"].categories.flatMap(({ questions }) =>
    questions.map(({ _id, question, answer }) => ({ kind: "faq" as const, id: _id, values: { question, answer } })),
  );
  const letters = letterKeys.map((id) => ({ kind: "letter" as const, id, values: deliveredWords(letterForms[id]) }));
  const all = [...pages, ...faqs, ...letters, ...menusOf(content)].filter(
    ({ values }) => Object.keys(values).length > 0,
  );
  return new Map(all.map((words) => [keyOf(words), words]));
}

/** Default menus and strip of messages, with the same row ids as in a new shop. */
function menusOf({ "pages.json": { navigation, footer, home } }: Awaited<ReturnType<typeof readContent>>) {
  const footerLinks = footer.columns.flatMap(({ heading, links }) => links.map((link) => ({ ...link, heading })));
  const menus = { ...navigation, footer: footerLinks, banners: home.promoMessages };
  return Object.entries(menus).flatMap(([id, links]) => {
    if (!menuForms.some(({ key }) => key === id)) return [];
    const rows = links.map((link, position): MenuRow => {
      const name = id === "banners" ? `banners ${position}` : `menu_links ${id} ${position}`;
      return { heading: "", icon: "", ...link, id: idOfName(name), parent: "", target: "" };
    });
    return [{ kind: "menu" as const, id, values: { rows } as FieldValues }];
  });
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

const digestOf = (values: FieldValues): string =>
  createHash("sha256")
    .update(JSON.stringify(Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1))))
    .digest("hex");

/**
 * Stores a digest of the default of each text for which none is stored yet; called at each start. A later release is compared
 * with it.
 */
export async function noteShippedTexts(db: Database, texts: ShippedTexts): Promise<void> {
  const rows = [...texts.values()].map(({ kind, id, values }) => ({ kind, record: id, digest: digestOf(values) }));
  if (rows.length > 0) await db.insert(shipped).values(rows).onConflictDoNothing();
}

/** A text whose default has changed since it was stored: for each field that differs, the shop's text and the new default. */
export interface NewerDefault extends WordsId {
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
  only?: WordsId,
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
  { takes, ...words }: WordsId & { takes: boolean; submission: string; version: number },
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
