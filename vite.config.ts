import { reactRouter } from "@react-router/dev/vite";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { chunkFileNames, chunkReport, clientChunks, compileAhead } from "./scripts/client-chunks.mjs";
import { pageSheets } from "./scripts/page-sheets.mjs";

export default defineConfig({
  plugins: [pageSheets(), reactRouter(), compileAhead(), chunkReport()],
  resolve: { alias: { "~": fileURLToPath(new URL("./src", import.meta.url)) } },
  // Breakpoints have names: breakpoints.css.
  css: { transformer: "lightningcss", lightningcss: { drafts: { customMedia: true } } },
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  // Found before the first page is asked for: a dependency found later would reload it.
  optimizeDeps: { entries: ["src/entry.client.tsx", "src/root.tsx", "src/**/*.page.tsx"] },
  environments: {
    client: {
      build: {
        rollupOptions: { output: { chunkFileNames, codeSplitting: clientChunks } },
      },
    },
    ssr: {
      // One program: API, pages and jobs are built into build/server/index.js.
      build: { rollupOptions: { input: "./src/server/main.ts" } },
      // Built in as well, because Node takes most of a second and 200 MB to link their many modules at each start.
      resolve: { noExternal: [/^drizzle-orm/, /^@react-email\//] },
    },
  },
});
