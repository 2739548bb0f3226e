import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { zipPlaces } from "./places.tables";

const FILE = "src/shop/places/zip-places.tsv";

/** Loads the ZIP codes of the United States, in one statement, unless they are loaded. Data: GeoNames, CC BY 4.0. */
export async function loadZipPlaces(db: Database): Promise<void> {
  const [loaded] = await db.select({ zip: zipPlaces.zip }).from(zipPlaces).limit(1);
  if (loaded) return;
  const rows = (await readFile(FILE, "utf8")).split("\n").flatMap((line) => {
    const [zip, city, state = "", latitude, longitude] = line.split("\t");
    return zip && city ? [{ zip, city, state, latitude: degrees(latitude), longitude: degrees(longitude) }] : [];
  });

  const column = <T>(of: (row: (typeof rows)[number]) => T, type: string) =>
    sql`${sql.param(rows.map(of))}::${sql.raw(type)}[]`;
  await db.execute(sql`
    insert into ${zipPlaces} (zip, city, state, latitude, longitude, search)
    select * from unnest(${column((row) => row.zip, "text")}, ${column((row) => row.city, "text")},
      ${column((row) => row.state, "text")}, ${column((row) => row.latitude, "float8")},
      ${column((row) => row.longitude, "float8")}, ${column((row) => searchable(row.city), "text")})
    on conflict do nothing`);
}

const degrees = (text: string | undefined): number | null => (text ? Number(text) : null);

/** Normalizes a city's name for searching: lower case, without punctuation. */
const searchable = (city: string): string =>
  city
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' -]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
