import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testMember } from "~/testing/sign-in.server";
import { memberAs } from "~/testing/members.server";
import { officeAs } from "~/testing/back-office-as.server";
import { attributeOf, elementsOf, textOf } from "~/testing/html";
import { openTestShop } from "~/testing/test-shop.server";
import { audit } from "~/shop/audit/audit.tables";
import { memberEvents } from "~/shop/members/member-events.tables";
import { settings } from "~/shop/settings.tables";

const shop = await openTestShop();
const { db } = shop;
const dana = officeAs(shop, memberAs("owner", "Dana"));
const sam = officeAs(shop, memberAs("manager", "Sam"));
type Office = typeof dana;

/** Fields of the form of a group of settings, as a browser without script sends them. */
async function opened(office: Office, group: string): Promise<Record<string, string>> {
  const html = await (await office.fetch(`/settings/${group}`)).text();
  const form = /<form[\s\S]*?<\/form>/.exec(html.slice(html.indexOf("<main")))?.[0] ?? "";
  return fieldsIn(form);
}

function fieldsIn(html: string): Record<string, string> {
  const fields: Record<string, string> = {};
  const text = (value = "") => value.replaceAll("&quot;", '"').replaceAll("&amp;", "&").replaceAll("&#x27;", "'");
  for (const [tag] of html.matchAll(/<input[^>]*>/g)) {
    const at = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    const type = at("type");
    if ((type === "checkbox" || type === "radio") && !tag.includes(" checked")) continue;
    const name = at("name");
    if (name) fields[name] = text(at("value"));
  }
  for (const [, name = "", options = ""] of html.matchAll(/<select[^>]* name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g))
    fields[name] = text(/<option(?: value="([^"]*)")? selected=""[^>]*>([^<]*)/.exec(options)?.slice(1).find(Boolean));
  return fields;
}

const save = async (office: Office, group: string, fields: Record<string, string>) =>
  office.post(`/settings/${group}`, fields);

const stored = async (name: string) => (await db.select().from(settings).where(eq(settings.name, name)))[0];

test("[B-16] two saves in a row from one window both succeed, each with a message about its changes", async () => {
  const first = await save(dana, "returns", { ...(await opened(dana, "returns")), returnDays: "40" });
  expect(first.status).toBe(302);
  const to = first.headers.get("location")?.replace("/back-office", "") ?? "";
  expect(await dana.text(to)).toContain("Return window: 40 days. Undo");
  expect(await dana.text(to)).toContain("Within 40 days of delivery");

  const second = await save(dana, "returns", { ...(await opened(dana, "returns")), returnDays: "45" });
  expect(second.status).toBe(302);
  expect(shop.settings().returnDays).toBe(45);
});

test("[B-17] only changed settings are written", async () => {
  await save(dana, "returns", { ...(await opened(dana, "returns")), damageReportDays: "8" });
  expect(await stored("damageReportDays")).toMatchObject({ value: 8, version: 1 });
  expect(await stored("refundTime")).toBeUndefined();
  expect((await stored("returnDays"))?.version).toBe(2);
});

test("[B-15] when two windows change one setting, the second save is refused with both values, then saves the chosen ones and changes no others", async () => {
  const mine = await opened(dana, "delivery");
  await save(sam, "delivery", { ...(await opened(sam, "delivery")), deliveryFee: "5.00", shipsWithin: "2 days" });

  const refused = await save(dana, "delivery", {
    ...mine,
    deliveryFee: "4.50",
    standardDelivery: "4 days",
    shipsWithin: "1 day",
  });
  const html = await refused.text();
  expect(refused.status).toBe(409);
  expect(shop.settings()).toMatchObject({
    deliveryFee: 500,
    shipsWithin: "2 days",
    standardDelivery: "3-7 business days",
  });
  for (const words of ["$4.50", "$5.00", "1 day", "2 days", "4 days"]) expect(html).toContain(words);

  const form = fieldsIn(html.slice(html.indexOf("<main")));
  const settled = await save(dana, "delivery", { ...form, "take:deliveryFee": "mine", "take:shipsWithin": "theirs" });
  expect(settled.status).toBe(302);
  expect(shop.settings()).toMatchObject({ deliveryFee: 450, shipsWithin: "2 days", standardDelivery: "4 days" });
});

test("saving a setting with several fields keeps fields that other members changed", async () => {
  const mine = await opened(dana, "shop");
  await save(sam, "shop", { ...(await opened(sam, "shop")), "social.facebook": "https://facebook.com/sam" });
  const refused = await save(dana, "shop", { ...mine, "social.instagram": "https://instagram.com/dana" });
  expect(refused.status).toBe(409);
  const form = fieldsIn((await refused.text()).replace(/^[\s\S]*?<main/, ""));
  expect((await save(dana, "shop", form)).status).toBe(302);
  expect(shop.settings().social).toMatchObject({
    facebook: "https://facebook.com/sam",
    instagram: "https://instagram.com/dana",
  });
});

