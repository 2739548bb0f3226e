import { createElement } from "react";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { letterWords } from "~/shop/texts/letters/letter-words.server";
import { SEND_ANSWER, sendAnswer, type SendAnswer } from "./answer-message.server";
import { ACKNOWLEDGE_MESSAGE, type AboutMessage, FORWARD_MESSAGE, messageById, receivedKey } from "./contact.server";
import { MessageForwarded, messageForwardedSubject } from "./message-forwarded.email";
import { MessageReceived, messageReceivedSubject } from "./message-received.email";

/** Registers the jobs that send letters about messages: acknowledgements, copies for the shop, and answers. */
export async function contactJobs(services: Services): Promise<void> {
  const { db, jobs, mail, address, settings } = services;
  await jobs.work<SendAnswer>(SEND_ANSWER, (payload) => sendAnswer(services, payload));

  await jobs.work<AboutMessage>(ACKNOWLEDGE_MESSAGE, async ({ id }) => {
    const message = await messageById(db, id);
    if (!message) return;
    const words = await letterWords(db, "message-received", settings());
    const letter = createElement(MessageReceived, { words, settings: settings(), address });
    await mail.send({
      to: message.email,
      subject: messageReceivedSubject(words),
      ...(await renderLetter(letter)),
      key: receivedKey(id),
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
