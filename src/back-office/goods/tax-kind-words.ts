/** Kinds of goods in the tax rules, with their names. */
export const taxKinds = {
  clothing: "Clothing",
  footwear: "Boots and shoes",
  protective: "Helmets and protective gear",
  accessory: "Accessory",
} as const;
