import type { LevelFilter } from "~/shop/catalog/stock/level";
import { levels } from "../stock/stock-view";

/** The address of a view over variants and their prices. */
export const bulkAddress = (view: LevelFilter, page = "/goods/bulk"): string => levels.addressOf(view, page);
