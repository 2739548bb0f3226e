import { expect, test } from "vitest";
import { officeAs } from "~/testing/back-office-as.server";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const [dana] = [memberAs("owner", "Dana")];

/** Texts of the screens of a shop whose gateway is this one. */
async function screens(name: "stripe" | "sandbox", isLive: boolean) {
  const payments = { ...shop.payments, name, isLive };
  const office = officeAs({ ...shop, payments }, dana);
  const [today, health, settings, payouts] = await Promise.all(
    ["/", "/system", "/settings", "/figures/payouts"].map((path) => office.text(path)),
  );
  return { today, health, settings, payouts };
}

test.each([
  ["sandbox", false],
  ["stripe", false],
] as const)(
  "with a gateway that moves no money (%s) all screens say that the shop is in practice",
  async (name, isLive) => {
    const said = await screens(name, isLive);
    expect(said.today).toContain("In practice mode: no card is charged.");
    expect(said.today).not.toContain("Live: cards are charged.");
    expect(said.health).toMatch(/Payments In practice mode Practice: .*no card is charged\./);
    expect(said.settings).toContain("In practice mode: no card is charged");
    expect(said.payouts).toContain("Practice: ");
  },
);

test("with a gateway that takes real money no screen says that the shop is in practice", async () => {
  const said = await screens("stripe", true);
  expect(said.today).not.toContain("In practice mode");
  expect(said.health).toMatch(/Payments Live Taken by Stripe\./);
  expect(said.settings).not.toContain("In practice mode");
  expect(said.payouts).not.toContain("Practice");
});
