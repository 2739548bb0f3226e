import { Hono } from "hono";
import type { Services } from "~/services";

/** Every call of Spec §7, one line per room. */
export const api = (_services: Services) => new Hono();
