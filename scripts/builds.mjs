// Builds the shop and the back office, each only if its sources changed.
import { rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import { join } from "node:path";
import { inTurn, PREPARING, PREPARING_OFFICE } from "./in-turn.mjs";
import { buildStamps } from "./stamps.mjs";
import { Failed, step } from "./steps.mjs";

const OFFICE = "build/back-office";

/** Builds the shop and the back office where their sources changed since the last build, and checks both builds. */
export async function build() {
  if (Object.values(await buildStamps()).every(({ isCurrent }) => isCurrent)) return;
  await inTurn(PREPARING, () =>
    inTurn(PREPARING_OFFICE, async () => {
      const { shop: whole, backOffice, checked } = await buildStamps();
      // Both builds run in parallel. The shop's build empties build/, so the back office is built elsewhere and moved later.
      const isOfficeKept = whole.isCurrent && backOffice.isCurrent;
      await Promise.all([buildShop(), isOfficeKept || buildBackOffice(backOffice)]);
      if (!isOfficeKept) await moveBackOffice();
      if (whole.isCurrent && isOfficeKept && checked.isCurrent) return;
      await step("separate builds", "node", ["scripts/check-builds.mjs"]);
      await step("weight", "node", ["scripts/check-weight.mjs"]);
      await checked.write();
    }),
  );
}

/** Builds the shop when its sources changed, and removes the older build of the back office. */
async function buildShop() {
  const { shop: stamp } = await buildStamps();
  if (stamp.isCurrent) return;
  // Deletes the stamp first, so that a failed build has none.
  await rm("build/built", { force: true });
  await step("build", "react-router", ["build"], { NODE_ENV: "production" });
  await rm(OFFICE, { recursive: true, force: true });
  await stamp.write();
}

/** Folder in which the back office is built: on the same disk as build/, for an atomic move. */
const ASIDE = ".react-router/back-office";

async function buildBackOffice({ state }, begun) {
  const environment = { NODE_ENV: "production", BACK_OFFICE_BUILD: ASIDE };
  await step("build back office", "react-router", ["build", "src/back-office"], environment, { begun });
  await writeFile(join(ASIDE, "built"), state);
}

/** Moves the built back office in place; a running shop serves it from then on. */
async function moveBackOffice() {
  await rm(OFFICE, { recursive: true, force: true });
  await rename(ASIDE, OFFICE);
}

/**
 * Builds the shop, then the back office in the background with a lower priority than the running shop. If the build of the back
 * office fails, prints the error; the shop keeps running. The returned `stop` ends that build.
 */
export async function buildShopFirst() {
  const { shop, backOffice } = await buildStamps();
  if (shop.isCurrent && backOffice.isCurrent) return { stop: () => undefined };
  if (!shop.isCurrent) await inTurn(PREPARING, buildShop);
  return backOfficeMeanwhile();
}

function backOfficeMeanwhile() {
  let child;
  let isStopped = false;
  const begun = (process) => {
    child = process;
    if (isStopped) stop();
    else if (child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  };
  const stop = () => {
    isStopped = true;
    if (child) child.isStopped = true;
    child?.kill();
  };
  inTurn(PREPARING_OFFICE, async () => {
    const { backOffice } = await buildStamps();
    if (backOffice.isCurrent || isStopped) return;
    await buildBackOffice(backOffice, begun);
    await moveBackOffice();
  }).catch((error) => {
    if (isStopped) return;
    if (!(error instanceof Failed)) process.stderr.write(`${error.stack}\n`);
    process.stderr.write("The workshop stays closed: mend this and start again. The shop is open.\n");
  });
  return { stop };
}
