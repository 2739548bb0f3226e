import { type DragEvent, useState } from "react";
import { PICTURE_TYPES, pictureLimits } from "~/platform/picture-limits";
import { useHydrated } from "~/ui/use-hydrated";
import { Button } from "../../ui/button";
import { uploadAddress } from "./pictures-address";
import type { PicturesAct } from "./pictures.server";
import { SentPictures } from "./sent-pictures";
import { useUploads } from "./use-uploads";

interface AddPicturesProps {
  /** Id of the form that uploads without script. */
  form: string;
  productId: string;
  /** Color whose list gets the pictures. */
  color: string;
  add(addition: Omit<Extract<PicturesAct, { kind: "add" }>, "color">): void;
}

const MEGABYTES = pictureLimits.bytes / 1024 / 1024;

/**
 * Field to choose or drop new pictures, with a progress bar for each. The upload code is loaded when the first picture is chosen.
 */
export function AddPictures({ form, productId, color, add }: AddPicturesProps) {
  const isReady = useHydrated();
  const [isOver, setOver] = useState(false);
  const { store, isMissing, choose } = useUploads(`${productId}\n${color}`, uploadAddress(productId), add);
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(false);
    choose([...event.dataTransfer.files]);
  };
  return (
    <>
      <label
        className={isOver ? "drop is-over" : "drop"}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          className="drop__field"
          type="file"
          name="file"
          form={form}
          multiple
          accept={PICTURE_TYPES}
          aria-label={`Add pictures, ${color}`}
          onChange={({ currentTarget }) => {
            choose([...(currentTarget.files ?? [])]);
            currentTarget.value = "";
          }}
        />
        <b>Add pictures</b>
        JPG, PNG, WebP or AVIF, up to {MEGABYTES} MB and {pictureLimits.pixels / 1_000_000} million pixels each. Drop
        many at once.
      </label>
      {!isReady && (
        <Button form={form} wide>
          Send
        </Button>
      )}
      <SentPictures store={store} isMissing={isMissing} />
    </>
  );
}
