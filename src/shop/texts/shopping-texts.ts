import { z } from "zod";

/** Schema of a text with a default, which is used for shops whose stored texts are older than the text. */
const said = (text: string) => z.string().default(text);
const group = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).prefault({} as never);
const headed = (title: string, text: string) => group({ title: said(title), text: said(text) });
const named = (name: string, text: string) => group({ name: said(name), text: said(text) });
const text = (words: string) => group({ text: said(words) });

const Titled = z.object({ title: z.string(), text: z.string() });

interface Link {
  label: string;
  href: string;
}
/** Whether shoppers see a block. */
const visibility = z.enum(["shown", "hidden"]).default("shown");
const links = (...all: Link[]) => z.array(z.object({ label: z.string(), href: z.string() })).default(all);
const steps = (...all: string[]) =>
  z.array(z.object({ text: z.string() })).default(all.map((each) => ({ text: each })));

/**
 * Texts of the pages on which shoppers choose, pay for and track their orders. Each text has its default here; a row is stored
 * only when a member changes a text.
 */
export const shoppingTexts = {
  bag: group({
    heading: said("Shopping Bag"),
    empty: headed("Your bag is empty", "Nothing in it but road dust."),
    unsold: text("Nothing in your bag can be bought right now."),
    tax: text("Tax is counted with your address."),
    estimate: text("Prices and delivery costs are not confirmed until you've reached the checkout."),
    returns: group({ text: said("{returnDays} days to return. Read the"), label: said("return and refund policy") }),
    others: group({ heading: said("Others Also Bought") }),
    viewed: group({ heading: said("Recently viewed") }),
    links: links(
      { label: "Customer Support", href: "/contact" },
      { label: "DELIVERY AND RETURN OPTIONS", href: "/faqs#shipping-delivery" },
    ),
  }),
  checkout: group({
    heading: said("Checkout"),
    empty: headed("No Items", "There is nothing in your bag to pay for yet."),
    unsold: text("What is in your bag is no longer sold."),
    secure: text("Your data is secure. Card details go straight to the payment provider."),
    links: links({ label: "Delivery and Return Options", href: "/faqs#shipping-delivery" }),
  }),
  orderPlaced: group({
    placed: headed(
      "Order Placed Successfully",
      "Thank you for riding with us. A confirmation email with your order number is on its way, and a tracking email follows as soon as your parcel leaves.",
    ),
    confirmed: headed("Order Confirmed!", "Thank you for your purchase"),
    changed: headed(
      "Your order is changed",
      "Your payment has arrived, and the change is done. A letter says how your order stands now.",
    ),
    /** `text` is followed by the last day of the goods' reservation; `over` is shown when the reservation has ended. */
    exchanged: group({
      title: said("Your exchange is paid"),
      text: said(
        "Your payment has arrived. Send your parcel back in time: once it is here and checked, your exchange leaves.",
      ),
      over: said("Your payment has arrived. The page of your order says how your exchange stands."),
    }),
    waiting: headed(
      "Your order is being confirmed",
      "Your payment is still on its way to us. You will not be charged twice, and you can close this page: the confirmation comes by e-mail.",
    ),
    returned: group({ title: said("Your money is on its way back") }),
    unpaid: headed(
      "Payment not completed",
      "The payment was not approved, and nothing has been charged. Your bag is as you left it.",
    ),
    held: text("The payment was not approved, and nothing has been charged. What we agreed is still held for you."),
    unknown: headed("There is no order here", "With its number and your e-mail address you can look up any order."),
  }),
  orderStatus: group({
    heading: said("Order status"),
    text: said("Your order number stands in the confirmation we sent you."),
    links: links({ label: "Start a return", href: "/return-or-exchange" }, { label: "FAQ", href: "/faqs" }),
    goes: group({ heading: said("Where it goes") }),
    states: group({
      "awaiting-payment": named("Awaiting payment", "The payment has not arrived yet."),
      paid: named("Confirmed", "Your payment has arrived, and your order waits to be packed."),
      packed: named("Packed", "Your order is packed and waits for the carrier."),
      "partly-shipped": named("Partly shipped", "Part of your order is on its way. The rest follows."),
      shipped: named("Shipped", "Your order is on its way."),
      delivered: named("Delivered", "Your order has arrived."),
      cancelled: named("Cancelled", "This order was cancelled. What was paid goes back to you."),
      "partly-refunded": named("Partly refunded", "Part of what you paid is on its way back to you."),
      refunded: named("Refunded", "What you paid is on its way back to you."),
      "cancelled-back": text("This order was cancelled, and what was paid is back with you."),
      "partly-refunded-back": text("Part of what you paid is back with you."),
      "refunded-back": text("What you paid is back with you."),
      returned: named("Returned", "Your return has arrived."),
      undecided: named("Lost on its way", "A parcel of your order was lost. We will write to you."),
      "sent-again": named("To be sent again", "A parcel of your order was lost. What was in it leaves once more."),
    }),
  }),
  returnSteps: group({
    steps: steps(
      "Find your order and choose what comes back.",
      "Get a return number at once, and a prepaid label within {replyWithin}.",
      "Hand the parcel over. The refund takes {refundTime}.",
    ),
    unsent: text("Nothing of this order has left yet, so there is nothing to send back."),
    started: headed("Return started", "Write this number on the parcel:"),
    approved: text(
      "The instructions are on their way to your inbox. A prepaid label for parcels from the United States follows within {replyWithin}.",
    ),
    checked: text(
      "We look at it and write to you within {replyWithin}. Please wait for our letter before you send anything.",
    ),
  }),
  wishlist: group({
    heading: said("Wishlist"),
    empty: group({ title: said("Seems you have no items on your wishlist yet!") }),
    unsold: text("This product is no longer in the shop."),
  }),
  search: group({
    heading: said("Search"),
    placeholder: said("Search jackets, boots, helmets"),
    empty: headed("What are you after?", "Two letters are enough to start looking."),
    /** Contains `{query}`, which is replaced by the search text. */
    nothing: headed(
      "No Products Available",
      'Nothing in the shop goes by "{query}": no name, category, color, size or material.',
    ),
    answers: group({ heading: said("Pages and answers") }),
    others: group({ heading: said("Try") }),
    ways: group({ heading: said("Or look in") }),
  }),
  listings: group({
    titles: group({
      men: said("Men's Shop"),
      women: said("Women's Shop"),
      accessories: said("Accessories"),
      headwear: said("Headwear"),
      "final-sale": said("Final Sale"),
      "new-arrivals": said("New Arrivals"),
      "men-top": said("Men's Top"),
      "men-bottom": said("Men's Bottom"),
      "women-top": said("Women's Top"),
      "women-bottom": said("Women's Bottom"),
    }),
    empty: headed("No Products Available", "The rack is still empty. New goods are on their way."),
    filtered: headed("No Products Available", "Loosen a filter and the rack fills up again."),
  }),
  productPage: group({
    // The previous release reads the next two texts, and the reasons of the community page, from the home page's texts.
    brandStory: group({
      heading: said("Ride Dirty. Look Sharp."),
      text: said(
        "We make clothes for people who arrive with bugs on their chest and are still the best-dressed person in the diner.",
      ),
      bullets: z.array(Titled).default([
        {
          title: "Built to be worn out",
          text: "Full-grain leather, heavy denim, stitching you could tow with. It looks better at thirty thousand miles than it did in the box.",
        },
        {
          title: "Cut for the saddle",
          text: "Longer backs, pre-bent sleeves, room in the knee. It fits when you sit on a bike, which is when it matters.",
        },
        {
          title: "Honest about protection",
          text: "If pads come with it, the page says so. If it is only a good shirt, the page says that. You decide what the ride calls for.",
        },
      ]),
      visibility,
    }),
    sizeFit: group({
      heading: said("Size & Fit"),
      summary: said("Not sure? Measure one that fits you, and compare."),
      text: said(
        "Tops are cut to close over one warm layer. Riding pants sit a little higher at the back, so that nothing gaps when you lean forward. If you wear two layers under your jacket, go one size up.",
      ),
      points: z
        .array(z.string())
        .default([
          "Measure over what you will wear underneath",
          "Jeans are marked waist/inside leg, such as 33/32",
          "No length on the label means regular length",
        ]),
      visibility,
    }),
    description: group({ title: said("Description & Fit") }),
    materials: group({ title: said("Materials") }),
    /** May contain `{fit}`, which is replaced by the product's fit; the page names it beside them. */
    tight: text("Between two sizes, even by half an inch, take the larger one."),
    loose: text("Between two sizes, even by half an inch, take the smaller one."),
    usual: text("Most riders take their usual size. Between two, even by half an inch, take the larger one."),
    free: headed("Free delivery.", "This one is over the {freeShippingOver} line."),
    delivery: headed("Delivery {deliveryFee}.", "Free from {freeShippingOver}."),
    returns: headed("{returnDays} days to change your mind.", "Return freight is free inside the US."),
    finalSale: headed("Final sale.", "We take it back only if it arrives damaged, faulty or wrong."),
    kept: headed("Not returnable.", "We take it back only if it arrives damaged, faulty or wrong."),
    gone: text("Final sale: once it is gone, it is gone."),
    styleWith: group({ heading: said("Style With") }),
    others: group({ heading: said("Others Also Bought") }),
    viewed: group({ heading: said("Recently viewed") }),
    reviews: group({ heading: said("Reviews") }),
  }),
  communityReasons: group({
    items: z.array(Titled.extend({ icon: z.string(), href: z.string() })).default([
      { icon: "clock", title: "Customer Service", text: "{supportHours}", href: "/contact" },
      {
        icon: "truck",
        title: "Free Shipping",
        text: "Standard, on orders of {freeShippingOver} or more.",
        href: "/faqs",
      },
      { icon: "return", title: "Easy Returns", text: "{returnDays} days to change your mind.", href: "/return-policy" },
      {
        icon: "lock",
        title: "Secure Payment",
        text: "Encrypted, and handled by the payment provider.",
        href: "/privacy-policy",
      },
    ]),
  }),
  riders: group({
    reviews: group({
      heading: said("Reviews"),
      text: said("No reviews yet. Be the first to write one."),
      success: said("Thank you. Your review appears once we have read it."),
    }),
    questions: group({
      heading: said("Questions"),
      text: said("No questions yet. Be the first to ask!"),
      success: said("Thank you. Your question appears here with its answer."),
    }),
  }),
  faqPage: group({
    heading: said("FAQ"),
    text: said("Frequently asked, plainly answered."),
    others: headed("Not answered here?", "Write to us. A person answers within {replyWithin}."),
  }),
  backInStock: group({
    heading: said("Back in stock"),
    text: said("Everything of it can be had right now."),
    success: said("We will write to you as soon as it is back. After a year at most we delete your address."),
  }),
  unsubscribe: group({
    heading: said("Unsubscribe"),
    text: said("One click and the letters stop. Your orders are not affected."),
    broken: text(
      "This link is not complete. Open it again from the letter, or write to us and we take you off the list.",
    ),
    success: said("You are off the list. No more letters from us."),
  }),
};
