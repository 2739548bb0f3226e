import { sql, type SQLWrapper } from "drizzle-orm";
import { products } from "./catalog.tables";

/** Weight in grams of a product, by its id, as a column of a query on other tables; null without one. */
export const weightOf = (productId: SQLWrapper) =>
  sql<number | null>`(select ${products.weightGrams} from ${products} where ${products.id} = ${productId})`;
