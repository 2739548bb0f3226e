// Regular expressions of src about which scripts/expressions.mjs has to be told something. All others are taken to meet foreign text,
// and scripts/expressions.test.mjs measures them.

/**
 * Expressions that are put together when the program runs, by file and text, each with one that it can become; this one is measured.
 */
export const EXAMPLES = {
  "src/back-office/orders/order-lost.server.ts": { "new RegExp(`^${kind}-(\\\\d{1,6})$`)": /^again-(\d{1,6})$/ },
  "src/back-office/shell/preferences.ts": { "new RegExp(`(?:^|;\\\\s*)${NAME}=([^;]*)`)": /(?:^|;\s*)theme=([^;]*)/ },
  "src/back-office/tax/state-fields.ts": { "new RegExp(`^${of}:(\\\\d{1,2})\\\\.`)": /^dated:(\d{1,2})\./ },
  "src/back-office/tax/state-form.ts": { "new RegExp(`^${of}:(\\\\d{1,2})\\\\.`)": /^dated:(\d{1,2})\./ },
  "src/platform/csv-cell.ts": {
    "new RegExp(`^'*${FORMULA}|[;\\\\t]${FORMULA}`)":
      /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]|[;\t][=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/,
  },
  "src/platform/multipart.server.ts": {
    'new RegExp(`(?:^|[;\\\\s])${key}="([^"\\\\r\\\\n]*)"`, "i")': /(?:^|[;\s])filename="([^"\r\n]*)"/i,
  },
  "src/server/cache/api-cache-keys.ts": {
    'new RegExp(`^/api${path.replace(/\\{[^{}]+\\}/g, "[^/]+").replace(/\\/$/, "")}/?$`)':
      /^\/api\/products\/[^/]+\/?$/,
  },
  "src/server/http/allowed-methods.ts": { "new RegExp(`^${pattern}$`)": /^\/api\/products\/[^/]+\/.*$/ },
  "src/shop/customer-schemas.ts": {
    "new RegExp(`^\\\\+1\\\\d{0,${limits.phoneDigits}}$`)": /^\+1\d{0,10}$/,
    "new RegExp(`^\\\\d{${limits.zipLength}}$`)": /^\d{5}$/,
  },
  "src/shop/catalog/naming/variants-by-code.server.ts": { "new RegExp(GTIN_FORM)": /^(\d{8}|\d{12,14})$/ },
  "src/shop/catalog/search/price-words.ts": {
    'new RegExp(`(?<![\\\\p{L}\\\\p{N}])${text}`, "u")':
      /(?<![\p{L}\p{N}])between \$? ?(\d{1,2},\d{3}|\d{1,5}(?:\.\d\d)?)(?: ?(?:dollars|bucks|usd|\$))?(?![\p{L}\p{N}/]|[.,]\d) (?:and|to) \$? ?(\d{1,2},\d{3}|\d{1,5}(?:\.\d\d)?)(?: ?(?:dollars|bucks|usd|\$))?(?![\p{L}\p{N}/]|[.,]\d)/u,
  },
  "src/shop/folded-text.ts": {
    'new RegExp(`[${[...TYPED_AS.keys()].join("")}]`, "gu")': /[øœþ]/gu,
  },
  "src/shop/imports/cell-values.ts": {
    'new RegExp( [ String.raw`(?!\\$)\\p{Sc}`, String.raw`\\b(?:c|ca|cad|a|au|nz|hk|s|sg|mx|r|nt|tt|j|bz)\\s?\\$`, String.raw`(?<!\\p{L})(?:${OTHER_CODES.join("|")})(?!\\p{L})`, String.raw`(?<!\\p{L})(?:kr|zł|zl|kč|ft|s?fr|lei|руб|euros?|pounds?|pesos?|francs?|yen|yuan|rupees?|krona|kronor|kroner)(?!\\p{L})\\.?`, ].join("|"), "iu", )':
      /(?!\$)\p{Sc}|\b(?:c|ca|cad|nz)\s?\$|(?<!\p{L})(?:EUR|GBP)(?!\p{L})|(?<!\p{L})(?:kr|s?fr|euros?)(?!\p{L})\.?/iu,
  },
  "src/shop/imports/woocommerce.ts": {
    'new RegExp(String.raw`(?<!${BLOCK}[^\\S\\n]{0,20})\\n(?!\\s{0,20}${BLOCK})`, "gi")':
      /(?<!<\/?(?:p|div|ul|br|hr)\b[^<>]{0,300}>[^\S\n]{0,20})\n(?!\s{0,20}<\/?(?:p|div|ul|br|hr)\b[^<>]{0,300}>)/gi,
  },
  "src/shop/imports/spreadsheet-notation.ts": {
    "new RegExp(`^(\\\\d{1,2}-(${MONTH})|(${MONTH})-\\\\d{2})$`)": /^(\d{1,2}-(Jan|Feb)|(Jan|Feb)-\d{2})$/,
  },
  "src/shop/orders/letter-links.server.ts": {
    'new RegExp(`/${path}/([\\\\w-]{1,40})/([\\\\w-]{1,60})`, "g")': /\/pay\/([\w-]{1,40})\/([\w-]{1,60})/g,
  },
  "src/shop/orders/order.ts": {
    'new RegExp(`, ${name}${rest}$`, "i")': /, Reno(,? [a-z]{2})?( \d{5}(-\d{4})?)?(, (usa|united states))?$/i,
  },
  "src/shop/visible-text.ts": {
    'new RegExp(INVISIBLE.source, "gu")': /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu,
    'new RegExp(CONTROL.source, "gu")': /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu,
    'new RegExp(`\\\\s|${INVISIBLE.source}`, "uy")': /\s|[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/uy,
  },
};

