import { describe, expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { api } from "~/server/api";
import { regionOfZip } from "~/shop/zip-regions";
import { placesLike, placesNear, stateOfZip } from "./places.server";

const shop = await openTestShop();
const { db } = shop;
const found = async (query: string) =>
  (await placesLike(db, query)).map(({ city, state, zip }) => `${city} ${state} ${zip}`);

describe("searching for a place", () => {
  test("a ZIP finds its city", async () => {
    expect(await found("86001")).toEqual(["Flagstaff AZ 86001"]);
    expect((await found("8600")).slice(0, 2)).toEqual(["Flagstaff AZ 86001", "Flagstaff AZ 86002"]);
  });

  test("the beginning of a city's name finds it, and an exact name comes first", async () => {
    expect(await found("flagst")).toContain("Flagstaff AZ 86001");
    expect((await found("Springfield")).every((place) => place.startsWith("Springfield "))).toBe(true);
    expect((await found("la me"))[0]).toMatch(/^La Me/);
  });

  test("if many cities match, none is listed twice", async () => {
    const cities = (await found("san")).map((place) => place.replace(/ \d+$/, ""));
    expect(new Set(cities).size).toBe(cities.length);
    expect(cities).toContain("San Antonio TX");
  });

  test("a state narrows the search", async () => {
    expect(await found("Springfield, IL 62701")).toEqual(["Springfield IL 62701"]);
    expect((await found("portland oregon")).every((place) => place.startsWith("Portland OR"))).toBe(true);
  });

  test.each(["99999", "no such place", "%", "_____", "'; drop table zip_places; --"])(
    "a search for %j has no results",
    async (query) => {
      expect(await found(query)).toEqual([]);
    },
  );
});

describe("places near a point", () => {
  test("the nearest place comes first (R-7-20)", async () => {
    const [first] = await placesNear(db, { latitude: 35.19, longitude: -111.66 });
    expect(first).toMatchObject({ zip: "86001", city: "Flagstaff", state: "AZ" });
  });

  test("a point on the open sea has none", async () => {
    expect(await placesNear(db, { latitude: 0, longitude: 0 })).toEqual([]);
  });
});

describe("military mail", () => {
  test.each([
    ["34002", "APO AA 34002"],
    ["09001", "APO AE 09001"],
    ["96201", "APO AP 96201"],
    ["96863", "FPO AP 96863"],
  ])("the place of %s is %s", async (zip, name) => {
    expect(await found(zip)).toContain(name);
  });

  test("a search for APO AP finds ZIPs of that region only", async () => {
    expect((await found("APO AP")).every((place) => place.startsWith("APO AP 96"))).toBe(true);
    expect(await found("APO AP")).not.toEqual([]);
  });
});

test("the results of a search contain the number of ZIPs of each city", async () => {
  const [phoenix] = await placesLike(db, "Phoenix, AZ");
  expect(phoenix?.zips).toBeGreaterThan(30);
  expect((await placesLike(db, "Moab, UT"))[0]?.zips).toBe(1);
});

test("the state of a ZIP is found; for an unknown ZIP it is null", async () => {
  expect(await stateOfZip(db, "80202")).toBe("CO");
  expect(await stateOfZip(db, "00000")).toBeNull();
  // This ZIP has two rows, FPO AP of the military and a place in Hawaii: Hawaii comes first.
  expect(await stateOfZip(db, "96860")).toBe("HI");
  for (const zip of ["00601", "00802", "96910", "96932", "96940", "96799", "96950", "09012", "34002", "96201", "06390"])
    expect([zip, await stateOfZip(db, zip)]).toEqual([zip, regionOfZip(zip)]);
  expect((await found("96860"))[0]).toContain(" HI ");
});

describe("the API", () => {
  const ask = (address: string) => api(shop).request(`/places${address}`);

  test("the API answers with plain arrays", async () => {
    const response = await ask("?query=86001");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual([
      { zip: "86001", city: "Flagstaff", state: "AZ", latitude: 35.1859, longitude: -111.662, zips: 6 },
    ]);
    expect((await ask("/nearest?latitude=35.19&longitude=-111.66")).status).toBe(200);
  });

  test.each([
    "",
    "?query=8",
    `?query=${"x".repeat(101)}`,
    "/nearest",
    "/nearest?latitude=91&longitude=0",
    "/nearest?latitude=x&longitude=y",
  ])("the API refuses the query %j with 422", async (address) => {
    const response = await ask(address);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: "input-invalid" });
  });
});
