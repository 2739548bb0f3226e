/** As much of a JSON schema as our descriptions use. */
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

/** As much of an OpenAPI document as the reference shows. */
export interface ApiDocument {
  info: { title: string; version: string; description?: string };
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

/** A call of the document: its operation, and where it is. */
export interface Call extends Operation {
  method: string;
  path: string;
  id: string;
}

/** The calls of a document, in its order. */
export const callsOf = ({ paths = {} }: ApiDocument): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => {
      const id = operation.operationId ?? `${method}${path}`.replace(/\W+/g, "-");
      return { ...operation, method: method.toUpperCase(), path, id };
    }),
  );

/** The item of a list, through lists of lists; else the thing itself. */
export const itemOf = (schema: Schema): Schema => (schema.items ? itemOf(schema.items) : schema);

export const optionsOf = ({ anyOf, oneOf, allOf }: Schema): Schema[] => anyOf ?? oneOf ?? allOf ?? [];

/** The fields of an object, of a list's items, of a map's values, or of the one option that has any. */
export function fieldsOf(schema: Schema): Record<string, Schema> {
  const item = itemOf(schema);
  if (item.properties) return item.properties;
  if (typeof item.additionalProperties === "object") return fieldsOf(item.additionalProperties);
  return Object.assign({}, ...optionsOf(item).map(fieldsOf)) as Record<string, Schema>;
}

/** The name of a schema behind a `$ref`. */
export const nameOf = (reference: string): string => reference.split("/").at(-1) ?? reference;
