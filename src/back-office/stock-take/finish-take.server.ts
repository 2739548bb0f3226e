import type { Services } from "~/services";
import { levelsOf } from "~/shop/catalog/stock/levels.server";
import { variantName } from "~/shop/catalog/stock/variant-name";
import { orNotFound } from "~/shop/form";
import type { Member } from "~/shop/members/member";
import { finishTake } from "~/shop/stock-take/stock-takes.server";
import { sentence } from "../count-words";
import type { FormOutcome } from "../forms/form-action.server";
import { promisedOf } from "../stock/stock.server";
import { takePage } from "./take.server";

/**
 * Finishes a stock-take. If more pieces are missing than can be sold, it is refused with the variants and the orders that need
 * them.
 */
export async function finishedTake(
  services: Services,
  member: Member,
  takeId: string,
  submission: string,
): Promise<FormOutcome> {
  const view = { id: takeId, variant: null, text: "", isTyped: false, onlyDifferences: false };
  const { what } = orNotFound(await takePage(services, member, view));
  const result = await finishTake(services, member, { submission, takeId, reason: `Stock-take: ${what}` });
  if (result.saved) return { to: `/stock/count/${takeId}`, act: result.act };
  const [shortage] = result.shortages;
  const [variant] = shortage ? await levelsOf(services, member, [shortage.variantId]) : [];
  const { sold, soldTo, held, heldFor } = await promisedOf(services, shortage?.variantId ?? 0);
  const promised = [held > 0 && `held until paid: ${heldFor}`, sold > 0 && `sold and not sent: ${soldTo}`];
  const whose = promised.filter(Boolean).join("; ");
  const message =
    `Nothing was changed yet. Of ${variant ? variantName(variant.name, variant.size, variant.color) : "a variant"} more is missing than can still be sold. ` +
    (whose ? `${sentence(whose.replace(/^./, (letter) => letter.toUpperCase()))} ` : "") +
    "Count it again, or leave it out and settle those orders first.";
  return { message, status: 409 };
}
