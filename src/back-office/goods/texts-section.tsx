import { Section } from "../ui/section";
import { TypedControl } from "./typed-control";
import { COUNTRIES, typedIn } from "./product-controls";
import type { ProductScreen } from "./product-screen.server";

/** Fields with a place of their own in the section; the others follow. */
const PLACED: readonly string[] = ["name", "fit", "description", "details", "materials", "care"];

/** Section with a product's name and descriptions. */
export function WordsSection({ screen: { countries } }: { screen: ProductScreen }) {
  return (
    <Section title="Words">
      <div className="stack">
        <div className="fields fields--wide">
          <TypedControl name="name" />
          <TypedControl name="fit" />
        </div>
        <TypedControl name="description" />
        <div className="fields">
          <TypedControl name="details" />
          <TypedControl name="materials" />
        </div>
        <TypedControl name="care" />
        {typedIn("words")
          .filter((name) => !PLACED.includes(name))
          .map((name) => (
            <TypedControl key={name} name={name} />
          ))}
        <datalist id={COUNTRIES}>
          {countries.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
      </div>
    </Section>
  );
}
