import { createContext } from "react-router";
import type { Product } from "../product";

/** A product that a member looks at before it is on the shop: its page shows this in place of what is published. */
export const previewedProduct = createContext<Product | null>(null);
