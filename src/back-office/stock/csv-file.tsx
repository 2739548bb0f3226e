import { useHydrated } from "~/ui/use-hydrated";
import { Field } from "../ui/field";

/** Button that reads a file's text into the field for lines; without JavaScript the text is pasted instead. */
export function CsvFile({ into }: { into: string }) {
  if (!useHydrated()) return null;
  const read = async (file: File | undefined) => {
    const field = document.getElementById(into);
    if (file && field instanceof HTMLTextAreaElement) field.value = await file.text();
  };
  return (
    <Field
      label="Or a CSV file"
      type="file"
      accept=".csv,.txt,text/csv,text/plain"
      onChange={(event) => void read(event.currentTarget.files?.[0])}
    />
  );
}
