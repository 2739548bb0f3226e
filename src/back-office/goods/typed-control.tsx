import { Field, TextField } from "../ui/field";
import { type ProductControl, productControls, type TypedField } from "./product-controls";
import { useProductField } from "./product-fields-context";

interface TypedControlProps {
  name: TypedField;
  placeholder?: string | undefined;
}

/** Text field of a product's form, with the control of its field. */
export function TypedControl({ name, placeholder }: TypedControlProps) {
  const { label, as, field }: ProductControl = productControls[name];
  const { rows, ...own } = { label, ...field };
  const props = { ...own, ...(placeholder !== undefined && { placeholder }), ...useProductField(name) };
  if (as === "words" || as === "lines") return <TextField rows={rows ?? 3} {...props} />;
  return <Field inputMode={as === "whole" ? "numeric" : undefined} {...props} />;
}
