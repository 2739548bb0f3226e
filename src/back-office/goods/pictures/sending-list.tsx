import { useEffect, useSyncExternalStore } from "react";
import { counted } from "../../count-texts";
import { isUnderWay, type Sending } from "./upload-list";
import { NO_FILES, type Uploads } from "./uploads";

/** Current uploads to one list of a product, each with a progress bar. Closing the window cancels them. */
export function SendingList({ store: { subscribe, files: current, tryAgain, leaveOut } }: { store: Uploads }) {
  const files = useSyncExternalStore(subscribe, current, () => NO_FILES);
  const isSending = files.some(isUnderWay);
  useEffect(() => {
    if (!isSending) return undefined;
    const closing = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", closing);
    return () => window.removeEventListener("beforeunload", closing);
  }, [isSending]);
  if (files.length === 0) return null;
  return (
    <>
      <p className="vh" role="status">
        {summary(files)}
      </p>
      <ul className="sends">
        {files.map(({ id, file, state, share, message }) => (
          <li key={id} className={message ? "send has-error" : "send"}>
            <span className="send__name">{file.name}</span>
            {state !== "refused" && (
              <progress max={1} value={state === "preparing" ? undefined : share} aria-label={file.name} />
            )}
            <span className={message ? "field__error" : "field__note"}>{message ?? stateWords(state, share)}</span>
            {state === "cut" && <FileButton words="Try again" file={file} onClick={() => tryAgain(id)} />}
            {message && (
              <FileButton
                words={state === "refused" ? "Read, take it away" : "Leave out"}
                file={file}
                onClick={() => leaveOut(id)}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Button for a file that was not uploaded, to retry or to dismiss it. */
const FileButton = ({ words, file, onClick }: { words: string; file: File; onClick: () => void }) => (
  <button type="button" className="link" onClick={onClick} aria-label={`${words}: ${file.name}`}>
    {words}
  </button>
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
