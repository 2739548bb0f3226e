import type { Services } from "~/services";
import { once } from "~/shop/audit/once.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import type { MemberCause } from "./stock";
import { changeStock, limitStock, type Shortage } from "./change-stock.server";
import { MOST_PIECES } from "./delivery";

/** A wanted level, and the level that the form showed; the difference of both is stored. */
interface Adjustment {
  submission: string;
  variantId: number;
  /** Level that the form showed; null for a variant without limit. */
  shown: number | null;
  wanted: number;
  cause: MemberCause;
  reason: string;
}

/** Result of an adjustment; `shortage` if the level would fall below zero. */
export type Adjusted = { saved: true; act: string } | { saved: false; shortage: Shortage };

/**
 * Changes a variant's level by the difference between the shown and the typed number, so that sales in the meantime are kept.
 *
 * @throws {Refusal} `right-missing`, `input-invalid`, `record-unknown`, also when the variant has become limited or unlimited
 * since the form was shown.
 */
export async function adjustStock(
  services: Pick<Services, "db">,
  member: Member,
  { submission, variantId, shown, wanted, cause, reason }: Adjustment,
): Promise<Adjusted> {
  await requireRight(services, member, "stock.change");
  if (!Number.isInteger(wanted) || wanted < 0 || wanted > MOST_PIECES)
    throw new Refusal("input-invalid", { fields: { wanted: "Write a whole number of pieces." } });
  const record = `${variantId} ${shown} ${wanted} ${cause}`;
  return once(services, member, { submission, kind: "stock", record }, async (tx): Promise<Adjusted> => {
    const change = { cause, reason, act: { memberId: member.id, submission } };
    if (shown === null) await limitStock(tx, { ...change, variantId, level: wanted });
    else {
      const [shortage] = await changeStock(tx, { ...change, lines: [{ variantId, quantity: wanted - shown }] });
      if (shortage) return { saved: false, shortage };
    }
    return { saved: true, act: submission };
  });
}
