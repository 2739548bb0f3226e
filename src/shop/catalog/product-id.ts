import { z } from "zod";
import { PRODUCT_ID } from "./product-id-pattern";

/** Schema of a product id in calls and forms. */
export const ProductId = z.string().regex(PRODUCT_ID, "This is not the id of a product.");
