import { z } from "zod";
import { kebabCase, type Operation } from "./operation.ts";

/** The part of the request a field belongs to. */
export type Part = "params" | "query" | "body" | "upload";

/** How a flag's text is converted to the field's value. */
export type FlagForm =
  | "text"
  | "number"
  | "boolean"
  /** Numbers or texts; the flag may be repeated. */
  | "list"
  /** Objects with a text shorthand (a URL or an id), or JSON. The flag may be repeated. */
  | "items"
  /** An object, as JSON text. */
  | "json"
  /** No value: present or absent. */
  | "switch"
  /** A secret, read from standard input: `--password-stdin`. */
  | "stdin"
  /** The name of a JSON file. */
  | "json-file"
  /** A file path, made absolute. */
  | "path"
  /** An object of plain values, as `name=value`; the flag is named in the singular and may be repeated. `name=` is null. */
  | "pairs";

/** One flag of a command, derived from a field of an operation. Plain data, so that it can be written to a file. */
export interface Flag {
  /** The field's name in camelCase, or its `flagName`; a field of a nested object is prefixed with the object's name: `pollQuestion`. */
  readonly name: string;
  /** Path to the field within its part: `["poll", "question"]`. */
  readonly path: readonly string[];
  readonly part: Part;
  /** `--brand-id`. */
  readonly flag: string;
  readonly form: FlagForm;
  readonly required: boolean;
  readonly description: string;
  /** The allowed words, if the flag has a fixed set. */
  readonly choices: readonly string[] | null;
  /** Accepts `none`, which is sent as null. */
  readonly nullable: boolean;
  readonly list: ListFacts | null;
  /**
   * The field that non-JSON text sets: `--comment "Order by noon"` is `comment.comment`, `--media https://…` is `media[].url`.
   */
  readonly textMeans: TextMeaning | null;
  readonly example: Value | null;
}

interface ListFacts {
  readonly of: "number" | "text";
  /** Whether commas separate several entries in one text, which needs entries that cannot contain commas. */
  readonly commas: boolean;
}

interface TextMeaning {
  readonly address: string;
  readonly other: string;
}

export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

/** The flags of an operation: its path, query and body fields in this order; fields of nested objects have flags of their own. */
export function flagsOf(row: Operation): Flag[] {
  const parts: readonly [Part, z.ZodType | undefined][] = [
    ["params", row.params],
    ["query", row.query],
    ["body", row.body],
    ["upload", row.upload ? (row.upload === "file" ? FileFields : UploadFields) : undefined],
  ];
  return parts.flatMap(([part, schema]) =>
    schema instanceof z.ZodObject
      ? Object.entries(schema.shape).flatMap(([name, type]) => flagsAt({ part, path: [name] }, type as z.ZodType))
      : [],
  );
}

/** The field names of an operation's data, in order: the columns of its table. */
export function columnsOf(row: Operation): string[] {
  const data = row.data instanceof z.ZodArray ? row.data.element : row.data;
  return data instanceof z.ZodObject ? Object.keys(data.shape) : [];
}

/** The flags of a `multipart/form-data` operation. */
const UploadFields = z.object({
  media: z.string().meta({ description: "The file: JPEG, PNG, BMP, MP4, MOV or PDF.", example: "croissant.jpg", flag: "path" }),
  fileName: z.string().optional().meta({ description: "A different name for the file.", example: "croissant.jpg" }),
});

const FileFields = z.object({
  file: z.string().meta({ description: "The file.", example: "posts.csv", flag: "path" }),
  fileName: UploadFields.shape.fileName.meta({ description: "A different name for the file.", example: "posts.csv" }),
});

interface FieldPath {
  readonly part: Part;
  readonly path: readonly string[];
}

function flagsAt(place: FieldPath, type: z.ZodType): Flag[] {
  const { bare, meta } = unwrap(type);
  if (meta.flag === "none") return [];
  const own = flagOf(place, type);
  if (own.form !== "json" || !(bare instanceof z.ZodObject)) return [own];
  const inside = Object.entries(bare.shape).filter(([name]) => name !== own.textMeans?.other);
  const flags = inside.flatMap(([name, field]) => flagsAt({ ...place, path: [...place.path, name] }, field as z.ZodType));
  // Only the outermost object needs a JSON flag: nested fields have flags of their own.
  return place.path.length === 1 ? [own, ...flags] : flags;
}

function flagOf({ part, path }: FieldPath, type: z.ZodType): Flag {
  const { bare, nullable, optional, meta } = unwrap(type);
  const own = path.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");
  const name = typeof meta.flagName === "string" ? meta.flagName : own;
  const form = formOf(bare, meta.flag);
  return {
    name,
    path,
    part,
    flag: flagName(form, kebabCase(name)),
    form,
    // Whether a nested field is required depends on the others: the service checks that.
    required: !optional && path.length === 1,
    description: meta.description ?? "",
    choices: choicesOf(bare, meta.flag),
    nullable,
    list: form === "list" ? listFacts(bare) : null,
    textMeans: textMeaning(bare, path.at(-1) ?? ""),
    example: exampleOf(meta.example),
  };
}

