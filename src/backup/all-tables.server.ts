import { is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";

/** Modules of every room's tables: a new file is found by its name. */
const modules = import.meta.glob<Record<string, unknown>>("/src/**/*.tables.ts", { eager: true });

/** Every table of the shop, in no order. */
export const allTables: readonly PgTable[] = Object.values(modules).flatMap((module) =>
  Object.values(module).filter((value) => is(value, PgTable)),
);
