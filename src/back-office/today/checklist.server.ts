import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { type DemoState, demoState } from "~/demo/clear-demo.server";
import { inventedTexts } from "~/demo/invented-texts.server";
import { startOffer } from "~/demo/start-for-real.server";
import { totalOfShop } from "~/shop/catalog/listing/listing-query.server";
import { can } from "~/shop/members/rights";
import { checkedSteps } from "~/shop/members/setup-checklist.server";
import { type ShopPromise, shopPromises } from "~/shop/publishing/promises.server";
import { defaultSettings, filled, hasOwnEmail, type Settings } from "~/shop/settings";
import { settingVersions } from "~/shop/settings.server";
import { groupNamed, nameOf } from "../settings/setting-fields";
import type { Step } from "./checklist";

/** Steps to take before the shop opens; null once all are done, and for members who may not change settings. */
export async function checklistFor(services: Services, member: Member): Promise<{ steps: Step[] } | null> {
  if (!can(member, "settings.change")) return null;
  const [checked, versions, demo, start, goods] = await Promise.all([
    checkedSteps(services),
    settingVersions(services.db),
    demoState(services),
    startOffer(services),
    totalOfShop(services.db),
  ]);
  // A shop that sells is open: a text that is written then asks nothing on Today.
  const [invented, promises] = start.hasSold
    ? [[], []]
    : await Promise.all([inventedTexts(services), shopPromises(services)]);
  const settings = services.settings();
  const fields = ["delivery", "returns"].flatMap((id) => groupNamed(id)?.fields ?? []);
  const isChanged = fields.some((field) => (versions[nameOf(field)]?.version ?? 0) > 0);
  const practice = !services.payments.isLive;
  const steps: Step[] = [
    { key: "owner", title: "You are in", text: "Signed in, with a second way to show that it is you", isDone: true },
    ...(goods === 0 && demo.goods === 0 ? [FIRST_PRODUCT] : []),
    shopStep(settings),
    demoStep(demo, { isChecked: checked.has("goods"), goesAtStart: start.isOffered }),
    ...(start.hasSold ? [] : [inventedStep(invented.length, checked.has("texts")), promisesStep(promises, settings)]),
    {
      key: "delivery",
      title: "Delivery and returns",
      text: filled("{deliveryFee}, free from {freeShippingOver}. {returnDays} days to send it back.", settings),
      isDone: isChanged || checked.has("delivery"),
      way: { to: "/settings/delivery", name: "Check it" },
      asItIs: "It is right",
    },
    {
      key: "payments",
      title: "Payments",
      text: practice ? "In practice mode: no card is charged." : "Live: cards are charged.",
      isDone: !practice || checked.has("payments"),
      way: { to: "/system", name: "See how it is" },
      asItIs: "Leave it so",
    },
    taxStep(services.taxes() !== null, checked.has("tax")),
    {
      key: "labels",
      title: "Delivery labels",
      text: "No carrier is connected. Buy labels at yours, paste their tracking numbers, and upload the label of a return.",
      isDone: checked.has("labels"),
      asItIs: "I know",
    },
    {
      key: "mail",
      title: "Send yourself a letter",
      text: services.mail.isDelivering
        ? "So that you know that mail leaves the house."
        : "No mail server is set up: no letter leaves the house. Once there is one, try it.",
      isDone: checked.has("letter-tested"),
      way: { to: "/settings/mail", name: "Send it" },
    },
    ...(start.isOffered ? [startStep(member, demo.goods > 0 || start.hasOrders)] : []),
  ];
  return steps.every(({ isDone }) => isDone) ? null : { steps };
}

/** Step of a shop without any product, before the others. */
const FIRST_PRODUCT: Step = {
  key: "first-product",
  title: "Add your first product, or bring your file",
  text: "A file of another shop comes in with a preview, and can be taken back.",
  isDone: false,
  way: { to: "/goods/new", name: "Add a product" },
  other: { to: "/imports", name: "Bring a file" },
};

/** Step to hide the demo's texts that nobody changed. */
const inventedStep = (count: number, isChecked: boolean): Step => ({
  key: "texts",
  title: count > 0 ? "What the demo says" : "No invented text is on the shop",
  text:
    count > 0
      ? `${count} texts on the shop came with the demo: chapters, events, articles, a fund that asks for money.`
      : "What shoppers read is yours.",
  isDone: count === 0 || isChecked,
  ...(count > 0 && { way: { to: "/invented-texts", name: "See what to hide" }, asItIs: "They stay" }),
});

