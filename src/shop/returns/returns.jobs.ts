import type { Services } from "~/services";
import { type EndExchange, TELL_EXCHANGE_ENDED } from "~/shop/orders/exchanges/exchange-jobs";
import {
  INSTRUCT_RETURN,
  NOTIFY_LABEL,
  NOTIFY_RECEIVED,
  NOTIFY_REFUSED,
  NOTIFY_SETTLED,
  type OfReturn,
} from "./return-letter-jobs";
import {
  sendExchangeEnded,
  sendInstructions,
  sendLabel,
  sendReceived,
  sendRefused,
  sendSettled,
} from "./return-letters.server";

/** Registers the jobs that send letters about returns. */
export async function returnsJobs({ db, jobs, mail, address, settings, sealer }: Services): Promise<void> {
  const services = { db, mail, address, settings, sealer };
  await jobs.work<OfReturn>(INSTRUCT_RETURN, ({ number }) => sendInstructions(services, number));
  await jobs.work<OfReturn>(NOTIFY_LABEL, ({ number, correction }) => sendLabel(services, number, correction));
  await jobs.work<OfReturn>(NOTIFY_REFUSED, ({ number }) => sendRefused(services, number));
  await jobs.work<OfReturn>(NOTIFY_RECEIVED, ({ number, correction }) => sendReceived(services, number, correction));
  await jobs.work<EndExchange>(TELL_EXCHANGE_ENDED, ({ number }) => sendExchangeEnded(services, number));
  await jobs.work<OfReturn>(NOTIFY_SETTLED, ({ number }) => sendSettled(services, number));
}
