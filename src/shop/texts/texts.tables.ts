import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, timestamp, unique } from "drizzle-orm/pg-core";
import { AnyJson, json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import { Actor } from "~/shop/actor";

/** The texts of a screen as one record of plain JSON; policies are records with a `markdown` text. */
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

/** The rows of the menus: which menu, which group of it, in order of their place. A row that moves stays the same row. */
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
    version: integer().notNull().default(1),
  },
  // The release before finds a row by its place: goes with the next one.
  (link) => [unique("menu_link_has_its_place").on(link.menu, link.position)],
);

mark(menuLinks, { content: "menu position heading label href icon", technical: "id version" });

/** The messages of the promo banner, in turn. */
export const banners = pgTable(
  "banners",
  {
    id: ownId(),
    position: integer().notNull(),
    label: text().notNull(),
    href: text().notNull(),
    version: integer().notNull().default(1),
  },
  // As for the menus.
  (banner) => [unique("banner_has_its_place").on(banner.position)],
);

mark(banners, { content: "position label href", technical: "id version" });

/** Former versions of whatever a merchant edits, to preview and restore: by its table and the id of its row, never by its place. */
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
