import type { FoundPlace } from "~/shop/places/place-finder";
import { streetAndPlace } from "~/shop/places/place";
import { gazetteer } from "~/shop/places/places.client";

/** Time in milliseconds that a look-up of a typed place may take before the fields open without it. */
const PATIENCE = 2_000;

/**
 * Street and place of a text that was typed into the address search, if no place was picked: what stands before the last comma is
 * the street, and behind it a place is looked up. A text without a comma is a street, unless it is a ZIP. Never throws.
 */
export async function typedPlace(typed: string): Promise<FoundPlace> {
  const { street, place } = streetAndPlace(typed);
  const isZip = place === "" && /^\d{5}$/.test(street);
  const own = { address: "", street: isZip ? "" : street, city: place, state: "", zip: isZip ? street : "" };
  if (place === "") return own;
  try {
    const finder = gazetteer();
    const [offer] = await finder.offers(typed, AbortSignal.timeout(PATIENCE));
    return offer ? await finder.found(offer) : own;
  } catch (failure) {
    console.error("Address lookup failed:", failure);
    return own;
  }
}
