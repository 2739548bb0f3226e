import { useRouteLoaderData } from "react-router";
import { WAITS_FOR_MAIL } from "./count-words";
import type { WorkshopFrame } from "./shell/frame.server";

/** Sentence that letters are not sent yet if no mail server is set up; otherwise empty. */
export const useMailWaits = (): string =>
  useRouteLoaderData<WorkshopFrame>("shell/frame.page")?.sendsMail === false ? ` For now it ${WAITS_FOR_MAIL}.` : "";
