import { describe, expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { idsIn, MOST, toggled, wishlistFrom } from "./wishlist-store";

const now = Date.UTC(2025, 10, 21);

describe("the wishlist", () => {
  test("toggling saves a product, toggling again removes it (R-4-12)", () => {
    expect(toggled(["101"], "202")).toEqual(["101", "202"]);
    expect(toggled(["101", "202"], "101")).toEqual(["202"]);
  });

  test("a full wishlist drops the oldest product", () => {
    const full = Array.from({ length: MOST }, (_, i) => String(i));

    expect(toggled(full, "new")).toHaveLength(MOST);
    expect(toggled(full, "new").at(-1)).toBe("new");
  });

  test("a change extends the expiry to 30 days (R-4-13)", () => {
    expect(wishlistFrom(["101"], now)).toEqual({ ids: ["101"], expires: now + 30 * DAY });
  });

  test("the wishlist is kept for 29 days and discarded after 30 (R-4-14)", () => {
    const stored = wishlistFrom(["101"], now);

    expect(idsIn(stored, now + 29 * DAY)).toEqual(["101"]);
    expect(idsIn(stored, now + 30 * DAY)).toBeNull();
    expect(idsIn(stored, now + 30 * DAY + 60_000)).toBeNull();
  });

  test.each([
    undefined,
    null,
    "101",
    ["101"],
    {},
    { ids: ["101"] },
    { ids: "101", expires: now + DAY },
    { ids: [101], expires: now + DAY },
    { ids: ["<script>"], expires: now + DAY },
    { ids: ["101"], expires: "never" },
    { ids: ["101"], expires: Infinity },
  ])("%j is not a wishlist and is discarded (R-4-15)", (stored) => {
    expect(idsIn(stored, now)).toBeNull();
  });

  test("an id stored twice counts once", () => {
    expect(idsIn({ ids: ["101", "101"], expires: now + DAY }, now)).toEqual(["101"]);
  });
});