test("[B-20] a settings form sent three times at once makes one change", async () => {
  const fields = { ...(await opened(dana, "stock")), lowStock: "6" };
  const answers = await Promise.all([1, 2, 3].map(() => save(dana, "stock", fields)));
  expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
  const { rows } = await db.execute(sql`select from audit where record = 'lowStock'`);
  expect(rows).toHaveLength(1);
});

test.each([
  ["returns", "returnDays", "0", "Write a whole number from 1 to 3650."],
  ["returns", "returnDays", "45 days", "Write a whole number"],
  ["returns", "refundTime", "", "Write a few words."],
  ["returns", "refundTime", "x".repeat(121), "Use at most 120 characters."],
  ["returns", "refundTime", "<script>alert(1)</script>", "Write it without the signs"],
  ["returns", "refundTime", "10 days\r\nBcc: all@example.com", "Write it in one line of plain text."],
  ["returns", "refundTime", "a\0b", "Please use plain text."],
  ["delivery", "deliveryFee", "three", "Write dollars, cents after a point: 3.99."],
  ["delivery", "deliveryFee", "3.999", "Write dollars"],
  ["shop", "supportEmail", "nobody", "Write an e-mail address"],
  ["shop", "social.facebook", "javascript:alert(1)", "Write the whole address"],
  ["shop", "timeZone", "Mars/Olympus", "Choose a time zone"],
  ["newsletter", "popUpDelay", "soon", "Write seconds, such as 6.5."],
])(
  "an invalid value stays in its field, with an error message beside it: %s, %s, %j",
  async (group, path, typed, words) => {
    const before = shop.settings();
    const answer = await save(dana, group, { ...(await opened(dana, group)), [path]: typed });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain(words);
    expect(html).toContain(`href="#${path}"`);
    expect(shop.settings()).toEqual(before);
  },
);

test("text in other scripts is stored unchanged", async () => {
  await save(dana, "shop", { ...(await opened(dana, "shop")), shopAddress: "Straße 1, Zürich, 日本 & Söhne" });
  expect(shop.settings().shopAddress).toBe("Straße 1, Zürich, 日本 & Söhne");
  const [, shown] =
    / name="shopAddress"[^>]* value="([^"]*)"| value="([^"]*)"[^>]* name="shopAddress"/.exec(
      await (await dana.fetch("/settings/shop")).text(),
    ) ?? [];
  expect(shown).toContain("日本 &amp; Söhne");
});

test("[B-136] the letter that asks for reviews is off; it is switched on only with an address, which is not emptied meanwhile", async () => {
  const mail = async (more = {}) => save(dana, "mail", { ...(await opened(dana, "mail")), ...more });
  const address = async (shopAddress: string) => save(dana, "shop", { ...(await opened(dana, "shop")), shopAddress });
  expect(shop.settings().reviewLetter).toBe(false);
  await address("");
  const refused = await mail({ reviewLetter: "yes" });
  expect([refused.status, textOf(await refused.text())]).toEqual([422, expect.stringContaining("has to name it")]);
  await address("1 Route 66, Flagstaff");
  expect((await mail({ reviewLetter: "yes", reviewLetterDays: "10" })).status).toBe(302);
  expect([shop.settings().reviewLetter, shop.settings().reviewLetterDays]).toEqual([true, 10]);
  expect((await address(" ")).status).toBe(422);
  expect(shop.settings().shopAddress).toBe("1 Route 66, Flagstaff");
});

test("[B-135] the reminder of an unfinished checkout is off; it is switched on only with an address, and its hours are 1 to 48", async () => {
  const mail = async (more = {}) => save(dana, "mail", { ...(await opened(dana, "mail")), ...more });
  const address = async (shopAddress: string) => save(dana, "shop", { ...(await opened(dana, "shop")), shopAddress });
  expect([shop.settings().checkoutReminder, shop.settings().checkoutReminderHours]).toEqual([false, 4]);
  const { reviewLetter: _, ...without } = await opened(dana, "mail");
  expect((await save(dana, "mail", without)).status).toBe(302);
  await address("");
  const refused = await mail({ checkoutReminder: "yes" });
  expect([refused.status, textOf(await refused.text())]).toEqual([422, expect.stringContaining("has to name it")]);
  await address("1 Route 66, Flagstaff");
  for (const checkoutReminderHours of ["0", "49"])
    expect((await mail({ checkoutReminder: "yes", checkoutReminderHours })).status).toBe(422);
  expect((await mail({ checkoutReminder: "yes", checkoutReminderHours: "48" })).status).toBe(302);
  const emptied = await address(" ");
  expect([emptied.status, textOf(await emptied.text())]).toEqual([
    422,
    expect.stringContaining("The reminder of an unfinished checkout has to name it."),
  ]);
  const { checkoutReminder: __, ...off } = await opened(dana, "mail");
  expect((await save(dana, "mail", off)).status).toBe(302);
});

