/** The part of JSON schema that the reference uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

export type Content = Record<string, { schema?: Schema }>;

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content?: Content; required?: boolean };
  responses?: Record<string, { description?: string; content?: Content }>;
}

/** The part of an OpenAPI document that the reference uses. */
export interface ApiDocument {
  info: { title: string; version: string; description?: string };
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

/** A call of the document: operation, method and path. */
export interface Call extends Operation {
  method: string;
  path: string;
  id: string;
}

/** Calls of a document, in its order. */
export const callsOf = ({ paths = {} }: ApiDocument): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => {
      const id = operation.operationId ?? `${method}${path}`.replace(/\W+/g, "-");
      return { ...operation, method: method.toUpperCase(), path, id };
    }),
  );

/** Item schema of a list, also of nested lists; otherwise the schema itself. */
export const itemOf = (schema: Schema): Schema => (schema.items ? itemOf(schema.items) : schema);

export const optionsOf = ({ anyOf, oneOf, allOf }: Schema): Schema[] => anyOf ?? oneOf ?? allOf ?? [];

/** Fields of an object, of a list's items, of a map's values, or of all alternatives together. */
export function fieldsOf(schema: Schema): Record<string, Schema> {
  const item = itemOf(schema);
  if (item.properties) return item.properties;
  if (typeof item.additionalProperties === "object") return fieldsOf(item.additionalProperties);
  return Object.assign({}, ...optionsOf(item).map(fieldsOf)) as Record<string, Schema>;
}

/** Schema name in a `$ref`. */
export const nameOf = (reference: string): string => reference.split("/").at(-1) ?? reference;
