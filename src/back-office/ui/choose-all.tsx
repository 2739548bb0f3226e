import { useHydrated } from "~/ui/use-hydrated";

/** The head of a column of boxes: ticks all of a name on the page, or none; only script can. */
export function ChooseAll({ name, count }: { name: string; count: number }) {
  if (!useHydrated()) return <span className="vh">Choose</span>;
  return (
    <input
      type="checkbox"
      className="tick__box"
      aria-label={`Choose all ${count}`}
      onChange={({ currentTarget: { form, checked } }) => {
        for (const box of form?.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`) ?? [])
          box.checked = checked;
      }}
    />
  );
}
