import { and, eq, ne } from "drizzle-orm";
import { saleEvents } from "~/shop/orders/ledger/sale-events.tables";
import type { ActsShop, Bought } from "./acts-shop.server";

/** What the books of the shop say otherwise than the account of an order; empty if they agree. */
export async function wrongIn({ db, money }: ActsShop, { number, account }: Bought): Promise<string[]> {
  const wrong: string[] = [];
  const { paid, back } = await money(number);
  if (paid !== account.paid || back !== account.back)
    wrong.push(`paid ${paid} and back ${back}, not ${account.paid} and ${account.back}`);
  const rows = await db
    .select()
    .from(saleEvents)
    .where(and(eq(saleEvents.orderNumber, number), ne(saleEvents.kind, "dispute")));
  const ledger = rows.reduce((sum, { amount }) => sum + amount, 0);
  if (ledger !== paid - back - account.taken) wrong.push(`the ledger says ${ledger}, not ${paid - back - account.taken}`);
  const parts = new Map<string, number>();
  for (const { kind, part, position, amount } of rows) {
    if (kind === "goodwill") continue;
    const name = `${kind === "tax" ? "tax of " : ""}${part} ${position ?? ""}`;
    parts.set(name, (parts.get(name) ?? 0) + amount);
  }
  for (const [name, left] of parts) if (left < 0) wrong.push(`${left} is left of ${name}`);
  return wrong;
}
