import { productIdIn } from "~/shop/catalog/product";

/** Extracts product ids from product URLs that a member typed, separated by line breaks or spaces. */
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
