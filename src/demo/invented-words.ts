import type { InventedGroup } from "./invented-texts";

/** Words of the demo that leave their text, and what stays in their place; a test finds each in the demo's texts. */
interface InventedWords {
  group: InventedGroup;
  kind: "page" | "faq" | "letter";
  id: string;
  field: string;
  /** Name of the text for members; a question of the FAQ is its own. */
  name: string;
  /** Pairs of words and their replacement, in the order in which they are replaced. */
  words: readonly (readonly [from: string, to: string])[];
}

const [TERMS, RETURNS, PRIVACY] = ["policy:terms", "policy:returns", "policy:privacy"];

const faster: InventedWords[] = [
  {
    group: "faster",
    kind: "page",
    id: "product",
    field: "faqs.0.answer",
    name: "Every product: Delivery",
    words: [[" Expedited takes {expeditedDelivery} and is arranged by e-mail at {supportEmail}.", ""]],
  },
  {
    group: "faster",
    kind: "page",
    id: TERMS,
    field: "markdown",
    name: "Terms and conditions",
    words: [
      [
        " and expedited shipping, which we arrange by e-mail for an extra fee, {expeditedDelivery}, both counted",
        ", counted",
      ],
    ],
  },
  {
    group: "faster",
    kind: "page",
    id: RETURNS,
    field: "markdown",
    name: "Return policy",
    words: [
      [
        "Shipping fees that you paid on the order, whether the {deliveryFee} standard delivery fee or a fee for expedited shipping, are",
        "The {deliveryFee} delivery fee that you paid on the order is",
      ],
    ],
  },
  {
    group: "faster",
    kind: "faq",
    id: "1eb8f63619d2ee557d0b6b7e",
    field: "answer",
    name: "",
    words: [[" and expedited shipping {expeditedDelivery}", ""]],
  },
  {
    group: "faster",
    kind: "faq",
    id: "3b2ff80ceb064c11e48a4e7f",
    field: "answer",
    name: "",
    words: [["The delivery or expedited fee you paid", "The delivery fee you paid"]],
  },
];

const RETURNABLE = "Accessories, gift cards, final-sale items and custom items are not returnable";
const offers: InventedWords[] = [
  {
    group: "offers",
    kind: "page",
    id: "listings",
    field: "empty.text",
    name: "Lists without goods",
    words: [["The rack is still empty. New goods are on their way.", "The rack is empty."]],
  },
  {
    group: "offers",
    kind: "page",
    id: "product",
    field: "faqs.1.answer",
    name: "Every product: Returns",
    words: [
      [
        "Accessories, gift cards, final-sale and custom items are not returnable.",
        "Accessories and final-sale items are not returnable.",
      ],
    ],
  },
  {
    group: "offers",
    kind: "page",
    id: TERMS,
    field: "markdown",
    name: "Terms and conditions",
    words: [
      [
        "## 3. Guest checkout and accounts\n\nAccounts are optional. You can order as a guest, and you can follow",
        "## 3. Guest checkout\n\nYou order as a guest, and you can follow",
      ],
      [" Resale needs a wholesale agreement with us.", ""],
      [" Shipping to other countries is by individual agreement, with freight, duties and taxes at your cost.", ""],
      [RETURNABLE, "Accessories and final-sale items are not returnable"],
      ["## 9. Discounts, gift cards and final sale", "## 9. Discounts and final sale"],
      [
        " Gift cards are issued by e-mail, redeemed in the bag and are not returnable or exchangeable for cash, except where the law says otherwise.",
        "",
      ],
      [
        "A custom order begins when you approve our quote and proof. You confirm that you have the right to use the artwork you send us, and you will cover our costs if somebody shows that you did not. After approval, custom orders cannot be canceled or returned unless they are faulty. Wholesale orders are governed by the written agreement made for them.",
        "We take none.",
      ],
    ],
  },
  {
    group: "offers",
    kind: "page",
    id: RETURNS,
    field: "markdown",
    name: "Return policy",
    words: [
      ["- gift cards;\n- final-sale items;\n- custom items, once you have approved the proof.", "- final-sale items."],
      [
        "This covers accessories, final-sale items and custom items as well.",
        "This covers accessories and final-sale items as well.",
      ],
      [" What a gift card paid goes back onto the gift card it came from, or onto a new one.", ""],
    ],
  },
  {
    group: "offers",
    kind: "faq",
    id: "47c472178996823f3ad0c2e2",
    field: "answer",
    name: "",
    words: [["Gift cards and promotion codes go", "Promotion codes go"]],
  },
  {
    group: "offers",
    kind: "faq",
    id: "b3bc48481534e2db3c66c802",
    field: "answer",
    name: "",
    words: [
      [
        " For an address in another country, write to {supportEmail} before you order with the items, sizes and destination. We quote freight and duties by e-mail and ship once you agree.",
        "",
      ],
    ],
  },
  {
    group: "offers",
    kind: "faq",
    id: "cbc9d0259528e877bfbce0a7",
    field: "answer",
    name: "",
    words: [[RETURNABLE, "Accessories and final-sale items are not returnable"]],
  },
  {
    group: "offers",
    kind: "faq",
    id: "431db67c9643f0e52c8cea37",
    field: "answer",
    name: "",
    words: [["Most core styles are restocked within a season. Final-sale items are not. ", ""]],
  },
];