const OWN_PAGE = "the shop's own page, in which React writes every < and quotation mark of a text as an entity";
const SHORT_LINE = "a line of at most limits.text.pastedLine letters; longer ones are refused before";
const OWN_CLIPBOARD = "what a member pastes, in that member's browser alone";

/** Expressions whose time grows faster than their text, by file and text, each with the reason why none of a stranger's meets them. */
export const OWN_TEXT_ONLY = {
  "src/back-office/texts/articles/pasted.ts": {
    [String.raw`/<body\b[^>]*>([\s\S]*)<\/body>/i`]: OWN_CLIPBOARD,
    [String.raw`/<!--\[if[\s\S]*?<!\[endif\]-->/gi`]: OWN_CLIPBOARD,
    [String.raw`/<!--[\s\S]*?-->/g`]: OWN_CLIPBOARD,
    [String.raw`/<!\[[^\]>]*\]>/g`]: OWN_CLIPBOARD,
    [String.raw`/<(style|script|xml|title|head|svg|iframe|object)\b[\s\S]*?<\/\1>/gi`]: OWN_CLIPBOARD,
    [String.raw`/<b\b[^>]*(?:docs-internal-guid|font-weight:\s*normal)[^>]*>([\s\S]*)<\/b>/gi`]: OWN_CLIPBOARD,
    [String.raw`/(<h[23]\b[^>]*>)([\s\S]*?)(<\/h[23]>)/gi`]: OWN_CLIPBOARD,
    [String.raw`/<a\b[^>]*href="https:\/\/www\.google\.com\/url\?q=([^"&]+)[^"]*"/gi`]: OWN_CLIPBOARD,
    [String.raw`/<a\b(?![^>]*\bhref=)[^>]*>([\s\S]*?)<\/a>/gi`]: OWN_CLIPBOARD,
    [String.raw`/<p\b[^>]*>(?:\s|&nbsp;|\u00a0|<br\s*\/?>|<\/?span\b[^>]*>)*<\/p>/gi`]: OWN_CLIPBOARD,
    [String.raw`/<p\b[^>]*(?:MsoListParagraph|mso-list:\s*l\d)[^>]*>([\s\S]*?)<\/p>/gi`]: OWN_CLIPBOARD,
    [String.raw`/<span\b[^>]*mso-list:\s*Ignore[^>]*>([\s\S]*?)<\/span>(?:\s*<\/span>)*/i`]: OWN_CLIPBOARD,
    [String.raw`/<[^>]*>|&nbsp;|\s/g`]: OWN_CLIPBOARD,
  },
  "src/rendering/loading-order.ts": {
    [String.raw`/<link[^>]* rel="modulepreload"[^>]*? href="([^"]+)"[^>]*\/>/g`]: OWN_PAGE,
    [String.raw`/<meta name="viewport"[^>]*\/>/`]: OWN_PAGE,
    [String.raw`/<link[^>]* rel="preload"[^>]*? as="image"[^>]*\/>/g`]: OWN_PAGE,
    [String.raw`/<link(?![^>]* media="print")[^>]* rel="stylesheet"[^>]*? href="([^"#]+)[^>]*\/>/g`]: OWN_PAGE,
  },
  "src/server/back-office/draw-page.ts": {
    [String.raw`/<script\b[\s\S]*?<\/script>/g`]: OWN_PAGE,
    [String.raw`/<link\b[^>]*rel="(?:modulepreload|manifest)"[^>]*>/g`]: OWN_PAGE,
  },
  "src/shop/catalog/stock/delivery.ts": {
    [String.raw`/^"?([^",;\t]+?)"?(?:\s*[,;\t]\s*|\s+)"?(-?\d[\d.]*)"?$/`]: SHORT_LINE,
  },
  "src/shop/orders/parcels/pasted-lines.ts": {
    [String.raw`/^(?<order>[^\t,;|]*?)\s*[\t,;|]\s*(?<tracking>.*)$/`]: SHORT_LINE,
    [String.raw`/^(?<order>\S.*?)\s{2,}(?<tracking>\S.*)$/`]: SHORT_LINE,
  },
};
