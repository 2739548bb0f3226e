import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { atTheDatabase } from "./support/database";
import { signInAs } from "./support/member";

const WRITERS = ["Terry", "Holly", "Nora", "Sue"];

/** Messages that wait longer than whatever else the shop holds, Terry's the longest. */
async function fillInbox(): Promise<void> {
  await atTheDatabase("delete from messages where request_key like 'follow%'");
  await atTheDatabase(
    `insert into messages (name, email, message, request_key, sent_at)
      select name, lower(name) || '@example.com', 'A word from ' || name, 'follow' || n, timestamptz '2019-01-01' + n * interval '1 hour'
      from unnest($1::text[]) with ordinality as writer (name, n)`,
    [WRITERS],
  );
}

const opened = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const answered = async (name: string): Promise<string[]> => {
  const rows = await atTheDatabase<{ answer: string }>(
    `select answer from message_answers join messages on messages.id = message_id where name = $1 and request_key like 'follow%'`,
    [name],
  );
  return rows.map(({ answer }) => answer);
};

test("[B-67] the message that follows another one opens with an empty answer, and Done over a typed one asks", async ({
  page,
  context,
}) => {
  await signInAs(context, "editor");
  await fillInbox();
  const answer = page.getByRole("textbox", { name: "Your answer" });
  const send = page.getByRole("button", { name: "Send the answer" });
  const done = page.getByRole("button", { name: "Done without an answer" });
  const asked = page.getByRole("dialog", { name: /not saved/ });
  await page.goto("/back-office/messages", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Terry" }).click();

  await test.step("after an answer", async () => {
    await answer.fill("Only for Terry.");
    await send.click();
    await expect(opened(page, "Holly")).toBeVisible();
    await expect(answer).toHaveValue("");
    // Nothing of hers was typed: leaving asks nothing.
    await page.getByRole("link", { name: "Messages", exact: true }).first().click();
    await expect(opened(page, "Messages")).toBeVisible();
    await page.getByRole("link", { name: "Holly" }).click();
  });

  await test.step("after Done over a typed answer, once its member says so", async () => {
    await answer.fill("Half a word for Holly");
    await done.click();
    await expect(asked).toBeVisible();
    await page.getByRole("button", { name: "Stay here" }).click();
    await expect(answer).toHaveValue("Half a word for Holly");
    await done.click();
    await page.getByRole("button", { name: "Leave without saving" }).click();
    await expect(opened(page, "Nora")).toBeVisible();
    await expect(answer).toHaveValue("");
  });

  await test.step("one that was refused keeps what was typed, and the next one is empty again", async () => {
    await answer.fill("   ");
    await send.click();
    await expect(page.getByRole("alert")).toContainText("Write your answer.");
    await answer.fill("For Nora.");
    await send.click();
    await expect(opened(page, "Sue")).toBeVisible();
    await expect(answer).toHaveValue("");
  });

  expect([await answered("Terry"), await answered("Holly"), await answered("Nora")]).toEqual([
    ["Only for Terry."],
    [],
    ["For Nora."],
  ]);
});
