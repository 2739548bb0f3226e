import { expect, test } from "vitest";
import { openJobs } from "~/platform/jobs.server";
import { openOutgoing } from "~/platform/outgoing.server";
import { connect } from "~/platform/database.server";
import { emptyDatabase } from "~/testing/empty-database";
import { eventually } from "~/testing/eventually";
import { logLines } from "~/testing/log-lines.server";
import { testApp } from "~/testing/test-app.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { testPages } from "~/testing/test-pages.server";
import { openTestShop } from "~/testing/test-shop.server";
import { whileFailing } from "~/testing/while-failing";

const shop = await openTestShop();
const { pages, acceptsForms } = testPages();
const app = testApp(shop, { pages, acceptsForms });
const office = testBackOffice(shop);
const queue = emptyDatabase("redaction");

const EMAIL = (i: number) => `rider.${i}+bag@mail-${i}.example`;
const STREET = (i: number) => `${700 + i} Hidden Creek Lane`;
const TOKEN = (i: number) => `tok${i}Zx8Qk2Vb7Nm4Lp9Rt3Ws6Yd1`;

/** Sends valid and invalid requests of one shopper; each contains a value that must not be logged. */
async function traffic(i: number): Promise<void> {
  const [email, address, token] = [EMAIL(i), STREET(i), TOKEN(i)];
  const rider = {
    name: "Jo Delacroix",
    email,
    phone: "5055550142",
    address,
    city: "Taos",
    state: "NM",
    postalCode: "87571",
  };
  const headers = { origin: shop.address };
  const get = (path: string) => app.fetch(new Request(shop.address + path));
  const call = (path: string, body: object) =>
    app.fetch(
      new Request(`${shop.address}/api${path}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
  const form = (path: string, fields: Record<string, string>, by: Pick<typeof app, "fetch"> = app) =>
    by.fetch(new Request(shop.address + path, { method: "POST", headers, body: new URLSearchParams(fields) }));

  await get(`/unsubscribe?token=${token}&email=${encodeURIComponent(email)}`);
  await get(`/return-label/R1000001/${token}`);
  await get(`/${encodeURIComponent(email)}`);
  await get(`/api/orders/${encodeURIComponent(email)}?clientSecret=${token}`);
  await get(`/search?q=${encodeURIComponent(email)}`);
  await form("/contact", { ...rider, message: `Send it to ${address}`, topic: "Order" });
  await form("/newsletter", { email });
  await form("/return-or-exchange", { order: "IM1000001", email });
  await call("/payment-intents", { customer: rider, items: [{ id: "none", quantity: 1 }] });
  await call("/orders", { customer: { ...rider, paymentDetails: { clientSecret: token } } });
  await form("/back-office/sign-in", { email, passphrase: token, code: "123456", act: "passphrase" }, office);
  await office.fetch(new Request(`${shop.address}/back-office/sign-in/new-password?token=${token}`));
}

test("[B-85] no e-mail, address or token is in 1,000 log lines of requests, faults and failed jobs", async () => {
  const lines = logLines();
  for (let i = 0; i < 12; i++) await traffic(i);
  for (let i = 12; lines.length < 1000 && i < 2_000; i++) {
    await app.fetch(new Request(`${shop.address}/api/orders/${encodeURIComponent(EMAIL(i))}`));
    await app.fetch(new Request(`${shop.address}/return-label/R1000001/${TOKEN(i)}`, { method: "PUT" }));
  }
  for (const table of ["messages", "member_events", "subscriptions", "rate_limits"])
    await whileFailing(shop, { on: "insert", table }, async () => {
      await traffic(3);
    });

  const { db, close } = connect(queue.url);
  const jobs = await openJobs(queue.url);
  try {
    await jobs.work<{ email: string; address: string; token: string }>("confirm-order", async ({ email }) =>
      openOutgoing().run("letter", () => Promise.reject(new Error(`550 5.1.1 <${email}>: no such user`))),
    );
    for (let i = 0; i < 10; i++)
      await jobs.enqueue(db, "confirm-order", { email: EMAIL(i), address: STREET(i), token: TOKEN(i) });
    await eventually(() => expect(lines.filter((line) => line.includes("a job failed")).length).toBeGreaterThan(9));
  } finally {
    await jobs.stop();
    await close();
  }

  expect(lines.length).toBeGreaterThanOrEqual(1000);
  expect(lines.filter((line) => /"level":50/.test(line)).length).toBeGreaterThan(2);
  expect(lines.filter((line) => /mail-\d+\.example|Hidden Creek|tok\d+Zx8|Delacroix|5055550142/.test(line))).toEqual(
    [],
  );
}, 120_000);
