import type { Services } from "~/services";
import { once } from "~/shop/audit/once.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import type { MemberCause } from "./stock";
import { changeStock, limitStock, type Shortage } from "./change-stock.server";
import { MOST_PIECES } from "./delivery";

/** Wanted level beside the one that the form showed; the difference is stored. */
interface Adjustment {
  submission: string;
  variantId: number;
  /** Level that the form showed; null without a limit. */
  shown: number | null;
  wanted: number;
  cause: MemberCause;
  reason: string;
}

/** Result of an adjustment; the shortage where the level would go below zero. */
export type Adjusted = { saved: true; act: string } | { saved: false; shortage: Shortage };

/**
 * Changes a variant's level by the difference between the shown and the typed number, so that sales in the meantime stay subtracted.
 *
 * @throws {Refusal} `right-missing`, `input-invalid`, `record-unknown`, also where limited and unlimited changed places meanwhile.
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
