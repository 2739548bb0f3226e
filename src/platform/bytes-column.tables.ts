import { customType } from "drizzle-orm/pg-core";

/** Column with bytes. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
