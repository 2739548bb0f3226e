import { z } from "zod";
import { limits } from "~/shop/limits";
import { PlainLine } from "~/shop/plain-text";
import { ProductId } from "./product-id";

/** Schema of the path of a picture or film below `/media/`. */
export const MediaPath = z.string().regex(/^\/media\/[^\0]{1,300}$/, "must be a path below /media/");

/** Schemas of lists of a product or color, in the merchant's order. */
export const Images = z.array(MediaPath).max(100, "A list holds at most 100 pictures. Take some out first.");
export const SizeChart = z.array(z.string().max(500)).max(1);
export const StyleWith = z.array(ProductId).max(limits.styleWith, `Choose at most ${limits.styleWith} products.`);
/** Maximum number of lines of a product's details. */
export const MOST_DETAILS = 60;
export const Details = z.array(PlainLine(500)).max(MOST_DETAILS, `Use at most ${MOST_DETAILS} lines.`);
