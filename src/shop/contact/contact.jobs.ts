import { createElement } from "react";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { ACKNOWLEDGE_MESSAGE, type AboutMessage, FORWARD_MESSAGE, messageById } from "./contact.server";
import { MessageForwarded, messageForwardedSubject } from "./message-forwarded.email";
import { MessageReceived, messageReceivedSubject } from "./message-received.email";

/** The letters about a message: one to its sender, one to the shop. */
export async function contactJobs({ db, jobs, mail, address, settings }: Services): Promise<void> {
  await jobs.work<AboutMessage>(ACKNOWLEDGE_MESSAGE, async ({ id }) => {
    const message = await messageById(db, id);
    if (!message) return;
    const letter = createElement(MessageReceived, { settings: settings(), address });
    await mail.send({
      to: message.email,
      subject: messageReceivedSubject,
      ...(await renderLetter(letter)),
      key: `message-received ${id}`,
    });
  });

  await jobs.work<AboutMessage>(FORWARD_MESSAGE, async ({ id }) => {
    const message = await messageById(db, id);
    if (!message) return;
    const letter = createElement(MessageForwarded, { message, settings: settings(), address });
    await mail.send({
      to: settings().supportEmail,
      replyTo: message.email,
      subject: messageForwardedSubject(message),
      ...(await renderLetter(letter)),
      key: `message-forwarded ${id}`,
    });
  });
}
