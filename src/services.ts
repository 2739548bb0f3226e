import { createContext } from "react-router";
import type { Database } from "~/platform/database.server";
import type { Jobs } from "~/platform/jobs.server";
import type { Mailer } from "~/platform/mail.server";
import type { PictureStore } from "~/platform/picture-store.server";
import type { PaymentGateway } from "~/shop/payments/gateway";
import type { Sealer } from "~/platform/sealing.server";
import type { HashQueue } from "~/shop/members/hash-queue.server";
import type { Settings } from "~/shop/settings";

/** The outside world, as the shop sees it. */
export interface Services {
  db: Database;
  payments: PaymentGateway;
  jobs: Jobs;
  mail: Mailer;
  pictures: PictureStore;
  /** The folder for copies of what is cleared. */
  copies: string;
  /** Encrypts and signs what leaves the server and comes back. */
  sealer: Sealer;
  /** Where passphrases are hashed, few at once. */
  hashes: HashQueue;
  /** The settings in force; a change in any process is told to all. */
  settings(): Settings;
  /** Reads the settings again; the answer comes once this process serves what is stored now. */
  reloadSettings(): Promise<void>;
  /** Where the back office is reached, without a slash at the end. */
  backOfficeAddress: string;
  /** Where the shop is reached from outside, without a slash at the end. */
  address: string;
  mode: "demo" | "live";
  googleMapsKey: string;
}

/** Loaders and actions reach the services by this: `context.get(services)`. */
export const services = createContext<Services>();
