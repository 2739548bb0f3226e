import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { z } from "zod";
import { json } from "~/platform/json-column.tables";
import { ProductId } from "../product-id";

/** Goods that a member ticked, or that a list matched at that moment: an act on them reaches these and no others. */
export const chosenGoods = pgTable(
  "chosen_goods",
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: text().notNull(),
    products: json(z.array(ProductId)).notNull(),
    /** Which they are, as the member reads it: "all that match "jacket"". */
    words: text().notNull(),
    /** The address of the page they were chosen on. */
    cameFrom: text().notNull(),
    chosenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (chosen) => [index().on(chosen.chosenAt)],
);
