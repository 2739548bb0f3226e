import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./src", import.meta.url)) } },
  test: {
    environment: "node",
    globalSetup: "./src/demo/test-database.ts",
    include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.mjs"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
