import type { RouteConfigEntry } from "@react-router/dev/routes";

/**
 * Every screen of the back office, below /back-office. Plain data: the server reads it too, without the tools of the build.
 * Those of the door stand first; all others are inside the frame and open to members only.
 */
export default [
  {
    file: "sign-in/door.page.tsx",
    children: [
      { path: "sign-in", file: "sign-in/sign-in.page.tsx" },
      { path: "sign-in/help", file: "sign-in/help.page.tsx" },
      { path: "sign-in/new-password", file: "sign-in/new-password.page.tsx" },
      { path: "confirm", file: "sign-in/confirm.page.tsx" },
      { path: "welcome", file: "welcome/welcome.page.tsx" },
      { path: "welcome/invitation", file: "welcome/invitation.page.tsx" },
      { path: "welcome/way-in", file: "welcome/way-in.page.tsx" },
      { path: "welcome/codes", file: "welcome/codes.page.tsx" },
      { path: "welcome/shop", file: "welcome/shop.page.tsx" },
    ],
  },
  { path: "sign-out", file: "sign-in/sign-out.page.tsx" },
  {
    file: "shell/frame.page.tsx",
    children: [
      {
        file: "shell/screens.page.tsx",
        children: [
          { index: true, file: "today/today.page.tsx" },
          { path: "sales", file: "today/sales.page.tsx" },
          { path: "queue/:part?/:entry?", file: "queue/queue.page.tsx" },
          { path: "orders/print", file: "print/print.page.tsx" },
          { path: "goods/bulk", file: "bulk/bulk.page.tsx" },
          { path: "goods/bulk/percent", file: "bulk/percent.page.tsx" },
          { path: "goods/bulk/plans", file: "bulk/plans.page.tsx" },
          { path: "goods/bulk/plans/:plan", file: "bulk/plan.page.tsx" },
          { path: "discounts", file: "discounts/discounts.page.tsx" },
          { path: "discounts/new", file: "discounts/new-code.page.tsx" },
          { path: "discounts/:code", file: "discounts/code.page.tsx" },
          { path: "stock", file: "stock/stock.page.tsx" },
          { path: "stock/delivery", file: "stock/delivery.page.tsx" },
          { path: "stock/count", file: "stock-take/takes.page.tsx" },
          { path: "stock/count/:take", file: "stock-take/take.page.tsx" },
          { path: "stock/:variantId", file: "stock/pair.page.tsx" },
          { path: "messages", file: "messages/messages.page.tsx" },
          { path: "messages/:id", file: "messages/message.page.tsx" },
          { path: "settings/mail/test", file: "settings/test-letter.page.tsx" },
          { path: "settings/:group?", file: "settings/settings.page.tsx" },
          { path: "goods/:id/pictures", file: "goods/pictures.page.tsx" },
          { path: "log", file: "log/log.page.tsx" },
          { path: "log/:act", file: "log/act.page.tsx" },
          { path: "members", file: "members/members.page.tsx" },
          { path: "members/invite", file: "members/invite.page.tsx" },
          { path: "members/:id", file: "members/member.page.tsx" },
          { path: "account", file: "account/account.page.tsx" },
          { path: "account/details", file: "account/details.page.tsx" },
          { path: "account/password", file: "account/password.page.tsx" },
          { path: "account/passkey", file: "account/passkey.page.tsx" },
          { path: "account/codes", file: "account/codes.page.tsx" },
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
