import type { Config } from "@react-router/dev/config";
import { compressFiles } from "../../scripts/compress.mjs";

/** Output directory, from the root of the project. */
const directory = process.env.BACK_OFFICE_BUILD ?? "build/back-office";

/** The second application of the same process: its own root, manifest and assets, so that no public page names any of it. */
export default {
  appDirectory: ".",
  buildDirectory: `../../${directory}`,
  basename: "/back-office",
  ssr: true,
  routeDiscovery: { mode: "initial" },
  buildEnd: () => compressFiles(`${directory}/client`),
} satisfies Config;
