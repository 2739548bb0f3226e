import { Notice } from "./notice";

/** Notice over a form filled with text that was typed before the session ended or before a factor was asked for. */
export const PendingFormNotice = ({ kept }: { kept: object }) =>
  Object.keys(kept).length === 0 ? null : (
    <Notice title="Nothing was saved yet: you had to show first that it is you. What you typed is still here." />
  );
