import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { networkOf, readEnv } from "./env.server";

test("an empty environment runs the demo shop with the sandbox gateway", () => {
  expect(readEnv({})).toMatchObject({ port: 3000, shopMode: "demo", stripe: undefined, databaseUrl: undefined });
});

const live = { SHOP_MODE: "live", PUBLIC_URL: "https://shop.example" };
const stripe = { STRIPE_SECRET_KEY: "rk_live_1", STRIPE_PUBLISHABLE_KEY: "pk_live_1" };
const safe = {
  ...live,
  ...stripe,
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  SMTP_URL: "smtp://mail.example:587",
  MAIL_FROM: "Shop <shop@shop.example>",
  BACK_OFFICE_HOST: "workshop.shop.example",
};

test.each([
  [{ PORT: "http" }, "PORT must be a number."],
  [{ DATABASE_URL: "mysql://x/y" }, "DATABASE_URL must be an address such as postgres://shop:secret@db.example/shop."],
  [{ SHOP_MODE: "production" }, "SHOP_MODE must be demo or live."],
  [{ STRIPE_SECRET_KEY: "sk_test_1" }, "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are needed together."],
  [
    { STRIPE_SECRET_KEY: "sk_live_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" },
    "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys.",
  ],
  [
    { ...live, STRIPE_SECRET_KEY: "rk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" },
    "STRIPE_SECRET_KEY must not be a test key when SHOP_MODE is live (or ALLOW_SANDBOX=true for a rehearsal).",
  ],
  [
    {
      ...live,
      ...stripe,
      STRIPE_API_BASE: "http://127.0.0.1:3190",
    },
    "STRIPE_API_BASE is for tests: it must be unset when SHOP_MODE is live.",
  ],
  [{ SHOP_MODE: "live" }, "PUBLIC_URL must be set when SHOP_MODE is live."],
  [{ ...safe, PUBLIC_URL: "http://shop.example" }, "PUBLIC_URL must begin with https: when SHOP_MODE is live."],
  [
    { ...safe, TRUSTED_PROXIES: "0" },
    "TRUSTED_PROXIES must be at least 1 when SHOP_MODE is live: TLS ends at a proxy, and all shoppers would count as one.",
  ],
  [{ ...safe, MAIL_FROM: "" }, "MAIL_FROM must be set when SHOP_MODE is live and SMTP_URL is set."],
  [{ SMTP_REQUIRE_TLS: "maybe" }, "SMTP_REQUIRE_TLS must be true or false."],
  [live, "STRIPE_SECRET_KEY must be set when SHOP_MODE is live (or ALLOW_SANDBOX=true for a rehearsal)."],
])("the settings %j are refused with one line", (source, line) => {
  expect(() => readEnv(source)).toThrow(line);
});

test.each([
  [{}, undefined, "all addresses of this machine"],
  [{ HOST: "192.0.2.1" }, "192.0.2.1", "192.0.2.1"],
  [{ TRUSTED_PROXIES: "1" }, "127.0.0.1", "127.0.0.1, behind a proxy"],
  [{ PUBLIC_URL: "https://shop.example" }, "127.0.0.1", "127.0.0.1, behind a proxy"],
  [{ TRUSTED_PROXIES: "2", HOST: "0.0.0.0" }, "0.0.0.0", "0.0.0.0, behind 2 proxies"],
  [{ TRUSTED_PROXIES: "0", PUBLIC_URL: "https://shop.example" }, undefined, "all addresses of this machine"],
])("with the settings %j the shop listens on %s, and says so", (source, host, words) => {
  const env = readEnv(source);
  expect([env.host, networkOf(env).startsWith(words)]).toEqual([host, true]);
});

test.each([
  [{ SMTP_URL: "smtp://mail.example:587" }, true],
  [{ SMTP_URL: "smtp://mail.example:587", SMTP_REQUIRE_TLS: "false" }, false],
  [{ SMTP_URL: "smtp://localhost:25" }, false],
  [{ SMTP_URL: "smtp://127.0.0.1:25" }, false],
  [{ SMTP_URL: "smtp://[::1]:25" }, false],
  [{ SMTP_URL: "smtp://localhost:25", SMTP_REQUIRE_TLS: "true" }, true],
  [{ SMTP_URL: "smtp://localhost.example" }, true],
  [{}, true],
])("with the settings %j letters need TLS: %s", (source, expected) => {
  expect(readEnv(source).smtpRequiresTls).toBe(expected);
});

