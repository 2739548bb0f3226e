import { useHydrated } from "~/ui/use-hydrated";

/** Checkbox in the head of a column that ticks or clears all checkboxes of a name in its form. Needs JavaScript. */
export function ChooseAll({ name, count }: { name: string; count: number }) {
  if (!useHydrated()) return <span className="vh">Choose</span>;
  return (
    <input
      type="checkbox"
      className="tick__box"
      data-all={name}
      aria-label={`Choose all ${count}`}
      onChange={({ currentTarget: { form, checked } }) => {
        for (const box of form?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`) ?? [])
          box.checked = checked;
      }}
    />
  );
}
