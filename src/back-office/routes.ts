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
      {
        file: "shell/screens.page.tsx",
        children: [
          { index: true, file: "today/today.page.tsx" },
          { path: "sales", file: "today/sales.page.tsx" },
          { path: "settings/mail/test", file: "settings/test-letter.page.tsx" },
          { path: "settings/:group?", file: "settings/settings.page.tsx" },
          { path: "log", file: "log/log.page.tsx" },
          { path: "log/:act", file: "log/act.page.tsx" },
          { path: "system", file: "system/system.page.tsx" },
          { path: "find", file: "find/find.page.tsx" },
          { path: "menu", file: "shell/menu.page.tsx" },
          { path: "keys", file: "shell/keys.page.tsx" },
          { path: "*", file: "shell/unknown.page.tsx" },
        ],
      },
    ],
  },
] satisfies RouteConfigEntry[];
