import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { rateLimits } from "~/platform/rate-limit.tables";
import { testMember } from "~/testing/sign-in.server";
import { openTestShop } from "~/testing/test-shop.server";
import { knownHere } from "./known-browser.server";
import { HashQueueFull, openHashQueue } from "./hash-queue.server";
import { isPassphrase, preparePassphrases } from "./passphrases.server";
import { signInByPasskey, signInByPassphrase } from "./sign-in.server";
import { confirmFactor } from "./confirm-factor.server";
import { signInLimits } from "./sign-in-limits";
import type { Visitor } from "./visitor";

const shop = await openTestShop();
const owner = await testMember(shop, "owner");
await preparePassphrases();

let hashes = 0;
const queue = openHashQueue();
const door = {
  ...shop,
  hashes: {
    run: <T>(from: { network: string; isKnown: boolean }, hash: () => Promise<T>) => {
      hashes += 1;
      return queue.run(from, hash);
    },
  },
};
const visitor = (network: string, known = ""): Visitor => ({ network, agent: "Firefox on Linux", knownHere: known });
const right = () => ({ email: owner.email, passphrase: owner.passphrase, code: owner.code() });

test("[B-07] during 2,000 attempts from 20 networks the owner can sign in from known and other browsers, and few hashes are computed", async () => {
  const outcomes = { wrong: 0, limited: 0 };
  async function stranger(network: string): Promise<void> {
    for (let tried = 0; tried < 100; tried += 1) {
      const typed = { email: owner.email, passphrase: `guess ${network} ${tried}`, code: "000000" };
      const result = await signInByPassphrase(door, typed, visitor(network), new Date());
      if (!result.ok) outcomes[result.reason] += 1;
    }
  }
  const flood = Promise.all(Array.from({ length: 20 }, (_, n) => stranger(`203.0.113.${n}`)));
  const knownIn = await signInByPassphrase(
    door,
    right(),
    visitor("198.51.100.1", knownHere(shop.sealer, owner.id, new Date())),
    new Date(),
  );
  expect(knownIn.ok).toBe(true);
  await flood;
  expect(outcomes.wrong + outcomes.limited).toBe(2_000);
  expect(hashes).toBeLessThanOrEqual(20 * 10 + 1);

  await shop.db.execute(sql`update member_accounts set totp_step = 0`);
  expect((await signInByPassphrase(door, right(), visitor("198.51.100.2"), new Date())).ok).toBe(true);
});

test("[B-07] an attempt computes exactly one hash of the same cost, whether the account exists or not", async () => {
  const { rows } = await shop.db.execute<{ hash: string }>(
    sql`select passphrase_hash as hash from member_accounts where id = ${owner.id}`,
  );
  const costOf = (hash = "") => hash.split("$").slice(1, 4).join("$");
  expect(costOf(rows[0]?.hash)).toBe("argon2id$v=19$m=19456,t=2,p=1");

  for (const email of [owner.email, "nobody@ironmesa.example"]) {
    const before = hashes;
    await signInByPassphrase(door, { email, passphrase: "not this one", code: "1" }, visitor("192.0.2.7"), new Date());
    expect(hashes - before).toBe(1);
  }
  expect(await isPassphrase(null, "")).toBe(false);
});

test("the cookie of a known browser is valid only with its signature and only for its own member", async () => {
  // A new member, since attempts on the owner's account are delayed after the test above.
  const member = await testMember(shop, "owner", "Mel");
  const other = await testMember(shop, "packer", "Jo");
  const network = "192.0.2.9";
  const wrong = { email: member.email, passphrase: "not this one", code: "1" };
  for (let tried = 0; tried < 10; tried += 1) await signInByPassphrase(door, wrong, visitor(network), new Date());
  const typed = { email: member.email, passphrase: member.passphrase, code: member.code() };
  const foreign = knownHere(shop.sealer, other.id, new Date());
  for (const cookie of [foreign, foreign.replace(other.id, member.id), `${member.id}.1.x`])
    expect(await signInByPassphrase(door, typed, visitor(network, cookie), new Date())).toMatchObject({
      reason: "limited",
    });
});

test("an exceeded limit is logged once per network", async () => {
  const noted = async () =>
    (await shop.db.execute(sql`select from member_events where details ->> 'why' = 'limited'`)).rows.length;
  // A new member, since the hourly number of logged refusals for the owner is used up.
  const member = await testMember(shop, "packer", "Lu");
  const before = await noted();
  for (let tried = 0; tried < 40; tried += 1) {
    const typed = { email: member.email, passphrase: "not this one", code: "1" };
    await signInByPassphrase(door, typed, visitor("192.0.2.77"), new Date());
  }
  expect((await noted()) - before).toBe(1);
});

