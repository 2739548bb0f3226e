import { useRef, type FormEvent, type RefObject } from "react";
import type { FoundPlace } from "~/shop/places/place-finder";
import { PlaceSearch } from "~/shop/places/place-search";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox-and-radio";
import { Field } from "~/ui/field";
import { stateIn, type Fields } from "./checkout-fields";
import { typedPlace } from "./typed-place";
import { useSection } from "./use-section";
import { ZipField } from "./zip-field";

interface BillingAddressProps {
  fields: Fields;
  googleMapsKey: string;
  /** Whether the shop has zones of delivery, so that its quote decides whether anything is delivered to the address. */
  hasZones: boolean;
  onSaved: () => void;
}

/** Fields of a found place. Without a street address those of a typed address open; their ZIP is replaced, because it was of another city. */
const fieldsOfPlace = ({ address, street, city, state, zip }: FoundPlace, before: Fields): Partial<Fields> =>
  address
    ? { place: address, foundAddress: address, city, postalCode: zip || before.postalCode }
    : {
        byHand: true,
        place: "",
        foundAddress: "",
        street: street || before.street,
        city,
        postalCode: zip,
        state,
        stateOf: zip,
      };

/** Form for the billing address, searched or typed. If the search found only a city, the street has to be typed. */
export function BillingAddressForm({ fields, googleMapsKey, hasZones, onSaved }: BillingAddressProps) {
  const { form, field, change, errors } = useSection("billing", fields, onSaved, hasZones);
  const isCityPicked = fields.byHand && fields.postalCode === "" && stateIn(fields) !== "";
  const street = useRef<HTMLInputElement>(null);

  function take(place: FoundPlace) {
    change(fieldsOfPlace(place, fields));
    if (!place.address) requestAnimationFrame(() => street.current?.focus());
  }

  // Without a map service, a text from which nothing was picked opens the fields.
  const isOnlyTyped = !fields.byHand && !googleMapsKey && fields.place.trim() !== "";
  const takeTyped = (event: FormEvent) => {
    event.preventDefault();
    void typedPlace(fields.place).then(take);
  };

  return (
    <form {...form} onSubmit={isOnlyTyped ? takeTyped : form.onSubmit}>
      <Checkbox
        label="Enter the address by hand"
        checked={fields.byHand}
        onChange={({ target }) => change({ byHand: target.checked })}
      />
      {fields.byHand ? (
        <StreetFields field={field} street={street} />
      ) : (
        <PlaceSearch
          name="foundAddress"
          label="Search for your address"
          googleMapsKey={googleMapsKey}
          value={fields.place}
          error={errors.foundAddress}
          // Typing discards the place that was chosen before.
          onType={(place) => change({ place, foundAddress: "" })}
          onPick={take}
        />
      )}
      <ZipField field={field} isCityPicked={isCityPicked} />
      <div className="step__save">
        <Button type="submit" size="large">
          Save and continue
        </Button>
      </div>
    </form>
  );
}

interface StreetFieldsProps {
  field: ReturnType<typeof useSection>["field"];
  street: RefObject<HTMLInputElement | null>;
}

/** Fields of a typed address. */
const StreetFields = ({ field, street }: StreetFieldsProps) => (
  <>
    <Field {...field("street")} ref={street} label="Street" autoComplete="address-line1" maxLength={100} required />
    <Field
      {...field("area")}
      label="Area"
      mark="(optional)"
      placeholder="Apartment, unit, lot"
      autoComplete="address-line2"
      maxLength={40}
      className="c3"
    />
    <Field {...field("city")} label="City" autoComplete="address-level2" maxLength={50} className="c3" required />
  </>
);
