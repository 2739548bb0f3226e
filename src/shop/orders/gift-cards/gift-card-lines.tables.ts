import { check, date, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { mark } from "~/platform/marks.tables";
import { orderLines } from "../orders.tables";

/**
 * Lines of orders that are gift cards: for whom each was bought. Its code is drawn with the line and waits here, sealed, for the
 * payment, which makes the card in the database alone (`make_sold_gift_cards`), whichever process settles.
 */
export const giftCardLines = pgTable(
  "gift_card_lines",
  {
    orderNumber: text().notNull(),
    position: integer().notNull(),
    /** Id of the card that the payment makes. */
    cardId: uuid().notNull().unique("one_line_per_gift_card"),
    /** Null once the card is made, which has them. */
    codeHash: text(),
    sealedCode: text(),
    lastFour: text().notNull(),
    email: text().notNull(),
    recipient: text().notNull().default(""),
    words: text().notNull().default(""),
    /** Day in the shop's time zone on which the letter leaves. */
    sendOn: date({ mode: "string" }).notNull(),
    /** Keyed hash of the fingerprint of the payment card that bought it, for 24 hours; unset for other methods, and if unknown. */
    paidBy: text(),
  },
  (line) => [
    primaryKey({ columns: [line.orderNumber, line.position] }),
    foreignKey({
      columns: [line.orderNumber, line.position],
      foreignColumns: [orderLines.orderNumber, orderLines.position],
    }),
    index("gift_cards_by_payment_card")
      .on(line.paidBy)
      .where(sql`${line.paidBy} is not null`),
    check("gift_card_line_has_its_code_whole", sql`(${line.codeHash} is null) = (${line.sealedCode} is null)`),
  ],
);

mark(giftCardLines, {
  personal: { email: "emptied", recipient: "emptied", words: "emptied", paidBy: "nulled" },
  whose: {
    email: "email",
    order: "orderNumber",
    copied: { as: "Gift cards that were ordered", with: "orderNumber lastFour sendOn" },
  },
  content: "orderNumber position lastFour sendOn",
  technical: "cardId codeHash sealedCode",
});
