import { Form } from "react-router";
import { Button } from "../ui/button";
import { SelectField } from "../ui/field";
import { Views } from "../ui/list-tools";
import { figures, type FiguresView } from "./figures-address";
import { HiddenView } from "./hidden-view";
import type { Sheet } from "./sheet";

/** Most values of a filter that are links in one row; more of them are the choices of a list. */
const MOST_LINKS = 12;

const EVERY = { size: "Every size", category: "All goods" };

interface FiguresLimitsProps {
  limits: NonNullable<Sheet["limits"]>;
  view: FiguresView;
  /** Path of the screen. */
  page: string;
}

/** Filter of the screen by a size or a category: links, or a list if there are many values. */
export function FiguresLimits({ limits: { by, label, values }, view, page }: FiguresLimitsProps) {
  if (values.length < 2 && view[by] === null) return null;
  const nameOf = (value: string): string => (["", "default"].includes(value) ? `No ${by}` : value);
  if (values.length > MOST_LINKS)
    return (
      <Form className="figures-choice figures-limits" action={page} key={view[by]}>
        <HiddenView view={{ ...view, [by]: null, after: "" }} />
        <SelectField label={label} name={by} defaultValue={figures.queryOf(view).get(by) ?? ""}>
          <option value="">{EVERY[by]}</option>
          {values.map((value) => (
            <option key={value} value={figures.queryOf({ ...view, [by]: value }).get(by) ?? ""}>
              {nameOf(value)}
            </option>
          ))}
        </SelectField>
        <Button>Show</Button>
      </Form>
    );
  return (
    <Views
      label={label}
      views={[null, ...values].map((value) => ({
        to: figures.addressOf({ ...view, [by]: value, after: "" }, page),
        name: value === null ? EVERY[by] : nameOf(value),
        isCurrent: view[by] === value,
      }))}
    />
  );
}
