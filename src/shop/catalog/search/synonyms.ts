import { byName } from "~/platform/by-name";

/** Synonyms for shoppers' searches, in lower case without punctuation. All words of a phrase have to match. */

/** Groups of equivalent words and phrases. */
export const ALIKE: readonly (readonly string[])[] = [
  ["tee", "t shirt", "tshirt", "tee shirt"],
  ["hoodie", "hoody", "sweatshirt", "hooded sweatshirt"],
  ["pants", "trousers"],
  ["jeans", "denim pants"],
  ["leggings", "tights"],
  ["vest", "waistcoat"],
  ["helmet", "lid", "brain bucket"],
  ["full face", "fullface"],
  ["open face", "openface"],
  ["high top", "hightop", "sneaker"],
  ["sunglasses", "shades"],
  ["beanie", "cap", "hat"],
  ["bandana", "bandanna", "kerchief"],
  ["gaiter", "neck tube", "neck warmer", "snood"],
  ["balaclava", "face mask", "ski mask"],
  ["backpack", "rucksack"],
  ["roll bag", "dry bag", "tail bag", "duffel", "duffle"],
  ["wallet", "billfold"],
  ["rain", "waterproof", "rainproof", "water repellent", "water resistant", "tarpaulin"],
  ["armored", "armoured", "armor", "armour"],
  ["aramid", "kevlar"],
  ["windproof", "wind proof"],
  ["hi vis", "hi viz", "hivis", "hi visibility", "high vis", "high visibility", "reflective", "fluorescent", "neon"],
  ["ear plug", "earplug"],
  ["saddle bag", "saddlebag"],
  ["protector", "protection", "protective"],
  ["mesh", "vented", "ventilated", "perforated"],
  ["thermal", "base layer", "long underwear", "thermal underwear", "long johns"],
  ["touchscreen", "touch screen"],
  ["leather", "cowhide", "goatskin"],
  ["plaid", "checked", "tartan"],
  ["final sale", "sale", "clearance"],
  ["best seller", "bestseller", "best selling", "top seller", "top selling", "most popular", "popular"],
  ["women", "womens", "womans", "woman", "ladies", "lady", "female"],
  ["men", "mens", "mans", "man", "gents", "guys", "male"],
  ["xs", "x small", "extra small"],
  ["s", "small"],
  ["m", "medium"],
  ["l", "large"],
  ["xl", "x large", "extra large"],
  ["2xl", "xxl", "xx large"],
  ["3xl", "xxxl", "xxx large"],
  ["shipping", "delivery", "ship"],
  ["tracking", "track"],
  ["refund", "money back"],
  ["size guide", "size chart", "sizing"],
  ["discount code", "promo code", "coupon"],
];

/** Spanish words that riders in the US type, with what the shop calls it. */
export const SPANISH = byName<readonly string[]>({
  billetera: ["wallet"],
  bota: ["boot"],
  bufanda: ["gaiter", "scarf"],
  calcetines: ["socks"],
  camisa: ["shirt", "flannel"],
  camiseta: ["tee"],
  cartera: ["wallet"],
  casco: ["helmet"],
  chaleco: ["vest"],
  chamarra: ["jacket"],
  chaqueta: ["jacket"],
  cinturon: ["belt"],
  cuero: ["leather"],
  gafas: ["sunglasses", "goggles", "eyewear"],
  gorra: ["cap", "hat", "beanie"],
  gorro: ["beanie", "hat", "cap"],
  guante: ["gloves"],
  hombre: ["men"],
  impermeable: ["waterproof", "water repellent", "water resistant"],
  invierno: ["thermal", "fleece", "quilted", "wool"],
  lentes: ["sunglasses", "goggles", "eyewear"],
  lluvia: ["waterproof", "water repellent", "water resistant"],
  mochila: ["backpack"],
  mujer: ["women"],
  negra: ["black"],
  negro: ["black"],
  pantalon: ["pants"],
  panuelo: ["bandana"],
  playera: ["tee"],
  rodillera: ["knee pads"],
  sudadera: ["hoodie"],
  vaqueros: ["jeans"],
  verano: ["mesh", "vented", "perforated", "lightweight"],
  zapato: ["footwear"],
});

