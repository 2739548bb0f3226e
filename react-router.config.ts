import type { Config } from "@react-router/dev/config";
import { compressFiles } from "./scripts/compress.mjs";

export default {
  appDirectory: "src",
  ssr: true,
  // All routes come with the first document: no second request, and no race with a deployment.
  routeDiscovery: { mode: "initial" },
  buildEnd: () => compressFiles("build/client"),
} satisfies Config;