test("a letter that is on without an address, as an undo or an import can leave it, keeps no other setting from being saved", async () => {
  const mail = async (more = {}) => save(dana, "mail", { ...(await opened(dana, "mail")), ...more });
  await db.execute(sql`insert into settings (name, value) values ('reviewLetter', 'true'), ('shopAddress', '""')
    on conflict (name) do update set value = excluded.value`);
  await shop.reloadSettings();
  expect((await save(dana, "returns", { ...(await opened(dana, "returns")), refundTime: "9 days" })).status).toBe(302);
  expect((await mail({ reviewLetterDays: "12" })).status).toBe(302);
  const { reviewLetter: _, ...off } = await opened(dana, "mail");
  expect((await save(dana, "mail", off)).status).toBe(302);
  expect(shop.settings()).toMatchObject({ refundTime: "9 days", reviewLetterDays: 12, reviewLetter: false });
});

test("[B-22] undo from the message after a save restores the earlier value, and a message confirms it", async () => {
  const saved = await save(dana, "newsletter", { ...(await opened(dana, "newsletter")), newsletterPercent: "12" });
  const at = saved.headers.get("location")?.replace("/back-office", "") ?? "";
  const html = await (await dana.fetch(at)).text();
  const [, action = ""] = /<form[^>]*action="([^"]*)"[^>]*>(?=(?:(?!<\/form>)[\s\S])*data-undo)/.exec(html) ?? [];
  const form = fieldsIn(/<form[^>]*action="[^"]*log[\s\S]*?<\/form>/.exec(html)?.[0] ?? "");
  const undone = await dana.post(action.replace("/back-office", ""), form);
  expect(undone.status).toBe(302);
  expect(shop.settings().newsletterPercent).toBe(5);
  expect(await dana.text(undone.headers.get("location")?.replace("/back-office", "") ?? "")).toContain(
    "Taken back: A subscriber gets once is 5% off again.",
  );
});

test("[B-23] the log names the member, the setting, and its old and new value", async () => {
  const log = await dana.text("/log");
  expect(log).toMatch(/Return window .*40 days.* 45 days/);
  expect(log).toMatch(/"Only N left" stands from .*4 pieces.* 6 pieces/);
});

test("[B-24] undoing a change of a setting that was changed again later asks which value to keep", async () => {
  const { rows } = await db.execute<{ id: number; submission: string }>(
    sql`select id, submission from audit where record = 'returnDays' order by id limit 1`,
  );
  const [change] = rows;
  const asked = await dana.post(`/log/${change?.submission}`, { submission: randomUUID() });
  const html = await asked.text();
  expect(asked.status).toBe(409);
  expect(html).toContain("Something newer stands there");
  expect(html).toContain("45 days");
  expect(html).toContain("30 days");
  expect(shop.settings().returnDays).toBe(45);

  const form = fieldsIn(html.slice(html.indexOf("<main")));
  const [field = ""] = Object.keys(form).filter((name) => name.startsWith("keep:"));
  expect((await dana.post(`/log/${change?.submission}`, { ...form, [field]: "mine" })).status).toBe(302);
  expect(shop.settings().returnDays).toBe(30);
});

test("members with only the right to read see settings without forms", async () => {
  const kim = officeAs(shop, memberAs("bookkeeper", "Kim"));
  expect(await kim.text("/settings")).not.toContain("Change");
  const fields = { ...(await opened(dana, "stock")), lowStock: "1" };
  expect((await save(kim, "stock", fields)).status).toBe(403);
  expect((await officeAs(shop, memberAs("packer", "Pat")).fetch("/settings")).status).toBe(403);
  expect(shop.settings().lowStock).toBe(6);
});

test("a test letter goes to the member who asks for it; if the mail server is unreachable the page says so", async () => {
  const sent = await dana.post("/settings/mail/test", {});
  expect(sent.headers.get("location")).toContain("letter=sent");
  expect(shop.letters.at(-1)).toMatchObject({ to: "dana@ironmesa.example" });
  const broken = { ...shop, mail: { ...shop.mail, send: () => Promise.reject(new Error("connect ECONNREFUSED")) } };
  const failed = await officeAs(broken, memberAs("owner", "Dana")).post("/settings/mail/test", {});
  expect(failed.headers.get("location")).toContain("letter=failed");
  expect(await dana.text("/settings/mail?letter=failed")).toContain("did not leave");
});

