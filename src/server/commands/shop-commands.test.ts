import { afterEach, expect, test, vi } from "vitest";
import { readEnv } from "~/platform/env.server";
import { runShopCommand } from "./shop-commands";

const env = readEnv({});
const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
afterEach(() => printed.mockClear());
const words = () => printed.mock.calls.map(([text]) => String(text)).join("");

test.each([[[]], [["help"]], [["--help"]]])("%j lists the verbs", async (args) => {
  await runShopCommand(env, args);

  expect(words()).toContain("npm run shop -- orders <action>");
  for (const verb of ["db <action>", "owner-link", "owner-recover <e-mail>"])
    expect(words()).toContain(`npm run shop -- ${verb}`);
});

test("each verb has its own help, which opens no database", async () => {
  await runShopCommand(env, ["orders", "--help"]);
  expect(words()).toContain("receive-return <return number>");
  expect(words()).toContain("settle-return <return number> [--refund-exchanges] [--keep-delivery]");

  printed.mockClear();
  await runShopCommand(env, ["db", "stock", "--help"]);
  expect(words()).toContain("compares stock with its movements");
});

test("an unknown verb is named in the message, with the known ones", async () => {
  await expect(runShopCommand(env, ["sell"])).rejects.toThrow(/no verb sell[^]*orders <action>/);
  await expect(runShopCommand(env, ["constructor"])).rejects.toThrow("no verb constructor");
});
