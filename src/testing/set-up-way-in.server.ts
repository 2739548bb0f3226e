import { generateSync } from "otplib";
import { fieldIn, type testBrowser } from "./sign-in.server";

type Browser = ReturnType<typeof testBrowser>;

/** Sets a password and a code generator, like a browser without script; the recovery codes are not created yet. */
export async function prepareWayIn(browser: Browser, password = "saddle lamp thunder nine") {
  const form = await (await browser.get("/welcome/way-in")).text();
  const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(form)?.[1] ?? "").replaceAll(" ", "");
  const code = (at = new Date()) => generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) });
  const set = await browser.post("/welcome/way-in", { sealed: fieldIn(form, "sealed"), password, code: code() });
  return { password, code, set };
}

/**
 * Sets up a password and a code generator on their page, like a browser without script. Returns the credentials for signing in,
 * and the page with the recovery codes.
 */
export async function setUpWayIn(browser: Browser, typed?: string) {
  const { password, code, set } = await prepareWayIn(browser, typed);
  const page = await (await browser.post("/welcome/codes", {})).text();
  const kept = await browser.post("/welcome/codes", { form: "kept" });
  const recoveryCodes = [...page.matchAll(/<li>([\dA-Z]{4}(?:-[\dA-Z]{4}){3})<\/li>/g)].map(([, each = ""]) => each);
  return { password, code, recoveryCodes, page, set, kept };
}
