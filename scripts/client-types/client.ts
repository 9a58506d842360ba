import { deprecationWords } from "@rostrum/contract/deprecation.ts";
import { inOurTerms } from "@rostrum/contract/openapi/terms.ts";
import type { Operation } from "@rostrum/contract/operation.ts";
import { toolWords } from "@rostrum/contract/tools/input.ts";
import { z } from "zod";
import { docComment, type JsonSchema, membersOf, typeOf } from "./print.ts";

const HEAD = `import type { Answer, CallOptions, PageAnswer, Upload } from "./facts.ts";

/** The types of the package \`rostrum-client\`. Written from the table by \`npm run openapi\`; do not edit. */
`;

interface Converted {
  readonly schema: JsonSchema;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

/** TypeScript of all requests and replies, and of a client with a method for each operation. */
export function clientTypes<Name extends string>(rows: readonly (readonly [Name, Operation])[]): string {
  const inputs = rows.map(([, row]) => converted(requestOf(row), "input"));
  const outputs = rows.map(([, row]) => converted(row.data, "output"));
  const named = names(inputs, outputs);
  const requests = rows.map(([name, row], index) => requestText(name, row, inputs[index]?.schema ?? {}, named.ofInput));
  const methods = rows.map(([name, row], index) => ({ name, row, data: typeOf(outputs[index]?.schema ?? {}, named.ofOutput) }));
  return [HEAD, ...named.texts, ...requests, clientText(methods)].join("\n");
}

/** Path, query and body fields side by side. */
function requestOf(row: Operation): z.ZodObject {
  const parts = [row.params, row.query, row.body].filter((part) => part instanceof z.ZodObject);
  return z.object(Object.assign({}, ...parts.map(({ shape }) => shape)));
}

function converted(type: z.ZodType, io: "input" | "output"): Converted {
  // Around it, so that a schema with a name is a definition, too.
  const whole = z.toJSONSchema(z.object({ it: type }), { io, unrepresentable: "any", override: inOurTerms }) as JsonSchema;
  return { schema: whole.properties?.it ?? {}, definitions: whole.$defs ?? {} };
}

interface Names {
  /** The interfaces of all schemas that have a name. */
  readonly texts: readonly string[];
  ofInput(id: string): string;
  ofOutput(id: string): string;
}

/** A schema that is not the same in requests and in replies has a name of its own in requests. */
function names(inputs: readonly Converted[], outputs: readonly Converted[]): Names {
  const [asked, told] = [inputs, outputs].map((all) => Object.assign({}, ...all.map(({ definitions }) => definitions)) as Definitions);
  const ofOutput = (id: string) => id;
  const ofInput = (id: string): string => {
    const [own, other] = [asked?.[id], told?.[id]];
    const isSame = own === undefined || other === undefined || membersOf(own, ofInput) === membersOf(other, ofOutput);
    return isSame ? id : `${id}Input`;
  };
  const interfaces = new Map<string, string>();
  for (const [id, schema] of Object.entries(told ?? {})) interfaces.set(ofOutput(id), interfaceText(ofOutput(id), schema, ofOutput));
  for (const [id, schema] of Object.entries(asked ?? {})) interfaces.set(ofInput(id), interfaceText(ofInput(id), schema, ofInput));
  return { texts: [...interfaces].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text), ofInput, ofOutput };
}

type Definitions = Readonly<Record<string, JsonSchema>>;

function interfaceText(name: string, schema: JsonSchema, nameOf: (id: string) => string): string {
  return `${docComment(schema, "")}export interface ${name} ${membersOf(schema, nameOf)}\n`;
}

function requestText(name: string, row: Operation, schema: JsonSchema, nameOf: (id: string) => string): string {
  const what = `export interface ${requestName(name)}`;
  // Descriptions spell the fields of a query as in URLs.
  const members = toolWords(row, membersOf(schema, nameOf));
  return `/** What \`${name}\` takes. */\n${what} ${row.upload ? "extends Upload " : ""}${members}\n`;
}

function requestName(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}Request`;
}

interface Method {
  readonly name: string;
  readonly row: Operation;
  /** The type of its data. */
  readonly data: string;
}

function clientText(methods: readonly Method[]): string {
  const lists = methods.filter(({ row }) => row.paginated);
  return `/** A method for each operation. Refusals, time-outs and an unreachable service are values, not exceptions. */
export interface RostrumClient {
${methods.map((method) => methodText(method, "  ", `Promise<${answerOf(method)}>`)).join("\n")}
  /**
   * Iterates over a list page by page from \`page\` (default 1). A page may be empty without being the last. Ends after the last
   * page, or with the first failure as its last value.
   */
  readonly pages: {
${lists.map((method) => methodText(method, "    ", `AsyncGenerator<${answerOf(method)}, void, void>`)).join("\n")}
  };
}
`;
}

function answerOf({ row, data }: Method): string {
  return row.paginated ? `PageAnswer<${data.replace(/\[\]$/, "")}>` : `Answer<${data}>`;
}

function methodText({ name, row }: Method, indent: string, returns: string): string {
  const description = `${row.summary}: \`${row.method} ${row.path}\`. ${row.description}`;
  const comment = docComment({ description, ...(row.deprecated ? { ended: deprecationWords(row.deprecated) } : {}) }, indent);
  return `${comment}${indent}readonly ${name}: (input${isOptional(row) ? "?" : ""}: ${requestName(name)}, options?: CallOptions) => ${returns};`;
}

function isOptional(row: Operation): boolean {
  return row.upload !== true && requestOf(row).safeParse({}).success;
}