test("without a mail server no page says that letters are sent, and the mail settings name the environment variable to set", async () => {
  const held = { ...shop, mail: { ...shop.mail, isDelivering: false } };
  const office = officeAs(held, memberAs("owner", "Dana"));
  const tested = () => db.$count(memberEvents, eq(memberEvents.kind, "letter-tested"));
  const before = await tested();
  const sent = await office.post("/settings/mail/test", {});
  expect(sent.headers.get("location")).toContain("letter=held");
  // The setup checklist still shows the test letter as not sent.
  expect(await tested()).toBe(before);
  const page = await office.text("/settings/mail?letter=held");
  expect(page).toContain("It waits in the outbox: no mail server is set up.");
  expect(page).toContain("No mail server is set up: no letter is sent to anybody. Letters are written");
  expect(page).toContain("SMTP_URL");
  const list = await office.text("/settings");
  expect(list).toContain("No mail server is set up: no letter is sent");
  expect(list).not.toMatch(/sent on to/);
  // The list also says that no tax is charged and that no labels are bought.
  expect(list).toContain("Sales tax You charge no sales tax anywhere");
  expect(list).toContain("Delivery labels No carrier is connected");
});

test("with a mail server the settings list shows the address that gets the shop's messages", async () => {
  expect(await dana.text("/settings")).toContain("Messages stand here, and are sent on to support@ironmesa.example");
  await save(dana, "mail", { ...(await opened(dana, "mail")), forwardMessages: "" });
  expect(await dana.text("/settings")).not.toContain("sent on to");
});

test("the choice of time zones lists twelve zones by name, and a saved zone is shown by its name", async () => {
  const page = await (await dana.fetch("/settings/shop")).text();
  const zones = elementsOf(page, "select").find((select) => attributeOf(select, "name") === "timeZone") ?? "";
  const named = elementsOf(zones, "option").map((option) => [attributeOf(option, "value"), textOf(option)]);
  expect(named).toHaveLength(12);
  for (const [zone = "", words] of named) {
    expect(new Intl.DateTimeFormat("en-US", { timeZone: zone }).resolvedOptions().timeZone).not.toBe("");
    expect(words).toMatch(/^[A-Z][a-z]+/);
    expect(words).not.toContain("/");
  }
  const changed = await save(dana, "shop", { ...(await opened(dana, "shop")), timeZone: "Pacific/Honolulu" });
  const after = await dana.text((changed.headers.get("location") ?? "").replace("/back-office", ""));
  expect(after).toContain("Time zone: Hawaii (Honolulu).");
});

test("a form without its hidden fields is refused, and an unknown group of settings gives 404", async () => {
  expect((await save(dana, "returns", { returnDays: "1" })).status).toBe(400);
  expect((await dana.fetch("/settings/nothing")).status).toBe(404);
});

test("the amount above which refunds need a factor can be changed only with a factor, by form or by undo", async () => {
  const late = officeAs(shop, await testMember(shop, "manager", "Ned"), new Date(0));
  const shown = await opened(late, "returns");
  const form = { ...shown, refundLimit: "99000" };
  const asked = await late.post("/settings/returns", form);
  expect(asked.headers.get("location")).toMatch(/^\/back-office\/confirm\?back=/);
  expect(shop.settings().refundLimit).toBe(250_00);
  expect((await officeAs(shop, memberAs("packer"), new Date(0)).post("/settings/returns", form)).status).toBe(403);
  const harmless = await late.post("/settings/returns", { ...shown, returnDays: "46" });
  expect(harmless.headers.get("location")).toContain("?done=");

  expect((await save(sam, "returns", { ...(await opened(sam, "returns")), refundLimit: "100" })).status).toBe(302);
  const [change] = await db.select().from(audit).where(eq(audit.record, "refundLimit"));
  const other = (await db.select().from(audit).where(eq(audit.record, "returnDays"))).at(-1);
  const back = (act = "", fields: Record<string, string> = {}) =>
    late.post(`/log/${act}`, { submission: randomUUID(), ...fields });
  for (const answer of [await back(change?.submission), await back(change?.submission, { change: String(change?.id) })])
    expect(answer.headers.get("location")).toMatch(/^\/back-office\/confirm\?back=/);
  // A change can be undone only by the address of its own act.
  expect((await back(other?.submission, { change: String(change?.id) })).status).toBe(404);
  expect(shop.settings().refundLimit).toBe(100_00);
  expect((await back(other?.submission)).headers.get("location")).toContain("?done=");
});
