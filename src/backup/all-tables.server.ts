import { is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";

/** Modules of the tables of all rooms, found by their file name, so that a new one needs no entry here. */
const modules = import.meta.glob<Record<string, unknown>>("/src/**/*.tables.ts", { eager: true });

/** All tables of the shop, in no particular order. */
export const allTables: readonly PgTable[] = Object.values(modules).flatMap((module) =>
  Object.values(module).filter((value) => is(value, PgTable)),
);
