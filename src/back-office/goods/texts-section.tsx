import { Field, TextField } from "../ui/field";
import { Section } from "../ui/section";
import { useProductField } from "./product-fields-context";

/** Section with a product's name and descriptions. */
export function WordsSection() {
  return (
    <Section title="Words">
      <div className="stack">
        <div className="fields fields--wide">
          <Field label="Name" autoComplete="off" {...useProductField("name", "goods.words")} />
          <Field label="Fit" autoComplete="off" {...useProductField("fit", "goods.words")} />
        </div>
        <TextField label="Description" rows={4} {...useProductField("description", "goods.words")} />
        <div className="fields">
          <TextField label="Details" labelNote="one a line" rows={3} {...useProductField("details", "goods.words")} />
          <TextField label="Materials" rows={3} {...useProductField("materials", "goods.words")} />
        </div>
        <TextField label="Care" rows={2} {...useProductField("care", "goods.words")} />
      </div>
    </Section>
  );
}
