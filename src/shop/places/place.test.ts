import { describe, expect, test } from "vitest";
import {
  PlaceQuery,
  placeLabel,
  placeOffers,
  placeQueries,
  Point,
  stateCode,
  streetAndPlace,
  withoutCity,
} from "./place";

test.each([
  ["86001", [{ zip: "86001", city: "", state: null }]],
  ["80202-1234", [{ zip: "80202", city: "", state: null }]],
  ["Flagst", [{ zip: "", city: "flagst", state: null }]],
  ["new york", [{ zip: "", city: "new york", state: null }]],
  ["St. Louis", [{ zip: "", city: "saint louis", state: null }]],
  ["   ", []],
  ["%_'", [{ zip: "", city: "'", state: null }]],
])("the search text %j has the expected readings", (query, wishes) => expect(placeQueries(query)).toEqual(wishes));

test("a state's code or name at the end narrows the search", () => {
  expect(placeQueries("Flagstaff, AZ 860")).toContainEqual({ zip: "860", city: "flagstaff", state: "AZ" });
  expect(placeQueries("Charleston, West Virginia")).toContainEqual({ zip: "", city: "charleston", state: "WV" });
});

test("text that may also begin a longer city name is searched as a city first, then as city and state", () => {
  expect(placeQueries("La Me")).toEqual([
    { zip: "", city: "la me", state: null },
    { zip: "", city: "la", state: "ME" },
  ]);
});

test("a state is recognized by its code and by its name", () => {
  expect(stateCode("arizona")).toBe("AZ");
  expect(stateCode("az")).toBe("AZ");
  expect(stateCode("Sonora")).toBeNull();
});

describe("suggestions of a search", () => {
  const flagstaff = { city: "Flagstaff", state: "AZ", latitude: 35.2, longitude: -111.6, zips: 3 };
  const places = [
    { ...flagstaff, zip: "86001" },
    { ...flagstaff, zip: "86002" },
    { zip: "84532", city: "Moab", state: "UT", latitude: null, longitude: null, zips: 1 },
  ];
  const labels = (query: string) => placeOffers(places, query).map(({ label }) => label);

  test("a city with several ZIPs is suggested only once, without a ZIP, which the shopper then types", () => {
    expect(labels("flags")).toEqual(["Flagstaff, AZ", "Moab, UT 84532"]);
    expect(placeOffers(places, "flags").map(({ needsZip }) => needsZip)).toEqual([true, false]);
  });

  test("each ZIP is suggested if the search contains digits", () => {
    expect(labels("Flagstaff 860")).toEqual(["Flagstaff, AZ 86001", "Flagstaff, AZ 86002", "Moab, UT 84532"]);
    expect(placeOffers(places, "860").some(({ needsZip }) => needsZip)).toBe(false);
  });
});

test("a place is labeled like on an envelope; without a state only by its city", () => {
  expect(placeLabel({ city: "Flagstaff", state: "AZ", zip: "86001" })).toBe("Flagstaff, AZ 86001");
  expect(placeLabel({ city: "Nowhere", state: "", zip: "" })).toBe("Nowhere");
});

test("a point needs a valid latitude and longitude", () => {
  expect(Point.safeParse({ latitude: "35.2", longitude: "-111.6" }).success).toBe(true);
  expect(Point.safeParse({ latitude: "NaN", longitude: "0" }).success).toBe(false);
  expect(Point.safeParse({ latitude: "91", longitude: "0" }).success).toBe(false);
});

test("a search needs at least two letters", () => {
  expect(PlaceQuery.safeParse({ query: " f " }).success).toBe(false);
});

test("what stands before the last comma of a typed address is the street, without its city", () => {
  expect(streetAndPlace("12 Main St, Flagstaff")).toEqual({ street: "12 Main St", place: "Flagstaff" });
  expect(streetAndPlace("12 Main St, Apt 4, Flagstaff AZ")).toEqual({
    street: "12 Main St, Apt 4",
    place: "Flagstaff AZ",
  });
  expect(streetAndPlace("12 Main St")).toEqual({ street: "12 Main St", place: "" });
  expect(withoutCity("12 Main St, flagstaff", "Flagstaff")).toBe("12 Main St");
  expect(withoutCity("12 Main St, Apt 4", "Flagstaff")).toBe("12 Main St, Apt 4");
});
