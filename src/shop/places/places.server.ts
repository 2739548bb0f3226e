import { and, asc, desc, eq, inArray, isNotNull, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "~/platform/database.server";
import { placeQueries, type Place, type PlaceQueryParameters, type Point, type SearchedPlace } from "./place";
import { zipPlaces } from "./places.tables";

const place = {
  zip: zipPlaces.zip,
  city: zipPlaces.city,
  state: zipPlaces.state,
  latitude: zipPlaces.latitude,
  longitude: zipPlaces.longitude,
};

const MOST = 8;
/** Search radii in degrees, tried in this order; the largest covers the distances between places in Alaska. */
const REACHES = [0.25, 1, 4];

/**
 * At most eight places for a search: exact city names first, then cities with most ZIPs, each city once before repetitions.
 * Results of a search by ZIP are sorted by ZIP.
 */
export async function placesLike(db: Database, query: string): Promise<SearchedPlace[]> {
  const wishes = placeQueries(query);
  if (wishes.length === 0) return [];

  const cities = wishes.map(({ city }) => city).filter(Boolean);
  const within = sql`partition by ${zipPlaces.search}, ${zipPlaces.state}`;
  const likeliest = [
    desc(inArray(zipPlaces.search, cities)),
    sql`row_number() over (${within} order by ${zipPlaces.zip})`,
    sql`count(*) over (${within}) desc`,
    asc(zipPlaces.search),
    asc(zipPlaces.state),
  ];
  const same = alias(zipPlaces, "same");
  const zips = db
    .select({ zips: sql`count(*)::int` })
    .from(same)
    .where(and(eq(same.search, zipPlaces.search), eq(same.state, zipPlaces.state)));
  return db
    .select({ ...place, zips: sql<number>`(${zips})` })
    .from(zipPlaces)
    .where(or(...wishes.map(fits)))
    .orderBy(...(cities.length > 0 ? likeliest : []), asc(zipPlaces.zip), asc(isMilitary), asc(zipPlaces.city))
    .limit(MOST);
}

/** Military mail is sorted behind normal places with the same ZIP. */
const isMilitary = inArray(zipPlaces.state, ["AA", "AE", "AP"]);

const fits = ({ zip, city, state }: PlaceQueryParameters): SQL | undefined =>
  and(
    zip ? beginsWith(zipPlaces.zip, zip) : undefined,
    city ? beginsWith(zipPlaces.search, city) : undefined,
    state ? eq(zipPlaces.state, state) : undefined,
  );

const beginsWith = (column: typeof zipPlaces.zip | typeof zipPlaces.search, text: string): SQL =>
  sql`${column} like ${`${text.replace(/[\\%_]/g, "\\$&")}%`}`;

/** At most eight places around a point, nearest first. */
export async function placesNear(db: Database, { latitude, longitude }: Point): Promise<Place[]> {
  // A degree of longitude gets shorter towards the poles.
  const squeeze = Math.cos((latitude * Math.PI) / 180);
  const north = sql`(${zipPlaces.latitude} - ${latitude}::float8)`;
  const east = sql`((${zipPlaces.longitude} - ${longitude}::float8) * ${squeeze}::float8)`;

  for (const reach of REACHES) {
    const near = await db
      .select(place)
      .from(zipPlaces)
      .where(and(isNotNull(zipPlaces.latitude), sql`abs(${north}) < ${reach}`, sql`abs(${east}) < ${reach}`))
      .orderBy(sql`${north} * ${north} + ${east} * ${east}`, asc(zipPlaces.zip), asc(zipPlaces.city))
      .limit(MOST);
    if (near.length > 0) return near;
  }
  return [];
}

/** Two-letter state of a ZIP; null for an unknown ZIP. */
export async function stateOfZip(db: Database, zip: string): Promise<string | null> {
  const { rows } = await db.execute<{ state: string | null }>(sql`select state_of_zip(${zip}) as state`);
  return rows[0]?.state ?? null;
}

/**
 * Two-letter state in which a ZIP is taxed. For a ZIP that the gazetteer lacks, the state of most ZIPs with the same first three
 * digits; null if there are none.
 */
export async function taxStateOfZip(db: Database, zip: string): Promise<string | null> {
  const { rows } = await db.execute<{ state: string | null }>(sql`select tax_state_of_zip(${zip}) as state`);
  return rows[0]?.state ?? null;
}

/** A range of ZIPs that is said to lie in a state. */
interface ZipsOfState {
  state: string;
  zipFrom: string;
  zipTo: string;
}

/**
 * State in which most ZIPs of a range lie, for each range that has no ZIP in its own state; null for the others and where no ZIP is
 * known. In the order of the ranges.
 */
export async function statesOfStrangeZips(db: Database, ranges: readonly ZipsOfState[]): Promise<(string | null)[]> {
  if (ranges.length === 0) return [];
  const { rows } = await db.execute<{ other: string | null }>(sql`
    select case when exists (
        select from zip_places where zip between said."zipFrom" and said."zipTo" and zip_places.state = said.state)
      then null else coalesce((
        select zip_places.state from zip_places where zip between said."zipFrom" and said."zipTo" and zip_places.state <> ''
        group by 1 order by count(*) desc, 1 limit 1), tax_state_of_zip(said."zipFrom")) end as other
    from jsonb_array_elements(${JSON.stringify(ranges)}::jsonb) with ordinality as each (one, place),
      jsonb_to_record(one) as said (state text, "zipFrom" text, "zipTo" text)
    order by place`);
  return rows.map(({ other }, place) => (other === ranges[place]?.state ? null : other));
}

/** Cities of a ZIP with their states; empty for an unknown ZIP. */
export const placesOfZip = (db: Database, zip: string): Promise<{ city: string; state: string }[]> =>
  db
    .select({ city: zipPlaces.city, state: zipPlaces.state })
    .from(zipPlaces)
    .where(eq(zipPlaces.zip, zip))
    .orderBy(asc(isMilitary), asc(zipPlaces.city));
