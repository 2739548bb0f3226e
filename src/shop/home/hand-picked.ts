import { productIdIn } from "~/shop/catalog/product";

/** Ids of the products whose addresses were typed, one a line. */
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
