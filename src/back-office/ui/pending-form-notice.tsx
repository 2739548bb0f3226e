import { Notice } from "./notice";

/** Notice above a form that was filled with text typed before the session ended or a factor was asked for. */
export const PendingFormNotice = ({ kept }: { kept: object }) =>
  Object.keys(kept).length === 0 ? null : (
    <Notice title="Nothing was saved yet: you had to show first that it is you. What you typed is still here." />
  );
