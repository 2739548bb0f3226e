import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { z } from "zod";
import { json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import { ProductId } from "../product-id";

/** Products ticked by a member or matched by a list at that moment: an act affects exactly these. */
export const chosenGoods = pgTable(
  "chosen_goods",
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: text().notNull(),
    products: json(z.array(ProductId)).notNull(),
    /** Words for the choice: "all that match "jacket"". */
    words: text().notNull(),
    /** Address of the list on which the products were chosen. */
    cameFrom: text().notNull(),
    chosenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (chosen) => [index().on(chosen.chosenAt)],
);

mark(chosenGoods, { content: "memberId products words cameFrom chosenAt", technical: "id" });
