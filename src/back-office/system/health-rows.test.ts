import { expect, test } from "vitest";
import { healthRows } from "./health-rows";

const now = new Date("2026-11-23T12:00:00Z");
const around = { now, zone: "UTC", mode: "live", version: "1", node: "24" } as const;
const well: Parameters<typeof healthRows>[0] = {
  database: { version: "15", size: 1e6, role: "shop", ownsTables: false },
  pictures: { stored: 1, withoutWidths: 0 },
  failing: { jobs: [], count: 0 },
  queues: [],
  payments: {
    gateway: "stripe",
    isLive: true,
    lastReceivedAt: now,
    refused: { count: 0, newest: [] },
    overdue: { count: 0, oldest: null },
  },
  alarms: { paidWithoutOrder: 0, stockBelowZero: 0, signInsRefused: 0 },
  mail: "mail.example",
  backups: {
    newest: { at: now, bytes: 1e6 },
    oldest: now,
    count: 1,
    unencrypted: 0,
    isHourly: true,
    folder: "/backups",
    copiedTo: undefined,
    proofs: undefined,
    testing: "weekly",
  },
};
const saying = (system: Partial<typeof well>, name: string) =>
  healthRows({ ...well, ...system }, around).find((row) => row.name === name);

test("a healthy shop has no row that waits for a member", () => {
  expect(healthRows(well, around).filter(({ sign }) => sign === "waits")).toEqual([]);
});

test("counts of the metrics that need a member are described and marked as waiting [B-85]", () => {
  const alarms = { paidWithoutOrder: 2, stockBelowZero: 1, signInsRefused: 40 };
  expect(saying({ alarms }, "Money and orders")).toMatchObject({ sign: "waits", state: "2 payments without an order" });
  expect(saying({ alarms }, "Stock")).toMatchObject({ sign: "waits", state: "1 variant below zero" });
  expect(saying({ alarms }, "Sign-ins")).toMatchObject({ sign: "waits", state: "40 refused in an hour" });
  const queues = [{ queue: "confirm-order", waiting: 3, oldest: new Date("2026-11-23T11:40:00Z") }];
  expect(saying({ queues }, "Work behind the counter")?.note).toBe(
    "3 tasks wait for their turn, the oldest since 11:40 am.",
  );
});

test("members without the right to see money get no line about payments", () => {
  expect(saying({ payments: null }, "Money and orders")).toBeUndefined();
});

test("if the shop cannot test its backups, Health shows the reason, the steps to take, and where backups are stored", () => {
  const backups = { ...well.backups, copiedTo: "s3://shop-backups/live" };
  expect(saying({ backups }, "Backups")?.note).toContain("sends it to s3://shop-backups/live");
  expect(saying({}, "Restore test")?.note).toMatch(/^Each week/);
  for (const [testing, why] of [
    ["off", "BACKUP_TEST is off"],
    ["too-large", "more than 5 GB"],
  ] as const)
    expect(saying({ backups: { ...backups, testing } }, "Restore test")?.note).toMatch(
      new RegExp(`${why}.* npm run shop -- backup --test`),
    );
});
