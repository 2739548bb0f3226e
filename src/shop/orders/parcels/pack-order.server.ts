import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "~/services";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { refundableMoney } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import { actorOf } from "~/shop/members/actor-of";
import { type Change, changeOrder } from "../change-order.server";
import { orders, parcels } from "../orders.tables";
import { lineProgress } from "./line-progress.server";

/**
 * Records that an order was packed. Safe to repeat.
 *
 * @throws {Refusal} as `changeOrder`; `order-state` for an order of gift cards only, which leave by letter.
 */
export const packOrder = ({ db }: Pick<Services, "db">, change: Change): Promise<void> =>
  changeOrder(db, change, "packed", {}, async (tx, { number }) => {
    if ((await lineProgress(tx, number)).length === 0) throw new Refusal("order-state");
    return { to: "packed" };
  });

/**
 * Records that a packed order was unpacked. Safe to repeat.
 *
 * @throws {Refusal} as `changeOrder`; `order-state` if a parcel was shipped, or the order is not packed.
 */
export const unpackOrder = ({ db }: Pick<Services, "db">, change: Change): Promise<void> =>
  changeOrder(db, change, "unpacked", {}, async (tx, { number, state }) => {
    const hasLeft = (await tx.$count(parcels, eq(parcels.orderNumber, number))) > 0;
    if (state !== "packed" || hasLeft) throw new Refusal("order-state");
    return { to: "paid" };
  });

/** Record kind that says whether an order is packed; undo unpacks the order until a parcel is shipped. */
export const orderPackedRecord: RecordKind = {
  kind: "order-packed",
  right: "orders.ship",
  fields: { isPacked: { schema: z.boolean() } },
  async read(tx, number) {
    // Locks payments before the order, as all changes of orders do.
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

/** Change-log entry for packing an order, or for undoing it. */
export const packedChange = (isPacked: boolean) => ({
  kind: orderPackedRecord.kind,
  field: "isPacked",
  old: !isPacked,
  new: isPacked,
});
