import { sql } from "drizzle-orm";
import { check, date, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";
import { orders } from "../orders.tables";
import type { DelayAnswer } from "./delay";

/** Delays of which shoppers were told, and what they answered. The last one of an order holds. */
export const orderDelays = pgTable(
  "order_delays",
  {
    id: uuid().primaryKey(),
    orderNumber: text()
      .notNull()
      .references(() => orders.number, { onDelete: "cascade" }),
    toldAt: timestamp({ withTimezone: true }).notNull(),
    /** Day by which the order had to leave until this delay was told. */
    promised: date({ mode: "string" }).notNull(),
    /** Day by which it leaves now; null while none is known. */
    newDay: date({ mode: "string" }),
    /** Day on which the order ends unless the shopper chooses to wait; null where silence is consent until the new day. */
    endsOn: date({ mode: "string" }),
    answer: text().$type<DelayAnswer>(),
    answeredAt: timestamp({ withTimezone: true }),
  },
  (delay) => [
    index().on(delay.orderNumber, delay.toldAt),
    check("delay_answer_is_known", sql`${delay.answer} in ('wait', 'cancel')`),
    check(
      "delay_has_a_day",
      sql`${delay.newDay} is not null or ${delay.endsOn} is not null or ${delay.answer} is not null`,
    ),
  ],
);

mark(orderDelays, {
  whose: {
    order: "orderNumber",
    copied: {
      as: "Delays that you were told, and your answers",
      with: "orderNumber toldAt promised newDay endsOn answer answeredAt",
    },
  },
  content: "orderNumber toldAt promised newDay endsOn answer answeredAt",
  technical: "id",
});
