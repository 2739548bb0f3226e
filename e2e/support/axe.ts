import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Returns the violations that axe finds on the open page, each with its first element. Axe runs in the page itself, because no
 * page has frames of other origins, and reports violations only: reporting passed rules took most of its time. The page is judged once
 * nothing more is loading over it.
 */
export async function violations(page: Page): Promise<string[]> {
  await page.waitForFunction(() => document.querySelector(".loading-line") === null);
  await arrived(page);
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  return (await axe.analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Waits until animations end, because elements have a lower contrast while they fade in. */
const arrived = (page: Page) =>
  page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined);
  });
