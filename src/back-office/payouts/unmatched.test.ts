import { expect, test } from "vitest";
import { memberAccounts } from "~/shop/members/members.tables";
import { cents } from "~/shop/money";
import { balanceEntries } from "~/shop/payments/payouts.tables";
import { officeAs } from "~/testing/back-office-as.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const dana = memberAs("owner", "Dana");
const owner = officeAs(shop, dana);
await shop.db.insert(memberAccounts).values({ ...dana, passkeyUser: dana.id });

test("[B-99] the screen Today lists an unmatched movement until a member notes it as known, and the log has that act", async () => {
  expect(await owner.text("/")).not.toContain("does not match");
  const entry = { gateway: "stripe", practice: false, at: new Date(), day: "2026-11-20", fee: cents(0) };
  await shop.db.insert(balanceEntries).values([
    { ...entry, id: "txn_1", kind: "payment", amount: cents(77_00), words: "Somebody else's shop" },
    { ...entry, id: "txn_2", kind: "fee", amount: cents(-5), expected: cents(-5) },
  ]);
  expect(await owner.text("/")).toMatch(/1 movement at the gateway does not match .* Look at them/);

  const page = await (await owner.fetch("/payouts/unmatched")).text();
  expect(await owner.text("/payouts/unmatched")).toContain("Payment: Somebody else's shop");
  const bookkeeper = officeAs(shop, memberAs("bookkeeper"));
  const fields = fieldsIn(formIn(page, 'value="txn_1"'));
  expect((await bookkeeper.post("/payouts/unmatched", fields)).status).toBe(403);
  expect(await bookkeeper.text("/payouts/unmatched")).not.toContain("Note it");
  expect((await officeAs(shop, memberAs("packer")).fetch("/payouts/unmatched")).status).toBe(403);

  expect((await owner.post("/payouts/unmatched", fields)).status).toBe(302);
  expect(await owner.text("/payouts/unmatched")).toContain("All of it matches");
  expect(await owner.text("/")).not.toContain("does not match");
  expect(await owner.text("/log")).toContain("A movement at the gateway that does not match");
});
