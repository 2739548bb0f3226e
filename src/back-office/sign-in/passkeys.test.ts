import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { rateLimits } from "~/platform/rate-limit.tables";
import { memberPasskeys } from "~/shop/members/members.tables";
import { passkeyQuestion } from "~/shop/members/passkeys.server";
import { type Assertion, testAuthenticator } from "~/testing/authenticator";
import { testBrowser, testMember } from "~/testing/sign-in.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { openTestShop } from "~/testing/test-shop.server";
import { untilWaiting } from "~/testing/until-waiting.server";

const shop = await openTestShop();
const { db } = shop;
const app = testBackOffice(shop);
const party = { origin: "http://localhost", shopName: "Iron Mesa" };
const [dana, sam] = [await testMember(shop, "owner", "Dana"), await testMember(shop, "packer", "Sam")];
const [ofDana, ofSam] = [testAuthenticator(), testAuthenticator()];

beforeEach(async () => {
  await db.delete(rateLimits);
  await db.delete(memberPasskeys);
  await db.insert(memberPasskeys).values(
    [
      { key: ofDana, memberId: dana.id },
      { key: ofSam, memberId: sam.id },
    ].map(({ key, memberId }) => ({
      id: key.id,
      publicKey: key.publicKey,
      memberId,
      rpId: "localhost",
      counter: 5,
      transports: [],
      isBackedUp: false,
      name: "Key",
    })),
  );
});
afterEach(() => void vi.useRealTimers());

const question = async () => {
  const { options, sealed } = await passkeyQuestion(shop, party);
  return { challenge: options.challenge, sealed };
};
const send = (response: string, sealed: string) =>
  testBrowser(app).post("/sign-in", { form: "passkey", response, sealed });
const cookiesOf = (answer: Response) => answer.headers.getSetCookie().length;

/** Signs in with Dana's passkey; `forged` replaces fields of its assertion. */
async function tried(forged: Partial<Assertion> = {}, authenticator = ofDana) {
  const { challenge, sealed } = await question();
  return send(authenticator.answer({ challenge, counter: 6, ...forged }), sealed);
}

describe("a passkey's assertion", () => {
  test("[B-05] signs its member in, and raises the signature counter", async () => {
    const answer = await tried();
    expect([answer.status, cookiesOf(answer)]).toEqual([302, 2]);
    const [stored] = await db.select().from(memberPasskeys).where(eq(memberPasskeys.id, ofDana.id));
    expect(stored?.counter).toBe(6);
  });

  const flip = (bytes: Buffer, at: number) => bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  test.each<[string, Partial<Assertion>]>([
    ["of another origin", { origin: "http://localhost.evil.example" }],
    ["of another port", { origin: "http://localhost:81" }],
    ["of another scheme", { origin: "https://localhost" }],
    ["of no origin", { origin: "null" }],
    ["for another relying party", { rpId: "evil.example" }],
    ["to another challenge", { challenge: Buffer.alloc(32, 7).toString("base64url") }],
    ["to an empty challenge", { challenge: "" }],
    ["made to create a passkey", { type: "webauthn.create" }],
    ["without its user verified", { flags: 0b001 }],
    ["without its user present", { flags: 0b100 }],
    ["whose counter has not risen", { counter: 5 }],
    ["whose counter has fallen", { counter: 1 }],
    ["whose counter is zero", { counter: 0 }],
    ["signed by another key", { id: ofSam.id }],
    ["with a changed signature", { tamper: ({ signature }) => flip(signature, signature.length - 1) }],
    ["with a higher counter than was signed", { tamper: ({ authenticatorData }) => flip(authenticatorData, 35) }],
    ["with other client data than was signed", { tamper: ({ clientData }) => flip(clientData, clientData.length - 3) }],
    ["with an unknown passkey's id", { id: "AAAA" }],
    ["with an empty passkey's id", { id: "" }],
  ])("[B-05] %s is refused at sign-in", async (_, forged) => {
    const answer = await tried(forged);
    expect([answer.status, cookiesOf(answer)]).toEqual([422, 0]);
    const counters = await db.select({ counter: memberPasskeys.counter }).from(memberPasskeys);
    expect(counters).toEqual([{ counter: 5 }, { counter: 5 }]);
  });

  test("is accepted only once, even if it is sent twice at the same moment or from another window", async () => {
    const { challenge, sealed } = await question();
    const response = ofDana.answer({ challenge, counter: 6 });
    const answers = await Promise.all([send(response, sealed), send(response, sealed), send(response, sealed)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 422, 422]);
    expect((await send(response, sealed)).status).toBe(422);
    expect((await send(response, (await question()).sealed)).status).toBe(422);
  });

  test("[B-05] of a copied passkey, sent at the same moment as one of the original, signs in only once", async () => {
    const { answers } = await db.transaction(async (holder) => {
      // All requests have read the same counter before any of them can update it.
      await holder.select().from(memberPasskeys).where(eq(memberPasskeys.id, ofDana.id)).for("update");
      const all = Promise.all([tried(), tried()]);
      await untilWaiting(db, { statement: 'update "member_passkeys"%', count: 2 });
      return { answers: all };
    });
    expect((await answers).map(({ status }) => status).toSorted()).toEqual([302, 422]);
  });

  test("of a passkey without a signature counter is accepted each time", async () => {
    await db.update(memberPasskeys).set({ counter: 0 });
    const answers = await Promise.all([tried({ counter: 0 }), tried({ counter: 0 })]);
    expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  });

  test("is refused after five minutes, and for a changed challenge", async () => {
    const { challenge, sealed } = await question();
    const response = ofDana.answer({ challenge, counter: 6 });
    for (const other of ["", "x", `${sealed}x`, sealed.slice(0, -2), sealed.split("").toReversed().join("")])
      expect([other, (await send(response, other)).status]).toEqual([other, 422]);
    vi.useFakeTimers({ now: Date.now() + 301_000, toFake: ["Date"] });
    expect((await send(response, sealed)).status).toBe(422);
  });

  test("of another member's passkey does not count as a factor in a session", async () => {
    const browser = testBrowser(app);
    browser.setCookie(await sam.cookie(new Date(Date.now() - 20 * 60_000)));
    const { challenge, sealed } = await question();
    const response = ofDana.answer({ challenge, counter: 6 });
    expect((await browser.post("/confirm", { form: "passkey", response, sealed })).status).toBe(422);
    const own = await question();
    const shown = {
      form: "passkey",
      response: ofSam.answer({ challenge: own.challenge, counter: 6 }),
      sealed: own.sealed,
    };
    expect((await browser.post("/confirm", shown)).status).toBe(302);
  });

  test("with an invalid format is refused with the same status as a wrong assertion", async () => {
    const { sealed } = await question();
    const shapes = [
      "",
      "null",
      "[]",
      "1",
      '{"id":1}',
      '{"id":"x","response":null}',
      `{"id":"${ofDana.id}"}`,
      '{"id":"\\u0000"}',
    ];
    for (const response of [...shapes, `{"id":"${"a".repeat(50_000)}"}`])
      expect([response.slice(0, 40), (await send(response, sealed)).status]).toEqual([response.slice(0, 40), 422]);
  });
});
