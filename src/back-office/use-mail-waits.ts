import { useRouteLoaderData } from "react-router";
import { WAITS_FOR_MAIL } from "./count-texts";
import type { FrameFacts } from "./shell/frame.server";

/** Sentence to add where a letter is promised: it waits while no mail server is set up; else nothing. */
export const useMailWaits = (): string =>
  useRouteLoaderData<FrameFacts>("shell/frame.page")?.sendsMail === false ? ` For now it ${WAITS_FOR_MAIL}.` : "";
