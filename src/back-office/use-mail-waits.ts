import { useRouteLoaderData } from "react-router";
import { WAITS_FOR_MAIL } from "./count-texts";
import type { FrameFacts } from "./shell/frame.server";

/** Sentence that mail waits, where no mail server is set up; else empty. */
export const useMailWaits = (): string =>
  useRouteLoaderData<FrameFacts>("shell/frame.page")?.sendsMail === false ? ` For now it ${WAITS_FOR_MAIL}.` : "";
