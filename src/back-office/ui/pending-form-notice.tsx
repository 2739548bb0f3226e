import { Notice } from "./notice";

/** Over a form that stands filled with what was typed before the session was over, or before a factor was asked for. */
export const PendingFormNotice = ({ kept }: { kept: object }) =>
  Object.keys(kept).length === 0 ? null : (
    <Notice title="Nothing was saved yet: you had to show first that it is you. What you typed is still here." />
  );
