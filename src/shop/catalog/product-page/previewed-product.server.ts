import { createContext } from "react-router";
import type { Product } from "../product";

/** Unpublished version of a product, shown to members by a preview of its page. */
export const previewedProduct = createContext<Product | null>(null);