/** Step to read every sentence that binds the merchant. */
function promisesStep(promises: readonly ShopPromise[], settings: Settings): Step {
  const open = promises.filter(({ isTrue }) => !isTrue).length;
  const isOwn = hasOwnEmail(settings);
  return {
    key: "promises",
    title: "What your shop promises",
    text: [
      open > 0
        ? `${open === 1 ? "1 sentence binds" : `${open} sentences bind`} you: returns, labels, delivery, hours, sale. Each is true, is changed or goes.`
        : "You have read every sentence that binds you.",
      !isOwn && `Help is promised at ${settings.supportEmail}, where nobody reads it.`,
    ]
      .filter(Boolean)
      .join(" "),
    isDone: open === 0 && isOwn,
    way: { to: "/promises", name: open > 0 ? "Read them" : "Read them again" },
  };
}

/** Step to enter the shop's name, postal address, and e-mail address for shoppers. */
function shopStep(settings: Settings): Step {
  const { shopName, shopAddress, supportEmail } = settings;
  const hasName = shopAddress !== "" || shopName !== defaultSettings.shopName;
  const isOwnEmail = hasOwnEmail(settings);
  const step = { key: "shop", isDone: hasName && isOwnEmail && shopAddress !== "" };
  if (hasName && !isOwnEmail)
    return {
      ...step,
      title: "Your e-mail for shoppers",
      text: `${supportEmail} stands on the shop and in its letters: nobody reads it.`,
      way: { to: "/settings/shop", name: "Write yours" },
    };
  if (hasName && shopAddress === "")
    return {
      ...step,
      title: "The shop's postal address",
      text: "It stands under every letter. Once the shop is live, no welcome letter of the newsletter leaves without it.",
      way: { to: "/settings/shop", name: "Write it down" },
    };
  return {
    ...step,
    title: hasName ? "The shop has your name, address and e-mail" : "Name, address and e-mail of the shop",
    text: [shopName, shopAddress, isOwnEmail && supportEmail].filter(Boolean).join(", "),
    way: { to: "/settings/shop", name: hasName ? "Change them" : "Write them down" },
  };
}

function demoWords(goods: number, hindrance: DemoState["hindrance"], goesAtStart: boolean): string {
  const are = `${goods} invented products stand on the shop.`;
  if (hindrance === null) return `${are} Clear them before you add yours, or keep them to look around.`;
  if (goesAtStart) return `${are} They go with the test orders once you start for real.`;
  return `${are} They can no longer be cleared in one act: put away what you do not sell.`;
}

/** Step to delete demo and test records before the first real order. */
function startStep(member: Member, isThere: boolean): Step {
  const step = { key: "start", isDone: !isThere };
  if (!isThere)
    return {
      ...step,
      title: "Nothing of the practice is left",
      text: "What comes in is real from the first live payment on.",
    };
  const text = "Try all you like. Then test orders, samples and demo goods go in one act, after a full copy.";
  return can(member, "start-for-real")
    ? { ...step, title: "Start for real", text, way: { to: "/start-for-real", name: "See what goes" } }
    : { ...step, title: "Start for real", text: `${text} An owner does it.` };
}

const taxStep = (isCollected: boolean, isChecked: boolean): Step => ({
  key: "tax",
  title: "Sales tax",
  text: isCollected
    ? "The shop collects it in the states that you ticked."
    : "The shop charges none. Register with a state before you collect there.",
  isDone: isChecked || isCollected,
  way: { to: "/settings/tax", name: "Tick states" },
  asItIs: "It is right",
});

/** Step to delete the demo's products, or to keep them. */
function demoStep(
  { goods, orders, hindrance }: DemoState,
  { isChecked, goesAtStart }: { isChecked: boolean; goesAtStart: boolean },
): Step {
  const isThere = goods + orders > 0;
  return {
    key: "goods",
    title: isThere ? "The demo goods" : "The demo goods are gone",
    text: isThere ? demoWords(goods, hindrance, goesAtStart) : "What stands on the shop is yours.",
    isDone: !isThere || isChecked || hindrance !== null,
    ...(isThere && hindrance === null && { way: { to: "/demo", name: "Clear them" }, asItIs: "Keep them" }),
  };
}
