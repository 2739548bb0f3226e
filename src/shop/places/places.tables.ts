import { doublePrecision, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { mark } from "~/platform/marks.tables";

/** US ZIP codes and their places. Data: GeoNames, CC BY 4.0. */
export const zipPlaces = pgTable(
  "zip_places",
  {
    zip: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** City in lower case, for prefix searches. */
    search: text().notNull(),
  },
  (place) => [primaryKey({ columns: [place.zip, place.city] }), index().on(place.search.op("text_pattern_ops"))],
);

mark(zipPlaces, { content: "zip city state latitude longitude", technical: "search" });
