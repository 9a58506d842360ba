import { unwrap } from "@rostrum/contract/flags.ts";
import { z } from "zod";
import { SWITCHES, sentence, title } from "./words.ts";

/** A parameter of a node, as `INodeProperties` of n8n-workflow has it. */
export interface Parameter {
  readonly displayName: string;
  readonly name: string;
  readonly type: string;
  readonly default: unknown;
  readonly required?: true;
  readonly description?: string;
  readonly placeholder?: string;
  readonly typeOptions?: Readonly<Record<string, unknown>>;
  readonly options?: readonly object[];
  readonly modes?: readonly object[];
  readonly displayOptions?: { readonly show: Readonly<Record<string, readonly (string | boolean)[]>> };
  readonly noDataExpression?: true;
}

export interface Field {
  readonly name: string;
  readonly type: z.ZodType;
}

/**
 * Names of n8n's wrappings inside a value, which the node takes off: `value` of one object, `values` of a list, `more` of optional
 * fields. None is a field of the API.
 */
const WRAPPINGS: ReadonlySet<string> = new Set(["value", "values", "more"]);
/** Text that may have several lines. */
const LONG_TEXT_MIN = 1000;
const CHOSEN_ID = 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';
const CHOSEN_IDS = 'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';

/** The parameter for a field. `place` says where it stands: resource locators stand alone. */
export function parameterOf({ name, type }: Field, place: "top" | "inside"): Parameter {
  if (WRAPPINGS.has(name)) throw new Error(`The field ${name} has the name of a wrapping.`);
  const { bare, meta } = unwrap(type);
  const example = meta.example;
  const about = meta.description === undefined ? {} : { description: sentence(meta.description) };
  const base = { displayName: title(name), name };
  const described = { ...base, ...about };
  if (place === "top" && name in LOCATORS) return locator(name, described.displayName);
  if (name in LISTED) return { ...base, ...LISTED[name] } as Parameter;
  if (bare instanceof z.ZodBoolean) return { ...base, type: "boolean", default: defaultOf(type) ?? false, description: switchOf(name) };
  const choices = choicesOf(bare);
  if (choices !== null) return { ...described, type: "options", options: choices, default: defaultOf(type) ?? presetOf(choices, example) };
  if (bare instanceof z.ZodNumber) return { ...described, ...number(bare, defaultOf(type)) };
  if (isText(bare)) return { ...described, ...text(bare, example), default: "" };
  if (isTextList(bare)) {
    const adding = { multipleValues: true, multipleValueButtonText: `Add ${singular(base.displayName)}` };
    return { ...described, type: "string", typeOptions: adding, default: [] };
  }
  return { ...described, ...group(bare, base.displayName) };
}

function switchOf(name: string): string {
  const words = SWITCHES[name];
  if (words === undefined) throw new Error(`The switch ${name} needs its words in words.ts.`);
  return words;
}

/** Ids at the top that are chosen from a list which can be searched, or given. */
const LOCATORS: Readonly<Record<string, string>> = { brandId: "searchBrands", collectionId: "searchCollections", postId: "searchPosts" };

/** An id that is chosen from a list which can be searched, or given. */
export function locator(name: string, displayName: string): Parameter {
  const noun = displayName.replace(/ ID$/, "");
  const validation = {
    type: "regex",
    properties: { regex: "^[1-9][0-9]*$", errorMessage: `The ID of a ${noun.toLowerCase()} is a number` },
  };
  return {
    displayName: noun,
    name,
    type: "resourceLocator",
    default: { mode: "list", value: "" },
    required: true,
    modes: [
      {
        displayName: "From List",
        name: "list",
        type: "list",
        typeOptions: { searchListMethod: LOCATORS[name], searchable: true },
      },
      { displayName: "By ID", name: "id", type: "string", placeholder: "42", validation: [validation] },
    ],
  };
}

/** Ids that are chosen from a list without a search. */
const LISTED: Readonly<Record<string, Partial<Parameter>>> = {
  collectionId: {
    displayName: "Collection Name or ID",
    type: "options",
    typeOptions: { loadOptionsMethod: "getCollections", loadOptionsDependsOn: ["brandId.value"] },
    default: "",
    description: CHOSEN_ID,
  },
  channelId: {
    displayName: "Channel Name or ID",
    type: "options",
    typeOptions: { loadOptionsMethod: "getChannels", loadOptionsDependsOn: ["brandId.value"] },
    default: "",
    description: CHOSEN_ID,
  },
  channels: {
    displayName: "Channel Names or IDs",
    type: "multiOptions",
    typeOptions: { loadOptionsMethod: "getChannels", loadOptionsDependsOn: ["brandId.value"] },
    default: [],
    description: CHOSEN_IDS,
  },
};

interface Choice {
  readonly name: string;
  readonly value: string | number;
}

function choicesOf(bare: z.ZodType): Choice[] | null {
  if (bare instanceof z.ZodEnum) return sorted(bare.options.map((value) => ({ name: title(String(value)), value })));
  if (!(bare instanceof z.ZodLiteral)) return null;
  return [...bare.values].map((value) => ({ name: String(value), value: value as number }));
}

const SORTED_MIN = 5;

