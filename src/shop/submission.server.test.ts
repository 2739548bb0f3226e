import { expect, test } from "vitest";
import { openTestShop } from "~/demo/test-shop.server";
import { limits } from "./limits";
import { Refusal } from "./refusal";
import { admit, CLIENT_ADDRESS } from "./submission.server";

const { db } = await openTestShop();
const { perEmail, perNetwork } = limits.submission;
const from = (address: string) => new Request("http://localhost/contact", { headers: { [CLIENT_ADDRESS]: address } });

/** How many of so many attempts are let in, one after the other. */
async function admitted(attempts: number, attempt: (time: number) => Promise<void>): Promise<number> {
  let count = 0;
  for (let time = 0; time < attempts; time += 1) {
    try {
      await attempt(time);
      count += 1;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "too-many-requests") throw error;
    }
  }
  return count;
}

test("one address may send a form so often, wherever it comes from", async () => {
  const passed = await admitted(perEmail + 5, (time) =>
    admit(db, from(`203.0.113.${time}`), "contact", "jo@example.com"),
  );

  expect(passed).toBe(perEmail);
});

test("another form, and another address, are counted for themselves", async () => {
  const others = [
    admit(db, from("203.0.113.200"), "newsletter", "jo@example.com"),
    admit(db, from("203.0.113.200"), "contact", "sam@example.com"),
  ];

  await expect(Promise.all(others)).resolves.toHaveLength(2);
});

test("one network may send a form so often, under whatever addresses", async () => {
  const passed = await admitted(perNetwork + 5, (time) =>
    admit(db, from(`2001:db8:0:12::${time.toString(16)}`), "comment", `rider${time}@example.com`),
  );

  expect(passed).toBe(perNetwork);
  await admit(db, from("2001:db8:0:13::1"), "comment", "other@example.com");
});

test("twenty at once are counted like twenty in a row", async () => {
  const attempts = Array.from({ length: 20 }, () => admit(db, from("198.51.100.1"), "return", "at-once@example.com"));

  const answers = await Promise.allSettled(attempts);

  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(perEmail);
});
