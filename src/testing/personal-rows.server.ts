import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { allTables } from "~/backup/all-tables.server";
import type { Database } from "~/platform/database.server";
import { columnName } from "~/platform/json-column.tables";
import { marksOf } from "~/platform/marks.tables";
import type { TestShop } from "./test-shop.server";

/** Condition for the rows of a person in each table: by the marks, and for other tables by their foreign keys to such rows. */
export async function rowsOfPerson(db: Database, email: string): Promise<Map<string, string>> {
  const quoted = `'${email}'`;
  const conditions = new Map<string, string>();
  const orders = `select number from orders where email = ${quoted}`;
  const ways: Record<string, (column: string) => string> = {
    email: (column) => `lower(${column}) = ${quoted}`,
    order: (column) => `${column} in (${orders})`,
    return: (column) => `${column} in (select number from returns where order_number in (${orders}))`,
    payment: (column) => `${column}::text in (select id::text from payments where order_number in (${orders}))`,
    message: (column) => `${column} in (select id from messages where lower(email) = ${quoted})`,
    log: (column) => `${column} in (select id from audit where record in (${orders}))`,
  };
  for (const table of allTables) {
    const whose = (marksOf(table)?.whose ?? {}) as Record<string, unknown>;
    const own = Object.entries(ways).flatMap(([way, condition]) => {
      const property = whose[way];
      return typeof property === "string" ? [condition(nameIn(table, property))] : [];
    });
    if (own.length > 0) conditions.set(getTableName(table), own.join(" or "));
  }
  conditions.set("audit", ways["order"]?.("record") ?? "");
  const { rows: keys } = await db.execute<{ own: string; column: string; other: string; key: string }>(sql`
    select c.relname as own, a.attname as column, o.relname as other, k.attname as key from pg_constraint
    join pg_class c on c.oid = conrelid join pg_class o on o.oid = confrelid
    join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
    join pg_attribute k on k.attrelid = confrelid and k.attnum = confkey[1]
    where contype = 'f' and cardinality(conkey) = 1 and c.relnamespace = 'public'::regnamespace`);
  const nobodys = new Set(
    allTables.filter((table) => marksOf(table)?.whose?.nobody !== undefined).map((table) => getTableName(table)),
  );
  // The number of rounds is the length of the longest way from a person to a row.
  for (let round = 0; round < 4; round++)
    for (const { own, column, other, key } of keys) {
      const to = conditions.get(other);
      if (to && !conditions.has(own) && !nobodys.has(own))
        conditions.set(own, `"${column}" in (select "${key}" from "${other}" where ${to})`);
    }
  return conditions;
}

const nameIn = (table: PgTable, property: string): string => {
  const column = getTableColumns(table)[property];
  if (!column) throw new Error(`${getTableName(table)} has no column ${property}`);
  return `"${columnName(property, column)}"`;
};

/** Columns by which the log's changes are found. */
const OF_LOG = ["kind", "record"];

/** Keys of JSON columns of which only these are a person's. */
const OWN_KEYS: Record<string, string[]> = {
  "order_events.details": ["was", "trackingNumber", "trackingUrl", "reason", "words", "note"],
  "sandbox_requests.billing": ["billing"],
};

/** Value that fills a column of a type with a token; undefined for types without words. */
function filling(type: string, { table, column, token }: { table: string; column: string; token: string }) {
  const own = `'${token} ' || substr(md5(random()::text), 1, 8)`;
  if (type === "text") return own;
  if (type === "text[]") return `array[${own}]`;
  if (type === "bytea") return `convert_to(${own}, 'UTF8')`;
  if (type !== "jsonb") return undefined;
  const keys = OWN_KEYS[`${table}.${column}`];
  const json = `coalesce("${column}", '{}')`;
  const added = `jsonb_build_object(${(keys ?? ["added"]).map((key) => `'${key}', '${token}'`).join(", ")})`;
  if (keys) return `${json} || ${added}`;
  const strings = `regexp_replace(${json}::text, ':\\s*"[^"]*"', ': "${token}"', 'g')::jsonb`;
  return `case jsonb_typeof(${json}) when 'array' then ${strings} || to_jsonb('${token}'::text)
    when 'object' then ${strings} || ${added} else to_jsonb('${token}'::text) end`;
}