/** Words that also match products described by narrower words, but not the reverse. */
export const NARROWER = byName<readonly string[]>({
  beige: ["sand", "bone"],
  blue: ["indigo", "teal"],
  burgundy: ["oxblood"],
  cream: ["bone"],
  gray: ["grey", "ash", "charcoal"],
  green: ["olive", "forest"],
  grey: ["gray", "ash", "charcoal"],
  khaki: ["olive", "sand"],
  maroon: ["oxblood"],
  orange: ["rust"],
  red: ["oxblood"],
  tan: ["sand"],
  white: ["bone"],
  "big and tall": ["3xl", "2xl"],
  "big tall": ["3xl", "2xl"],
  "plus size": ["3xl", "2xl"],
  armor: ["foam pads", "ce level"],
  "armor insert": ["foam pads", "knee pads", "ce level"],
  "back protector": ["back pad"],
  "back protection": ["back pad"],
  "back armor": ["back pad"],
  "back armour": ["back pad"],
  "armor back": ["back pad"],
  "spine protector": ["back pad"],
  chaps: ["leather pants"],
  coat: ["jacket"],
  cold: ["thermal", "fleece", "quilted", "wool"],
  "cold weather": ["thermal", "fleece", "quilted", "wool"],
  "dust mask": ["bandana", "gaiter", "balaclava"],
  "face mask": ["gaiter", "bandana"],
  gift: ["small goods", "wallet", "belt"],
  "gore tex": ["waterproof", "water repellent", "water resistant"],
  goretex: ["waterproof", "water repellent", "water resistant"],
  "3 4 helmet": ["open face helmet"],
  "three quarter helmet": ["open face helmet"],
  "half face": ["open face"],
  "half helmet": ["open face helmet"],
  "hot weather": ["mesh", "vented", "perforated"],
  "jean jacket": ["denim jacket"],
  "jean vest": ["denim vest"],
  "jean short": ["denim short"],
  present: ["small goods", "wallet", "belt"],
  glasses: ["eyewear"],
  protection: ["foam pads", "knee pads", "ce level", "armored"],
  protective: ["foam pads", "knee pads", "ce level", "armored"],
  shirt: ["tee", "flannel", "henley", "long sleeve"],
  shoes: ["footwear"],
  stocking: ["small goods", "socks"],
  summer: ["mesh", "vented", "perforated", "lightweight"],
  "sun glasses": ["sunglasses"],
  "tank top": ["tank"],
  windbreaker: ["jacket"],
  wife: ["women"],
  girlfriend: ["women"],
  her: ["women"],
  husband: ["men"],
  boyfriend: ["men"],
  him: ["men"],
  warm: ["thermal", "fleece", "quilted", "wool"],
  winter: ["thermal", "fleece", "quilted", "wool"],
});

const words = (spaced: string): ReadonlySet<string> => new Set(spaced.split(" "));
const list = (separated: string): string[] => separated.split(", ");

/** First words of the groups of `ALIKE` that are wishes. */
const WISHED_GROUPS: ReadonlySet<string> = new Set([
  "rain",
  "armored",
  "windproof",
  "hi vis",
  "protector",
  "women",
  "men",
  "best seller",
  "final sale",
]);

/** Words that announce what goods are for or should have, and words that announce what they should not have. */
export const BEFORE_WISH = words("for with in para con");
export const BEFORE_REFUSED = words("without no");

/** Words and phrases that say what goods are for or what they should have: goods that lack it may still be what is looked for. */
export const WISHES: ReadonlySet<string> = new Set([
  ...ALIKE.filter(([first = ""]) => WISHED_GROUPS.has(first)).flat(),
  ...list("hombre, mujer, invierno, verano, lluvia, impermeable"),
  ...list("winter, summer, spring, fall, autumn, season, all season, four season, year round"),
  ...list("cold, cold weather, hot, hot weather, heat, warm, weather, weatherproof, wet, snow, wind, sun, night, uv"),
  ...list(
    "gore tex, goretex, breathable, lightweight, light, heavy, heavyweight, thick, thin, soft, stretch, stretchy, insulated, lined",
  ),
  ...list(
    "heated, cooling, bluetooth, intercom, speaker, communication, gps, camera, usb, led, anti fog, antifog, tinted, prescription",
  ),
  ...list(
    "back protector, abrasion, crash, safety, safe, ce, ce level, d3o, dot, ece, snell, certified, approved, rated, aa rated, aaa rated, steel toe, composite toe",
  ),
  ...list(
    "concealed carry, conceal carry, ccw, gun pocket, hidden pocket, tactical, modular, half, touchscreen, touch screen",
  ),
  ...list(
    "gift, present, christmas, xmas, birthday, father day, mother day, valentine, stocking, stuffer, anniversary, wedding",
  ),
  ...list(
    "dad, father, mom, mother, wife, husband, boyfriend, girlfriend, friend, brother, sister, son, daughter, him, her",
  ),
  ...list(
    "kid, youth, child, children, boy, girl, teen, toddler, beginner, new rider, passenger, pillion, commuter, commuting",
  ),
  ...list(
    "harley, davidson, harley davidson, indian, triumph, ducati, bmw, honda, yamaha, kawasaki, suzuki, ktm, vespa",
  ),
  ...list(
    "cruiser, bobber, chopper, cafe racer, sport bike, sportbike, touring, tourer, adventure, adv, dual sport, dirt bike, motocross",
  ),
  ...list(
    "offroad, off road, scooter, atv, racing, race, street, city, urban, travel, trip, road trip, track day, rally",
  ),
  ...list("best, good, great, nice, cool, top rated, cheap, cheapest, affordable, budget, discount, quality, premium"),
  ...list("wide, narrow, tall, slim, big, big and tall, big tall, plus size, oversized, loose, tight, comfortable"),
  ...list(
    "polarized, polarised, photochromic, fingerless, vegan, camo, skull, eagle, flame, american flag, skinny, athletic, biker style",
  ),
  ...list(
    "vintage, retro, classic, custom, personalized, embroidered, american made, made in usa, usa, stylish, badass, perforated, vented, ventilated",
  ),
]);

/** Words of questions, such as articles and verbs, which are not searched. */
export const GRAMMAR = words(
  "a an and any anything are at by can con de do does for from have how i in is it me my of on or our para something stuff that the these this those to want what when where which who will with without no you your",
);

/** Words that apply to all products, or to every size or color; ignored if the query has other words. */
export const SELF_EVIDENT = words(
  "apparel bike biker bikers clothes clothing color colored colour coloured gear motorbike motorcycle moto rider riders riding size sized talla wear",
);

/** Words that exist only in the plural. */
export const ALWAYS_PLURAL = words("shorts glasses");
