import type pg from "pg";

/**
 * Lets the server prepare each statement with parameters once per connection, for tests that repeat the same statements thousands
 * of times: preparing takes the server longer than running. How a statement runs is chosen once, too; by default it would be
 * chosen for each value. The shop's own statements have no names, because poolers share sessions between clients.
 */
export function prepareStatements(pool: pg.Pool): void {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `statement_${names.size}`;
    names.set(text, name);
    return name;
  };
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const named = (asked: unknown, values: unknown, ...more: unknown[]) =>
      query(withName(asked, values, nameOf), values, ...more);
    Object.assign(client, { query: named });
    // A session that cannot be set fails at its first statement, too.
    client.query("set plan_cache_mode = force_generic_plan").catch(() => undefined);
  });
}

/** A statement with parameters gets a name; others, such as `begin`, need no preparation. */
function withName(asked: unknown, values: unknown, nameOf: (text: string) => string): unknown {
  if (typeof asked !== "object" || asked === null || !Array.isArray(values) || values.length === 0) return asked;
  const { text } = asked as { text?: unknown };
  return typeof text === "string" ? { ...asked, name: nameOf(text) } : asked;
}
