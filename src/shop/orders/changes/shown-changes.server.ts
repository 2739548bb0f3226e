import type { Services } from "~/services";
import { cents, formatCents } from "~/shop/money";
import { moneyBackWords } from "~/shop/payments/money-back";
import type { StoredMoneyBack } from "~/shop/payments/money-back.server";
import type { Settings } from "~/shop/settings";
import { appliedChangeWords, type ShownChange, waitingChangeWords } from "../status/order-change-words";
import { changeLinks } from "../letter-links.server";
import { refundCause } from "../refunds/refund-cause";
import { changeWords } from "./change-words";
import { changesOf } from "./open-change.server";
import { changedGoods } from "./shopper-change.server";

/**
 * Applied and waiting changes of an order for its shopper, newest first; `back` are the order's refunds. The caller checks that the shopper
 * may see them.
 */
export async function shownChanges(
  services: Pick<Services, "db" | "sealer" | "address">,
  orderNumber: string,
  back: readonly StoredMoneyBack[],
  { timeZone, refundTime }: Pick<Settings, "timeZone" | "refundTime">,
): Promise<ShownChange[]> {
  const shown: ShownChange[] = [];
  for (const { id, state, computed, closedAt, endsAt, difference } of await changesOf(services.db, orderNumber)) {
    if (state !== "applied" && state !== "waiting") continue;
    const what = changeWords(await changedGoods(services.db, orderNumber, computed));
    const amount = formatCents(cents(Math.abs(difference)));
    if (state === "waiting")
      shown.push({
        id,
        text: waitingChangeWords({ what, until: endsAt, timeZone }),
        pay: { amount, url: await changeLinks.address(services, id) },
      });
    else {
      const own = back.filter(({ cause }) => cause === refundCause.ofChange(id));
      const money = difference > 0 ? `${amount} more was paid.` : moneyBackWords(own, refundTime, new Date());
      shown.push({ id, text: appliedChangeWords({ what, at: closedAt, money, timeZone }), pay: null });
    }
  }
  return shown;
}