test("a live shop with all settings starts without a warning", () => {
  expect(readEnv(safe)).toMatchObject({ trustedProxies: 1, warnings: [] });
});

test.each([
  [{ SMTP_URL: "" }, /^SMTP_URL is not set/],
  [{ SMTP_REQUIRE_TLS: "false" }, /^SMTP_REQUIRE_TLS is false/],
  [{ STRIPE_WEBHOOK_SECRET: "" }, /^STRIPE_WEBHOOK_SECRET is not set/],
  [{ BACK_OFFICE_HOST: "" }, /^BACK_OFFICE_HOST is not set/],
  [{ ALLOW_SANDBOX: "true" }, /^ALLOW_SANDBOX is true/],
  [{ HOST: "0.0.0.0" }, /^HOST opens the port/],
  [{ METRICS_PORT: "9464", METRICS_HOST: "0.0.0.0" }, /^METRICS_HOST opens the metrics/],
])("a live shop with %j starts with one warning", (source, warning) => {
  expect(readEnv({ ...safe, ...source }).warnings).toEqual([expect.stringMatching(warning)]);
});

test("a demo shop gets no warnings", () => {
  expect(readEnv({ HOST: "0.0.0.0", SMTP_REQUIRE_TLS: "false" }).warnings).toEqual([]);
});

test("metrics that only this machine can reach cause no warning", () => {
  expect(readEnv({ ...safe, METRICS_PORT: "9464" }).warnings).toEqual([]);
});

test("a bucket for backups or pictures needs the store's settings, and may have a prefix", () => {
  const store = { S3_ENDPOINT: "https://s3.example", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };
  expect(() => readEnv({ BACKUP_URL: "s3://shop-backups" })).toThrow(/^BACKUP_URL needs S3_ENDPOINT/);
  expect(() => readEnv({ MEDIA_URL: "s3://shop-pictures" })).toThrow(/^MEDIA_URL needs S3_ENDPOINT/);
  expect(() => readEnv({ ...store, BACKUP_URL: "https://shop-backups" })).toThrow(/^BACKUP_URL must be a bucket/);
  expect(readEnv({ ...store, BACKUP_URL: "s3://shop-backups/live/north/" }).backupBucket).toEqual({
    endpoint: "https://s3.example",
    region: "auto",
    accessKeyId: "id",
    secretAccessKey: "secret",
    bucket: "shop-backups",
    prefix: "live/north",
  });
  expect(readEnv({}).backupBucket).toBeUndefined();
});

test("the example file contains exactly the settings that exist", async () => {
  const code = await readFile("src/platform/env.server.ts", "utf8");
  const example = await readFile(".env.example", "utf8");

  const read = [...code.matchAll(/^ {2}([A-Z\d_]+): /gm)].map(([, name]) => name);
  const shown = [...example.matchAll(/^#([A-Z\d_]+)=/gm)].map(([, name]) => name);
  expect(shown).toEqual(read);
});

test.each([
  "https://office.shop.example",
  "office.shop.example/path",
  "Office",
  "-office.example",
  "office.example:99999",
])("BACK_OFFICE_HOST must be a host, not %s", (host) => {
  expect(() => readEnv({ BACK_OFFICE_HOST: host })).toThrow("BACK_OFFICE_HOST must be a host");
});

test.each([
  { PUBLIC_URL: "https://shop.example", BACK_OFFICE_HOST: "shop.example" },
  { BACK_OFFICE_HOST: "localhost:3000" },
  { PORT: "4000", BACK_OFFICE_HOST: "localhost:4000" },
  { BACK_OFFICE_HOST: "127.0.0.1:3000" },
  { PORT: "80", BACK_OFFICE_HOST: "localhost:80" },
  { PUBLIC_URL: "https://shop.example", BACK_OFFICE_HOST: "shop.example:443" },
])("the back office's own host must differ from the shop's: %o", (source) => {
  expect(() => readEnv(source)).toThrow("BACK_OFFICE_HOST is the shop's own host");
});
