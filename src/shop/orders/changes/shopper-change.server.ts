import { asc, eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { lineTotal } from "~/shop/price";
import { memberNames } from "~/shop/members/member-names.server";
import { cents, sum } from "~/shop/money";
import { arrivedPayments, paymentsOf } from "~/shop/payments/order-payments.server";
import { orders } from "../orders.tables";
import { lineGoods } from "../standing-lines.tables";
import type { ComputedChange } from "./computed-change";
import { changeById, type OrderChange, wasChanged } from "./open-change.server";
import type { ChangedGoods, ShopperChange } from "./shopper-change";

/** Change with the names of its goods, for the shopper's page and letters; null for an unknown id. */
export async function changeForShopper(db: Database, id: string): Promise<ShopperChange | null> {
  const change = await changeById(db, id);
  return change ? shopperChange(db, change) : null;
}

/** Adds the names of its goods to a stored change. */
export async function shopperChange(db: Database, change: OrderChange): Promise<ShopperChange> {
  const { orderNumber, computed } = change;
  const [order] = await db.select().from(orders).where(eq(orders.number, orderNumber));
  const all = await paymentsOf(db, orderNumber);
  const others = all ? arrivedPayments(all).filter(({ changeId }) => changeId !== change.id) : [];
  return {
    id: change.id,
    orderNumber,
    returnNumber: change.returnNumber,
    state: change.state,
    endedBy: change.endedBy,
    endsAt: change.endsAt,
    closedAt: change.closedAt,
    ...(await changedGoods(db, orderNumber, computed)),
    before: computed.before,
    after: computed.sums,
    difference: change.difference,
    isLater: await wasChanged(db, orderNumber, change.id),
    discountCode: order?.discountCode ?? null,
    name: order?.name ?? "",
    paidAt: order?.paidAt ?? null,
    paid: sum(others.map(({ amount }) => amount)),
    method: all?.first.method ?? null,
    words: change.words,
    by: change.memberId ? ((await memberNames(db)).get(change.memberId) ?? null) : null,
  };
}

/** Kept, removed and added goods of a change, with their names. */
export async function changedGoods(
  db: Database,
  orderNumber: string,
  { stays, goes, comes }: Pick<ComputedChange, "stays" | "goes" | "comes">,
): Promise<Pick<ShopperChange, "stays" | "goes" | "comes">> {
  const rows = await db
    .select()
    .from(lineGoods)
    .where(eq(lineGoods.orderNumber, orderNumber))
    .orderBy(asc(lineGoods.position));
  const goods = new Map(rows.map((line) => [line.position, line]));
  const part =
    (kind: string) =>
    (own: ComputedChange["goes"][number]): ChangedGoods[] => {
      const line = goods.get(own.position);
      if (!line) return [];
      const { name, size, color, image, price } = line;
      const { quantity, discountShare } = own;
      const paid = cents(lineTotal({ price, quantity }) - discountShare);
      return [{ key: `${kind} ${own.position}`, name, size, color, image: image ?? "", quantity, paid }];
    };
  return {
    stays: stays.flatMap(part("stays")),
    goes: goes.flatMap(part("goes")),
    comes: comes.map(({ name, size, color, image, quantity, price, discountShare, replaces }, index) => {
      const gone = replaces === undefined ? undefined : goods.get(replaces);
      return {
        key: `comes ${index}`,
        name,
        size,
        color,
        image: image ?? "",
        quantity,
        paid: cents(lineTotal({ price, quantity }) - discountShare),
        ...(gone && { instead: { name: gone.name, size: gone.size, color: gone.color } }),
      };
    }),
  };
}
