import { afterEach, expect, test, vi } from "vitest";
import { typedPlace } from "./typed-place";

afterEach(() => void vi.unstubAllGlobals());

const NOTHING = { address: "", street: "", city: "", state: "", zip: "" };
const MOAB = { zip: "84532", city: "Moab", state: "UT", latitude: null, longitude: null };

/** Lets the gazetteer, which knows no streets, answer with these places of one ZIP each. */
const answering = (places: object[]) => {
  const ask = vi.fn<(address: string) => Promise<Response>>((address) => {
    const found = address.includes("Main") ? [] : places.map((place) => ({ ...place, zips: 1 }));
    return Promise.resolve(Response.json(found));
  });
  vi.stubGlobal("fetch", ask);
  return ask;
};

test.each([
  ["88 Sandstone Avenue", { street: "88 Sandstone Avenue" }],
  ["  88 Sandstone Avenue Apt 4 ", { street: "88 Sandstone Avenue Apt 4" }],
  ["Moab", { street: "Moab" }],
  ["86001", { zip: "86001" }],
])("%j has no comma: it is the street, or the ZIP, and nothing is looked up", async (typed, expected) => {
  const ask = answering([MOAB]);
  expect(await typedPlace(typed)).toEqual({ ...NOTHING, ...expected });
  expect(ask).not.toHaveBeenCalled();
});

test("what stands behind the last comma is looked up, and is the city where the look-up finds nothing or fails", async () => {
  const street = "12 Main St";
  answering([MOAB]);
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  expect(await typedPlace(`${street}, 84532`)).toMatchObject({
    street,
    city: "Moab",
    state: "UT",
    zip: "84532",
  });
  warned.mockRestore();

  answering([]);
  expect(await typedPlace(`${street}, Nowhere`)).toEqual({ ...NOTHING, street, city: "Nowhere" });

  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const said = vi.spyOn(console, "error").mockReturnValue();
  expect(await typedPlace(`${street}, Moab`)).toEqual({ ...NOTHING, street, city: "Moab" });
  expect(said).toHaveBeenCalledOnce();
  said.mockRestore();
});
