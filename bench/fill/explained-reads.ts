import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Database } from "~/platform/database.server";

/** A step (node) of a query plan, with the figures of its execution (EXPLAIN ANALYZE). */
export interface Step {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Step[];
}

/** Returns a database that records its queries, and a function that runs a read and returns the plan steps of its queries. */
export function explainedReads(client: pg.ClientBase) {
  const asked: { query: string; params: unknown[] }[] = [];
  const db = drizzle(client as pg.Client, {
    casing: "snake_case",
    logger: { logQuery: (query, params) => void asked.push({ query, params }) },
  }) as unknown as Database;

  /** The plan steps of a read that scan one of these tables. */
  async function stepsOn(tables: readonly string[], read: () => Promise<unknown>): Promise<Step[]> {
    asked.length = 0;
    await read();
    const steps: Step[] = [];
    const walk = (step: Step): void => {
      steps.push(step);
      for (const part of step.Plans ?? []) walk(part);
    };
    for (const { query, params } of asked) {
      const { rows } = await client.query<{ "QUERY PLAN": { Plan: Step }[] }>(
        `explain (analyze, timing off, format json) ${query}`,
        params,
      );
      for (const { Plan: plan } of rows[0]?.["QUERY PLAN"] ?? []) walk(plan);
    }
    return steps.filter((step) => tables.includes(step["Relation Name"] ?? ""));
  }
  return { db, stepsOn };
}

/** Number of table rows that a plan step read. */
export const rowsOf = (step: Step): number =>
  step["Actual Loops"] *
  (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0) + (step["Rows Removed by Index Recheck"] ?? 0));
