import { useRef } from "react";
import { useHydrated } from "~/ui/use-hydrated";
import { swatchName } from "./choice-fields";
import { useProductField } from "./product-fields-context";

/** Input for the swatch of a color. `guess` is the color guessed from its name. */
export function Swatch({ name, guess }: { name: string; guess: string | null }) {
  const { isNew, error, ...field } = useProductField(swatchName(name));
  const text = useRef<HTMLInputElement>(null);
  const isOpen = useHydrated() && !field.disabled;
  const errorId = `${field.id}-error`;
  const type = (swatch: string) => {
    if (!text.current) return;
    text.current.value = swatch;
    text.current.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <span className="grids__color">
      <input
        {...field}
        ref={text}
        className={isNew ? "input grids__new" : "input grids__text"}
        placeholder={guess ?? "#b59a74"}
        aria-label={`${name}: color on the page, a code or a name`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && errorId}
        autoComplete="off"
      />
      {isOpen && (
        <input
          type="color"
          className="grids__pick"
          aria-label={`${name}: choose the color on the page`}
          defaultValue={/^#[\da-f]{6}$/i.test(field.defaultValue) ? field.defaultValue : "#808080"}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
      )}
      {isOpen && guess && field.defaultValue === "" && (
        <button type="button" className="link grids__guess" onClick={() => type(guess)}>
          Take {guess}
        </button>
      )}
      {error && (
        <span className="grids__wrong">
          <span className="field__error" id={errorId}>
            {error}
          </span>
        </span>
      )}
    </span>
  );
}
