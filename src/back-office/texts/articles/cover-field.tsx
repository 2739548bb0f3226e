import { useRef, useState } from "react";
import { PICTURE_TYPES } from "~/platform/picture-limits";
import { useHydrated } from "~/ui/use-hydrated";
import { Field } from "../../ui/field";
import { typeInto } from "../../ui/type-into";
import { sendArticlePicture } from "../send-picture";

interface CoverFieldProps {
  id: string;
  name: string;
  defaultValue: string;
  error: string | undefined;
  /** Article's id. */
  article: string;
  /** Hashes of the pictures, by path. */
  pictures: Readonly<Record<string, string>>;
  disabled: boolean;
  isNew: boolean;
}

/** Cover picture of an article: chosen from the device and uploaded at once; the form saves its path in the store. */
export function CoverField({ article, pictures, ...field }: CoverFieldProps) {
  const isScripted = useHydrated();
  const place = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<{ path: string; file: string } | null>(null);
  const [note, setNote] = useState("");
  const send = async (file: File | undefined) => {
    const input = place.current?.querySelector<HTMLInputElement>(`input[name="${field.name}"]`);
    if (!file || !input) return;
    setNote("On its way");
    const { path, refused } = await sendArticlePicture(article, file);
    setNote(refused ?? "");
    if (path === undefined) return;
    setChosen({ path, file: URL.createObjectURL(file) });
    typeInto(input, path);
  };
  const hash = pictures[field.defaultValue];
  const shown = chosen?.file ?? (hash ? `/pictures/${hash}/480.webp` : undefined);
  return (
    <div className="cover" ref={place}>
      {shown && <img className="cover__picture" src={shown} alt="The cover" />}
      <Field {...field} label="Cover" note="Path of a picture of the shop" autoComplete="off" spellCheck={false} />
      {isScripted && !field.disabled && (
        <label className="link cover__choose">
          {shown ? "Another picture" : "Choose a picture"}
          <input
            className="vh"
            type="file"
            accept={PICTURE_TYPES}
            onChange={({ currentTarget }) => {
              void send(currentTarget.files?.[0]);
              currentTarget.value = "";
            }}
          />
        </label>
      )}
      <p className="field__note" role="status">
        {note}
      </p>
    </div>
  );
}
