import { reactRouter } from "@react-router/dev/vite";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/back-office/",
  publicDir: false,
  // A separate cache: two dev servers must not share one.
  cacheDir: "../../node_modules/.vite-back-office",
  plugins: [reactRouter()],
  resolve: { alias: { "~": fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "") } },
  css: { transformer: "lightningcss", lightningcss: { drafts: { customMedia: true } } },
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    emptyOutDir: true,
    // Members are expected to have browsers of 2024 or later. CSS is compiled for browsers of 2023, which lack `light-dark()`.
    target: ["chrome123", "firefox121", "safari17.5"],
    cssTarget: ["chrome111", "firefox114", "safari16.4"],
  },
  optimizeDeps: { entries: ["entry.client.tsx", "root.tsx", "**/*.page.tsx"] },
  environments: {
    // Modules that many screens load are put into a few files, because small files compress worse.
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: "framework",
                  test: /node_modules\/(?:react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//,
                  priority: 2,
                },
                {
                  name: "frame",
                  test: /back-office\/(?:titled|shell\/(?:frame|screens|places|error-page|list-keys)|ui\/(?:shell|icon|mark|button|not-saved|page-head|act-message|keys\.ts))/,
                  priority: 1,
                },
                {
                  name: "goods",
                  test: /back-office\/(?:goods\/(?:status-texts|tax-kinds|parse-amount|choice-fields)|ui\/grid-keys)/,
                  priority: 2,
                },
                {
                  name: "forms",
                  test: /src\/(?:back-office\/(?:ui\/(?:field|one-line|section|save-bar|save-foot|notice|plate|state|leave-guard|pending-form|use-changed|sent-form|differ)|count-texts|use-pending|forms\/(?:send-form|sent-ids|form-answer|use-unsaved))|shop\/(?:money|form-values)\.ts)/,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
    // The shop's server bundle renders the screens, so that modules exist only once; this build needs only the manifest.
    ssr: { build: { rollupOptions: { input: "virtual:react-router/server-manifest" } } },
  },
});