/** Columns of a person's rows by what became of them. */
export interface Filled {
  filled: string[];
  /** Columns that the database keeps free of other words, each with the name of its refusal. */
  refused: string[];
  /** Tables in which the person has no row. */
  empty: string[];
}

/**
 * Writes a token into every text, JSON and file of all rows of a person, as the owner of the tables and without their triggers: one
 * into columns that are marked as personal, another into all others.
 */
export async function fillRows(
  shop: TestShop,
  email: string,
  tokens: { personal: string; other: string },
): Promise<Filled> {
  const personal = new Set(personalColumns());
  const result: Filled = { filled: [], refused: [], empty: [] };
  const conditions = await rowsOfPerson(shop.db, email);
  const { rows: columns } = await shop.db.execute<{ table: string; column: string; type: string }>(sql`
    select relname as table, attname as column, format_type(atttypid, null) as type from pg_attribute
    join pg_class c on c.oid = attrelid where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0
      and not attisdropped and attgenerated = '' and attidentity = '' order by 1, attnum`);
  for (const [table, condition] of conditions) {
    const { rows } = await shop.db.execute(sql.raw(`select from "${table}" where ${condition} limit 1`));
    if (rows.length === 0) {
      result.empty.push(table);
      continue;
    }
    const owned = foundBy(table);
    const own = columns.filter((column) => column.table === table && !owned.has(column.column));
    await shop.asOwner(`alter table "${table}" disable trigger user`);
    for (const { column, type } of own) {
      const token = personal.has(`${table}.${column}`) ? tokens.personal : tokens.other;
      const value = filling(type, { table, column, token });
      if (value !== undefined) await fill(shop, { table, column, value, condition }, result);
    }
    await shop.asOwner(`alter table "${table}" enable trigger user`);
  }
  return result;
}

/** Columns by which a person's rows are found. */
function foundBy(name: string): Set<string> {
  const table = allTables.find((one) => getTableName(one) === name);
  const whose = (table && (marksOf(table)?.whose as Record<string, unknown> | undefined)) ?? {};
  const ways = ["email", "order", "return", "payment", "message", "log"].flatMap((way) => {
    const property = whose[way];
    return table && typeof property === "string" ? [nameIn(table, property).replaceAll('"', "")] : [];
  });
  return new Set([
    ...ways,
    "number",
    "order_number",
    "return_number",
    "payment_id",
    "message_id",
    ...(name === "audit" ? OF_LOG : []),
  ]);
}

interface Filling {
  table: string;
  column: string;
  value: string;
  condition: string;
}

async function fill(shop: TestShop, { table, column, value, condition }: Filling, result: Filled): Promise<void> {
  const named = `${table}.${column}`;
  try {
    await shop.asOwner(`update "${table}" set "${column}" = ${value} where ${condition}`);
    result.filled.push(named);
  } catch (error) {
    const { constraint, code } = error as { constraint?: string; code?: string };
    result.refused.push(`${named} ${constraint ?? code ?? String(error)}`);
  }
}

/** Columns of all tables, and of the jobs, that contain a text, also as bytes. */
export async function columnsWith(db: Database, token: string): Promise<string[]> {
  const hex = Buffer.from(token).toString("hex");
  const { rows: tables } = await db.execute<{ schema: string; name: string }>(sql`
    select nspname as schema, relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p') and nspname in ('public', 'pgboss')`);
  const found = new Set<string>();
  for (const { schema, name } of tables) {
    const from: SQL = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
    const { rows } = await db.execute<{ column: string }>(sql`select distinct one.key as column from ${from} as own
      cross join lateral jsonb_each_text(to_jsonb(own)) as one (key, value)
      where strpos(lower(one.value), ${token}) > 0 or strpos(one.value, ${hex}) > 0`);
    for (const { column } of rows) found.add(`${schema === "public" ? "" : `${schema}.`}${name}.${column}`);
  }
  return [...found].toSorted();
}

/** Personal columns of the rows that a person can have, as `table.column`. */
export const personalColumns = (): string[] =>
  allTables.flatMap((table) => {
    const marks = marksOf(table);
    if (marks?.whose?.nobody !== undefined) return [];
    return Object.keys(marks?.personal ?? {}).map(
      (property) => `${getTableName(table)}.${nameIn(table, property).replaceAll('"', "")}`,
    );
  });
