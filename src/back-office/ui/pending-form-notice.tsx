import { Notice } from "./notice";

/** Over a form that stands filled with what was typed before the session was over. */
export const KeptNotice = ({ kept }: { kept: object }) =>
  Object.keys(kept).length === 0 ? null : (
    <Notice title="Your session was over before you saved. What you typed is still here; nothing was saved yet." />
  );
