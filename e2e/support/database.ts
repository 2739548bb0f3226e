import { join } from "node:path";
import pg from "pg";

/** Data directory of the shop under test, with its database, pictures and letters. */
export const DATA_DIR = process.env.E2E_DATA_DIR ?? "data";

/** Data directory of the second shop, which has no owner yet. */
export const NEW_DATA_DIR = process.env.E2E_NEW_DATA_DIR ?? "data";

/** Runs a statement in the database of the shop under test, or of the given data directory. */
export async function atTheDatabase<Row extends object>(
  question: string,
  values: unknown[] = [],
  folder = DATA_DIR,
): Promise<Row[]> {
  const client = new pg.Client({
    host: join(folder, "postgres", "socket"),
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
