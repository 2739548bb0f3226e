import { useRef, useState, type ChangeEvent, type FormEvent } from "react";
import { limits } from "~/shop/limits";
import { errorsBy } from "~/shop/form";
import { useToast } from "~/ui/toast";
import { progressStore } from "./checkout-store";
import { schemaOf, type Fields } from "./checkout-fields";
import type { Section } from "./steps";

type TextField = { [K in keyof Fields]: Fields[K] extends string ? K : never }[keyof Fields];

const change = (changed: Partial<Fields>) =>
  progressStore.change((progress) => ({ ...progress, fields: { ...progress.fields, ...changed } }));

/**
 * Form of a section. The fields are kept in the checkout's store. Saving shows errors at the fields and focuses the first; an
 * error disappears when it is corrected.
 */
export function useSection(
  section: Exclude<Section, "payment">,
  fields: Fields,
  onSaved: () => void,
  hasZones = false,
) {
  const toast = useToast();
  const form = useRef<HTMLFormElement>(null);
  const [wasTried, setTried] = useState(false);
  const complaints = errorsBy(schemaOf(section, fields, hasZones), asTexts(fields));
  const errors = wasTried ? complaints : {};

  function save(event: FormEvent) {
    event.preventDefault();
    const wrong = Object.keys(complaints);
    setTried(wrong.length > 0);
    if (wrong.length === 0) return onSaved();

    toast.error("Value is not valid.", { timeout: limits.timings.checkoutToast });
    const first = [...(form.current?.querySelectorAll("input") ?? [])].find(({ name }) => wrong.includes(name));
    first?.focus();
  }

  /** Props of a field; `mask` normalizes typed text. */
  const field = (name: TextField, mask = (typed: string) => typed) => ({
    name,
    value: fields[name],
    error: errors[name],
    isOk: wasTried && !errors[name] && fields[name].trim() !== "",
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change({ [name]: mask(target.value) }),
  });

  return { form: { ref: form, noValidate: true, onSubmit: save }, field, change, errors };
}

const asTexts = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
