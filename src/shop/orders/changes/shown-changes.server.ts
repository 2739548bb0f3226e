import type { Services } from "~/services";
import { cents, formatCents } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import { wholeDate } from "~/shop/shop-time";
import { changeAddress } from "./change-link";
import { changeWords } from "./change-texts";
import { changesOf } from "./open-change.server";
import type { ShownChange } from "./shown-change";
import { changedGoods } from "./shopper-change.server";

/** Applied and waiting changes of an order for its shopper, newest first. The caller checks that the shopper may see them. */
export async function shownChanges(
  services: Pick<Services, "db" | "sealer" | "address">,
  orderNumber: string,
  { timeZone }: Pick<Settings, "timeZone">,
): Promise<ShownChange[]> {
  const shown: ShownChange[] = [];
  for (const { id, state, plan, closedAt, endsAt, difference } of await changesOf(services.db, orderNumber)) {
    if (state !== "applied" && state !== "waiting") continue;
    const what = changeWords(await changedGoods(services.db, orderNumber, plan));
    const amount = formatCents(cents(Math.abs(difference)));
    if (state === "waiting")
      shown.push({
        id,
        text: `Waits for your payment${endsAt ? ` until ${wholeDate(endsAt, timeZone)}` : ""}: ${what}. Until then your order stays as it is.`,
        pay: { amount, url: changeAddress(services, id) },
      });
    else {
      const money = difference === 0 ? "" : ` ${amount} ${difference > 0 ? "more was paid" : "went back"}.`;
      shown.push({
        id,
        text: `Changed on ${closedAt ? wholeDate(closedAt, timeZone) : ""}: ${what}.${money}`,
        pay: null,
      });
    }
  }
  return shown;
}
