import { useState } from "react";
import { unreadableWords } from "~/shop/imports/unreadable";
import { isPacked, textOfBytes } from "~/shop/text-encoding";
import { useHydrated } from "~/ui/use-hydrated";
import { Field } from "../ui/field";

/** Button that reads a file's text into the field for lines; without JavaScript the text is pasted instead. */
export function CsvFile({ into }: { into: string }) {
  const [problem, setProblem] = useState("");
  if (!useHydrated()) return null;
  const read = async (file: File | undefined) => {
    const field = document.getElementById(into);
    if (!file || !(field instanceof HTMLTextAreaElement)) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = textOfBytes(bytes);
    setProblem(text === null ? unreadableWords(isPacked(bytes) ? "workbook" : "no-table", 0) : "");
    if (text !== null) field.value = text;
  };
  return (
    <Field
      id={`${into}-file`}
      label="Or a CSV file"
      type="file"
      accept=".csv,.txt,text/csv,text/plain"
      error={problem}
      onChange={(event) => void read(event.currentTarget.files?.[0])}
    />
  );
}
