import { defineConfig } from "@playwright/test";
import { chmodSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { presentChromium } from "./scripts/chromium.mjs";
import { memoryFolder } from "./scripts/memory-folder.mjs";

// Every worker loads this file again, so random values are chosen once and passed on in the environment.
const environment = process.env;
environment.E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 12_000));
environment.E2E_DATA_DIR ??= reachable(mkdtempSync(join(memoryFolder(), "iron-mesa-e2e-")));
const address = `http://localhost:${environment.E2E_PORT}`;
/** Port and data directory of a second shop without an owner, for tests that create the first owner. */
environment.E2E_NEW_PORT ??= String(Number(environment.E2E_PORT) + 1);
environment.E2E_NEW_DATA_DIR ??= reachable(mkdtempSync(join(memoryFolder(), "iron-mesa-e2e-new-")));
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/support/small-pictures.ts",
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(environment.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    baseURL: address,
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    locale: "en-US",
    timezoneId: "America/Denver",
    launchOptions: {
      executablePath: presentChromium(),
      args: [
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-default-apps",
        "--disable-domain-reliability",
        "--disable-sync",
        "--no-pings",
        "--disable-features=OptimizationHints,MediaRouter,Translate,AutofillServerCommunication",
      ],
    },
  },
  webServer: [
    shopServer(environment.E2E_PORT, environment.E2E_DATA_DIR),
    shopServer(environment.E2E_NEW_PORT, environment.E2E_NEW_DATA_DIR),
  ],
});

/** Starts the built shop with the settings of a fresh clone, independent of this machine's environment. */
function shopServer(port: string, dataDirectory: string) {
  const origin = `http://localhost:${port}`;
  return {
    command: "node build/server/index.js serve",
    url: `${origin}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    stdout: "ignore",
    stderr: "pipe",
    env: {
      NODE_ENV: "production",
      PORT: port,
      PUBLIC_URL: origin,
      DATA_DIR: dataDirectory,
      DRAIN_SECONDS: "0",
      DATABASE_URL: "",
      SMTP_URL: "",
      STRIPE_SECRET_KEY: "",
      STRIPE_PUBLISHABLE_KEY: "",
      STRIPE_WEBHOOK_SECRET: "",
      GOOGLE_MAPS_KEY: "",
      SHOP_MODE: "demo",
      LOG_LEVEL: "warn",
      // `globalSetup` stores small pictures for all widths instead, because making the widths would delay the browsers.
      MAKE_PICTURES: "false",
      DEMO_SAMPLES: "false",
    },
  } as const;
}

/** Makes a folder searchable for all users, because the database server runs as another user; returns its path. */
function reachable(directory: string): string {
  chmodSync(directory, 0o755);
  return directory;
}
