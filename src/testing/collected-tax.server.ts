import { eq } from "drizzle-orm";
import type { Services } from "~/services";
import { taxFees, taxRanges, taxRules, taxStates } from "~/shop/tax/tax.tables";

type Row<T extends { $inferInsert: object }> = T["$inferInsert"];
type Own<T extends { $inferInsert: { state: string } }> = Omit<Row<T>, "state" | "id">;

interface Collected {
  ranges?: Own<typeof taxRanges>[];
  rules?: Own<typeof taxRules>[];
  fees?: Own<typeof taxFees>[];
}

/** Switches on tax collection in a state with these rates and rules, which replace earlier ones. */
export async function collectIn(
  { db, reloadTaxes }: Pick<Services, "db" | "reloadTaxes">,
  state: string,
  own: Partial<Own<typeof taxStates>>,
  { ranges = [], rules = [], fees = [] }: Collected = {},
): Promise<void> {
  await db.transaction(async (tx) => {
    const of = <T extends object>(rows: T[]) => rows.map((row) => ({ ...row, state }));
    await tx
      .insert(taxStates)
      .values({ state, registered: true, ...own })
      .onConflictDoUpdate({ target: taxStates.state, set: { registered: true, ...own } });
    for (const table of [taxRanges, taxRules, taxFees]) await tx.delete(table).where(eq(table.state, state));
    if (ranges.length > 0) await tx.insert(taxRanges).values(of(ranges));
    if (rules.length > 0) await tx.insert(taxRules).values(of(rules));
    if (fees.length > 0) await tx.insert(taxFees).values(of(fees));
  });
  await reloadTaxes();
}

/** Switches off tax collection in all states. */
export async function collectNowhere({ db, reloadTaxes }: Pick<Services, "db" | "reloadTaxes">): Promise<void> {
  await db.update(taxStates).set({ registered: false });
  await reloadTaxes();
}