function flagName(form: FlagForm, name: string): string {
  if (form === "stdin") return `--${name}-stdin`;
  return form === "pairs" ? `--${name.replace(/s$/, "")}` : `--${name}`;
}

function formOf(bare: z.ZodType, hint: unknown): FlagForm {
  if (hint === "stdin" || hint === "json-file" || hint === "path" || hint === "switch" || hint === "pairs") return hint;
  if (bare instanceof z.ZodNumber || isNumberLiteral(bare)) return "number";
  if (bare instanceof z.ZodBoolean) return "boolean";
  if (elementOf(bare) !== null) return "list";
  if (bare instanceof z.ZodArray) return textMeaning(bare, "") === null ? "json" : "items";
  if (bare instanceof z.ZodString || bare instanceof z.ZodEnum || bare instanceof z.ZodLiteral) return "text";
  return "json";
}

function choicesOf(bare: z.ZodType, hint: unknown): string[] | null {
  if (bare instanceof z.ZodBoolean) return hint === "on|off" ? ["on", "off"] : ["true", "false"];
  if (bare instanceof z.ZodEnum) return bare.options.map(String);
  return isNumberLiteral(bare) ? [...bare.values].map(String) : null;
}

function isNumberLiteral(bare: z.ZodType): bare is z.ZodLiteral {
  return bare instanceof z.ZodLiteral && [...bare.values].every((value) => typeof value === "number");
}

/** The element type of a list of plain values, or of a union of such a list with a single value; null for anything else. */
function elementOf(bare: z.ZodType): z.ZodType | null {
  const array = bare instanceof z.ZodUnion ? bare.options.find((option) => option instanceof z.ZodArray) : bare;
  if (!(array instanceof z.ZodArray)) return null;
  const element = array.element as z.ZodType;
  return element instanceof z.ZodObject ? null : element;
}

function listFacts(bare: z.ZodType): ListFacts {
  const element = elementOf(bare);
  const isNumber = element instanceof z.ZodNumber;
  const isOfWords = element instanceof z.ZodEnum && element.options.every((word) => !String(word).includes(","));
  return { of: isNumber ? "number" : "text", commas: isNumber || isOfWords || element?.meta()?.pattern !== undefined };
}

/**
 * The text shorthand of an object with a text field of its own name, or of a list of objects with two text fields of which one is
 * a URL.
 */
function textMeaning(bare: z.ZodType, name: string): TextMeaning | null {
  if (bare instanceof z.ZodObject) return bare.shape[name] instanceof z.ZodString ? { address: name, other: name } : null;
  if (!(bare instanceof z.ZodArray) || !(bare.element instanceof z.ZodObject)) return null;
  const fields = Object.entries(bare.element.shape).map(([field, type]) => [field, unwrap(type as z.ZodType)] as const);
  const address = fields.find(([, { meta }]) => meta.format === "uri");
  const other = fields.find(([field, found]) => field !== address?.[0] && found.bare instanceof z.ZodString && found.optional);
  return address === undefined || other === undefined || fields.length > 2 ? null : { address: address[0], other: other[0] };
}

/** Examples in the table are JSON values. */
function exampleOf(example: unknown): Value | null {
  return example === undefined ? null : (example as Value);
}

interface Meta {
  readonly description?: string | undefined;
  readonly flag?: unknown;
  /** In camelCase: for a field whose own name is one of the command line's options. */
  readonly flagName?: unknown;
  readonly format?: unknown;
  readonly example?: unknown;
}

/** Unwraps `optional`, `default` and `nullable`; the outermost metadata of each kind wins. */
export function unwrap(type: z.ZodType) {
  let bare = type;
  let nullable = false;
  let optional = false;
  let meta: Meta = {};
  for (;;) {
    meta = { ...bare.meta(), ...meta };
    nullable ||= bare instanceof z.ZodNullable;
    optional ||= bare instanceof z.ZodOptional || bare instanceof z.ZodDefault;
    if (!(bare instanceof z.ZodNullable || bare instanceof z.ZodOptional || bare instanceof z.ZodDefault)) break;
    bare = inner(bare);
  }
  return { bare, nullable, optional, meta };
}

/** zod types the wrapped schema as its core type, which every schema in the table extends. */
function inner(type: z.ZodNullable | z.ZodOptional | z.ZodDefault): z.ZodType {
  return type.unwrap() as z.ZodType;
}
