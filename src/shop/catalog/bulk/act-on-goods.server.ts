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
  /** Its id in the log. */
  act: string;
  /** How many products it changed. */
  changed: number;
  /** Ids of products that somebody else saved after the preview: they stay as that member left them. */
  moved: string[];
  /** Ids of products that lack something. */
  refused: string[];
  same: number;
  gone: number;
}

/** The kind of its form, among those that are done once. */
const KIND = "many-goods";

interface Asked {
  submission: string;
  /** The chosen goods, in their order. */
  products: string[];
  /** The version of each as the preview showed it. */
  seen: number[];
  wish: GoodsWish;
  /** Words of the log about so many products. */
  say(count: number): string;
}

/**
 * Does with the chosen goods what is wished, in one transaction and as one act of the log. Products that are newer than the preview, that
 * lack something or that are gone stay as they are, and are answered; the others go.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`, `input-invalid` for a category or a size guide that is put away by now,
 *   `submission-foreign`.
 */
export async function actOnGoods(
  services: Pick<Services, "db" | "jobs">,
  member: Member,
  { submission, products, seen, wish, say }: Asked,
): Promise<GoodsDone> {
  await requireRight(services, member, productRecord.right);
  const about = createHash("sha256").update(JSON.stringify({ products, wish }));
  return once(services, member, { submission, kind: KIND, record: about.digest("hex") }, async (tx) => {
    // Before the goods: who puts a category away locks it first, and then what is in it.
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
    const act = { memberId: member.id, submission, action: "many-goods", reason: say(pending.length) };
    await written(tx, act, pending, services.jobs);
    return { ...done, changed: pending.length };
  });
}

/** Outcome of an act of this member; nothing where there is none, or after a day. */
export const goodsDone = (services: Pick<Services, "db">, member: Member, act: string): Promise<GoodsDone | null> =>
  answerOnce(services, member, { submission: act, kind: KIND });
