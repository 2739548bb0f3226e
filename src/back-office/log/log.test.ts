import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { audit } from "~/shop/audit/audit.tables";
import { memberEvents } from "~/shop/members/member-events.tables";
import { officeAs } from "~/testing/back-office-as.server";
import { attributeOf, elementsOf } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const [dana, sam] = [memberAs("owner", "Dana"), memberAs("manager", "Sam")];
const office = officeAs(shop, dana);

// Midnight in the shop's own place, America/Denver, is 7:00 in the world's; from March 8 on it is 6:00.
const moments = ["2026-03-07T06:59:00Z", "2026-03-07T07:00:00Z", "2026-03-09T05:59:00Z", "2026-03-09T06:00:00Z"];
await shop.db.insert(audit).values(
  moments.map((at, place) => ({
    memberId: place === 1 ? sam.id : dana.id,
    submission: randomUUID(),
    action: "change",
    kind: "setting",
    record: "supportHours",
    field: "supportHours",
    version: place,
    old: "always",
    new: `Act ${place}`,
    at: new Date(at),
  })),
);
await shop.db
  .insert(memberEvents)
  .values(moments.map((at) => ({ kind: "signed-in" as const, memberId: dana.id, at: new Date(at) })));

const actsOn = async (address: string) => [...(await office.text(address)).matchAll(/Act \d/g)].map(String);

describe("the log by day", () => {
  test.each([
    ["from=2026-03-07&to=2026-03-08", ["Act 2", "Act 1"]],
    ["from=2026-03-09", ["Act 3"]],
    ["to=2026-03-06", ["Act 0"]],
    [`from=2026-03-07&to=2026-03-08&who=${sam.id}`, ["Act 1"]],
    ["from=2026-02-30&to=0000-01-01", ["Act 3", "Act 2", "Act 1", "Act 0"]],
    ["from=2026-03-08&to=2026-03-07", []],
  ])("%s, both days counted, by the shop's own clock", async (query, found) => {
    expect(await actsOn(`/log?${query}`)).toEqual(found);
  });

  test("goes for what happened at the door as well", async () => {
    const page = await (await office.fetch("/log?tab=door&from=2026-03-07&to=2026-03-08")).text();
    expect(elementsOf(page, "tr")).toHaveLength(1 + 2);
  });

  test("stands in the address, with a way out, and keeps the other filters", async () => {
    const page = await (await office.fetch(`/log?who=${dana.id}&from=2026-03-07&to=2026-03-08`)).text();
    const chip = elementsOf(page, "a").find((link) => attributeOf(link, "aria-label")?.startsWith('Without "Days'));
    expect(attributeOf(chip ?? "", "aria-label")).toBe('Without "Days: from Sat, March 7 to Sun, March 8"');
    expect(attributeOf(chip ?? "", "href")).toBe(`/back-office/log?who=${dana.id}`);
    expect(page).toMatch(/<input(?=[^>]* name="from")[^>]* value="2026-03-07"/);
  });

  test("with nothing in it says so and leads back to everything", async () => {
    const page = await (await office.fetch("/log?tab=door&from=2020-01-01&to=2020-01-02")).text();
    expect(page).toContain("Nothing in the log fits these filters.");
    expect(page).toContain('href="/back-office/log?tab=door"');
  });
});

test.each(["/log", "/log?tab=door"])("%s takes any number for its page", async (address) => {
  const more = address.includes("?") ? "&" : "?";
  for (const before of ["9007199254740991", "2147483648", "-1", "0", "x"])
    expect([before, (await office.fetch(`${address}${more}before=${before}`)).status]).toEqual([before, 200]);
});
