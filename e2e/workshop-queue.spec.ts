import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { violations } from "./support/axe";
import { atTheDatabase } from "./support/database";
import { signInAs } from "./support/member";
import { fits } from "./support";

// The tests run one after the other, because they share one queue and one inbox, ordered by waiting time.
test.describe.configure({ mode: "default" });

const QUESTIONS = [3, 9];
const HIDDEN = [2, 5, 11];
const ENTRIES = Array.from({ length: 15 }, (_, index) => index);

/**
 * Inserts 13 reviews, two questions and three messages, all older than the demo shop's, so that they are first in their lists.
 */
async function fillQueue(): Promise<void> {
  await atTheDatabase("delete from products where id = 'flow10'");
  await atTheDatabase("delete from messages where request_key like 'flow%'");
  await atTheDatabase(
    "insert into products (id, name, price_cents, position) values ('flow10', 'Flow Jacket', 9900, 9999)",
  );
  await atTheDatabase(
    `insert into reviews (id, product_id, rating, title, author, content, written_at)
      select 'flow' || n, 'flow10', 1 + n % 5, 'Entry ' || n, 'Terry', 'Words', timestamptz '2020-01-01' + n * interval '1 hour'
      from generate_series(0, 14) n where n <> all ($1)`,
    [QUESTIONS],
  );
  await atTheDatabase(
    `insert into questions (id, product_id, question, author, email, asked_at)
      select 'flow' || n, 'flow10', 'Entry ' || n, 'Nora', 'nora' || n || '@example.com', timestamptz '2020-01-01' + n * interval '1 hour'
      from unnest($1::int[]) n`,
    [QUESTIONS],
  );
  await atTheDatabase(
    `insert into messages (name, email, message, request_key, sent_at)
      select 'Writer ' || n, 'flow' || n || '@example.com', 'A word ' || n, 'flow' || n, timestamptz '2020-01-01' + n * interval '1 hour'
      from generate_series(0, 2) n`,
  );
}

const opened = (page: Page, entry: number) =>
  page.getByRole("heading", { level: 2, name: `Entry ${entry}`, exact: true });
const counted = async (condition: string): Promise<number> => {
  const [row] = await atTheDatabase<{ count: number }>(`select count(*)::int as count from ${condition}`);
  return row?.count ?? 0;
};

