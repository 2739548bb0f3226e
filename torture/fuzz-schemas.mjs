import { hostileText, hostileValue } from "./fuzz-values.mjs";

/** Draws a value that fits a JSON schema; fields with a known name get real values, such as a product's id. */
export function fitting(schema, draw, known, name = "") {
  if (!schema) return hostileText(draw);
  if (schema.$ref) return fitting(known.schemas[schema.$ref.split("/").at(-1)], draw, known, name);
  const [one] = [schema.anyOf, schema.oneOf, schema.allOf].filter(Boolean);
  if (one) return fitting(draw.oneOf(one), draw, known, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return draw.oneOf(schema.enum);
  const type = Array.isArray(schema.type) ? draw.oneOf(schema.type) : schema.type;
  if (type === "object") return objectOf(schema, draw, known);
  if (type === "array")
    return Array.from({ length: 1 + draw.below(3) }, () => fitting(schema.items, draw, known, name));
  if (type === "boolean") return draw.chance(0.5);
  if (type === "null") return null;
  if (known.values[name]) return draw.oneOf(known.values[name]);
  if (type === "integer")
    return (schema.minimum ?? 0) + draw.below(Math.min((schema.maximum ?? 9) - (schema.minimum ?? 0), 5) + 1);
  if (type === "number") return (schema.minimum ?? 0) + draw.below(100);
  return schema.example ?? "Rider".slice(0, schema.maxLength ?? 5);
}

function objectOf({ properties = {}, required = [] }, draw, known) {
  const value = {};
  for (const [name, schema] of Object.entries(properties))
    if (required.includes(name) || draw.chance(0.7)) value[name] = fitting(schema, draw, known, name);
  // Some values only fit together, such as a product and its sizes.
  const id = ["product", "productId"].find((each) => each in value);
  if (id && "size" in value) {
    const { product, ...variant } = draw.oneOf(known.variants);
    Object.assign(value, variant, { [id]: product, quantity: 1 });
  }
  if ("clientSecret" in value || "paymentIntentId" in value) {
    const intent = draw.oneOf(known.intents);
    for (const each of ["clientSecret", "paymentIntentId"]) if (each in value) value[each] = intent[each];
  }
  if (Array.isArray(value.items) && "amount" in value) {
    const sum = value.items.reduce((total, { price, quantity }) => total + Math.round(price * 100) * quantity, 0);
    value.amount = sum >= 300_00 ? sum : sum + 399;
    delete value.discountCode;
    delete value.replaces;
  }
  return value;
}

/** Breaks a value in one to three places. */
export function spoiled(value, draw) {
  let result = structuredClone(value);
  for (let times = 1 + draw.below(3); times > 0; times -= 1) {
    const places = placesIn(result);
    const place = draw.oneOf(places);
    if (!place) return hostileValue(draw);
    const { holder, key } = place;
    const how = draw.below(8);
    if (how === 0) delete holder[key];
    else if (how === 1) holder[key] = [holder[key]];
    else if (how === 2)
      holder[key] = typeof holder[key] === "string" ? holder[key] + hostileText(draw) : hostileValue(draw);
    else if (how === 3 && !Array.isArray(holder)) holder[hostileText(draw)] = hostileValue(draw);
    else if (how === 4 && Array.isArray(holder[key])) holder[key] = Array.from({ length: 60 }, () => holder[key][0]);
    else holder[key] = hostileValue(draw);
    if (draw.chance(0.02)) result = [result];
  }
  return result;
}

function placesIn(value, places = []) {
  if (value === null || typeof value !== "object") return places;
  for (const key of Object.keys(value)) {
    places.push({ holder: value, key });
    if (places.length < 200) placesIn(value[key], places);
  }
  return places;
}
