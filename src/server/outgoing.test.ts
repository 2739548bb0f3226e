import { expect, test } from "vitest";
import { Refusal } from "~/shop/refusal";
import { openGateway } from "./gateway";
import { openTestShop } from "~/testing/test-shop.server";
import { cents } from "~/shop/money";
import { openMailer } from "~/platform/mail.server";
import { fetchPublic } from "~/platform/public-fetch.server";
import { OutgoingHeld, openOutgoing } from "~/platform/outgoing.server";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const shop = await openTestShop();
let held = true;
const outgoing = openOutgoing(() => held);

test("a held shop sends no letter, payment or fetch; after the hold it sends each", async () => {
  const outbox = await mkdtemp(join(tmpdir(), "held-outbox-"));
  const mail = openMailer({ outgoing, from: "Iron Mesa <shop@ironmesa.example>", outbox });
  const letter = { to: "jo@example.com", subject: "Hello", html: "", text: "", key: "one" };
  const payments = openGateway({ stripe: undefined }, shop.db, outgoing);
  const pay = () => payments.request(cents(5000), "Credit Card", "held-one");
  try {
    await expect(mail.send(letter)).rejects.toThrow(OutgoingHeld);
    await expect(pay()).rejects.toEqual(new Refusal("payments-paused"));
    await expect(payments.find("none")).rejects.toThrow(Refusal);
    await expect(fetchPublic("http://shop.example/a.jpg", outgoing).next()).rejects.toThrow(OutgoingHeld);
    expect(await readdir(outbox)).toEqual([]);

    held = false;
    await mail.send(letter);
    expect(await readdir(outbox)).toHaveLength(2);
    expect(await pay()).toMatchObject({ amount: 5000 });
  } finally {
    await rm(outbox, { recursive: true, force: true });
  }
});

test("an error from another server is reported without the e-mail addresses in it", async () => {
  const answer = new Error("550 5.1.1 <jo.rider+bag@example.com>: no such user");
  const error = await openOutgoing()
    .run("letter", () => Promise.reject(answer))
    .catch((thrown: Error) => thrown);
  expect(error).toBe(answer);
  expect(String((error as Error).stack)).not.toContain("example.com");
  expect((error as Error).message).toBe("550 5.1.1 <[address]>: no such user");
});