/** Checks that buttons and links discard a typed answer only after the member confirms. */
async function typedIsKept(page: Page): Promise<void> {
  const field = page.getByRole("textbox", { name: "Your answer" });
  await page.getByRole("button", { name: /^Answer( R)?$/ }).click();
  await expect(field).toHaveValue("Yes, and a half size more.");
  await page.getByRole("button", { name: /^Approve unanswered/ }).click();
  await expect(page.getByRole("alert")).toContainText("You typed an answer that was not sent.");
  await page.getByRole("button", { name: "Write on" }).click();
  await expect(field).toBeFocused();
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await expect(page.getByRole("dialog", { name: /not saved/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await field.focus();
  await expect(field).toHaveValue("Yes, and a half size more.");
}

test("[B-18, B-65, B-66, B-67, B-75, B-79] a member works through fifteen queue entries and three messages by keyboard at 390 px", async ({
  page,
  context,
}) => {
  test.setTimeout(90_000);
  await signInAs(context, "editor");
  await fillQueue();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/back-office/queue");

  await test.step("the key A approves an entry, Z undoes that, and J and K open the next and the previous entry", async () => {
    await expect(opened(page, 0)).toBeVisible();
    await page.keyboard.press("a");
    await expect(opened(page, 1)).toBeVisible();
    await page.keyboard.press("z");
    await expect(opened(page, 0)).toBeVisible();
    await page.keyboard.press("j");
    await expect(opened(page, 1)).toBeVisible();
    await page.keyboard.press("k");
    await expect(opened(page, 0)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
  });

  for (const entry of ENTRIES) {
    await expect(opened(page, entry)).toBeVisible();
    if (QUESTIONS.includes(entry)) {
      await page.keyboard.press("r");
      await expect(page.getByRole("textbox", { name: "Your answer" })).toBeFocused();
      await page.keyboard.type("Yes, and a half size more.");
      if (entry === 3) await typedIsKept(page);
      await page.keyboard.press("Control+s");
    } else if (HIDDEN.includes(entry)) {
      await page.keyboard.press("h");
      await expect(page.getByRole("radio", { name: "It is not about this product" })).toBeVisible();
      await page.keyboard.press("3");
    } else await page.keyboard.press("a");
    await expect(opened(page, entry)).toBeHidden();
  }
  expect(await counted("reviews where product_id = 'flow10' and state = 'approved'")).toBe(10);
  expect(await counted("reviews where product_id = 'flow10' and hidden_because = 'elsewhere'")).toBe(3);
  expect(await counted("questions where product_id = 'flow10' and jsonb_array_length(answers) = 1")).toBe(2);

  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Writer 0" })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  // Waits for the address, because the list contains the words that the next check looks for.
  await page.waitForURL(/\/messages\/\d+$/);
  for (const number of [0, 1, 2]) {
    // After each answer, the message that has waited longest opens next.
    await expect(page.getByText(`A word ${number}`)).toBeVisible();
    await page.keyboard.press("r");
    await expect(page.getByRole("textbox", { name: "Your answer" })).toBeFocused();
    await page.keyboard.type(`An answer ${number}.`);
    await page.keyboard.press("Control+s");
    await expect(page.getByText(/^Your answer is stored/)).toBeVisible();
  }
  expect(await violations(page)).toEqual([]);
  expect(
    await counted("message_answers a join messages m on m.id = a.message_id where m.request_key like 'flow%'"),
  ).toBe(3);
});

const WRITERS = ["Terry", "Holly", "Nora", "Sue"];

/** Inserts messages older than all others of the shop; the message from Terry is the oldest. */
async function fillInbox(): Promise<void> {
  await atTheDatabase(
    `insert into messages (name, email, message, request_key, sent_at)
      select name, lower(name) || '@example.com', 'A word from ' || name, 'follow' || n, timestamptz '2019-01-01' + n * interval '1 hour'
      from unnest($1::text[]) with ordinality as writer (name, n)`,
    [WRITERS],
  );
}

const openedFrom = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const answered = async (name: string): Promise<string[]> => {
  const rows = await atTheDatabase<{ answer: string }>(
    `select answer from message_answers join messages on messages.id = message_id where name = $1 and request_key like 'follow%'`,
    [name],
  );
  return rows.map(({ answer }) => answer);
};

test("[B-67] the next message opens with an empty answer, and Done asks for confirmation when an answer is typed", async ({
  page,
  context,
}) => {
  await signInAs(context, "editor");
  await fillInbox();
  const answer = page.getByRole("textbox", { name: "Your answer" });
  const send = page.getByRole("button", { name: "Send the answer" });
  const done = page.getByRole("button", { name: "Done without an answer" });
  const asked = page.getByRole("dialog", { name: /not saved/ });
  await page.goto("/back-office/messages");
  await page.getByRole("link", { name: "Terry" }).click();

  await test.step("after an answer is sent, the next message has an empty answer", async () => {
    await answer.fill("Only for Terry.");
    await send.click();
    await expect(openedFrom(page, "Holly")).toBeVisible();
    await expect(answer).toHaveValue("");
    // No answer to Holly is typed, so leaving asks for no confirmation.
    await page.getByRole("link", { name: "Messages", exact: true }).first().click();
    await expect(openedFrom(page, "Messages")).toBeVisible();
    await page.getByRole("link", { name: "Holly" }).click();
  });

  await test.step("Done discards a typed answer only after a confirmation, and the next message has an empty answer", async () => {
    await answer.fill("Half a word for Holly");
    await done.click();
    await expect(asked).toBeVisible();
    await page.getByRole("button", { name: "Stay here" }).click();
    await expect(answer).toHaveValue("Half a word for Holly");
    await done.click();
    await page.getByRole("button", { name: "Mark it done" }).click();
    await expect(openedFrom(page, "Nora")).toBeVisible();
    await expect(answer).toHaveValue("");
  });

  await test.step("an empty answer is refused; after a valid one the next message has an empty answer", async () => {
    await answer.fill("   ");
    await send.click();
    await expect(page.getByRole("alert")).toContainText("Write your answer.");
    await answer.fill("For Nora.");
    await send.click();
    await expect(openedFrom(page, "Sue")).toBeVisible();
    await expect(answer).toHaveValue("");
  });

  expect([await answered("Terry"), await answered("Holly"), await answered("Nora")]).toEqual([
    ["Only for Terry."],
    [],
    ["For Nora."],
  ]);
  await atTheDatabase(
    "delete from message_answers where message_id in (select id from messages where request_key like 'follow%')",
  );
  await atTheDatabase("delete from messages where request_key like 'follow%'");
});
