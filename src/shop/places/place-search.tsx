import { useId, useRef, useState, type ChangeEvent, type KeyboardEvent } from "react";
import { limits } from "~/shop/limits";
import { Field } from "~/ui/field";
import { Icon } from "~/ui/icon";
import type { FoundPlace, PlaceFinder, PlaceOffer } from "./place-finder";
import { gazetteer } from "./places.client";

type PlaceSearchProps = {
  name: string;
  label: string;
  /** Set when Google Maps does the searching. */
  googleMapsKey: string;
  value: string;
  error: string | undefined;
  onType: (typed: string) => void;
  onPick: (place: FoundPlace) => void;
};

type Offered = "nothing" | "searching" | PlaceOffer[];

/** A search for an address, with offers under it. Where the lookup fails, the address can still be typed by hand. */
export function PlaceSearch({ name, label, googleMapsKey, value, error, onType, onPick }: PlaceSearchProps) {
  const list = useId();
  const finder = useRef<Promise<PlaceFinder>>(undefined);
  const asked = useRef<AbortController>(undefined);
  const [offered, setOffered] = useState<Offered>("nothing");
  const [active, setActive] = useState(-1);
  const offers = Array.isArray(offered) ? offered : [];

  const load = () =>
    (finder.current ??= googleMapsKey
      ? import("./google-places.client").then(({ googlePlaces }) => googlePlaces(googleMapsKey))
      : Promise.resolve(gazetteer()));

  function close() {
    asked.current?.abort();
    setOffered("nothing");
    setActive(-1);
  }

  async function search({ target }: ChangeEvent<HTMLInputElement>) {
    const query = target.value;
    close();
    onType(query);
    if (query.trim().length < limits.search.minimumLetters) return;

    const { signal } = (asked.current = new AbortController());
    try {
      await pause(limits.search.debounce, signal);
      setOffered("searching");
      const found = await (await load()).offers(query.trim(), signal);
      if (!signal.aborted) setOffered(found);
    } catch (failure) {
      if (signal.aborted) return;
      console.error("Address lookup failed:", failure);
      finder.current = undefined;
      setOffered("nothing");
    }
  }

  async function pick(offer: PlaceOffer) {
    close();
    onType(offer.label);
    try {
      onPick(await (await load()).found(offer));
    } catch (failure) {
      console.error("Address lookup failed:", failure);
    }
  }

  function press(event: KeyboardEvent) {
    const last = offers.length - 1;
    const chosen = offers[active];
    if (event.key === "Escape" && offered !== "nothing") close();
    else if (event.key === "ArrowDown" && last >= 0) setActive(active < last ? active + 1 : 0);
    else if (event.key === "ArrowUp" && last >= 0) setActive(active > 0 ? active - 1 : last);
    else if (event.key === "Enter" && chosen) void pick(chosen);
    else return;
    event.preventDefault();
  }

  return (
    <div className="place">
      <Field
        name={name}
        label={label}
        hint={googleMapsKey ? undefined : "A city or a ZIP will do; the street is next."}
        value={value}
        error={error}
        onChange={search}
        onKeyDown={press}
        onBlur={close}
        autoComplete="off"
        maxLength={limits.text.line}
        role="combobox"
        aria-expanded={offers.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={offers[active] ? `${list}-${active}` : undefined}
      />
      <ul className="place__offers float" id={list} role="listbox" aria-label="Places" hidden={offers.length === 0}>
        {offers.map((offer, position) => (
          <li
            key={offer.id}
            id={`${list}-${position}`}
            role="option"
            aria-selected={position === active}
            // The field keeps the focus, so that leaving it can close the list.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => void pick(offer)}
          >
            <Icon name="pin" size="small" />
            {offer.label}
          </li>
        ))}
      </ul>
      <p className="place__says" role="status">
        {offered === "searching" && "Searching..."}
        {Array.isArray(offered) && offers.length === 0 && "Nothing found. You can enter the address by hand."}
      </p>
    </div>
  );
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
