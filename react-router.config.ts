import type { Config } from "@react-router/dev/config";
import { compressFiles } from "./scripts/compress.mjs";

export default {
  appDirectory: "src",
  ssr: true,
  // Sends all routes with the first document: saves a request, and cannot mix routes of two deployments.
  routeDiscovery: { mode: "initial" },
  buildEnd: () => compressFiles("build/client"),
} satisfies Config;
