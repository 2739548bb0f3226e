import { z } from "zod";

/** Where the shop serves a picture or film: an address below `/media/`. */
export const MediaPath = z.string().regex(/^\/media\/[^\0]{1,300}$/, "must be a path below /media/");
