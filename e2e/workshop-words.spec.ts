import { expect } from "@playwright/test";
import { violations } from "./support/axe";
import { signInAs } from "./support/member";
import { test } from "./support/test";

test("the field of a letter's line shows a long text whole on a phone, joins pasted lines, and is saved by Enter", async ({
  context,
  page,
}) => {
  await signInAs(context, "editor");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/back-office/words/letters/order-confirmed");
  const line = page.getByRole("textbox", { name: "Beside the subject", exact: true });
  const many = "and every stitch is looked at twice ".repeat(5).trim();

  await line.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(`We have {orderNumber},\n\n  ${many}\n`);
  await expect(line).toHaveValue(`We have {orderNumber}, ${many}`);
  const box = await line.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => ({
    isWhole: scrollWidth <= clientWidth && scrollHeight <= clientHeight,
    clientHeight,
  }));
  expect(box.isWhole).toBe(true);
  expect(box.clientHeight).toBeGreaterThan(100);
  expect(await violations(page)).toEqual([]);

  await line.press("Enter");
  await expect(page.getByText('The draft of Letter "Order confirmed" is saved.')).toBeVisible();
  await expect(line).toHaveValue(`We have {orderNumber}, ${many}`);
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await expect(line).not.toHaveValue(/every stitch/);
});

test("Alt with an arrow key moves a link of a menu, and typing goes on in the same field of the moved link", async ({
  context,
  page,
}) => {
  await signInAs(context, "editor");
  await page.goto("/back-office/words/header-links");
  const link = (name: string) => page.getByRole("textbox", { name, exact: true });
  const [first, second] = [link("Link 1"), link("Link 2")];
  const [above, below] = [await first.inputValue(), await second.inputValue()];
  await second.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.type(" now");
  await expect(first).toHaveValue(`${below} now`);
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.type("!");
  await expect(second).toHaveValue(`${below} now!`);
  await expect(first).toHaveValue(above);
});
