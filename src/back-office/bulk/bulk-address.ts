import type { LevelFilter } from "~/shop/catalog/stock/level";
import { stockAddress } from "../stock/stock-view";

/** The address of a view over variants and their prices. */
export const bulkAddress = (view: LevelFilter, page = "/goods/bulk"): string =>
  stockAddress(view).replace(/^\/stock/, page);
