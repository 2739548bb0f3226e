import { randomUUID } from "node:crypto";
import { changeAsMember, endChangeAsMember } from "~/shop/orders/changes/change-as-member.server";
import { previewOfChange } from "~/shop/orders/changes/make-change.server";
import { waitingChangeOf } from "~/shop/orders/changes/open-change.server";
import { lineProgress } from "~/shop/orders/parcels/line-progress.server";
import type { GoodsKey, Kept } from "./account";
import { type Done, nothing } from "./act";
import type { ActsShop, Bought } from "./acts-shop.server";

/** Position of the latest line of these goods. */
async function position({ db, variantOf }: ActsShop, { number }: Bought, goods: GoodsKey): Promise<number> {
  const lines = await lineProgress(db, number);
  return lines.findLast(({ variantId }) => variantId === variantOf(goods))?.position ?? -1;
}

/** Goods that are swapped: the gloves, or what an earlier change put in their place. */
export const swapped = ({ account }: Bought): Kept => account.line("gloves", "cuffs", "hoodie");

/** Changes the order, by what its page shows; `isPaid`: whether a difference is paid. */
export async function change(
  acts: ActsShop,
  order: Bought,
  gone: Kept,
  goods: GoodsKey | null,
  isPaid = true,
): Promise<Done> {
  const { shop, db } = acts;
  const { number, account } = order;
  const replaces = await position(acts, order, gone.goods);
  const comes = goods === null ? [] : [{ ...(await acts.wanted(goods)), replaces }];
  const wanted = { goes: [{ position: replaces, quantity: 1 }], comes };
  const { difference } = await previewOfChange(shop, number, wanted);
  await changeAsMember(shop, acts.member(), await acts.form(number), { ...wanted, difference });
  if (difference > 0) {
    const waiting = await waitingChangeOf(db, number);
    if (!waiting) throw new Error("The change does not wait for its payment.");
    if (!isPaid && goods) {
      // The pieces are kept for the change as long as it waits.
      account.reserve(goods);
      const expected = account.differenceOf(gone, goods, acts.terms());
      if (difference !== expected) throw new Error(`The change asks for ${difference}, not ${expected}.`);
      return nothing;
    }
    await acts.payChange(waiting.id);
  }
  return { promised: -difference, expected: -account.swap(gone, goods, acts.terms()) };
}

/** Ends a change that waits for its payment, if there is one; returns whether it did. */
export async function endWaiting(acts: ActsShop, { number, account }: Bought): Promise<boolean> {
  const { shop, db } = acts;
  const waiting = await waitingChangeOf(db, number);
  if (!waiting) return false;
  await endChangeAsMember(shop, acts.member(), { submission: randomUUID(), number }, waiting.id);
  account.release();
  return true;
}
