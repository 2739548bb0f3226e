import { createContext } from "react-router";
import type { Database } from "~/platform/database.server";
import type { Jobs } from "~/platform/jobs.server";
import type { Mailer } from "~/platform/mail.server";
import type { PictureStore } from "~/platform/picture-store.server";
import type { PaymentGateway } from "~/shop/payments/gateway";
import type { Settings } from "~/shop/settings";

/** What the outside world looks like to the shop. */
export interface Services {
  db: Database;
  payments: PaymentGateway;
  jobs: Jobs;
  mail: Mailer;
  pictures: PictureStore;
  /** The settings in force; a change in any process is told to all. */
  settings(): Settings;
  /** Reads the settings again; the answer comes once this process serves what is stored now. */
  reloadSettings(): Promise<void>;
  /** Where the shop is reached from outside, without a slash at the end. */
  address: string;
  mode: "demo" | "live";
  googleMapsKey: string;
}

/** Loaders and actions reach the services by this: `context.get(services)`. */
export const services = createContext<Services>();
