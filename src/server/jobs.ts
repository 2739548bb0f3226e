import type { Services } from "~/services";

/** Every room's background work, one line per room. */
export async function startJobs(_services: Services): Promise<void> {
  await Promise.all([]);
}
