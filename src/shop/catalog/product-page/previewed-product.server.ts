import { createContext } from "react-router";
import type { Product } from "../product";

/** Unpublished version of a product, which a preview shows on its page to members. */
export const previewedProduct = createContext<Product | null>(null);
