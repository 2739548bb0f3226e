import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { Services } from "~/services";
import { enforceNetworkLimit, networkIn } from "~/shop/form-limits.server";
import { jsonBody, jsonResponse, refusals, roomApi } from "~/shop/shop.api";
import { isShared } from "~/shop/strangers-letters.server";
import { EndedReminder, ReminderRequest } from "./reminder.wire";
import { askForReminder, endReminder } from "./reminders.server";

/** Maximum number of calls (`times`) of one network in `seconds`: a checkout that is being filled in makes a few. */
const ALLOWANCE = { name: "checkout-reminders", times: 200, seconds: 600 };

const Done = z.object({ done: z.literal(true) });

const ask = createRoute({
  method: "post",
  path: "/",
  tags: ["Paying"],
  operationId: "askForReminder",
  summary: "Ask for a reminder of an unfinished checkout",
  description:
    "Keeps the address and the goods for one letter, some hours after the last call with this key. The answer is the same for every " +
    "address, also where no letter follows. No `items` end the reminder.",
  request: { body: jsonBody(ReminderRequest) },
  responses: { 200: jsonResponse(Done, "It was heard"), ...refusals("input-invalid", "too-many-requests") },
});

const end = createRoute({
  method: "post",
  path: "/end",
  tags: ["Paying"],
  operationId: "endReminder",
  summary: "End a reminder, and forget its address and goods",
  request: { body: jsonBody(EndedReminder) },
  responses: { 200: jsonResponse(Done, "Nothing is kept of it"), ...refusals("input-invalid", "too-many-requests") },
});

/** API handlers of the box beside the checkout's e-mail field. */
export const remindersApi = (services: Services) =>
  roomApi()
    .openapi(ask, async (c) => {
      await enforceNetworkLimit(services.db, c.req.raw, ALLOWANCE);
      const network = networkIn(c.req.raw);
      const known = network !== undefined && !isShared(network) ? network : null;
      await askForReminder(services, c.req.valid("json"), known, new Date());
      return c.json({ done: true as const }, 200);
    })
    .openapi(end, async (c) => {
      // Ending is not limited with asking, so that whoever has asked often can still end.
      await enforceNetworkLimit(services.db, c.req.raw, { ...ALLOWANCE, name: "ended-checkout-reminders" });
      await endReminder(services.db, c.req.valid("json").key);
      return c.json({ done: true as const }, 200);
    });
