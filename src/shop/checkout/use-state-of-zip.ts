import { useEffect } from "react";
import { stateOfZip } from "~/shop/places/places.client";
import { zipOf } from "~/shop/zip-code";
import type { Fields } from "./checkout-fields";
import { progressStore } from "./checkout-store";

/**
 * Looks up the state of a saved address' ZIP; it stays empty for an unknown ZIP. After a failure the gazetteer is asked again when
 * the connection comes back, or the checkout is opened.
 */
export function useStateOfZip({ postalCode, stateOf }: Fields, isSaved: boolean): void {
  const zip = zipOf(postalCode);
  const isWanted = isSaved && stateOf !== zip;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOver = false;
    const ask = async () => {
      try {
        const state = (await stateOfZip(zip)) ?? "";
        if (isOver) return;
        progressStore.change(({ fields, ...rest }) => ({ ...rest, fields: { ...fields, state, stateOf: zip } }));
      } catch (failure) {
        console.error("Address lookup failed:", failure);
      }
    };
    void ask();
    addEventListener("online", ask);
    return () => {
      isOver = true;
      removeEventListener("online", ask);
    };
  }, [isWanted, zip]);
}
