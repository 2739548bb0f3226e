import { expect, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { settings as rows } from "~/shop/settings.tables";
import type { DeliveryAmount } from "~/shop/delivery-zones";
import { defaultSettings, guardedSettings, type SettingAt, type SettingPath, type Settings } from "~/shop/settings";
import { openSettings } from "~/shop/settings.server";
import { openTestShop } from "~/testing/test-shop.server";
import { typedFrom, valueAt } from "./format-fields";
import { valueFrom } from "./parse-fields";
import { fieldsNamed, nameOf, settingGroups } from "./setting-fields";

const { db } = await openTestShop();

const line = (most: number): [string, string] => ["x", "x".repeat(most)];
const whole = (least: number, most = 2_147_483_646): [number, number] => [least, most];
const days = whole(1, 3650);
const amount = whole(0, 1_000_000_00) as [never, never];
const link: [string, string] = ["", `https://${"x".repeat(184)}.example`];
const code = "txcd_99999999";

const dollars = 1_000_000_00 as DeliveryAmount;
const widestZone = (index: number): Settings["deliveryZones"][number] => ({
  id: "x".repeat(38) + String(10 + index),
  name: "x".repeat(60),
  boxes: true,
  states: ["AK", "GU", "AE"],
  zips: Array.from({ length: 300 }, (_, zip) => String(10_000 + zip)),
  delivers: true,
  words: "x".repeat(300),
  by: "weight",
  price: dollars,
  steps: Array.from({ length: 12 }, (_, step) => ({ most: 1_000_000_00 - step, price: dollars })),
  freeFrom: dollars,
  isFreeToo: true,
  faster: { name: "x".repeat(40), price: dollars, days: { least: 1, most: 120 } },
  days: { least: 1, most: 120 },
});

/**
 * Values of each setting that a release could store by a form, a content file or an undo: the least and the greatest, or all.
 * A bound may be widened, but not narrowed, because a stored value that does not fit any more is replaced by the default.
 */
const STORED: { [Path in SettingPath]: SettingAt<Path>[] } = {
  shopName: line(120),
  shopAddress: ["", "x".repeat(200)],
  timeZone: ["UTC", "America/Argentina/ComodRivadavia"],
  supportEmail: ["a@b.co", `${"x".repeat(64)}@${"y".repeat(60)}.${"z".repeat(60)}.${"x".repeat(57)}.example`],
  supportHours: line(120),
  replyWithin: line(120),
  "social.instagram": link,
  "social.facebook": link,
  "social.youtube": link,
  "social.pinterest": link,
  deliveryFee: amount,
  freeDeliveryFrom: amount,
  deliveryZones: [[], Array.from({ length: 40 }, (_, index) => widestZone(index))],
  pieceGrams: whole(1, 100_000),
  shipsWithin: line(120),
  standardDelivery: line(120),
  expeditedDelivery: line(120),
  deliveryEstimate: line(120),
  shipByDays: whole(0, 30),
  shipByHour: whole(1, 24),
  closedDays: [
    "",
    Array.from(
      { length: 60 },
      (_, day) => `2026-${day < 30 ? "10" : "12"}-${String(1 + (day % 30)).padStart(2, "0")}`,
    ).join(" "),
  ],
  returnDays: days,
  cancelMinutes: whole(0, 10_080),
  returnApproval: ["automatic", "by-hand"],
  damageReportDays: days,
  refundTime: line(120),
  refundLimit: amount,
  giftCardCashOut: amount,
  "giftCardSale.isOn": [true, false],
  "giftCardSale.amounts": ["1", "1, 2, 3, 4, 5, 6, 7, 8, 9, 2000"],
  giftCardsADay: amount,
  changeHours: whole(24, 168),
  reviewLetter: [true, false],
  reviewLetterDays: [1, 90],
  checkoutReminder: [true, false],
  checkoutReminderHours: whole(1, 48),
  newOrderLetter: ["each", "daily", "none"],
  forwardMessages: [true, false],
  formLettersPerDay: whole(0),
  discountLimit: whole(0, 100),
  newsletterPercent: whole(1, 100),
  popUpDelay: whole(0, HOUR),
  popUpPauseDays: days,
  lowStock: whole(0),
  lowStockLetter: [true, false],
  messagesKeptMonths: whole(1, 240),
  signupsKeptMonths: whole(1, 240),
  orderNamesKeptMonths: whole(24, 240),
  draftsKeptDays: whole(7, 3650),
  remindersKeptDays: whole(12, 90),
  requestDays: whole(1, 45),
  reservationMinutes: whole(1, 10_080),
  triedReservationMinutes: whole(1, 10_080),
  heldDrafts: whole(1),
  heldPieces: whole(1),
  heldHalfFrom: whole(2),
  lapsePauseMinutes: whole(0, 10_080),
  "formLimits.seconds": whole(1),
  "formLimits.perNetwork": whole(1),
  "formLimits.perNetworkAndEmail": whole(1),
  "formLimits.perEmail": whole(1),
  taxLimits: [{}, { NY: { amount: 1_000_000_00 as never, sales: 10_000_000, saidOn: "2026-01-31" }, CA: { sales: 1 } }],
  taxService: [{ by: "stripe", codes: { clothing: code, footwear: "", protective: code, accessory: code } }],
};
const paths = Object.entries(STORED) as [SettingPath, unknown[]][];

test.each(paths)(
  "%s is read as any release could store it, and never replaced by its default",
  async (path, values) => {
    for (const value of values) {
      const [name = "", key] = path.split(".");
      const whole = key === undefined ? value : { ...(valueAt(defaultSettings, name) as object), [key]: value };
      await db.delete(rows);
      await db.insert(rows).values({ name, value: whole, version: 1, changedAt: new Date() });
      const opened = await openSettings(db, () => undefined);
      expect([path, opened.unreadable()]).toEqual([path, []]);
      expect(valueAt(opened.current(), path)).toEqual(value);
    }
  },
);

test("the form of a setting takes every value that can be stored, and shows it as it was typed", () => {
  for (const field of settingGroups.flatMap(({ fields }) => fields))
    for (const value of STORED[field.path]) {
      const typed = typedFrom(field, value);
      expect([field.path, valueFrom(field, typed)]).toEqual([field.path, { value }]);
    }
});

test("a form says beside its field what lies beyond the bounds", () => {
  const said = (name: string, typed: string) => fieldsNamed(name).map((field) => valueFrom(field, typed))[0];
  expect(said("shopAddress", "x".repeat(201))).toEqual({ error: "Use at most 200 characters." });
  expect(said("shopName", "")).toEqual({ error: "Write a few words." });
  expect(said("returnDays", "3651")).toEqual({ error: "Write a whole number from 1 to 3650." });
  expect(said("deliveryFee", "1000000.01")).toEqual({ error: "Write an amount up to $1,000,000.00." });
  expect(said("popUpDelay", "3600.001")).toEqual({ error: "Write at most 3600 seconds." });
  expect(said("lowStock", "-1")).toEqual({ error: "Write a whole number from 0 to 2147483646." });
  expect(said("returnApproval", "never")).toEqual({ error: "Choose one of these." });
});

test("a setting whose change needs a second factor says so beside one of its fields", () => {
  const saying = settingGroups.flatMap(({ fields }) =>
    fields.filter(({ note = "" }) => /Changing (it|any of these) asks/.test(note)).map(nameOf),
  );
  expect([...new Set(saying)].toSorted()).toEqual([...guardedSettings].toSorted());
});
