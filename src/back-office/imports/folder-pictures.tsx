import { type ChangeEvent, type DragEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { isPictureName } from "~/shop/imports/file-name-of";
import { useHydrated } from "~/ui/use-hydrated";
import { SentPictures } from "../goods/pictures/sent-pictures";
import { useUploads } from "../goods/pictures/use-uploads";
import { Button } from "../ui/button";
import { saysAllAreThere } from "./all-pictures-sent.client";
import { picturesAddress } from "./upload-address";

/**
 * Field to send the pictures of a folder one by one, each with a progress bar. They go on while the member works on other pages of the
 * workshop; the rows are previewed again once all are there. Without script it is a form that sends all at once.
 */
export function FolderPictures({ id }: { id: number }) {
  const isReady = useHydrated();
  const { revalidate } = useRevalidator();
  const { store, isMissing, choose } = useUploads(`import ${id}`, picturesAddress(id), () => {
    void saysAllAreThere(id).then(revalidate);
  });
  return (
    <div className="import-folder">
      <FolderForm
        id={id}
        isReady={isReady}
        // A folder also holds files that are no pictures, such as the file of goods itself.
        send={(files) => choose([...(files ?? [])].filter(({ name }) => isPictureName(name)))}
      />
      <SentPictures store={store} isMissing={isMissing} isBrief />
      {isReady && (
        <p className="small dust">
          They go one by one. You may leave this page for another of the workshop, and import before all are there.
        </p>
      )}
    </div>
  );
}

interface FolderFormProps {
  id: number;
  /** Whether the script runs, so that chosen pictures are sent at once. */
  isReady: boolean;
  send(files: FileList | null): void;
}

function FolderForm({ id, isReady, send }: FolderFormProps) {
  const folder = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent, isInside: boolean) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(isInside);
  };
  const changed = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    if (!isReady) return;
    send(currentTarget.files);
    currentTarget.value = "";
  };
  return (
    <form
      className={isOver ? "import-file is-over" : "import-file"}
      method="post"
      action={picturesAddress(id)}
      encType="multipart/form-data"
      onDragOver={(event) => over(event, true)}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        over(event, false);
        if (event.dataTransfer.types.includes("Files")) send(event.dataTransfer.files);
      }}
    >
      <div className="field">
        <label className="label" htmlFor="pictures">
          Send them from a folder{" "}
          <span className="label__note">by the names the file gives them; or drop them here</span>
        </label>
        <input
          className="input"
          id="pictures"
          name="pictures"
          type="file"
          accept="image/*"
          multiple
          required
          onChange={changed}
        />
      </div>
      {isReady ? (
        <>
          <input ref={folder} type="file" hidden aria-label="A whole folder" {...WHOLE_FOLDER} onChange={changed} />
          <Button type="button" onClick={() => folder.current?.click()}>
            Choose a whole folder
          </Button>
        </>
      ) : (
        <Button>Send the pictures</Button>
      )}
    </form>
  );
}

/** Attribute with which a field takes a folder; React's types do not know it. */
const WHOLE_FOLDER = { webkitdirectory: "" };
