import { z } from "zod";

/** The parts of an OpenAPI 3.0 schema that the page shows. */
export interface Schema {
  readonly $ref?: string | undefined;
  readonly type?: string | undefined;
  readonly format?: string | undefined;
  readonly description?: string | undefined;
  readonly nullable?: boolean | undefined;
  /** Includes null where the value is nullable. */
  readonly enum?: readonly (string | number | null)[] | undefined;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly items?: Schema | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly allOf?: readonly Schema[] | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
}

const Schema: z.ZodType<Schema> = z.object({
  $ref: z.string().optional(),
  type: z.string().optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  nullable: z.boolean().optional(),
  enum: z.array(z.union([z.string(), z.number(), z.null()])).optional(),
  default: z.unknown().optional(),
  example: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  get items() {
    return Schema.optional();
  },
  get properties() {
    return z.record(z.string(), Schema).optional();
  },
  required: z.array(z.string()).optional(),
  get allOf() {
    return z.array(Schema).optional();
  },
  get anyOf() {
    return z.array(Schema).optional();
  },
});

const Ref = z.object({ $ref: z.string() });
const Parameter = z.object({
  in: z.enum(["path", "query"]),
  name: z.string(),
  description: z.string().optional(),
  required: z.boolean().optional(),
  schema: Schema,
});
const Example = z.object({ summary: z.string(), value: z.unknown() });
const Content = z.object({
  schema: Schema,
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.union([Ref, Example])).optional(),
});
const Contents = z.record(z.string(), Content);
const Reply = z.object({ description: z.string(), content: Contents });
const Operation = z.object({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string(),
  description: z.string(),
  parameters: z.array(z.union([Ref, Parameter])).optional(),
  requestBody: z.object({ content: Contents }).optional(),
  responses: z.record(z.string(), z.union([Ref, Reply])),
});

/** The parts of our own OpenAPI document that the page needs; the rest is ignored. */
export const OpenApi = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.tuple([z.object({ url: z.string() })]),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.partialRecord(z.enum(["get", "post", "patch", "delete"]), Operation)),
  components: z.object({
    schemas: z.record(z.string(), Schema),
    parameters: z.record(z.string(), Parameter),
    responses: z.record(z.string(), Reply),
    examples: z.record(z.string(), Example),
  }),
});
export type OpenApi = z.output<typeof OpenApi>;
export type OperationObject = z.output<typeof Operation>;
export type ParameterObject = z.output<typeof Parameter>;
export type ReplyObject = z.output<typeof Reply>;
export type ContentObject = z.output<typeof Content>;
export type ExampleObject = z.output<typeof Example>;

type Reference = z.output<typeof Ref>;

/** The part itself, or the component it refers to. */
export function resolve<T extends object>(part: T | Reference, components: Readonly<Record<string, T>>): T {
  return isReference(part) ? referred(part.$ref, components) : part;
}

/** The component a reference names; throws on a dangling reference, which the contract's linter rules out. */
export function referred<T>(ref: string, components: Readonly<Record<string, T>>): T {
  const found = components[nameOf(ref)];
  if (found === undefined) throw new Error(`${ref} does not exist`);
  return found;
}

/** `#/components/responses/Unauthorized` → `Unauthorized`. */
export function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

function isReference(part: object): part is Reference {
  return Ref.safeParse(part).success;
}
