import { reactRouter } from "@react-router/dev/vite";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import {
  chunkFileNames,
  chunkReport,
  clientChunks,
  compileAhead,
  withoutDescriptions,
} from "./scripts/client-chunks.mjs";
import { NATIVE } from "./scripts/native-packages.mjs";
import { pageSheets } from "./scripts/page-sheets.mjs";

export default defineConfig(({ command }) => ({
  plugins: [pageSheets(), reactRouter(), withoutDescriptions(), compileAhead(), chunkReport()],
  resolve: { alias: { "~": fileURLToPath(new URL("./src", import.meta.url)) } },
  // breakpoints.css names the breakpoints as custom media.
  css: { transformer: "lightningcss", lightningcss: { drafts: { customMedia: true } } },
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  // Dependencies are found before the first request; one that is found later would reload the page.
  optimizeDeps: { entries: ["src/entry.client.tsx", "src/root.tsx", "src/**/*.page.tsx"] },
  environments: {
    client: {
      build: {
        rollupOptions: { output: { chunkFileNames, codeSplitting: clientChunks } },
      },
    },
    ssr: {
      // One bundle with API, pages and jobs: build/server/index.js.
      build: {
        rollupOptions: {
          input: "./src/server/main.ts",
          // V8 keeps a source with a single character beyond Latin-1 in two bytes for each of its characters.
          output: { charset: "ascii", comments: { legal: false, jsdoc: false } },
        },
      },
      // Packages are bundled, because Node takes almost a second to find and link their 900 modules at each start.
      ...(command === "build" && {
        resolve: { noExternal: true, external: NATIVE },
        define: { "process.env.NODE_ENV": JSON.stringify("production") },
      }),
    },
  },
}));
