import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { z } from "zod";
import { json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import { ProductId } from "../product-id";

/** Products that a member ticked, or that a list matched at that time: an act changes exactly these. */
export const chosenGoods = pgTable(
  "chosen_goods",
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: text().notNull(),
    products: json(z.array(ProductId)).notNull(),
    /** Description of the choice, such as `all that match "jacket"`. */
    words: text().notNull(),
    /** Address of the list on which the products were chosen. */
    cameFrom: text().notNull(),
    chosenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (chosen) => [index().on(chosen.chosenAt)],
);

mark(chosenGoods, { content: "memberId products words cameFrom chosenAt", technical: "id" });
