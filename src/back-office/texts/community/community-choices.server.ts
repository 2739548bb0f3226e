import { asc, eq, like } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { media, mediaUses } from "~/platform/media.tables";
import { allBlogCategories } from "~/shop/blog/blog.server";
import { COMMUNITY_KINDS, type Choice } from "~/shop/community/community-forms";
import { allCommunity } from "~/shop/community/community-lists.server";
import { allStates } from "~/shop/community/community.server";
import type { WordPart } from "../fields-of-text";
import { communityName } from "./community-words";

/** Names of all community records, by kind and id. */
export async function communityNames(db: Database): Promise<Map<string, { name: string }>> {
  const lists = await Promise.all(COMMUNITY_KINDS.map((kind) => allCommunity(db, kind)));
  return new Map(
    lists.flatMap((rows, place) => {
      const kind = COMMUNITY_KINDS[place] ?? "chapter";
      return rows.map(({ id, values }) => [`${kind} ${id}`, { name: communityName(kind, values) }] as const);
    }),
  );
}

/** Adds the options that come from the shop's records: states, categories of articles, stored films. */
export async function withChoices(db: Database, parts: WordPart[]): Promise<WordPart[]> {
  const isOpen = ({ kind, options }: WordPart["fields"][number]) => kind === "choice" && options === undefined;
  if (!parts.some(({ fields }) => fields.some(isOpen))) return parts;
  const [states, categories, films] = await Promise.all([allStates(db), allBlogCategories(db), storedFilms(db)]);
  const choices: Record<string, readonly Choice[]> = {
    state: states.map(({ code, name }) => ({ value: code, name })),
    category: [{ value: "", name: "None" }, ...categories.map(({ name }) => ({ value: name, name }))],
    file: films,
    film: [{ value: "", name: "None" }, ...films],
  };
  return parts.map((part) => ({
    ...part,
    fields: part.fields.map((field) => (isOpen(field) ? { ...field, options: choices[field.name] ?? [] } : field)),
  }));
}

/** Stored films, each with its description or else its file name. */
async function storedFilms(db: Database): Promise<Choice[]> {
  const rows = await db
    .select({ path: mediaUses.path, alt: mediaUses.alt })
    .from(mediaUses)
    .innerJoin(media, eq(media.hash, mediaUses.hash))
    .where(like(media.type, "video/%"))
    .orderBy(asc(mediaUses.path))
    .limit(300);
  return rows.map(({ path, alt }) => ({ value: path, name: alt || (path.split("/").at(-1) ?? path) }));
}
