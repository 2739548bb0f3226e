import { productIdIn } from "~/shop/catalog/product";

/** Product ids from product URLs typed one per line. */
export const handPicked = (typed: string): string[] =>
  typed
    .split(/\s+/)
    .filter(Boolean)
    .map((address) =>
      productIdIn(
        address
          .replace(/[?#].*$/, "")
          .split("/")
          .at(-1) ?? "",
      ),
    );
