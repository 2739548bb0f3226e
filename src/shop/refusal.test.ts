import { glob, readFile } from "node:fs/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Refusal, refusalIn } from "./refusal";
import { problem } from "./shop.api";

const sentAndRead = async (refusal: Refusal) => refusalIn(await problem(refusal).json());

describe("a refusal", () => {
  test("a refusal accepts only the details of its code", () => {
    const refusal: Refusal = new Refusal("held-too-much", { details: { most: 10, pieces: 12 } });
    expect(refusal.code === "held-too-much" && refusal.details?.most).toBe(10);

    // @ts-expect-error: these are the details of another code.
    void new Refusal("sold-out", { details: { most: 10, pieces: 12 } });
    // @ts-expect-error: this code has none.
    void new Refusal("bag-empty", { details: { most: 10 } });
    // @ts-expect-error: a code that is not in the list is never met.
    void (refusal.code === "sold-aut");
  });

  test.each([
    new Refusal("too-many-requests", { details: { retryAfter: 7 } }),
    new Refusal("held-by-others", {
      details: { lines: [{ product: "1", name: "Tee", size: "M", color: "Black", left: 2 }], retryAfter: 60 },
    }),
    new Refusal("input-invalid", { fields: { email: "Invalid email format" } }),
    new Refusal("payment-missing"),
    new Refusal("code-used", { details: { retryAfter: 150 }, words: "It is free again in 3 minutes." }),
  ])("a refusal with the code $code is restored unchanged from its problem document", async (refusal) => {
    const read = await sentAndRead(refusal);
    expect(read).toBeInstanceOf(Refusal);
    expect(read).toMatchObject({ code: refusal.code, message: refusal.message, fields: refusal.fields });
    expect(read?.details).toEqual(refusal.details);
  });

  test("a refusal is parsed without details that do not fit its code", () => {
    const read = refusalIn({ code: "prices-changed", lines: "all", errors: [] });
    expect(read).toMatchObject({ code: "prices-changed", details: undefined });
  });

  test.each([null, "sold-out", {}, { code: "toString" }, { code: "fault" }])("no refusal is in %j", (document) => {
    expect(refusalIn(document)).toBeUndefined();
  });
});

describe("in a browser", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  const inBrowser = async () => {
    vi.stubEnv("SSR", false);
    vi.resetModules();
    return import("./refusal");
  };

  test("a refusal has the message of its answer, and a fault is none", async () => {
    const answers = [new Refusal("code-used"), new Refusal("gift-card-unknown"), new Refusal("payment-returned")];
    const documents = await Promise.all(answers.map((refusal) => problem(refusal).json()));
    const browser = await inBrowser();
    for (const [index, { code, message }] of answers.entries())
      expect(browser.refusalIn(documents[index])).toMatchObject({ name: "Refusal", code, message });
    for (const document of [{ code: "fault", detail: "Something went wrong." }, { code: "toString" }, {}, null])
      expect(browser.refusalIn(document)).toBeUndefined();
  });

  test("each refusal that rules of browsers make has its message", async () => {
    const { Refusal: InBrowser } = await inBrowser();
    const isOfServers = /\.(server|api|jobs|test|tables)\.tsx?$|^src\/(server|testing|demo|backup)\/|back-office/;
    const made = new Set<string>();
    for await (const file of glob("src/**/*.{ts,tsx}"))
      if (!isOfServers.test(file))
        for (const [, code = ""] of (await readFile(file, "utf8")).matchAll(/new Refusal\(\s*"([a-z-]+)"/g))
          made.add(code);
    // The factor is asked of members, whose pages are rendered again by the server.
    made.delete("factor-missing");
    expect(made.size).toBeGreaterThan(10);
    for (const code of made)
      expect([code, new InBrowser(code as "bag-full").message]).toEqual([code, expect.stringMatching(/./)]);
  });
});
