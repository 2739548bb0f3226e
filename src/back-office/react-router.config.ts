import type { Config } from "@react-router/dev/config";
import { compressFiles } from "../../scripts/compress.mjs";

/** Output directory, relative to the project's root. */
const directory = process.env.BACK_OFFICE_BUILD ?? "build/back-office";

/** Configuration of the back office, which is a separate application so that public pages do not name its assets. */
export default {
  appDirectory: ".",
  buildDirectory: `../../${directory}`,
  basename: "/back-office",
  ssr: true,
  routeDiscovery: { mode: "initial" },
  buildEnd: () => compressFiles(`${directory}/client`),
} satisfies Config;
