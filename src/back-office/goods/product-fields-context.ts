import { createContext, useContext } from "react";
import type { Right } from "~/shop/members/rights";

/** Id of the product's form. Fields refer to it by id, because other forms of the page are between them. */
export const FORM = "product";

/** State of the fields of a product's form. */
export interface FormState {
  values: Record<string, string | undefined>;
  /** Names of the fields that differ from the stored values. */
  changed: ReadonlySet<string>;
  errors: Record<string, string>;
  rights: readonly Right[];
  /** Whether the form was saved before with other values, so that levels are compared with those that stand now. */
  isSentBefore: boolean;
}

export const ProductFormContext = createContext<FormState>({
  values: {},
  changed: new Set(),
  errors: {},
  rights: [],
  isSentBefore: false,
});

/** Props of a field of the product's form, by its name and the right needed to change it. */
export function useProductField(name: string, right: Right) {
  const { values, changed, errors, rights } = useContext(ProductFormContext);
  const error = errors[name];
  return {
    id: name,
    name,
    form: FORM,
    defaultValue: values[name] ?? "",
    isNew: changed.has(name),
    disabled: !rights.includes(right),
    ...(error && { error }),
  };
}

/** Whether one of the fields is changed or has an error; its section is then expanded. */
export function useIsTouched(names: string[]): boolean {
  const { changed, errors } = useContext(ProductFormContext);
  return names.some((name) => changed.has(name) || errors[name] !== undefined);
}
