import { expect, test } from "vitest";
import { renderQueue } from "~/server/rendering/render-queue";
import { consume } from "~/platform/rate-limit.server";
import { hashed } from "~/shop/members/sign-in.server";
import { preparePassphrases } from "~/shop/members/passphrases.server";
import { signInLimits } from "~/shop/members/sign-in-limits";
import { testBrowser, testMember } from "~/testing/sign-in.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const app = testBackOffice(shop, { trustedProxies: 1 });
const owner = await testMember(shop, "owner");
await preparePassphrases();

const wrong = { email: "target@ironmesa.example", password: "guess after guess after guess", code: "000000" };
for (let tries = 0; tries <= signInLimits.account.times; tries += 1)
  await consume(shop.db, signInLimits.account, hashed(wrong.email));

/** Sends one failing sign-in from each of many networks; the shop delays the answer to each. */
const crowd = (networks: number) =>
  Array.from({ length: networks }, (_, at) =>
    testBrowser(app, { from: `10.${at >> 8}.${at & 255}.1` }).post("/sign-in", wrong),
  );

test("delayed sign-ins of strangers do not slow down sign-ins and requests of members", async () => {
  const inside = testBrowser(app);
  inside.setCookie(await owner.cookie());
  const known = testBrowser(app, { from: "203.0.113.8" });
  await known.post("/sign-in", { email: owner.email, password: owner.passphrase, code: owner.code() });
  for (const name of known.jar.keys()) if (!name.endsWith("-known")) known.jar.delete(name);

  const tries = crowd(40);
  const first = await Promise.race([
    Promise.any(tries.map(async (answer) => ((await answer).status === 422 ? "a stranger" : Promise.reject()))),
    inside.get("/keys").then(({ status }) => `a member: ${status}`),
  ]);
  expect(first).toBe("a member: 200");

  const next = owner.code(new Date(Date.now() + 30_000));
  const signedIn = await known.post("/sign-in", { email: owner.email, password: owner.passphrase, code: next });
  expect(signedIn.status).toBe(302);
  const statuses = new Set((await Promise.all(tries)).map(({ status }) => status));
  expect([...statuses].filter((status) => ![422, 429, 503].includes(status))).toEqual([]);
});

test("a sign-in gets a retry time when too many other sign-ins are being delayed", async () => {
  const full = testBackOffice(shop, { trustedProxies: 1, strangers: renderQueue({ aside: 0 }) });
  const stranger = testBrowser(full, { from: "203.0.113.9" });

  const answer = await stranger.post("/sign-in", { ...wrong, email: "nobody@ironmesa.example" });
  expect(answer.status).toBe(429);
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(await answer.text()).toContain("Too many tries. Wait a few seconds, then try again.");
});
