import { sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { type ChangeRow, textsOf } from "./change-log.server";
import { comparedWith, type Pending } from "./save.server";

/**
 * Undoes changes of sums: from the current value it subtracts the amount that the undone changes added, less the part that was
 * already undone. The caller holds the records' locks.
 */
export async function withSumsBack(tx: Transaction, reads: Pending[], rows: ChangeRow[][]): Promise<Pending[]> {
  const sums = reads.map(({ kind }, place) => (rows[place] ?? []).filter(({ field }) => kind.fields[field]?.isSum));
  const standing = await standingOf(tx, sums.flat());
  return reads.map((read, place) => {
    const own = sums[place] ?? [];
    if (own.length === 0) return read;
    const values = { ...read.values };
    for (const { id, field } of own) values[field] = Number(read.current.values[field]) - (standing.get(id) ?? 0);
    return comparedWith({ ...read, values }, read.current);
  });
}

/** Amount that each change contributes to its sum now: all of it, or 0 once it was undone and not restored. */
async function standingOf(tx: Transaction, rows: ChangeRow[]): Promise<Map<number, number>> {
  if (rows.length === 0) return new Map();
  const { rows: found } = await tx.execute<{ first: string; by: number }>(sql`
    with recursive later as (
      select id as first, id, (new #>> '{}')::int - (old #>> '{}')::int as by from audit
      where id in (select jsonb_array_elements_text(${JSON.stringify(rows.map(({ id }) => id))}::jsonb)::bigint)
      union all
      select later.first, audit.id, (audit.new #>> '{}')::int - (audit.old #>> '{}')::int
      from later join audit on audit.undoes = later.id
    ) select first, sum(by)::int as by from later group by first`);
  const left = new Map(found.map(({ first, by }) => [Number(first), by]));
  return new Map(
    rows.map((row) => {
      const added = Number(textsOf(row).new) - Number(textsOf(row).old);
      const by = left.get(row.id) ?? 0;
      // Acts undone before `isSum` existed also removed later movements, so the sum is limited to what the change added. Known
      // limit: such a later movement is still counted and can be undone a second time.
      return [row.id, added < 0 ? Math.min(0, Math.max(added, by)) : Math.max(0, Math.min(added, by))];
    }),
  );
}
