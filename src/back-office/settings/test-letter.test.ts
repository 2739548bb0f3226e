import { expect, test } from "vitest";
import { memberAs } from "~/testing/members.server";
import { officeAs, place } from "~/testing/back-office-as.server";
import { openTestShop } from "~/testing/test-shop.server";

const shop = await openTestShop();
const [dana, sam] = [officeAs(shop, memberAs("owner", "Dana")), officeAs(shop, memberAs("manager", "Sam"))];

test("a member can send ten test letters an hour; further ones get a message, and other members have their own limit", async () => {
  const before = shop.letters.length;
  for (let time = 0; time < 10; time += 1) await dana.post("/settings/mail/test", {});
  expect(shop.letters.length - before).toBe(10);

  const answer = await dana.post("/settings/mail/test", {});
  expect(shop.letters.length - before).toBe(10);
  expect(await dana.text(place(answer))).toContain("You had ten of these in the last hour.");
  await sam.post("/settings/mail/test", {});
  expect(shop.letters.length - before).toBe(11);
});
