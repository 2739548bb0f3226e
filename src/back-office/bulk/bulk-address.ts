import type { LevelFilter } from "~/shop/catalog/stock/level";
import { levels } from "../stock/stock-view";

/** Returns the address of the grid of prices (or another page) with the filter of a view. */
export const bulkAddress = (view: LevelFilter, page = "/goods/bulk"): string => levels.addressOf(view, page);
