import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src",
  ssr: true,
  // All routes come with the first document: no second request, and no race with a deployment.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
