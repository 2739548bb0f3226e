import { useId, useState, type KeyboardEvent } from "react";
import { limits } from "~/shop/limits";
import { NO_OPTION, reveal, steppedOption, stepOf } from "~/ui/active-option";
import { Field } from "~/ui/field";
import { Icon } from "~/ui/icon";
import type { FoundPlace, PlaceSuggestion } from "./place-finder";
import { type SearchState, usePlaceOffers } from "./use-place-offers";

interface PlaceSearchProps {
  name: string;
  label: string;
  /** Key of Google Maps; if set, Google Maps searches instead of the gazetteer. */
  googleMapsKey: string;
  value: string;
  error: string | undefined;
  onType: (typed: string) => void;
  onPick: (place: FoundPlace) => void;
}

const HINT = "Street, a comma, then city or ZIP. A city or a ZIP alone will do; the street is next.";

/** Combobox for an address. If the search fails, the address can be typed. */
export function PlaceSearch({ name, label, googleMapsKey, value, error, onType, onPick }: PlaceSearchProps) {
  const list = useId();
  const { state, search, clear, resolve } = usePlaceOffers(googleMapsKey);
  const [active, setActive] = useState(NO_OPTION);
  const offers = Array.isArray(state) ? state : [];

  function close() {
    clear();
    setActive(NO_OPTION);
  }

  function type(typed: string) {
    setActive(NO_OPTION);
    onType(typed);
    void search(typed);
  }

  async function pick(offer: PlaceSuggestion) {
    close();
    onType(offer.label);
    const place = await resolve(offer);
    if (place) onPick(place);
  }

  function press(event: KeyboardEvent) {
    const step = stepOf(event.key);
    const chosen = offers[active];
    if (event.key === "Escape" && state !== "idle") close();
    else if (step && offers.length > 0) setActive(steppedOption(active, step, offers.length));
    else if (event.key === "Enter" && chosen) void pick(chosen);
    else return;
    event.preventDefault();
  }

  return (
    <div className="place">
      <Field
        name={name}
        label={label}
        hint={googleMapsKey ? undefined : HINT}
        value={value}
        error={error}
        onChange={({ target }) => type(target.value)}
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
      <PlaceOffers id={list} offers={offers} active={active} onPick={(offer) => void pick(offer)} />
      <p className="place__says" role="status">
        {statusOf(state)}
      </p>
    </div>
  );
}

interface PlaceOffersProps {
  id: string;
  offers: PlaceSuggestion[];
  active: number;
  onPick: (offer: PlaceSuggestion) => void;
}

function PlaceOffers({ id, offers, active, onPick }: PlaceOffersProps) {
  return (
    <ul className="place__offers float" id={id} role="listbox" aria-label="Places" hidden={offers.length === 0}>
      {offers.map((offer, position) => (
        <li
          key={offer.id}
          id={`${id}-${position}`}
          role="option"
          aria-selected={position === active}
          ref={position === active ? reveal : undefined}
          // Prevents the field from losing the focus, which would close the list.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(offer)}
        >
          <Icon name="pin" size="small" />
          {offer.label}
        </li>
      ))}
    </ul>
  );
}

function statusOf(state: SearchState): string | null {
  if (state === "searching") return "Searching...";
  const isEmpty = Array.isArray(state) && state.length === 0;
  return isEmpty ? "Nothing found. Save to go on by hand with what you typed." : null;
}
