import { expect, test } from "vitest";
import { readEnv } from "~/platform/env.server";
import { startJobs } from "~/server/jobs";
import { openTestShop } from "~/testing/test-shop.server";
import { jobWords } from "./job-words";

const shop = await openTestShop();

test("every queue has a name and a kind, so that a failed letter is shown as a letter", async () => {
  const queues: string[] = [];
  const jobs = { ...shop.jobs, work: async (name: string) => void queues.push(name), schedule: async () => undefined };
  await startJobs({ ...shop, jobs }, readEnv({}));
  expect(queues.length).toBeGreaterThan(30);
  expect(queues.filter((queue) => !(queue in jobWords))).toEqual([]);
});
