import { type DragEvent, useState } from "react";
import { PICTURE_TYPES, pictureLimits } from "~/platform/picture-intake";
import { useHydrated } from "~/ui/use-hydrated";
import { Button } from "../../ui/button";
import type { PicturesAct } from "./pictures.server";
import { isUnderWay, type Sending } from "./upload-list";
import { useUploads } from "./use-uploads";
import { counted } from "../../count-texts";

interface AddPicturesProps {
  /** The id of the form that sends the files without script. */
  form: string;
  productId: string;
  /** The name of the list. */
  color: string;
  add(addition: Omit<Extract<PicturesAct, { kind: "add" }>, "color">): void;
}

const MEGABYTES = pictureLimits.bytes / 1024 / 1024;

/** Where new pictures are chosen or dropped, and a bar for each while it is sent. */
export function AddPictures({ form, productId, color, add }: AddPicturesProps) {
  const isReady = useHydrated();
  const [isOver, setOver] = useState(false);
  const { files, choose, tryAgain, leaveOut } = useUploads(productId, add);
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files);
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
            choose(currentTarget.files ?? []);
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
      {files.length > 0 && <SendingList files={files} tryAgain={tryAgain} leaveOut={leaveOut} />}
    </>
  );
}

interface SendingListProps {
  files: readonly Sending[];
  tryAgain(id: number): void;
  leaveOut(id: number): void;
}

const SendingList = ({ files, tryAgain, leaveOut }: SendingListProps) => (
  <>
    <p className="vh" role="status">
      {summary(files)}
    </p>
    <ul className="sends">
      {files.map(({ id, file, state, share, message }) => (
        <li key={id} className={message ? "send has-error" : "send"}>
          <span className="send__name">{file.name}</span>
          <progress max={1} value={state === "preparing" ? undefined : share} aria-label={file.name} />
          <span className={message ? "field__error" : "field__note"}>{message ?? stateWords(state, share)}</span>
          {state === "cut" && (
            <button type="button" className="link" onClick={() => tryAgain(id)} aria-label={`Try again: ${file.name}`}>
              Try again
            </button>
          )}
          {message && (
            <button type="button" className="link" onClick={() => leaveOut(id)} aria-label={`Leave out: ${file.name}`}>
              Leave out
            </button>
          )}
        </li>
      ))}
    </ul>
  </>
);

function stateWords(state: Sending["state"], share: number): string {
  if (state === "waiting") return "Waits";
  if (state === "sending") return `${Math.floor(share * 100)} percent sent`;
  return state === "preparing" ? "Being prepared" : "There";
}

function summary(files: readonly Sending[]): string {
  const there = files.filter(({ state }) => state === "ready").length;
  const left = files.filter(isUnderWay).length;
  const failed = files.length - there - left;
  return `${there} of ${counted(files.length, "picture is", "pictures are")} there${failed > 0 ? `, ${counted(failed, "was", "were")} not taken` : ""}.`;
}
