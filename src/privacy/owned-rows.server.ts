import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { columnName } from "~/platform/json-column.tables";
import type { Copied, Marks, Whose } from "~/platform/marks.tables";
import { KINDS_OF_ORDERS } from "~/shop/audit/audit.tables";

/** Owner of rows that are a person's. */
export type Owner = Extract<Whose, { copied: Copied }>;

/** Owner of a table's rows; undefined if they are no person's. */
export const ownerOf = (marks: Marks | undefined): Owner | undefined =>
  marks?.whose && "copied" in marks.whose ? marks.whose : undefined;

/** A column of the row `own`, by its property. */
export const columnOf = (table: PgTable, property: string): SQL => {
  const column = getTableColumns(table)[property];
  if (!column) throw new Error(`${getTableName(table)} has no column ${property}`);
  return sql`own.${sql.identifier(columnName(property, column))}`;
};

/** Condition for entries of the log about orders, gift cards, or messages and their answers. */
const isLogged = (column: SQL, numbers: SQL, messages: SQL, cards: SQL): SQL => sql`${column} in (select id from audit
  where (kind = any(${sql.param(KINDS_OF_ORDERS)}::text[]) and record in (${numbers}))
  or (kind = 'gift-card' and record in (${cards}))
  or (kind = 'message' and record in (select id::text from (${messages}) as sent))
  or (kind = 'message-answer' and record in (select id::text from message_answers where message_id in (${messages})))
  or (kind = 'message-mail' and record in (select id::text from message_mails where message_id in (${messages}))))`;

/**
 * Condition for a table's rows of a person, as the row `own`, by an e-mail address in small letters. A row of an order is the order's
 * shopper's, whatever other address it has.
 */
export function isOf(table: PgTable, whose: Owner, email: string): SQL {
  const numbers = sql`select number from orders where email = ${email}`;
  const messages = sql`select id from messages where lower(email) = ${email}`;
  const cards = sql`select id::text from gift_cards where lower(email) = ${email}`;
  const byMailbox = whose.email ? sql`lower(${columnOf(table, whose.email)}) = ${email}` : undefined;
  const byOrder =
    (whose.order && sql`${columnOf(table, whose.order)} in (${numbers})`) ||
    (whose.return &&
      sql`${columnOf(table, whose.return)} in (select number from returns where order_number in (${numbers}))`) ||
    (whose.payment &&
      sql`${columnOf(table, whose.payment)}::text in (select id::text from payments where order_number in (${numbers}))`) ||
    (whose.message && sql`${columnOf(table, whose.message)} in (${messages})`) ||
    (whose.log && isLogged(columnOf(table, whose.log), numbers, messages, cards));
  if (byOrder && byMailbox && whose.order)
    return sql`(${byOrder} or (${columnOf(table, whose.order)} is null and ${byMailbox}))`;
  const rows = byOrder || byMailbox;
  if (!rows) throw new Error(`The rows of a person cannot be found in ${getTableName(table)}.`);
  return rows;
}
