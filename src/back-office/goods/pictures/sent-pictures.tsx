import { type ComponentProps, lazy, Suspense } from "react";
import type { Uploads } from "./uploads";

const SendingList = lazy(async () => ({ default: (await import("./sending-list")).SendingList }));

interface SentPicturesProps extends Pick<ComponentProps<typeof SendingList>, "isBrief"> {
  /** Uploads of a list; null before the first. */
  store: Uploads | null | undefined;
  /** Whether the script that sends them could not be loaded. */
  isMissing: boolean;
}

/** Pictures that are being sent to a list, or that none can be sent. The list is loaded with the first picture. */
export const SentPictures = ({ store, isMissing, ...list }: SentPicturesProps) => (
  <>
    {isMissing && (
      <p className="field__error" role="alert">
        The shop did not answer. Choose the pictures again.
      </p>
    )}
    {store && (
      <Suspense>
        <SendingList store={store} {...list} />
      </Suspense>
    )}
  </>
);
