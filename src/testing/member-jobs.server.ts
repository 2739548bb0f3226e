import { memberJobs } from "~/shop/members/members.jobs";
import type { openTestShop } from "./test-shop.server";

type TestShop = Awaited<ReturnType<typeof openTestShop>>;

/** Returns a function that runs the enqueued jobs of the members' room, like a running shop. */
export const memberJobsOf = (shop: TestShop) => async (): Promise<void> => {
  const handlers = new Map<string, (payload: object) => Promise<void>>();
  const work = async (name: string, handler: (payload: never) => Promise<void>) =>
    void handlers.set(name, handler as (payload: object) => Promise<void>);
  await memberJobs({ ...shop, jobs: { ...shop.jobs, work } });
  for (const { name, payload } of shop.payloads.splice(0)) await handlers.get(name)?.(payload);
};
