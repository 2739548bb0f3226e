import type { Config } from "@react-router/dev/config";
import { compressFiles } from "../../scripts/compress.mjs";

/** The second application of the same process: its own root, manifest and assets, so that no public page names any of it. */
export default {
  appDirectory: ".",
  buildDirectory: "../../build/back-office",
  basename: "/back-office",
  ssr: true,
  routeDiscovery: { mode: "initial" },
  buildEnd: () => compressFiles("build/back-office/client"),
} satisfies Config;
