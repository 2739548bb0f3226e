import type { RouteConfigEntry } from "@react-router/dev/routes";

/**
 * Every screen of the back office, below /back-office. Plain data: the server reads it too, without the tools of the build.
 * Those of the door stand first; all others are inside the frame and open to members only.
 */
export default [
  { path: "sign-in", file: "sign-in/sign-in.page.tsx" },
  {
    file: "shell/frame.page.tsx",
    children: [
      { index: true, file: "today/today.page.tsx" },
      { path: "*", file: "shell/unknown.page.tsx" },
    ],
  },
] satisfies RouteConfigEntry[];
