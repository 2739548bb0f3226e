import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, timestamp, unique } from "drizzle-orm/pg-core";
import { AnyJson, json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import { Actor } from "~/shop/actor";

/** Texts of each page as one JSON value; a policy's is its `markdown`. */
export const pages = pgTable("pages", {
  key: text().primaryKey(),
  content: json(AnyJson).notNull(),
  publishedAt: timestamp({ withTimezone: true }),
  version: integer().notNull().default(1),
});

mark(pages, { content: "key content publishedAt", technical: "version" });

export const faqCategories = pgTable("faq_categories", {
  id: text().primaryKey(),
  name: text().notNull().unique(),
  position: integer().notNull(),
  version: integer().notNull().default(1),
});

mark(faqCategories, { content: "name position", technical: "id version" });

export const faqs = pgTable(
  "faqs",
  {
    id: text().primaryKey(),
    categoryId: text()
      .notNull()
      .references(() => faqCategories.id),
    question: text().notNull(),
    answer: text().notNull(),
    position: integer().notNull(),
    publishedAt: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
  },
  (faq) => [index().on(faq.categoryId)],
);

mark(faqs, { content: "categoryId question answer position publishedAt", technical: "id version" });

const ownId = () =>
  text()
    .primaryKey()
    .default(sql`gen_random_uuid()::text`);

/** Rows of menus, in the order of `position` within each menu. A row that is moved keeps its id. */
export const menuLinks = pgTable(
  "menu_links",
  {
    id: ownId(),
    menu: text().notNull(),
    position: integer().notNull(),
    heading: text().notNull().default(""),
    label: text().notNull(),
    href: text().notNull(),
    icon: text().notNull().default(""),
    /** Id of the parent row; empty for a top-level row. */
    parent: text().notNull().default(""),
    /**
     * Record that the link leads to, such as `product:<id>`, so that the link follows a change of the record's address; empty if
     * an address was typed.
     */
    target: text().notNull().default(""),
    version: integer().notNull().default(1),
  },
  // Needed by the previous release, which identifies rows by position; to be removed with the next release.
  (link) => [unique("menu_link_has_its_place").on(link.menu, link.position)],
);

mark(menuLinks, { content: "menu position heading label href icon parent target", technical: "id version" });

/** Messages of the strip above every page, in order. */
export const banners = pgTable(
  "banners",
  {
    id: ownId(),
    position: integer().notNull(),
    label: text().notNull(),
    href: text().notNull(),
    version: integer().notNull().default(1),
  },
  // Needed by the previous release, like the constraint on menus.
  (banner) => [unique("banner_has_its_place").on(banner.position)],
);

mark(banners, { content: "position label href", technical: "id version" });

/** Published versions of edited records, by kind and id, the current one included; members compare and restore them. */
export const revisions = pgTable(
  "revisions",
  {
    entity: text().notNull(),
    key: text().notNull(),
    version: integer().notNull(),
    content: json(AnyJson).notNull(),
    actor: json(Actor).notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (revision) => [primaryKey({ columns: [revision.entity, revision.key, revision.version] })],
);

mark(revisions, { content: "entity key content actor at", technical: "version" });
