import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Violations that axe finds on the open page, each with its first element. It runs in the page itself (no page of the shop has
 * foreign frames) and collects nothing but violations: collecting more took most of its time.
 */
export async function violations(page: Page): Promise<string[]> {
  await arrived(page);
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  return (await axe.analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Waits for the end of animations: elements have a lower contrast while they fade in. */
const arrived = (page: Page) =>
  page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined);
  });
