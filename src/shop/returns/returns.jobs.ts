import { createElement } from "react";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { sendReceived, NOTIFY_RECEIVED, type NotifyReceived } from "./receive-return.server";
import { ReturnStarted, returnStartedSubject } from "./return-started.email";
import { INSTRUCT_RETURN, type InstructReturn, returnByNumber } from "./returns.server";

/** The letters about a return: how to send it, and that it arrived. */
export async function returnsJobs({ db, jobs, mail, address, settings }: Services): Promise<void> {
  await jobs.work<InstructReturn>(INSTRUCT_RETURN, async ({ number }) => {
    const started = await returnByNumber(db, number);
    if (!started) return;
    const letter = createElement(ReturnStarted, { ...started, settings: settings(), address });
    await mail.send({
      to: started.order.email,
      subject: returnStartedSubject(number),
      ...(await renderLetter(letter)),
      key: `return-started ${number}`,
    });
  });
  await jobs.work<NotifyReceived>(NOTIFY_RECEIVED, (received) =>
    sendReceived({ db, mail, address, settings }, received),
  );
}
