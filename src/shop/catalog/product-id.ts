import { z } from "zod";
import { PRODUCT_ID } from "./product-id-pattern";

/** The id of a product, as calls and forms name it. */
export const ProductId = z.string().regex(PRODUCT_ID, "This is not the id of a product.");
