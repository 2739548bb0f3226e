import { desc, eq, and, ne, sql } from "drizzle-orm";
import { textOfCell } from "~/platform/csv-cell";
import type { Database } from "~/platform/database.server";
import { addCategory, categoryNameIn } from "~/shop/catalog/editing/category-record.server";
import type { TaxKind } from "~/shop/catalog/kinds-for-tax";
import { knownCategories } from "~/shop/catalog/editing/stored-goods.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { Refusal } from "~/shop/refusal";
import { isNoCategory } from "./category-cells";
import type { Import } from "./check.server";
import { importRows, imports } from "./imports.tables";
import { isKnownOption } from "./read-options";
import { categoriesCalled, chosenFor } from "./read-product.server";

/** Category names in a file, each with the category of the shop that it is mapped to. */
export async function categoryWords(db: Database, { id, mapping, categories: chosen, categoryKinds }: Import) {
  const categories = await knownCategories(db);
  const places = (["category", "productCategory"] as const)
    .map((field) => mapping.indexOf(field))
    .filter((place) => place >= 0);
  if (places.length === 0) return { words: [], categories };
  // Column numbers are SQL literals: as parameters they would make `distinct` and `order by` different expressions.
  const cells = places.map((place) => {
    const [key, index] = [sql.raw(`'${place}'`), sql.raw(`${place}`)];
    return sql`nullif(trim(coalesce(${importRows.mended} ->> ${key}, ${importRows.cells} ->> ${index}, '')), '')`;
  });
  const cell = sql<string>`coalesce(${sql.join([...cells, sql`''`], sql`, `)})`;
  const rows = await db
    .selectDistinct({ word: cell })
    .from(importRows)
    .where(and(eq(importRows.importId, id), sql`trim(${cell}) <> ''`, ne(importRows.state, "gift-card")))
    .orderBy(cell)
    .limit(MOST_WORDS);
  const named = [...new Set(rows.map(({ word }) => textOfCell(word).trim()))].filter((word) => !isNoCategory(word));
  const words = named.map((word) => {
    const found = categoriesCalled(word, categories);
    const own = chosenFor(word, chosen);
    const category = own ?? (found.length === 1 ? (found[0]?.id ?? "") : "");
    const kind: TaxKind | "" = chosenFor(word, categoryKinds) ?? "";
    const usual: TaxKind | "" = categories.find((each) => each.id === category)?.kindForTax ?? "";
    return { word, category, isChosen: own !== undefined, isOfSeveral: found.length > 1, kind, usual };
  });
  return { words, categories };
}
/** Maximum number of different category names; a column with more is used for something else. */
const MOST_WORDS = 200;

/** Name of the new category for a category name in a file: its last part, if valid. */
const nameIn = (word: string): string | undefined => categoryNameIn(word.split(">").at(-1) ?? "");

/**
 * Possible new categories for each category name in a file: one below each top-level category, first the one below the parent
 * that the file names. Empty for members who may not create categories.
 */
export async function newCategoryChoices(
  db: Database,
  member: Member,
  words: string[],
): Promise<Map<string, { parentId: string; name: string }[]>> {
  if (!can(member, "goods.change")) return new Map();
  const known = await knownCategories(db);
  const tops = known.filter(({ path }) => !path.includes(" > "));
  const paths = new Set(known.map(({ path }) => path.toLowerCase()));
  return new Map(
    words.map((word) => {
      const name = nameIn(word);
      const above = word
        .toLowerCase()
        .split(">")
        .map((part) => part.trim())
        .at(-2);
      const isNamed = ({ path }: { path: string }) => path.toLowerCase() === above;
      // Categories that exist already are chosen elsewhere.
      const free = tops.filter((top) => !paths.has(`${top.path} > ${name}`.toLowerCase()));
      const ordered = [...free.filter(isNamed), ...free.filter((top) => !isNamed(top))];
      return [word, name ? ordered.map((top) => ({ parentId: top.id, name: `${top.name}, ${name}` })) : []];
    }),
  );
}

/**
 * Creates a category for a category name in the file, or finds an existing category of that name. Returns its id.
 *
 * @throws {Refusal} as `addCategory`.
 */
export async function makeCategory(
  services: { db: Database },
  member: Member,
  { word, parentId, submission }: { word: string; parentId: string; submission: string },
): Promise<string> {
  const known = await knownCategories(services.db);
  const name = nameIn(word) ?? "";
  const path = [known.find(({ id }) => id === parentId)?.path, name].join(" > ").toLowerCase();
  const there = known.find((category) => category.path.toLowerCase() === path);
  if (there) return there.id;
  const { records } = await addCategory(services, member, submission, { name, parentId });
  const [made] = records;
  if (!made) throw new Refusal("record-unknown");
  return made.id;
}

const MOST_CHOSEN = 1_000;

/** Categories that the last file's category names were mapped to, so that a merchant maps each name only once. */
export async function chosenBefore(db: Database): Promise<Record<string, string>> {
  const [last] = await db
    .select({ categories: imports.categories })
    .from(imports)
    .where(sql`${imports.categories} <> '{}'::jsonb`)
    .orderBy(desc(imports.id))
    .limit(1);
  return Object.fromEntries(Object.entries(last?.categories ?? {}).slice(-MOST_CHOSEN));
}

/** Tax kinds that were chosen for the category names of the last file that had any. */
export async function kindsBefore(db: Database): Promise<Import["categoryKinds"]> {
  const [last] = await db
    .select({ kinds: imports.categoryKinds })
    .from(imports)
    .where(sql`${imports.categoryKinds} <> '{}'::jsonb`)
    .orderBy(desc(imports.id))
    .limit(1);
  return Object.fromEntries(Object.entries(last?.kinds ?? {}).slice(-MOST_CHOSEN));
}

/** Meanings that a member chose for options other than size and color, in the last file that had any. */
export async function optionsBefore(db: Database): Promise<Import["options"]> {
  const [last] = await db
    .select({ options: imports.options })
    .from(imports)
    .where(sql`${imports.options} <> '{}'::jsonb`)
    .orderBy(desc(imports.id))
    .limit(1);
  return last?.options ?? {};
}

/** Names of a file's options other than color and size. */
export async function optionNames(db: Database, { id, mapping }: Import): Promise<string[]> {
  const places = (["option1Name", "option2Name", "option3Name"] as const)
    .map((field) => mapping.indexOf(field))
    .filter((place) => place >= 0);
  if (places.length === 0) return [];
  const cells = places.map((place) => sql`${importRows.cells} ->> ${sql.raw(String(place))}`);
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct trim(head) as name from ${importRows}, unnest(array[${sql.join(cells, sql`, `)}]) as head
    where ${importRows.importId} = ${id} and trim(coalesce(head, '')) <> '' order by 1 limit ${MOST_WORDS}`);
  return rows.map(({ name }) => textOfCell(name)).filter((name) => !isKnownOption(name) && !/^title$/i.test(name));
}
