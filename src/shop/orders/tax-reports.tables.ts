import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { z } from "zod";
import { json } from "~/platform/json-column.tables";
import { mark } from "~/platform/marks.tables";
import { refunds } from "~/shop/payments/payments.tables";
import { orders } from "./orders.tables";

/**
 * Transactions reported to the tax service: each paid order whose tax it computed, each refund of such an order, and each of
 * these refunds that failed later.
 */
export const taxReports = pgTable(
  "tax_reports",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderNumber: text()
      .notNull()
      .references(() => orders.number),
    kind: text().$type<"sale" | "refund" | "refund-failed">().notNull(),
    refundId: uuid().references(() => refunds.id),
    /**
     * The service's id of the transaction; null for a refund without anything to report, empty if the service has the transaction
     * but its answer with the id was lost.
     */
    transaction: text(),
    /** The service's ids of a sale's lines, by line reference. */
    lines: json(z.record(z.string(), z.string())).notNull().default({}),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (report) => [
    unique("one_tax_report_each").on(report.orderNumber, report.kind, report.refundId).nullsNotDistinct(),
    index()
      .on(report.refundId)
      .where(sql`${report.refundId} is not null`),
    check("tax_report_kind_is_known", sql`${report.kind} in ('sale', 'refund', 'refund-failed')`),
    check("tax_report_of_a_refund_has_it", sql`(${report.kind} = 'sale') = (${report.refundId} is null)`),
  ],
);

mark(taxReports, { content: "orderNumber kind refundId transaction lines at", technical: "id" });
