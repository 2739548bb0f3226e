import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "~/services";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { refundableMoney } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import { actorOf } from "~/shop/members/actor-of";
import { type Change, changeOrder } from "../change-order.server";
import { orders, parcels } from "../orders.tables";

/**
 * Notes that an order is packed. Safe to repeat.
 *
 * @throws {Refusal} as `changeOrder`.
 */
export const packOrder = ({ db }: Pick<Services, "db">, change: Change): Promise<void> =>
  changeOrder(db, change, "packed", {}, async () => ({ to: "packed" }));

/**
 * Notes that an order is not packed after all. Safe to repeat.
 *
 * @throws {Refusal} as `changeOrder`; `order-state` once something of it has left, or when it is not packed.
 */
export const unpackOrder = ({ db }: Pick<Services, "db">, change: Change): Promise<void> =>
  changeOrder(db, change, "unpacked", {}, async (tx, { number, state }) => {
    const hasLeft = (await tx.$count(parcels, eq(parcels.orderNumber, number))) > 0;
    if (state !== "packed" || hasLeft) throw new Refusal("order-state");
    return { to: "paid" };
  });

/** Record kind of "packed", for undo while nothing was sent. */
export const orderPackedRecord: RecordKind = {
  kind: "order-packed",
  right: "orders.ship",
  fields: { isPacked: { schema: z.boolean() } },
  async read(tx, number) {
    // Locking order of all changes: payments before order.
    await refundableMoney(tx, number);
    const [row] = await tx.select().from(orders).where(eq(orders.number, number)).for("update");
    return row && { version: row.version, values: { isPacked: row.state !== "paid" } };
  },
  async write(tx, number, { isPacked }, version, { memberId }) {
    const change = { number, version, actor: actorOf({ id: memberId }) };
    await (isPacked ? packOrder({ db: tx }, change) : unpackOrder({ db: tx }, change));
    return version + 1;
  },
};

/** Logged change of packing an order, or of its undo. */
export const packedChange = (isPacked: boolean) => ({
  kind: orderPackedRecord.kind,
  field: "isPacked",
  old: !isPacked,
  new: isPacked,
});
