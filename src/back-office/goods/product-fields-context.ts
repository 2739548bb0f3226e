import { createContext, useContext } from "react";

/** Id of the product's form. Fields refer to it by id, because other forms of the page are between them. */
export const FORM = "product";

/** State of the fields of a product's form. */
export interface FormState {
  values: Record<string, string | undefined>;
  /** Names of the fields that differ from the stored values. */
  changed: ReadonlySet<string>;
  errors: Record<string, string>;
  /** Whether the form was saved before with other values, so that levels are compared with those that stand now. */
  isSentBefore: boolean;
  /** Whether the member may change the field with a name. */
  mayChange(name: string): boolean;
}

export const ProductFormContext = createContext<FormState>({
  values: {},
  changed: new Set(),
  errors: {},
  isSentBefore: false,
  mayChange: () => false,
});

/** Props of a field of the product's form, by its name. */
export function useProductField(name: string) {
  const { values, changed, errors, mayChange } = useContext(ProductFormContext);
  const error = errors[name];
  return {
    id: name,
    name,
    form: FORM,
    defaultValue: values[name] ?? "",
    isNew: changed.has(name),
    disabled: !mayChange(name),
    ...(error && { error }),
  };
}

/** Whether one of the fields is changed or has an error; its section is then expanded. */
export function useIsTouched(names: readonly string[]): boolean {
  const { changed, errors } = useContext(ProductFormContext);
  return names.some((name) => changed.has(name) || errors[name] !== undefined);
}
