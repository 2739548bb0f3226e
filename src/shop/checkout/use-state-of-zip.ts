import { useCallback, useEffect, useState } from "react";
import { stateOfZip } from "~/shop/places/places.client";
import { zipOf } from "~/shop/zip-code";
import { useOnline } from "~/ui/use-online";
import type { Fields } from "./checkout-fields";
import { progressStore } from "./checkout-store";

/**
 * Looks up the state of a saved address' ZIP; it stays empty for an unknown ZIP. After a failure the gazetteer is asked again when
 * the connection comes back, or the checkout is opened.
 */
export function useStateOfZip({ postalCode, stateOf }: Fields, isSaved: boolean): void {
  const zip = zipOf(postalCode);
  const isWanted = isSaved && stateOf !== zip;
  const [failures, setFailures] = useState(0);
  const [turn, setTurn] = useState(0);
  useOnline(
    isWanted && failures > turn,
    useCallback(() => setTurn(failures), [failures]),
  );

  useEffect(() => {
    if (!isWanted) return;
    stateOfZip(zip).then(
      (state = "") =>
        progressStore.change((progress) =>
          // The address may have been edited in the meantime.
          zipOf(progress.fields.postalCode) === zip
            ? { ...progress, fields: { ...progress.fields, state, stateOf: zip } }
            : progress,
        ),
      (failure: unknown) => {
        console.error("Address lookup failed:", failure);
        setFailures(turn + 1);
      },
    );
  }, [isWanted, zip, turn]);
}
