import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { describe, expect, test } from "vitest";
import { listen } from "~/platform/database.server";
import type { DeliveryAmount } from "~/shop/delivery-zones";
import { openSettings, settingVersions } from "~/shop/settings.server";
import { memberAs } from "~/testing/members.server";
import { databaseAddresses } from "~/testing/test-database";
import { openTestShop } from "~/testing/test-shop.server";
import { acts } from "./acts.server";
import { saveSettings, settingRecord } from "./settings-record.server";
import { undo } from "./undo.server";

const shop = await openTestShop();
const [jo, sam] = [memberAs("owner", "Jo"), memberAs("manager", "Sam")];
const kinds = [settingRecord];
const seen = async () =>
  Object.fromEntries(Object.entries(await settingVersions(shop.db)).map(([name, { version }]) => [name, version]));
const form = async (changes: Parameters<typeof saveSettings>[2]["changes"]) => ({
  submission: randomUUID(),
  changes,
  seen: await seen(),
});

describe("settings", () => {
  test("a saved setting is in force in this process when the save is answered (B-21, B-61)", async () => {
    const answer = await saveSettings(shop, jo, await form({ returnDays: 45 }));

    expect(answer).toMatchObject({ saved: true, changed: 1, records: [{ kind: "setting", id: "returnDays" }] });
    expect(shop.settings().returnDays).toBe(45);
  });

  test("another process uses a saved setting as soon as it is notified (B-61)", async () => {
    const { rows } = await shop.db.execute<{ name: string }>("select current_database() as name");
    const { url } = databaseAddresses(inject("databaseServer"), rows[0]?.name ?? "", inject("databaseRoles"));
    const other = await openSettings(shop.db, () => undefined);
    const heard = Promise.withResolvers<void>();
    const listener = await listen(url, "shop_changed", () => void other.reload().then(heard.resolve));

    await saveSettings(shop, jo, await form({ damageReportDays: 9 }));
    await heard.promise;
    await listener.close();

    expect(other.current().damageReportDays).toBe(9);
  });

  test("the log has the member, the time, the old and the new value of a setting, and can undo the change (B-22, B-23)", async () => {
    const before = shop.settings().deliveryFee;
    await saveSettings(shop, sam, await form({ deliveryFee: 4_99 as DeliveryAmount }));

    const [act] = await acts(shop, jo, kinds, { record: "deliveryFee" }, 1);
    expect(act).toMatchObject({ memberId: sam.id, at: expect.any(Date) });
    expect(act?.changes).toMatchObject([{ field: "deliveryFee", old: before, new: 4_99 }]);

    await undo(shop, jo, kinds, { of: { act: act?.act ?? "" }, submission: randomUUID() });
    await shop.reloadSettings();
    expect(shop.settings().deliveryFee).toBe(before);
  });

  test("of two members who change a setting the later one is asked; changes of other settings do not conflict (B-15)", async () => {
    const [ofJo, ofSam, other] = [
      await form({ supportHours: "M-F 9-5" }),
      await form({ supportHours: "Daily" }),
      await form({ replyWithin: "a day" }),
    ];
    await saveSettings(shop, sam, ofSam);

    expect(await saveSettings(shop, jo, ofJo)).toMatchObject({
      saved: false,
      stale: [{ id: "supportHours", fields: [{ mine: "M-F 9-5", theirs: "Daily", by: sam.id, clash: true }] }],
    });
    expect(await saveSettings(shop, jo, other)).toMatchObject({ saved: true });
    expect(shop.settings()).toMatchObject({ supportHours: "Daily", replyWithin: "a day" });
  });

  test("a form sent three times at once makes one change (B-20)", async () => {
    const once = await form({ refundTime: "3 days" });

    const answers = await Promise.all([1, 2, 3].map(() => saveSettings(shop, jo, once)));

    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect(await acts(shop, jo, kinds, { record: "refundTime" }, 10)).toHaveLength(1);
  });

  test("an invalid value is refused, and so is a member without the right to change settings (B-12)", async () => {
    const wrong = await form({ returnDays: 0, supportEmail: "nobody" });
    await expect(saveSettings(shop, jo, wrong)).rejects.toMatchObject({ code: "input-invalid" });
    for (const role of ["packer", "editor", "bookkeeper"] as const)
      await expect(saveSettings(shop, memberAs(role), await form({ returnDays: 50 }))).rejects.toMatchObject({
        status: 403,
      });
    expect(shop.settings().returnDays).toBe(45);
  });

  test("settings that were read earlier never replace settings that were read later", async () => {
    const settings = await openSettings(shop.db, () => undefined);
    const readings: Promise<void>[] = [];
    for (const lowStock of [5, 6, 7]) {
      await saveSettings(shop, jo, await form({ lowStock }));
      readings.push(settings.reload(), settings.reload());
    }
    await Promise.all(readings);

    expect(settings.current().lowStock).toBe(7);
  });

  test("a save is answered even if this process cannot reload the settings", async () => {
    const stuck = { db: shop.db, reloadSettings: () => new Promise<void>(() => undefined) };

    expect(await saveSettings(stuck, jo, await form({ popUpPauseDays: 31 }))).toMatchObject({ saved: true });
  });
});
