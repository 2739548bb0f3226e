import { and, asc, eq, max } from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "~/platform/database.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { PlainLine } from "~/shop/plain-text";
import { isHarmless } from "./is-harmless";
import { menuForms, type MenuForm, type MenuRow, MOST_ROWS } from "./menu-forms";
import { keepRevisions } from "./revisions.server";
import { banners, menuLinks, revisions } from "./texts.tables";

/** Schema of a row of a menu as its form writes it. */
export const MenuRowText = z.object({
  id: PlainLine(64).min(1, "This row has no id."),
  label: PlainLine(80).min(1, "Write the words of this link."),
  href: PlainLine(500)
    .min(1, "Write where this leads.")
    .refine(
      isHarmless,
      "A link may lead to a page of the shop, to https://, mailto: or tel:, and to nothing that runs.",
    ),
  heading: PlainLine(60),
  icon: PlainLine(20),
  // Drafts stored by the previous release lack both fields.
  parent: PlainLine(64).default(""),
  target: PlainLine(80).default(""),
});

const Rows = z
  .array(MenuRowText)
  .min(1, "Keep at least one.")
  .max(MOST_ROWS, `A menu has at most ${MOST_ROWS} links.`)
  .refine(
    (rows) => new Set(rows.map(({ label, heading, parent }) => `${heading}\n${parent}\n${label}`)).size === rows.length,
    "Two links have the same words. Name each once.",
  )
  .refine((rows) => rows.every(({ id, parent }) => id !== parent), "A link cannot stand under itself.")
  .refine(
    (rows) => rows.every(({ parent }) => parent === "" || rows.some((row) => row.id === parent && row.parent === "")),
    "A link stands under one of the same menu, and only one step deep: on a phone nobody finds a third.",
  );

/** Record kind of a menu, or of the strip above every page: the list of its rows is one field. */
export const menuRecord: RecordKind = {
  kind: "menu",
  right: "content.change",
  fields: { rows: { schema: Rows } },
  async read(tx, id) {
    const form = menuForms.find(({ key }) => key === id);
    if (!form) return undefined;
    return { version: await menuVersion(tx, id), values: { rows: await lockedRows(tx, form.key) } };
  },
  async write(tx, id, values, version, { memberId }) {
    const form = menuForms.find(({ key }) => key === id);
    if (!form || (await menuVersion(tx, id)) !== version) return undefined;
    const before = await lockedRows(tx, form.key);
    await replace(tx, form.key, values.rows as MenuRow[]);
    const after = { version: version + 1, values: { rows: await lockedRows(tx, form.key) } };
    await keepRevisions(tx, {
      entity: "menu",
      key: id,
      before: { version, values: { rows: before }, since: null },
      after,
      memberId,
    });
    return version + 1;
  },
};

/**
 * Version of a menu. Its rows have no common version, so the number of its last stored revision counts; 1 before the first
 * change.
 */
export async function menuVersion(tx: Database, id: string): Promise<number> {
  const [row] = await tx
    .select({ version: max(revisions.version) })
    .from(revisions)
    .where(and(eq(revisions.entity, "menu"), eq(revisions.key, id)));
  return row?.version ?? 1;
}

/** Defaults of the fields that messages of the strip lack. */
const NO_EXTRAS = { heading: "", icon: "", parent: "", target: "" };

const lockedRows = (tx: Transaction, key: MenuForm["key"]): Promise<MenuRow[]> =>
  key === "banners"
    ? tx
        .select()
        .from(banners)
        .orderBy(asc(banners.position), asc(banners.id))
        .for("update")
        .then((rows) => rows.map(({ id, label, href }) => ({ ...NO_EXTRAS, id, label, href })))
    : tx
        .select()
        .from(menuLinks)
        .where(eq(menuLinks.menu, key))
        .orderBy(asc(menuLinks.position), asc(menuLinks.id))
        .for("update")
        .then((rows) =>
          rows.map(({ id, label, href, heading, icon, parent, target }) => ({
            id,
            label,
            href,
            heading,
            icon,
            parent,
            target,
          })),
        );

/** Deletes and inserts all rows, with unchanged ids: positions are unique, so rows cannot exchange theirs one by one. */
async function replace(tx: Transaction, key: MenuForm["key"], rows: readonly MenuRow[]): Promise<void> {
  const placed = rows.map((row, position) => ({ ...row, position }));
  if (key === "banners") {
    await tx.delete(banners);
    await tx.insert(banners).values(placed.map(({ id, label, href, position }) => ({ id, label, href, position })));
    return;
  }
  await tx.delete(menuLinks).where(eq(menuLinks.menu, key));
  await tx.insert(menuLinks).values(placed.map((row) => ({ ...row, menu: key })));
}

/** Rows of all menus as the shop shows them, by menu. */
export async function allMenus(db: Database): Promise<Map<string, MenuRow[]>> {
  const [links, strip] = await Promise.all([
    db.select().from(menuLinks).orderBy(asc(menuLinks.menu), asc(menuLinks.position), asc(menuLinks.id)),
    db.select().from(banners).orderBy(asc(banners.position), asc(banners.id)),
  ]);
  return new Map([
    ["banners", strip.map(({ id, label, href }) => ({ ...NO_EXTRAS, id, label, href }))],
    ...Map.groupBy(links, ({ menu }) => menu),
  ]);
}