test("wrong codes by strangers, with the passphrase or in a session, do not use up the limits of the owner's own browser", async () => {
  const member = await testMember(shop, "owner", "Kit");
  const typed = { email: member.email, passphrase: member.passphrase };
  const known = knownHere(shop.sealer, member.id, new Date());
  const now = new Date();
  const outcomes: string[] = [];
  for (let tried = 0; tried < 12; tried += 1) {
    const result = await signInByPassphrase(door, { ...typed, code: "000000" }, visitor(`192.0.3.${tried}`), now);
    outcomes.push(result.ok ? "in" : result.reason);
  }
  // No answer says that the passphrase is right, and the right code is refused in this browser for a while, too.
  expect(new Set(outcomes)).toEqual(new Set(["wrong"]));
  const right = { ...typed, code: member.code(now) };
  expect(await signInByPassphrase(door, right, visitor("192.0.3.99"), now)).toEqual({ ok: false, reason: "wrong" });
  const [session, other] = [randomUUID(), randomUUID()].map((id) => ({ id, member, confirmedAt: now }));
  const shown: string[] = [];
  for (let tried = 0; tried < 12; tried += 1)
    if (session) shown.push(await confirmFactor(shop, session, { code: "000000" }, now));
  expect(shown.slice(-2)).toEqual(["limited", "limited"]);

  expect(
    await signInByPassphrase(door, { ...typed, code: member.code(now) }, visitor("192.0.2.9", known), now),
  ).toMatchObject({ ok: true });
  const next = member.code(new Date(now.getTime() + 30_000));
  expect(other && (await confirmFactor(shop, other, { code: next }, now))).toBe("confirmed");
});

test("refused sign-ins for unknown accounts are logged only up to a limit per network and a limit in all", async () => {
  const rows = async () =>
    (await shop.db.execute(sql`select from member_events where kind = 'sign-in-refused' and member_id is null`)).rows
      .length;
  const party = { origin: "http://localhost", shopName: "Iron Mesa" };
  const answer = { response: "{}", sealed: "" };
  const before = await rows();
  for (let tried = 0; tried < 40; tried += 1)
    await signInByPasskey(door, party, answer, visitor("192.0.4.1"), new Date());
  expect((await rows()) - before).toBe(signInLimits.notedNetwork.times);
  const { name, times } = signInLimits.notedNobody;
  const spent = { key: `${name}:all`, points: times, expire: new Date(Date.now() + HOUR) };
  await shop.db.insert(rateLimits).values(spent).onConflictDoUpdate({ target: rateLimits.key, set: spent });
  await signInByPasskey(door, party, answer, visitor("192.0.5.1"), new Date());
  expect((await rows()) - before).toBe(signInLimits.notedNetwork.times);
});

test("text appended to the cookie of a known browser does not get an allowance of its own", async () => {
  const member = await testMember(shop, "packer", "Max");
  const known = knownHere(shop.sealer, member.id, new Date());
  const before = hashes;
  for (let tried = 0; tried < 35; tried += 1) {
    const typed = { email: member.email, passphrase: "not this one", code: "1" };
    await signInByPassphrase(door, typed, visitor("192.0.2.78", `${known}.${tried}`), new Date());
  }
  expect(hashes - before).toBeLessThanOrEqual(10);
});

test("at most 2 hashes run at once and 20 wait, 4 of one network; known browsers have priority", async () => {
  const own = openHashQueue();
  const order: string[] = [];
  const releases: (() => void)[] = [];
  const running = { now: 0, most: 0 };
  const run = (name: string, network: string, isKnown = false) =>
    own.run({ network, isKnown }, async () => {
      order.push(name);
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      await new Promise<void>((resolve) => releases.push(resolve));
      running.now -= 1;
    });
  const all = [run("a", "1"), run("b", "1"), ...["c", "d", "e", "f"].map((name) => run(name, "1"))];
  await expect(run("g", "1")).rejects.toThrow(HashQueueFull);
  for (let n = 0; n < 16; n += 1) all.push(run(`other ${n}`, `n${n}`));
  await expect(run("late", "n99")).rejects.toThrow(HashQueueFull);
  all.push(run("known", "1", true));
  while (order.length < all.length || running.now > 0) {
    releases.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(all);
  expect(running.most).toBe(2);
  expect(order[2]).toBe("known");
});
