import { plain } from "./columns";
import { crossed, isKnownOption } from "./read-options";

interface Option {
  name: string;
  values: string[];
}

/** Columns of the options of a variant. */
export const OPTION_COLUMNS = ["option1Name", "option1", "option2Name", "option2", "option3Name", "option3"] as const;

/** Options of which those of one name are told apart by their order, so that each is asked about by itself: Style, Style 2. */
const apart = (options: readonly Option[]): Option[] =>
  options.map(({ name, values }, place) => {
    const before = options.slice(0, place).filter((other) => plain(other.name) === plain(name)).length;
    return { name: before > 0 && name !== "" ? `${name} ${before + 1}` : name, values };
  });

/** Cells of up to three options; further ones are a part of the third. */
export function optionCells(options: Option[]): Record<(typeof OPTION_COLUMNS)[number], string> {
  const [first, second, ...others] = apart(options).filter(({ values }, place) => place < 3 || values.length > 0);
  const third = others.reduce<Option | undefined>(
    (before, { name, values }) =>
      before
        ? {
            name: `${before.name} / ${name}`,
            values: crossed(before.values, values, (value, each) => `${value} / ${each}`),
          }
        : { name, values },
    undefined,
  );
  return {
    option1Name: first?.name ?? "",
    option1: first?.values.join("\n") ?? "",
    option2Name: second?.name ?? "",
    option2: second?.values.join("\n") ?? "",
    option3Name: third?.name ?? "",
    option3: third?.values.join("\n") ?? "",
  };
}

/** Name of an option that the other shop shows as swatches: a color, whatever it is called there. */
export const nameOfColors = (name: string): string => (isKnownOption(name) ? name : `${name} color`);

/** Options by their names and values; those without a value are left out. */
export const optionsOf = (pairs: [name: string, value: string][]): ReturnType<typeof optionCells> =>
  optionCells(pairs.filter(([, value]) => value !== "").map(([name, value]) => ({ name, values: [value] })));
