import { describe, expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { rateLimits } from "~/platform/rate-limit.tables";
import { Refusal } from "./refusal";
import { defaultSettings, Settings } from "./settings";
import { enforceFormLimit, enforceNetworkLimit, CLIENT_ADDRESS } from "./form-limits.server";

const { db } = await openTestShop();
const formLimits = { seconds: 600, perNetwork: 8, perNetworkAndEmail: 3, perEmail: 20 };
const shop = { db, settings: () => ({ ...defaultSettings, formLimits }) };
const from = (address?: string) =>
  new Request("http://localhost/contact", { headers: address === undefined ? {} : { [CLIENT_ADDRESS]: address } });

/** Number of attempts, made one after the other, that are allowed. */
async function admitted(attempts: number, attempt: (time: number) => Promise<void>): Promise<number> {
  let count = 0;
  for (let time = 0; time < attempts; time += 1) if (!(await refusal(attempt(time)))) count += 1;
  return count;
}

/** Refusal for too many requests; undefined if the attempt was allowed. */
async function refusal(attempt: Promise<void>): Promise<Refusal | undefined> {
  try {
    await attempt;
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && error.code === "too-many-requests") return error;
    throw error;
  }
}

describe("the limit of accepted forms", () => {
  test("applies to one network together with one e-mail address", async () => {
    const attempt = () => enforceFormLimit(shop, from("203.0.113.1"), "contact", "jo@example.com");

    expect(await admitted(5, attempt)).toBe(formLimits.perNetworkAndEmail);
    expect((await refusal(attempt()))?.details).toEqual({ retryAfter: expect.closeTo(600, -1) });
  });

  test("counts another form and another address separately", async () => {
    const others = [
      enforceFormLimit(shop, from("203.0.113.1"), "newsletter", "jo@example.com"),
      enforceFormLimit(shop, from("203.0.113.1"), "contact", "sam@example.com"),
    ];

    await expect(Promise.all(others)).resolves.toHaveLength(2);
  });

  test("applies to one network, whatever addresses it uses", async () => {
    const passed = await admitted(20, (time) =>
      enforceFormLimit(shop, from(`2001:db8:0:12::${time.toString(16)}`), "comment", `rider${time}@example.com`),
    );

    expect(passed).toBe(formLimits.perNetwork);
    await enforceFormLimit(shop, from("2001:db8:0:13::1"), "comment", "other@example.com");
  });

  test("applies to simultaneous requests as to successive ones", async () => {
    const attempts = Array.from({ length: 20 }, () =>
      enforceFormLimit(shop, from("198.51.100.1"), "return", "once@example.com"),
    );

    const answers = await Promise.allSettled(attempts);

    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(formLimits.perNetworkAndEmail);
  });

  test("counts an e-mail address once, whatever tag or letter case it is written with", async () => {
    const spellings = ["jo@example.com", "JO@example.com", "jo+a@example.com", "jo+b+c@Example.com"];
    const passed = await admitted(8, (time) =>
      enforceFormLimit(shop, from("203.0.113.2"), "review", spellings[time % 4]),
    );

    expect(passed).toBe(formLimits.perNetworkAndEmail);
  });
});

test("a stranger cannot block an e-mail address: requests refused for the stranger's network do not count for the address", async () => {
  await admitted(200, () => enforceFormLimit(shop, from("192.0.2.66"), "order-status", "owner@example.com"));
  await admitted(200, (time) =>
    enforceFormLimit(shop, from("192.0.2.67"), "order-status", `owner+${time}@example.com`),
  );

  expect(
    await refusal(enforceFormLimit(shop, from("203.0.113.9"), "order-status", "owner@example.com")),
  ).toBeUndefined();
});

test("all networks together have a limit for one e-mail address, at least ten times that of one network", async () => {
  const passed = await admitted(60, (time) =>
    enforceFormLimit(shop, from(`192.0.2.${time}`), "order-status", "all@example.com"),
  );

  expect(passed).toBe(formLimits.perEmail);
  expect(defaultSettings.formLimits.perEmail).toBeGreaterThanOrEqual(
    10 * defaultSettings.formLimits.perNetworkAndEmail,
  );
});

test.each([
  ["no address", undefined],
  ["the value for an unknown client", "unknown"],
  ["a value that is no network address", "localhost"],
])("requests with %s as their network address share one allowance, 50 times as large", async (_, address) => {
  const allowance = { name: `to ${String(address)}`, times: 2, seconds: 600 };

  expect(await admitted(120, () => enforceNetworkLimit(db, from(address), allowance))).toBe(100);
});

test("the table of limits contains no e-mail address", async () => {
  await enforceFormLimit(shop, from("203.0.113.3"), "contact", "kept.secret@example.com");

  const keys = (await db.select({ key: rateLimits.key }).from(rateLimits)).map(({ key }) => key);
  expect(keys.filter((key) => key.includes("203.0.113.3"))).toHaveLength(2);
  expect(keys.join()).not.toMatch(/secret|@/);
});

test("a merchant who stores one of the limits keeps the defaults of the others", () => {
  expect(Settings.parse({ formLimits: { perNetwork: 5 } }).formLimits).toEqual({
    ...defaultSettings.formLimits,
    perNetwork: 5,
  });
});
