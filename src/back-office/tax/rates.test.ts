import { expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { audit } from "~/shop/audit/audit.tables";
import { memberAccounts } from "~/shop/members/members.tables";
import { storedStates } from "~/shop/tax/stored-states.server";
import { collectIn } from "~/testing/collected-tax.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { textOf } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { officeAs, place } from "~/testing/back-office-as.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const { db } = shop;
const [dana, sam] = [memberAs("owner", "Dana"), memberAs("manager", "Sam")];
const [owner, manager] = [officeAs(shop, dana), officeAs(shop, sam)];
await db.insert(memberAccounts).values([dana, sam].map((member) => ({ ...member, passkeyUser: member.id })));
await collectIn(shop, "NY", { stateRate: 40_000, localRate: 40_000 });

const RATES = "/settings/tax/NY/rates";
const READ = "/settings/tax/read";
const form = async (path: string, mark: string, office = owner) =>
  fieldsIn(formIn(await (await office.fetch(path)).text(), mark));
const added = async (fields: Record<string, string>, office = owner) =>
  office.post(RATES, { ...(await form(RATES, 'value="add"', office)), ...fields });
const ranges = async (state = "NY") =>
  ((await storedStates(db, state))[0]?.values.ranges ?? []).map(
    ({ zipFrom, zipTo, name, localRate }) => `${zipFrom}-${zipTo} ${name} ${localRate}`,
  );
const undone = async (answer: Response) => {
  const html = await (await owner.fetch(place(answer))).text();
  const back = /<form[^>]*action="([^"]*\/log\/[^"]*)"[\s\S]*?<\/form>/.exec(html);
  return owner.post(back?.[1]?.replace("/back-office", "") ?? "", fieldsIn(back?.[0] ?? ""));
};
const checked = async (lines: string, more: Record<string, string> = {}) =>
  owner.post(READ, { ...(await form(`${READ}?state=NY`, 'name="lines"')), lines, ...more, intent: "check" });
const applied = async (shown: Response) =>
  owner.post(READ, { ...fieldsIn(formIn(await shown.text(), 'name="lines"')), intent: "apply" });

test("ranges are typed one by one; when two members save at once no range is lost, and each is in the log with its name", async () => {
  const [mine, theirs] = [await form(RATES, 'value="add"'), await form(RATES, 'value="add"', manager)];
  await manager.post(RATES, { ...theirs, zipFrom: "100", zipTo: "104", name: "New York City", localRate: "4.875" });
  const answer = await owner.post(RATES, { ...mine, zipFrom: "12201", zipTo: "12288", name: "Albany", localRate: "4" });
  const repeated = await owner.post(RATES, {
    ...mine,
    zipFrom: "12201",
    zipTo: "12288",
    name: "Albany",
    localRate: "4",
  });
  expect([answer.status, repeated.status, place(repeated)]).toEqual([302, 302, place(answer)]);
  expect(await ranges()).toEqual(["10000-10499 New York City 48750", "12201-12288 Albany 40000"]);
  expect(shop.taxes()?.states.NY?.ranges).toHaveLength(2);
  const page = await owner.text(RATES);
  expect(page).toContain("100 to 104 New York City 4.00% 4.875% 8.875% Typed by Sam");
  expect(await owner.text("/log")).toContain("12201 to 12288, Albany not there");
  expect(await owner.text(`${RATES}?zip=12207`)).not.toContain("New York City");
  expect(await owner.text(`${RATES}?zip=99`)).toContain("None of your ranges holds 99");
});

test.each([
  [{ zipFrom: "1000-99", localRate: "4" }, "1000-99 is no ZIP"],
  [{ zipFrom: "12207", localRate: "800" }, "A rate is a percentage from 0 to 25."],
  [{ zipFrom: "12207", localRate: "-1" }, "Write a rate in percent"],
  [{ zipFrom: "12207", localRate: "" }, "Write the rate of county and city"],
  [{ zipFrom: "12201", zipTo: "12288", name: "albany", localRate: "5" }, "Two rates for one ZIP"],
  [{ zipFrom: "90210", localRate: "4" }, "90210 is in California, not in New York."],
  [{ zipFrom: "900", zipTo: "903", localRate: "4" }, "900 to 903 is in California, not in New York."],
  [{ zipFrom: "12250", zipTo: "12300", name: "Rensselaer", localRate: "4" }, "overlaps 12201 to 12288, Albany in part"],
  [{ zipFrom: "14201", name: "Er\u202Eie", localRate: "4" }, "invisible"],
])(
  "an invalid range is refused with an error beside its field, and keeps the typed values: %j",
  async (fields, words) => {
    const before = await ranges();
    const answer = await added(fields as Record<string, string>);
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(textOf(html)).toContain(words);
    expect(fieldsIn(formIn(html, 'name="zipFrom"'))).toMatchObject(fields);
    expect(await ranges()).toEqual(before);
  },
);

test("a changed range is saved without overwriting another member's change; it can be removed, and undo restores it", async () => {
  const path = `${RATES}/12201-12288-albany`;
  const [mine, theirs] = [await form(path, 'value="save"'), await form(path, 'value="save"', manager)];
  expect(mine).toMatchObject({ zipFrom: "12201", localRate: "4.00", name: "Albany" });
  expect((await manager.post(path, { ...theirs, localRate: "4.25", localExempt: "yes" })).status).toBe(302);
  const late = await owner.post(path, { ...mine, localRate: "4.5" });
  expect(late.status).toBe(409);
  expect(textOf(await late.text())).toContain("Somebody changed this range after you opened it");
  expect(await ranges()).toContain("12201-12288 Albany 42500");
  const out = await owner.post(path, await form(path, 'value="remove"'));
  expect(await ranges()).toEqual(["10000-10499 New York City 48750"]);
  expect((await undone(out)).status).toBe(302);
  expect(await ranges()).toContain("12201-12288 Albany 42500");
});

test("a ZIP in two counties has the higher of their rates unless the lower one is chosen", async () => {
  await added({ zipFrom: "12309", name: "Albany", localRate: "4" });
  await added({ zipFrom: "12309", name: "Schenectady", localRate: "4.5" });
  expect(await owner.text(RATES)).toContain("1 of yours lies in two counties. There the higher rate is taken");
  expect((await owner.post(RATES, await form(RATES, 'value="choose"'))).status).toBe(302);
  expect(shop.taxes()?.states.NY?.ranges.filter(({ choice }) => choice === "lower")).toHaveLength(2);
  expect(await owner.text(RATES)).toContain("There the lower rate is taken, as you chose");
});

test("[B-88] the preview of pasted lines names invalid lines; the lines are saved once, in one act that can be undone", async () => {
  const before = await ranges();
  const lines =
    "state,zip from,zip to,rate,name\nNY,14201,14280,8.75,Erie\nNY,100,104,9,New York City\nNY,1000-99,,8,Nowhere\nMA,021,,6.25,Boston";
  const shown = await checked(lines, { source: "The state's file" });
  const html = await shown.text();
  const words = textOf(html);
  expect(shown.status).toBe(200);
  expect(words).toContain("2 lines cannot be read and stay out.");
  expect(words).toContain("Line 4 NY,1000-99,,8,Nowhere: 1000-99 is no ZIP");
  expect(words).toMatch(/Line 5 .*Write the state's own rate on its page first/);
  expect(words).toContain("14201 to 14280, Erie 8.75%");
  expect(words).toContain("100 to 104, New York City8.875% 9.00%");
  expect(await ranges()).toEqual(before);

  const sent = { ...fieldsIn(formIn(html, 'name="lines"')), intent: "apply" };
  const [first, again] = [await owner.post(READ, sent), await owner.post(READ, sent)];
  expect([again.status, place(again)]).toEqual([302, place(first)]);
  expect(place(first)).toContain(RATES);
  expect(await ranges()).toEqual(expect.arrayContaining(["14201-14280 Erie 47500", "10000-10499 New York City 50000"]));
  const act = new URL(`http://x${place(first)}`).searchParams.get("done") ?? "";
  expect(await db.$count(audit, eq(audit.submission, act))).toBe(1);
  expect(await owner.text(RATES)).toContain("The state's file");

  expect((await undone(first)).status).toBe(302);
  expect(await ranges()).toEqual(before);
});

test("ZIPs of another state are refused by line; a range that begins in a neighbor's digits but has ZIPs of the state is taken", async () => {
  const shown = await checked(
    "NY,90210,,8.5,Beverly Hills\nNY,14301,,8,Niagara\nCA,10001,,9\nNY,06390,,8.625,Fishers Island",
  );
  const page = textOf(await shown.text());
  expect(page).toContain("90210 is in California, not in New York.");
  expect(page).toContain("10001 is in New York, not in California.");
  expect(page).toContain("2 lines cannot be read and stay out");
  expect(page).not.toContain("06390 is in");
});

test("[B-88] lines that differ from the previewed ones are not saved, nor are lines if rates changed since the preview", async () => {
  const shown = fieldsIn(formIn(await (await checked("14201,14280,8.75,Erie")).text(), 'name="lines"'));
  const other = await owner.post(READ, { ...shown, lines: "14201,14280,9.75,Erie", intent: "apply" });
  expect(other.status).toBe(409);
  expect(textOf(await other.text())).toContain("Something differs from what you looked at");
  await added({ zipFrom: "13201", name: "Onondaga", localRate: "4" }, manager);
  expect((await owner.post(READ, { ...shown, intent: "apply" })).status).toBe(409);
  expect(await ranges()).not.toContain("14201-14280 Erie 47500");
});

test("a complete file removes a state's ranges that are not in it, and updates the day of each of its states", async () => {
  await collectIn(shop, "MN", { stateRate: 68_750, day: "2020-01-01" });
  const shown = await checked("MN,554,555,8.025,Minneapolis\nNY,122,,8,Albany", {
    whole: "yes",
    source: "Quarter's file",
  });
  const answer = await applied(shown);
  expect(place(answer)).toMatch(/^\/settings\/tax\?done=/);
  expect(await ranges()).toEqual(["12200-12299 Albany 40000"]);
  expect(await ranges("MN")).toEqual(["55400-55599 Minneapolis 11500"]);
  expect(await owner.text("/settings/tax")).not.toContain("days old");
});

test("[B-12] a bookkeeper can read rates but cannot save any", async () => {
  const fields = await form(RATES, 'value="add"');
  const bookkeeper = officeAs(shop, memberAs("bookkeeper"));
  expect(await bookkeeper.text(RATES)).not.toContain("Add a range");
  expect((await bookkeeper.post(RATES, { ...fields, zipFrom: "12207", localRate: "1" })).status).toBe(403);
  expect((await bookkeeper.fetch(READ)).status).toBe(403);
  expect((await owner.fetch("/settings/tax/XX/rates")).status).toBe(404);
  expect((await owner.fetch(`${RATES}/nothing`)).status).toBe(404);
});
