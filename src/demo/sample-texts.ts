/** Names of invented people; they live at `places`, whose ZIP codes and cities are real. */
export const people = [
  "Rosa Tillman",
  "Terry Gant",
  "Nora Kessler",
  "Jon Hale",
  "Garrett Poole",
  "Lou Whitaker",
  "Jess Farrow",
  "Holly Jensen",
  "Gil Mercer",
  "Carl Penrose",
  "Dee Okafor",
  "Marta Ruiz",
  "Sol Bergman",
  "Wes Tanner",
  "Ivy Castell",
  "Bo Lindqvist",
  "Nina Avery",
  "Ray Dominguez",
  "Kit Sorensen",
  "Ada Moreau",
  "Hank Ellery",
  "June Parrish",
  "Otis Vance",
  "Pilar Santos",
] as const;

export const places = [
  { address: "118 Mesa Rim Road", city: "Flagstaff", region: "AZ", postalCode: "86001" },
  { address: "42 Dry Fork Lane", city: "Elko", region: "NV", postalCode: "89801" },
  { address: "7 Salt Wash Court", city: "Moab", region: "UT", postalCode: "84532" },
  { address: "960 Juniper Street", city: "Durango", region: "CO", postalCode: "81301" },
  { address: "31 Harbor View", city: "Portland", region: "ME", postalCode: "04101" },
  { address: "205 Creosote Drive", city: "Las Cruces", region: "NM", postalCode: "88001" },
  { address: "18 Ridgeline Way", city: "Asheville", region: "NC", postalCode: "28801" },
  { address: "77 Depot Street", city: "Billings", region: "MT", postalCode: "59101" },
] as const;

/** Reviews waiting for approval, by product name. */
export const reviewsToRead = [
  {
    product: "Ridgeback Boots",
    rating: 4,
    title: "Solid boots, slow box",
    content:
      "Boots are great. Took the full seven business days to get to Maine, which is what they said it would be, so I suppose that's on me for hoping.",
  },
  {
    product: "Mesa Mesh Jacket",
    rating: 3,
    title: "Runs a bit big",
    content: "Airy and well made. I am between sizes and should have gone down. The sleeves end where my gloves begin.",
  },
  {
    product: "Vandal Leather Jacket",
    rating: 5,
    title: "Inside pockets!",
    content: "Two of them, and both close. I have waited years for somebody to think of that.",
  },
  {
    product: "Highside Riding Jeans Women's",
    rating: 2,
    title: "Tight in the calf",
    content: "Fit at the hip is right, the calf is not. If you ride in tall boots, try them on at home first.",
  },
  {
    product: "Longhaul Hoodie",
    rating: 5,
    title: "Lives on the hook by the door",
    content: "Washed it twelve times by now. It is softer, and nothing else has changed.",
  },
] as const;

export const questionsToAnswer = [
  { product: "Dry Roll Bag", question: "Will it fit behind a passenger?", wantsLetter: true },
  { product: "Saltflat Open-Face Helmet", question: "Which shields fit the snaps?", wantsLetter: true },
  { product: "Gauntlet Leather Gloves", question: "Do they work with a phone's screen?", wantsLetter: false },
] as const;

export const commentsToRead = [
  { article: "Layering for Desert Nights", message: "Add one thing: a trash bag under the jacket has saved me twice." },
  { article: "How to Break In Riding Boots", message: "Mine took a month of Tuesdays. Worth every blister." },
] as const;

/** Invented messages; those without a state wait for an answer. */
export const messagesToAnswer = [
  {
    message: "Hi, my order says delivered but the porch is empty. Could you look where it went?",
    days: 1.1,
    isOfBuyer: true,
  },
  { message: "Do you have the oxblood jacket in 2XL again before Christmas? My wife would know.", days: 0.8 },
  { message: "I ordered L and should have ordered XL. Nothing has shipped yet, can you change it?", days: 0.4 },
  { message: "Is there a place near Billings where I can try on boots?", days: 0.1 },
  { message: "Thanks for the quick exchange. The gloves fit now.", days: 6, state: "done" },
  {
    message: "Which conditioner do you use on the vests?",
    days: 12,
    state: "answered",
    answer: "A plain beeswax conditioner, twice a year, thin. Let it dry a night before you ride.",
  },
  {
    message: "Do you ship to a PO box?",
    days: 20,
    state: "answered",
    answer: "Yes. It goes by USPS then, which takes about a day longer.",
  },
] as const;
