import { expect, test } from "vitest";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";
import { figures } from "../figures/figures-address";
import { MORE_SCREENS } from "../figures/more-screens";
import { FIGURES_ACTS } from "./figures-acts";
import { findAnything } from "./find.server";

const shop = await openTestShop();
const owner = memberAs("owner");

test.each([
  ["sale", "/goods/bulk/percent"],
  ["sales", "/figures"],
  ["price change", "/goods/bulk"],
  ["change price", "/goods/bulk"],
  ["tracking", "/orders/paste"],
  ["ship", "/orders?ship=left"],
  ["coupon", "/discounts"],
  ["new product", "/goods/new"],
  ["inventory", "/stock"],
  ["customers", "/people"],
  ["reviews", "/queue"],
  ["refund", "/returns"],
  ["shipping", "/settings/delivery"],
  ["staff", "/members"],
  ["add a user", "/members/invite"],
  ["password", "/account"],
  ["2fa", "/account"],
  ["undo", "/log"],
  ["dark mode", "/keys"],
  ["csv", "/imports"],
  ["backup", "/system"],
  ["email", "/settings/mail"],
  ["rename", "/settings/shop"],
  ["sign out", "/account"],
  ["main menu", "/words/main-menu"],
  ["letter parcel leaves", "/words/letters/parcel-shipped"],
  ["sold best", "/figures/sales?by=product"],
  ["best sellers", "/figures/sales?by=product"],
  ["net sales", "/figures"],
  ["discounts", "/figures/sales?by=code"],
  ["refunds by reason", "/figures/returns"],
  ["payouts", "/figures/payouts"],
  ["stock value", "/figures/stock"],
  ["buy again", "/figures/stock?show=buy"],
  ["abandoned", "/figures/steps"],
  ["days left", "/figures/stock?show=days"],
])("[B-76] the palette finds the page for the words %s: %s", async (typed, to) => {
  const groups = await findAnything(shop, owner, typed);
  expect(groups.flatMap(({ hits }) => hits.map((hit) => hit.to))).toContain(to);
});

test.each([
  ["owner", "/imports"],
  ["bookkeeper", "/goods"],
] as const)(
  "the %s finds the export of all goods at %s, the page that has its button for this role",
  async (role, to) => {
    const groups = await findAnything(shop, memberAs(role), "save all goods");
    expect(groups.flatMap(({ hits }) => hits)).toContainEqual(
      expect.objectContaining({ name: "Save all goods as a file", to }),
    );
  },
);

test("each screen that the overview of figures links to is found, by members who may read figures only", async () => {
  const linked = MORE_SCREENS.flatMap(({ screens }) =>
    screens.map(([screen, , view]) =>
      figures.addressOf({ ...figures.viewIn(new URLSearchParams()), ...view }, `/figures/${screen}`),
    ),
  );
  expect(FIGURES_ACTS.map(({ to }) => to)).toEqual(expect.arrayContaining(linked));
  for (const typed of ["payouts", "buy again", "stock value", "abandoned", "net sales"])
    expect([typed, (await findAnything(shop, memberAs("packer"), typed)).flatMap(({ hits }) => hits)]).toEqual([
      typed,
      expect.not.arrayContaining([expect.objectContaining({ to: expect.stringContaining("/figures") })]),
    ]);
});

test("[B-12, B-76] a packer finds no screen or record without the right to open it", async () => {
  const packer = memberAs("packer");
  for (const typed of ["staff", "coupon", "customers", "sales", "undo", "settings"])
    expect([typed, (await findAnything(shop, packer, typed)).map(({ name }) => name)]).toEqual([
      typed,
      expect.not.arrayContaining(["People", "Settings"]),
    ]);
  const groups = await findAnything(shop, packer, "members invite sales discount");
  expect(groups).toEqual([]);
});
