import { filled, type Settings } from "~/shop/settings";
import { counted } from "../count-words";
import type { GroupId } from "./setting-fields";

const words: Record<GroupId, (settings: Settings, sendsMail: boolean) => string> = {
  shop: ({ shopName, shopAddress, supportEmail, supportHours }) =>
    joined([shopName, shopAddress || "no postal address yet", supportEmail, supportHours]),
  delivery: (settings) => filled("{deliveryFee}, free from {freeShippingOver}. Leaves within {shipsWithin}", settings),
  returns: ({ returnDays }) => `Within ${counted(returnDays, "day")} of delivery`,
  "gift-cards": ({ giftCardSale: { isOn, amounts } }) =>
    isOn
      ? `Sold for ${amounts
          .split(", ")
          .map((dollars) => `$${dollars}`)
          .join(", ")}`
      : "Not sold",
  mail: ({ forwardMessages, supportEmail }, sendsMail) => {
    if (!sendsMail) return "No mail server is set up: no letter is sent";
    return forwardMessages ? `Messages stand here, and are sent on to ${supportEmail}` : "Messages stand here";
  },
  discounts: ({ discountLimit }) => `More than ${discountLimit}% off asks for a passkey or a code`,
  newsletter: ({ newsletterPercent, popUpDelay }) =>
    `${newsletterPercent}% off once, asked after ${counted(popUpDelay / 1000, "second")}`,
  stock: ({ lowStock, reservationMinutes }) =>
    `"Only N left" from ${lowStock} down. An unpaid order holds its pieces for ${counted(reservationMinutes, "minute")}`,
  forms: ({ formLimits: { perNetwork, seconds } }) =>
    `${counted(perNetwork, "time")} in ${counted(Math.round(seconds / 60), "minute")} from one network`,
  privacy: ({ messagesKeptMonths, orderNamesKeptMonths }) =>
    `Messages end after ${counted(messagesKeptMonths, "month")}, names on orders after ${counted(orderNamesKeptMonths, "month")}`,
};

/** Sentence that summarizes the current values of a group of settings. */
export const groupWords = (id: GroupId, settings: Settings, sendsMail: boolean): string =>
  words[id](settings, sendsMail);

const joined = (parts: string[]): string => parts.filter(Boolean).join(", ");
