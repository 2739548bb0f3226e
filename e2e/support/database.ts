import { join } from "node:path";
import pg from "pg";

/** Where the shop under test keeps its database, pictures and letters. */
export const DATA_DIR = process.env.E2E_DATA_DIR ?? "data";

/** Asks the database of the shop under test. */
export async function atTheDatabase<Row extends object>(question: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({
    host: join(DATA_DIR, "postgres", "socket"),
    user: "shop_owner",
    database: process.env.E2E_DATABASE ?? "shop",
  });
  await client.connect();
  try {
    return (await client.query<Row>(question, values)).rows;
  } finally {
    await client.end();
  }
}
