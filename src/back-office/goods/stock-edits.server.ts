import type { Services } from "~/services";
import type { Edit } from "~/shop/audit/save.server";
import { memberSums, stockId, withoutMovements } from "~/shop/catalog/stock/change-stock.server";
import { stockRecord } from "~/shop/catalog/stock/stock-record.server";
import { lineFault } from "~/shop/plain-text";
import type { ProductChanges } from "./parse-product";
import { STOCK_REASON, stockName } from "./product-fields";

/** The levels of a product's form as edits of the ledger, and why they are made; or what to do at a field. */
export type StockEdits = { edits: Edit[]; reason: string; errors?: undefined } | { errors: Record<string, string> };

interface Wanted {
  stock: ProductChanges["stock"];
  /** How many of each pair can be sold now, by its number. */
  levels: ReadonlyMap<number, number | null>;
  reason: string;
}

/** Differences between what was shown and typed. What nobody ever counted is first stock and needs no reason. */
export async function stockEdits({ db }: Services, { stock, levels, reason }: Wanted): Promise<StockEdits> {
  const ids = stock.map(({ id }) => id);
  const [sums, fresh] = await Promise.all([memberSums(db, ids), withoutMovements(db, ids)]);
  const isFirst = ids.every((id) => fresh.has(id));
  const errors: Record<string, string> = {};
  const fault = reason.length > 200 ? "Write it in one line of at most 200 characters." : lineFault(reason);
  if (fault) errors[STOCK_REASON] = fault;
  else if (reason === "" && !isFirst) errors[STOCK_REASON] = "Write why the numbers change, such as Counted again.";
  const edits = stock.map(({ id, shown, wanted }): Edit => {
    const { pieces, version } = sums.get(id) ?? { pieces: 0, version: 0 };
    const left = levels.get(id) ?? null;
    if (left === null) errors[stockName(id)] = "It is sold without limit. Change that under Stock.";
    else if (left + wanted - shown < 0)
      errors[stockName(id)] = `Only ${left} can still be sold: the others are held for orders or sold.`;
    return { kind: stockRecord, id: stockId(id), version, values: { pieces: pieces + wanted - shown } };
  });
  return Object.keys(errors).length > 0
    ? { errors }
    : { edits, reason: reason || (ids.length > 0 ? "First stock" : "") };
}
