import { reactRouter } from "@react-router/dev/vite";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { chunkFileNames, chunkReport, clientChunks, compileAhead } from "./scripts/client-chunks.mjs";
import { pageSheets } from "./scripts/page-sheets.mjs";

/** Packages that load native libraries or files of their own beside their modules. */
const NATIVE = ["sharp", "pino", "@node-rs/argon2"];

export default defineConfig(({ command }) => ({
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
      build: {
        rollupOptions: {
          input: "./src/server/main.ts",
          // V8 keeps a source with a single character beyond Latin-1 in two bytes for each of its characters.
          output: { charset: "ascii", comments: { legal: false, jsdoc: false } },
        },
      },
      // Packages are built in, because Node takes most of a second to find and link their 900 modules at each start.
      ...(command === "build" && {
        resolve: { noExternal: true, external: NATIVE },
        define: { "process.env.NODE_ENV": JSON.stringify("production") },
      }),
    },
  },
}));
