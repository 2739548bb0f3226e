import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "~/platform/database.server";
import { lockFor } from "~/shop/audit/once.server";
import type { RecordChange, RecordKind } from "~/shop/audit/record-kind.server";
import { PlainLine } from "~/shop/plain-text";
import { Refusal } from "~/shop/refusal";
import { isHarmless } from "~/shop/texts/is-harmless";
import { MOST_PATH, oldPathOf } from "./old-address";
import { NO_TARGET, redirectFault, redirectIndex } from "./redirect-fault";
import { lockedRedirects, redirectsInForce } from "./redirects.server";
import { redirects } from "./redirects.tables";

/** Record kind of a redirect, identified by its old path. A redirect that was never made, or was removed, has `isThere` false. */
export const redirectRecord: RecordKind = {
  kind: "redirect",
  right: "content.change",
  fields: {
    to: {
      schema: PlainLine(MOST_PATH).refine(
        (to) => to === "" || (/^(?:\/|https?:)/i.test(to) && isHarmless(to)),
        NO_TARGET,
      ),
    },
    /** Whether the redirect is in force. */
    isThere: { schema: z.boolean(), begins: true },
  },
  async read(tx, from) {
    const [row] = await lockedRedirects(tx, [from]);
    if (row) return stateOf(row);
    return oldPathOf(from, "") === from ? NONE : undefined;
  },
  async write(tx, from, values, version, { memberId }) {
    const [row] = await lockedRedirects(tx, [from]);
    const before = row ? stateOf(row) : NONE;
    if (before.version !== version) return undefined;
    const written = await writeAll(tx, [{ id: from, version, current: before.values, changes: values }], memberId);
    return written.get(from);
  },
  async requireWhole(tx, records) {
    // Locks, because two members saving at the same time could otherwise create a circle of redirects.
    await lockFor(tx, "redirects");
    const all = redirectIndex(await redirectsInForce(tx));
    for (const { id } of records) {
      const to = all.leads.get(id);
      const fault = to === undefined ? undefined : redirectFault(id, to, all);
      if (fault) throw new Refusal("input-invalid", { fields: { [fault.field]: fault.text } });
    }
  },
  many: {
    async read(tx, ids) {
      const rows = new Map((await lockedRedirects(tx, ids)).map((row) => [row.from, row]));
      return new Map(
        ids.flatMap((id) => {
          const row = rows.get(id);
          return row ? [[id, stateOf(row)] as const] : oldPathOf(id, "") === id ? [[id, NONE] as const] : [];
        }),
      );
    },
    write: (tx, records) => writeAll(tx, records, null),
  },
};

type Row = typeof redirects.$inferSelect;

const NONE = { version: 0, values: { to: "", isThere: false } };
const stateOf = ({ version, to, removedAt }: Row) => ({ version, values: { to, isThere: removedAt === null } });

/** Writes the records whose version has not changed since it was read; returns the new versions. */
async function writeAll(
  tx: Transaction,
  records: readonly RecordChange[],
  memberId: string | null,
): Promise<Map<string, number>> {
  const rows = records.map(({ id, version, current, changes }) => ({
    from: id,
    ...({ ...current, ...changes } as { to: string; isThere: boolean }),
    version,
  }));
  const written = await tx.execute<{ from: string; version: number }>(sql`
    insert into ${redirects} ("from", "to", member_id, removed_at, version)
    select "from", "to", ${memberId}, case when not "isThere" then now() end, version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given ("from" text, "to" text, "isThere" boolean, version integer)
    on conflict ("from") do update set "to" = excluded."to", removed_at = excluded.removed_at, version = excluded.version,
      member_id = case when redirects.removed_at is null or excluded.removed_at is not null then redirects.member_id else excluded.member_id end,
      made_at = case when redirects.removed_at is null or excluded.removed_at is not null then redirects.made_at else now() end
      where redirects.version = excluded.version - 1
    returning "from", version`);
  return new Map(written.rows.map(({ from, version }) => [from, version]));
}
