import { expect, test } from "vitest";
import { momentsOf, parseMoment } from "./wall-clock";

const ZONES = ["America/Denver", "Asia/Tokyo", "Pacific/Kiritimati", "Pacific/Pago_Pago"];

test.each(["0026-12-01T00:00", "0001-01-01T00:00", "0999-12-31T23:59", "9999-12-31T23:59", "2026-13-01T00:00", "soon"])(
  "%s is refused, as a year that was typed in part, or as no time of any calendar",
  (typed) => {
    for (const zone of ZONES) expect([parseMoment(typed, zone), momentsOf(typed, zone)]).toEqual([undefined, []]);
  },
);

test.each(["1900-01-01T00:00", "2026-11-27T10:00", "9999-12-30T00:00"])("%s is read in every time zone", (typed) => {
  for (const zone of ZONES) {
    const read = parseMoment(typed, zone);
    expect(read?.toISOString()).toMatch(/^\d{4}-/);
    expect(momentsOf(typed, zone)).toEqual([read]);
  }
});
