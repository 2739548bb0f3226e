import { createElement } from "react";
import { written } from "~/platform/letter.server";
import type { Services } from "~/services";
import { ReturnStarted, returnStartedSubject } from "./return-started.email";
import { INSTRUCT_RETURN, type InstructReturn, returnByNumber } from "./returns.server";

/** The letter with the instructions for a return. */
export async function returnsJobs({ db, jobs, mail, address, settings }: Services): Promise<void> {
  await jobs.work<InstructReturn>(INSTRUCT_RETURN, async ({ number }) => {
    const started = await returnByNumber(db, number);
    if (!started) return;
    const letter = createElement(ReturnStarted, { ...started, settings: settings(), address });
    await mail.send({
      to: started.order.email,
      subject: returnStartedSubject(number),
      ...(await written(letter)),
      key: `return-started ${number}`,
    });
  });
}
