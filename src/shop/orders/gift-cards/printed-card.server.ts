import { toSVG } from "bwip-js/node";
import { escapeHtml } from "~/platform/escape-html";
import type { Services } from "~/services";
import { groupedCode } from "~/shop/gift-cards/gift-card-code";
import { giftCardWords } from "~/shop/gift-cards/gift-card-words";
import { cardById, openedCode } from "~/shop/gift-cards/gift-cards.server";
import { formatCents } from "~/shop/money";
import { giftCardLinks, type Link } from "../letter-links.server";

const STYLE = `*{box-sizing:border-box}body{font:17px/1.5 system-ui,sans-serif;margin:0;background:#0c0b0a;color:#ede7db}
main{max-width:40rem;margin:2rem auto;padding:1.5rem}h1{font-size:1.2rem;text-transform:uppercase;letter-spacing:.06em;margin:0}
.amount{font-size:4rem;font-weight:700;line-height:1.1;margin:.3rem 0}.words{white-space:pre-line;overflow-wrap:anywhere;margin:1rem 0;padding-left:1rem;border-left:3px solid #d4572a}
.code{font-size:1.45rem;font-weight:600;letter-spacing:.04em;overflow-wrap:anywhere;margin:1.2rem 0 .8rem}.qr{background:#fff;padding:6px;width:192px}.qr svg{display:block;width:180px;height:180px}
.note{font-weight:600}.small{color:#aaa193;font-size:.9rem}a{color:inherit}
@media print{body{background:#fff;color:#000}main{margin:0;border:1px solid #000}.small{color:#000}.screen{display:none}}`;

/**
 * Document with a gift card to print, of a signed link: amount, words of the giver, code as text and as QR code. Undefined for an invalid
 * link, and for one of a code that was replaced since.
 */
export async function printedCardPage(
  services: Pick<Services, "db" | "sealer" | "settings" | "address">,
  link: Link,
): Promise<string | undefined> {
  if (!(await giftCardLinks.isValid(services, link))) return undefined;
  const card = await cardById(services.db, link.id);
  if (!card) return undefined;
  const { left, lastFour, recipient, words, live, state } = card;
  const { address, sealer } = services;
  const { shopName } = services.settings();
  const isOpen = state === "open";
  const code = isOpen ? openedCode(sealer, card) : undefined;
  const paragraph = (text: string, kind = "") => `<p${kind && ` class="${kind}"`}>${escapeHtml(text)}</p>`;
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="robots" content="noindex"><title>${escapeHtml(`Gift card | ${shopName}`)}</title><style>${STYLE}</style></head><body><main>`,
    `<h1>${escapeHtml(shopName)} gift card</h1>`,
    isOpen ? paragraph(formatCents(left), "amount") : "",
    isOpen ? paragraph(`${recipient && `For ${recipient}. `}To spend at ${new URL(address).host}.`) : "",
    words && paragraph(words, "words"),
    code ? withCode(code, paragraph) : paragraph(isOpen ? UNREADABLE : CLOSED, "note"),
    live ? "" : paragraph("This is a test card. It pays for test orders only.", "note"),
    paragraph(
      `${giftCardWords(lastFour)}.${isOpen ? " What you do not spend stays on it. It does not end, and costs nothing." : ""}`,
      "small",
    ),
    `<p class="small screen"><a href="${escapeHtml(`${address}/gift-card`)}">See what is left later</a>, or <a href="${escapeHtml(address)}">go to the shop</a>. To keep the card on paper, print this page.</p>`,
    "</main></body></html>\n",
  ].join("\n");
}

const CLOSED = "This card was closed, and cannot be spent. Please write to us.";
const UNREADABLE = "The code of this card cannot be shown any more. Please write to us: we send another one.";

const withCode = (code: string, paragraph: (text: string, kind?: string) => string): string => {
  const picture = toSVG({ bcid: "qrcode", text: code, scale: 3, paddingwidth: 2, paddingheight: 2 });
  return [
    paragraph(groupedCode(code), "code"),
    `<div class="qr" role="img" aria-label="The code as a QR code">${picture}</div>`,
    paragraph(
      "Enter the code in the bag or at the checkout, in the field “Code or gift card”. Whoever has it can spend it.",
    ),
  ].join("\n");
};
