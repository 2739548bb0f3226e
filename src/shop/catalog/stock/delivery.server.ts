import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { once } from "~/shop/audit/once.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import type { StockLine } from "./stock";
import { changeStock } from "./change-stock.server";
import { deliveryLines, MOST_LINES } from "./delivery";
import { pairName } from "./pair-name";

/** What became of a line of a delivery. */
export type DeliveryAnswer = { text: string } & ({ name: string; pieces: number } | { error: string });

/** A delivery that was taken in, as far as its lines could be read. */
export interface Delivery {
  saved: boolean;
  /** What the log knows it by. */
  act: string;
  pieces: number;
  answers: DeliveryAnswer[];
}

interface DeliveryForm {
  submission: string;
  pasted: string;
  /** Who sent it, or the number of their note. */
  reason: string;
}

/**
 * Takes in what a delivery brought. Each line is answered: those that can be read are received in one transaction, the others are
 * named. The same form sent again gets the first answer.
 *
 * @throws {Refusal} `right-missing`, `input-invalid` for too many lines or none, `submission-foreign` for other lines under the same id.
 */
export async function receiveDelivery(
  services: Pick<Services, "db">,
  member: Member,
  { submission, pasted, reason }: DeliveryForm,
): Promise<Delivery> {
  await requireRight(services, member, "stock.change");
  const lines = deliveryLines(pasted);
  if (lines.length === 0) throw new Refusal("input-invalid", { fields: { lines: "Paste at least one line." } });
  if (lines.length > MOST_LINES)
    throw new Refusal("input-invalid", {
      fields: { lines: `Paste at most ${MOST_LINES.toLocaleString("en-US")} lines.` },
    });
  const record = createHash("sha256")
    .update(JSON.stringify([pasted, reason]))
    .digest("hex");

  return once(services, member, { submission, kind: "delivery", record }, async (tx): Promise<Delivery> => {
    const pairs = await pairsBySku(
      tx,
      lines.flatMap((line) => ("sku" in line ? [line.sku] : [])),
    );
    const received: StockLine[] = [];
    const answers = lines.map((line): DeliveryAnswer => {
      if ("error" in line) return line;
      const found = pairs.get(line.sku.toLowerCase()) ?? [];
      const [pair] = found;
      if (!pair) return { text: line.text, error: "Nothing has this SKU." };
      if (found.length > 1)
        return { text: line.text, error: `${found.length} variants have this SKU. Give each its own.` };
      if (pair.level === null)
        return { text: line.text, error: `${pair.name} is sold without limit, so it is not counted.` };
      received.push({ variantId: pair.id, quantity: line.pieces });
      return { text: line.text, name: pair.name, pieces: line.pieces };
    });
    const act = { memberId: member.id, submission };
    await changeStock(tx, { lines: received, cause: "delivery", reason, act });
    const pieces = received.reduce((total, { quantity }) => total + quantity, 0);
    return { saved: pieces > 0, act: submission, pieces, answers };
  });
}

interface FoundPair {
  id: number;
  name: string;
  level: number | null;
}

/** The pairs that have these SKUs, by the SKU in small letters; one that only its product has is the only pair's. */
async function pairsBySku(db: Database, skus: string[]): Promise<Map<string, FoundPair[]>> {
  if (skus.length === 0) return new Map();
  const wanted = [...new Set(skus.map((sku) => sku.toLowerCase()))];
  const { rows } = await db.execute<
    FoundPair & { sku: string; size: string; color: string } & Record<string, unknown>
  >(sql`
    select v.id, p.name, v.size, v.color, v.stock as level, lower(coalesce(nullif(v.sku, ''), p.sku)) as sku
    from variants v join products p on p.id = v.product_id
    where v.retired_at is null and lower(coalesce(nullif(v.sku, ''), p.sku)) = any(${sql.param(wanted)}::text[])
    order by v.id`);
  const named = rows.map(({ id, name, size, color, level, sku }) => ({
    sku,
    id,
    level,
    name: pairName(name, size, color),
  }));
  return Map.groupBy(named, ({ sku }) => sku);
}