/** n8n wants five and more in the order of the alphabet. */
function sorted(choices: Choice[]): Choice[] {
  return choices.length < SORTED_MIN ? choices : choices.sort((one, other) => compare(one.name, other.name));
}

/** The first one where the table's order is kept, else the example. */
function presetOf(choices: readonly Choice[], example: unknown): Choice["value"] | undefined {
  const found = choices.length < SORTED_MIN ? undefined : choices.find(({ value }) => value === example);
  return (found ?? choices[0])?.value;
}

export function compare(one: string, other: string): number {
  return one.localeCompare(other, "en");
}

function number(bare: z.ZodNumber, preset: unknown): Pick<Parameter, "type" | "default" | "typeOptions"> {
  const { exclusiveMinimum, maximum, ...bounds } = z.toJSONSchema(bare) as z.core.JSONSchema.NumberSchema;
  const minimum = typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : bounds.minimum;
  const from = minimum === undefined || minimum < -1000 ? {} : { minValue: minimum };
  const to = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? {} : { maxValue: maximum };
  const limits = { ...from, ...to };
  return {
    type: "number",
    default: preset ?? Math.max(0, minimum ?? 0),
    ...(Object.keys(limits).length === 0 ? {} : { typeOptions: limits }),
  };
}

function isText(bare: z.ZodType): boolean {
  return bare instanceof z.ZodString;
}

function text(bare: z.ZodType, example: unknown): Pick<Parameter, "type" | "typeOptions" | "placeholder"> {
  const { maxLength = 0, pattern } = z.toJSONSchema(bare) as { maxLength?: number; pattern?: string };
  const shown = typeof example === "string" && !example.includes("\n") ? { placeholder: `e.g. ${example}` } : {};
  if (isTime(pattern)) return { type: "dateTime" };
  const isLong = maxLength >= LONG_TEXT_MIN && !(unwrap(bare).meta.format === "uri");
  return { type: "string", ...(isLong ? { typeOptions: { rows: 4 } } : {}), ...shown };
}

/** Whether the field is a time in the form `2030-05-01 09:00:00`. */
export function isTimeField({ type }: Field): boolean {
  const { bare } = unwrap(type);
  return isText(bare) && isTime((z.toJSONSchema(bare) as { pattern?: string }).pattern);
}

function isTime(pattern: string | undefined): boolean {
  return pattern?.startsWith("^\\d{4}-\\d{2}-\\d{2} ") ?? false;
}

/** A list of texts, or a text or a list of them. */
function isTextList(bare: z.ZodType): boolean {
  const array = bare instanceof z.ZodUnion ? bare.options.find((option) => option instanceof z.ZodArray) : bare;
  return array instanceof z.ZodArray && isText(unwrap(array.element as z.ZodType).bare);
}

/** An object, a list of objects, or an object of objects: groups of parameters. */
function group(bare: z.ZodType, displayName: string): Pick<Parameter, "type" | "default" | "typeOptions" | "options" | "placeholder"> {
  if (bare instanceof z.ZodArray) {
    const parts = [{ displayName, name: "values", values: inside(bare.element as z.ZodType) }];
    const placeholder = `Add ${singular(displayName)}`;
    return { type: "fixedCollection", typeOptions: { multipleValues: true }, placeholder, default: {}, options: parts };
  }
  const fields = fieldsOf(bare);
  const placeholder = `Add ${displayName}`;
  if (fields.every(({ type }) => unwrap(type).bare instanceof z.ZodObject)) {
    const parts = fields.map(({ name, type }) => ({ displayName: title(name), name, values: inside(type) }));
    const options = parts.sort((one, other) => compare(one.displayName, other.displayName));
    return { type: "fixedCollection", placeholder, default: {}, options };
  }
  return { type: "fixedCollection", placeholder, default: {}, options: [{ displayName, name: "value", values: inside(bare) }] };
}

/** The parameters of an object: optional ones that cannot be empty are chosen one by one. */
function inside(type: z.ZodType): Parameter[] {
  const fields = fieldsOf(unwrap(type).bare);
  const canBeEmpty = ({ type: own }: Field) => isText(unwrap(own).bare) || isTextList(unwrap(own).bare);
  const always = fields.filter((field) => !isOptional(field) || canBeEmpty(field));
  const chosen = fields.filter((field) => !always.includes(field));
  const shown = always.map((field) => parameterOf(field, "inside"));
  const parameters = chosen.length === 0 ? shown : [...shown, optional("more", "More", "Add Field", chosen)];
  return parameters.sort((one, other) => compare(one.displayName, other.displayName));
}

/** A group of fields of which each is there only if it was added. */
export function optional(name: string, displayName: string, placeholder: string, fields: readonly Field[]): Parameter {
  const options = fields.map((field) => parameterOf(field, "inside")).sort((one, other) => compare(one.displayName, other.displayName));
  return { displayName, name, type: "collection", placeholder, default: {}, options };
}

export function fieldsOf(schema: z.ZodType | undefined): Field[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).map(([name, type]) => ({ name, type: type as z.ZodType }));
}

export function isOptional({ type }: Field): boolean {
  return unwrap(type).optional;
}

function defaultOf(type: z.ZodType): unknown {
  return type instanceof z.ZodDefault ? type.def.defaultValue : undefined;
}

function singular(words: string): string {
  return words.replace(/s$/, "");
}
