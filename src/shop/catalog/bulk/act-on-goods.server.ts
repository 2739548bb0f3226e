import { createHash } from "node:crypto";
import type { Services } from "~/services";
import { answerOnce, once } from "~/shop/audit/once.server";
import { checkedValues } from "~/shop/audit/record-kind.server";
import { comparedWith, type Pending, requireFactorFor, written } from "~/shop/audit/save.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { requireOffered } from "../editing/require-offered.server";
import { manyOfProducts, productRecord } from "../editing/product-record.server";
import { type GoodsWish, whyNot, wishedValues } from "./goods-wish";
import { missingOfAll } from "./wished-goods.server";

/** Outcome of an act on many goods. */
export interface GoodsDone {
  saved: true;
  /** Id of the act in the log. */
  act: string;
  /** Number of changed products. */
  changed: number;
  /** Ids of products that another member saved after the preview, and which were therefore not changed. */
  moved: string[];
  /** Ids of products that lack something needed for publishing. */
  refused: string[];
  same: number;
  gone: number;
}

/** Kind of this form in the table of submissions. */
const KIND = "many-goods";

interface Asked {
  submission: string;
  /** Ids of the chosen products, in order. */
  products: string[];
  /** Versions of the products in the preview. */
  seen: number[];
  wish: GoodsWish;
  /** Returns the log's sentence about a number of changed products. */
  say(count: number): string;
}

/**
 * Applies a change (`wish`) to the chosen products in one transaction and one act of the log. Products that are newer than the
 * preview or incomplete are not changed, and are listed in the result; unchanged and deleted ones are counted.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`, `input-invalid` for a category or a size guide that was archived,
 * `submission-foreign`.
 */
export async function actOnGoods(
  services: Pick<Services, "db" | "jobs">,
  member: Member,
  { submission, products, seen, wish, say }: Asked,
): Promise<GoodsDone> {
  await requireRight(services, member, productRecord.right);
  const about = createHash("sha256").update(JSON.stringify({ products, wish }));
  return once(services, member, { submission, kind: KIND, record: about.digest("hex") }, async (tx) => {
    // Categories are locked before products, in the order in which archiving a category locks them.
    await requireOffered(tx, wishedValues(wish, { id: "", values: {} }));
    const stand = await manyOfProducts.read(tx, products);
    const missing = await missingOfAll(tx, products, wish);
    const done: GoodsDone = { saved: true, act: submission, changed: 0, moved: [], refused: [], same: 0, gone: 0 };
    const pending: Pending[] = [];
    for (const [place, id] of products.entries()) {
      const current = stand.get(id);
      if (!current) {
        done.gone += 1;
        continue;
      }
      const product = { id, values: current.values, missing: missing.get(id) ?? [] };
      const values = wishedValues(wish, product);
      const read = comparedWith({ kind: productRecord, id, version: current.version, values }, current);
      if (Object.keys(read.changes).length === 0) done.same += 1;
      else if (current.version !== seen[place]) done.moved.push(id);
      else if (whyNot(wish, product).length > 0) done.refused.push(id);
      else pending.push({ ...read, changes: checkedValues(productRecord, read.changes) });
    }
    await requireFactorFor(tx, member, pending);
    const act = { memberId: member.id, submission, action: "many-goods" as const, reason: say(pending.length) };
    await written(tx, act, pending, services.jobs);
    return { ...done, changed: pending.length };
  });
}

/** Stored result of this member's act; null if the act is unknown, or after a day. */
export const goodsDone = (services: Pick<Services, "db">, member: Member, act: string): Promise<GoodsDone | null> =>
  answerOnce(services, member, { submission: act, kind: KIND });
