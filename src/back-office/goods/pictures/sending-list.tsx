import { useSyncExternalStore } from "react";
import { counted } from "../../count-words";
import { isUnderWay, type Sending } from "./upload-list";
import { NO_FILES, type Uploads } from "./uploads";

interface SendingListProps {
  store: Uploads;
  /** Whether pictures that wait or have arrived are only counted, above all others: for whole folders. */
  isBrief?: boolean;
}

/** Current uploads to one list, each with a progress bar. */
export function SendingList({
  store: { subscribe, files: current, tryAgain, leaveOut },
  isBrief = false,
}: SendingListProps) {
  const files = useSyncExternalStore(subscribe, current, () => NO_FILES);
  const isSending = files.some(isUnderWay);
  if (files.length === 0) return null;
  const shown = isBrief ? files.filter(({ state }) => state !== "waiting" && state !== "ready") : files;
  return (
    <>
      <p className={isBrief ? "sends__sum" : "vh"} role="status">
        {summary(files)}
      </p>
      {isBrief && isSending && <WholeBar files={files} />}
      <ul className="sends">
        {shown.map(({ id, file, state, share, message }) => (
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

/** Progress bar of all uploads together. */
function WholeBar({ files }: { files: readonly Sending[] }) {
  const done = files.reduce((sum, each) => sum + (isUnderWay(each) ? each.share : 1), 0);
  return <progress className="sends__all" max={files.length} value={done} aria-label="All pictures" />;
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
