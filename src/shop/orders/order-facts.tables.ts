import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import type { Cents } from "~/shop/money";
import type { Money, OrderKind, Shipping, Standing } from "./order-facts";
import { orders } from "./orders.tables";

/** Facts of orders by which lists filter and sort; triggers keep them up to date. */
export const orderFacts = pgTable(
  "order_facts",
  {
    number: text()
      .primaryKey()
      .references(() => orders.number, { onDelete: "cascade" }),
    /** Time of payment, or of drafting if unpaid. */
    at: timestamp({ withTimezone: true }).notNull(),
    standing: text().$type<Standing>().notNull(),
    shipping: text().$type<Shipping>().notNull(),
    money: text().$type<Money>().notNull(),
    lines: integer().notNull(),
    pieces: integer().notNull(),
    /** Number of pieces still to ship: paid and not called off, including replacements. */
    piecesLeft: integer().notNull(),
    /** Day by which the rest of what was bought has to leave; null without a promise, and once all of it has left. */
    shipBy: date({ mode: "string" }),
    /** Number of returns that are not settled. */
    returnsWaiting: integer().notNull(),
    total: integer("total_cents").$type<Cents>().notNull(),
    sample: boolean().notNull(),
    /** Kind of the order: real, paid by test money, or demo; see `isCounted`. */
    kind: text().$type<OrderKind>().notNull().default("real"),
  },
  (facts) => [
    index("order_facts_listed")
      .on(facts.at, facts.number)
      .where(sql`${facts.standing} <> 'lapsed'`),
    index("order_facts_by_total")
      .on(facts.total, facts.number)
      .where(sql`${facts.standing} <> 'lapsed'`),
    index().on(facts.standing, facts.at, facts.number),
    index().on(facts.shipping, facts.at, facts.number),
    index().on(facts.money, facts.at, facts.number),
    index("order_facts_to_ship")
      .on(facts.at, facts.number)
      .where(sql`${facts.piecesLeft} > 0`),
    index("order_facts_promised")
      .on(facts.shipBy, facts.at, facts.number)
      .where(sql`${facts.shipBy} is not null`),
    index("order_facts_returning")
      .on(facts.at, facts.number)
      .where(sql`${facts.returnsWaiting} > 0`),
    index("order_facts_not_real")
      .on(facts.kind, facts.at, facts.number)
      .where(sql`${facts.kind} <> 'real'`),
    index("order_facts_real")
      .on(facts.number)
      .where(sql`${facts.kind} = 'real' and ${facts.standing} not in ('not-paid', 'lapsed')`),
    check("order_kind_is_known", sql`${facts.kind} in ('real', 'test', 'sample')`),
  ],
);

mark(orderFacts, {
  technical: "number at standing shipping money lines pieces piecesLeft shipBy returnsWaiting total sample kind",
});

/** Search text of orders, in lower case without accents; triggers keep it up to date. */
export const orderSearch = pgTable(
  "order_search",
  {
    number: text()
      .primaryKey()
      .references(() => orders.number, { onDelete: "cascade" }),
    /**
     * Search text: number, name, tracking numbers and address, then one line of text per order line with name, color, size and
     * SKU. Without line breaks in rows of an earlier release.
     */
    text: text().notNull(),
    /** Name on the order as it is compared; null in rows of an earlier release. */
    name: text(),
    /** E-mail address, in a column of its own because not every role may search by it. */
    email: text().notNull(),
    /** Phone number without country code, digits only; null in rows of an earlier release. */
    phone: text(),
  },
  (entry) => [
    index("order_search_trigrams").using("gin", entry.text.op("gin_trgm_ops")).with({ gin_pending_list_limit: 1024 }),
    index("order_search_name_trigrams")
      .using("gin", entry.name.op("gin_trgm_ops"))
      .with({ gin_pending_list_limit: 1024 }),
    index("order_search_email_trigrams")
      .using("gin", entry.email.op("gin_trgm_ops"))
      .with({ gin_pending_list_limit: 1024 }),
    index("order_search_phone_trigrams")
      .using("gin", entry.phone.op("gin_trgm_ops"))
      .with({ gin_pending_list_limit: 1024 }),
    index("order_search_unnoted")
      .on(entry.number)
      .where(sql`${entry.phone} is null`),
    index("order_search_joined")
      .on(entry.number)
      .where(sql`strpos(${entry.text}, chr(10)) = 0`),
  ],
);

mark(orderSearch, {
  personal: { name: "follows", text: "follows", email: "follows", phone: "follows" },
  whose: { order: "number", copied: { not: "The same words again, by which the search finds them." } },
  technical: "number",
});

/** Words of the name on each order, with variants that lack one letter, for finding names in spite of typing errors. */
export const orderNameWords = pgTable(
  "order_name_words",
  {
    number: text()
      .notNull()
      .references(() => orders.number, { onDelete: "cascade" }),
    word: text().notNull(),
    slips: text().array().notNull(),
  },
  (entry) => [
    primaryKey({ columns: [entry.number, entry.word] }),
    index("order_name_slips").using("gin", entry.slips).with({ gin_pending_list_limit: 1024 }),
  ],
);

mark(orderNameWords, {
  personal: { word: "follows", slips: "follows" },
  whose: { order: "number", copied: { not: "The same words again, by which the search finds them." } },
  technical: "number",
});
