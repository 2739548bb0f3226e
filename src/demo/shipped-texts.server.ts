import { createHash } from "node:crypto";
import { idOfName } from "~/platform/id-of-name.server";
import type { Database } from "~/platform/database.server";
import type { FieldValues } from "~/shop/audit/saving";
import { deliveredWords, letterForms, letterKeys } from "~/shop/texts/letters/letter-forms";
import { type MenuRow, menuForms } from "~/shop/texts/menu-forms";
import { textControlOf } from "~/shop/texts/text-controls";
import { textsOf } from "~/shop/texts/page-record.server";
import { shippedTexts as shipped } from "~/shop/publishing/shipped-texts.tables";
import type { TextId } from "~/shop/publishing/text-id";
import { screens } from "./content-check";
import { readContent } from "./content.server";
import { DEMO_CONTENT } from "./seed.server";

/** Default texts of this release, by kind and id. */
export type ShippedTexts = ReadonlyMap<string, TextId & { values: FieldValues }>;

/** Key of a text in `ShippedTexts`. */
export const keyOf = ({ kind, id }: TextId): string => `${kind} ${id}`;

/** Reads the default texts of this release: pages, policies, questions of the FAQ, letters, and menus. */
export async function readShippedTexts(folder = DEMO_CONTENT): Promise<ShippedTexts> {
  const content = await readContent(folder);
  const policies = Object.entries(content.policies).map(([key, markdown]) => [`policy:${key}`, { markdown }] as const);
  const pages = [...screens(content).texts, ...policies].map(([id, texts]) => ({
    kind: "page" as const,
    id: String(id),
    values: withoutVisibility(textsOf(String(id), texts)),
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

/** Values without those that say whether a block is shown: they are the shop's own decision and no default text. */
const withoutVisibility = (values: Record<string, string>): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([path]) => textControlOf(path) !== "visibility"));

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

/** Digest of a text, which does not depend on the order of its fields. */
export const digestOf = (values: FieldValues): string =>
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
