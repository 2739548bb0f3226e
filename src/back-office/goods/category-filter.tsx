import { Choices, Tick } from "../ui/field";

interface CategoryFilterProps {
  categories: { id: string; name: string }[];
  chosen: readonly string[];
  label?: string;
  note?: string;
}

/** Checkboxes of the categories; a chosen category includes its subcategories. */
export const CategoryFilter = ({ categories, chosen, label = "Categories", note }: CategoryFilterProps) => (
  <Choices label={label} {...(note && { note })}>
    <div className="many" tabIndex={0} role="group" aria-label={label}>
      {categories.map(({ id, name }) => (
        <Tick key={id} name="category" value={id} defaultChecked={chosen.includes(id)}>
          {name}
        </Tick>
      ))}
    </div>
  </Choices>
);

/** Links that remove a chosen category from the filter, each with the address of the list without the category. */
export const categoryChips = (
  categories: { id: string; name: string }[],
  chosen: readonly string[],
  addressOf: (chosen: string[]) => string,
) =>
  chosen.map((id) => ({
    name: "Category",
    value: categories.find((category) => category.id === id)?.name ?? "Unknown",
    without: addressOf(chosen.filter((other) => other !== id)),
  }));
