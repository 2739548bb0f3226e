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
  ["roll bag", "dry bag", "duffel", "duffle"],
  ["wallet", "billfold"],
  ["rain", "waterproof", "rainproof", "water repellent", "water resistant", "tarpaulin"],
  ["armored", "armoured", "armor", "armour"],
  ["aramid", "kevlar"],
  ["mesh", "vented", "ventilated", "perforated"],
  ["thermal", "base layer", "long underwear", "long johns"],
  ["leather", "cowhide", "goatskin"],
  ["plaid", "checked", "tartan"],
  ["final sale", "sale", "clearance"],
  ["women", "womens", "woman", "ladies", "lady", "female"],
  ["men", "mens", "man", "gents", "guys", "male"],
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
  coat: ["jacket"],
  glasses: ["eyewear"],
  shoes: ["footwear"],
  warm: ["thermal", "fleece", "quilted", "wool"],
  winter: ["thermal", "fleece", "quilted", "wool"],
});

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Words of questions, such as articles and verbs, which are not searched. */
export const GRAMMAR = words(
  "a an and are at by can do does for from have how i in is it me my of on or our the to what when where which who will with you your",
);

/** Words that apply to all products, or to every size or color; ignored if the query has other words. */
export const SELF_EVIDENT = words(
  "apparel bike biker bikers clothes clothing color colored colour coloured gear motorbike motorcycle moto rider riders riding size sized wear",
);

/** Words that exist only in the plural. */
export const ALWAYS_PLURAL = words("shorts glasses");