/** A shop has no accounts of shoppers. */
const accounts: InventedWords[] = [
  {
    group: "offers",
    kind: "faq",
    id: "04dbcb9153f430507b38c7cf",
    field: "answer",
    name: "",
    words: [[" Accounts are optional and everything in the shop works without one.", ""]],
  },
  {
    group: "offers",
    kind: "page",
    id: PRIVACY,
    field: "markdown",
    name: "Privacy policy",
    words: [[" Accounts are optional.", ""]],
  },
];

const SALE: InventedWords = {
  group: "offers",
  kind: "faq",
  id: "313b366ea6e926148531b917",
  field: "answer",
  name: "",
  words: [[" See them all at https://ironmesa.example/shop/final-sale.", ""]],
};

const rides: InventedWords[] = [
  {
    group: "rides",
    kind: "page",
    id: "footer",
    field: "newsletter.text",
    name: "Newsletter at the foot of every page",
    words: [["New gear, ride dates and a code", "New gear and a code"]],
  },
  {
    group: "rides",
    kind: "page",
    id: "newsletterPopup",
    field: "text",
    name: "Newsletter in the window that opens by itself",
    words: [["new gear, ride dates, nothing else", "new gear, nothing else"]],
  },
  {
    group: "rides",
    kind: "letter",
    id: "welcome",
    field: "opening",
    name: "Letter of welcome to the newsletter",
    words: [["Expect new gear and ride dates, and nothing else.", "Expect new gear, and nothing else."]],
  },
  {
    group: "rides",
    kind: "page",
    id: TERMS,
    field: "markdown",
    name: "Terms and conditions",
    words: [
      ["## 11. Reviews, comments and community", "## 11. Reviews and comments"],
      [
        "\n\nRides, meet-ups and rallies listed in the community are organized by chapters or hosts. They set their own rules, and you take part at your own risk.",
        "",
      ],
    ],
  },
  {
    group: "rides",
    kind: "page",
    id: PRIVACY,
    field: "markdown",
    name: "Privacy policy",
    words: [
      [" online shop, its community pages, its newsletter", " online shop, its newsletter"],
      [", a carrier's tracking page or a fundraising page.", " or a carrier's tracking page."],
      ["\n- **Community:** name, e-mail address and state, if you ask to join a chapter or a meet-up.", ""],
      ["\n- chapter organizers, if you ask to join their chapter;", ""],
      ["\n- Community requests: until you leave the chapter, and at most {signupsKeptMonths} months.", ""],
    ],
  },
  {
    group: "rides",
    kind: "page",
    id: "policy:accessibility",
    field: "markdown",
    name: "Accessibility",
    words: [
      [
        "\n- The short films on our pages have no spoken words, and so no captions. What they show is not described.",
        "",
      ],
    ],
  },
];

/** Words of the demo about what a shop may not have: of one group, each text at most once. */
export const inventedWords: readonly InventedWords[] = [...faster, ...offers, ...accounts, SALE, ...rides];

/** A text without invented words; the same text if a member has already changed them. */
export const withoutWords = (text: string, { words }: Pick<InventedWords, "words">): string =>
  words.reduce((left, [from, to]) => left.replace(from, () => to), text).trim();
