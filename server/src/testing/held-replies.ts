import assert from "node:assert/strict";
import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import { parse } from "yaml";

/**
 * Validates every `/v1` reply this process fetches from one of its services against the OpenAPI document that the service itself
 * serves: an undocumented status, or a body that violates its schema, fails the request and the run. Bodies stay readable.
 */
export function holdReplies(origin: string): void {
  if (held.size === 0) globalThis.fetch = heldFetch;
  held.set(origin, null);
}

/** How a reply violates the document; null if it conforms. */
export function breachOf(document: ContractDocument, reply: ReplyFacts): string | null {
  const at = `${reply.method} ${reply.path} → ${reply.status}`;
  const place = document.placeOf(reply.method, reply.path);
  const isOfOperation = place !== null && !BEFORE_OPERATIONS.includes(reply.status);
  const schema = isOfOperation ? document.schemaOf(place, reply.status) : OF_UNKNOWN_PATHS[reply.status];
  if (schema === undefined) return `${at}: the document does not list this status: ${JSON.stringify(reply.body)}`;
  const errors = document.errorsOf(schema, reply.body);
  return errors === null ? null : `${at}: ${errors}: ${JSON.stringify(reply.body)}`;
}

export interface ReplyFacts {
  readonly method: string;
  /** Relative to `/v1`, without the query. */
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

/** The document as a validator. Its `nullable` is that of OpenAPI 3.0.3, which Ajv has by the same name. */
export class ContractDocument {
  readonly #ajv: Ajv;
  readonly #paths: Paths;
  readonly #templates: readonly { readonly path: string; readonly pattern: RegExp }[];

  constructor(text: string) {
    const document: { readonly paths: Paths } = parse(text);
    // The document's own words too: Ajv takes the whole for a schema before it looks at the parts that are.
    this.#ajv = new Ajv({ strict: true, allErrors: true, keywords: ["example", ...Object.keys(document)] });
    this.#paths = document.paths;
    this.#templates = Object.keys(document.paths).map((path) => ({
      path,
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
    }));
    formats.default(this.#ajv);
    this.#ajv.addFormat("binary", true);
    this.#ajv.addSchema(document, "document", false, false);
  }

  /** A JSON pointer to the operation. */
  placeOf(method: string, path: string): string | null {
    const found = this.#templates.find(({ pattern }) => pattern.test(path))?.path;
    const name = method.toLowerCase();
    return found === undefined || this.#paths[found]?.[name] === undefined ? null : `#/paths/${escapeWord(found)}/${name}`;
  }

  /** Undefined where the operation does not list the status. */
  schemaOf(place: string, status: number): string | undefined {
    const response = this.#responseOf(place, status);
    return response && `${response.$ref ?? `${place}/responses/${status}`}/content/${escapeWord("application/json")}/schema`;
  }

  errorsOf(schema: string, body: unknown): string | null {
    const validate: ValidateFunction = this.#ajv.getSchema(`document${schema}`) ?? assert.fail(`the document has ${schema}`);
    return validate(body) ? null : this.#ajv.errorsText(validate.errors);
  }

  #responseOf(place: string, status: number): { readonly $ref?: string } | undefined {
    const [, , path = "", method = ""] = place.split("/");
    return this.#paths[path.replaceAll("~1", "/").replaceAll("~0", "~")]?.[method]?.responses[status];
  }
}

type Paths = Readonly<
  Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, { readonly $ref?: string }>> }>>>
>;

/** What the gates answer where no operation is: 401, the two limits, 404 (`docs/api.md#the-order-of-the-checks`). */
const OF_UNKNOWN_PATHS: Readonly<Record<number, string>> = {
  401: "#/components/responses/Unauthorized/content/application~1json/schema",
  404: "#/components/schemas/DomainError",
  408: "#/components/schemas/DomainError",
  429: "#/components/responses/RateLimited/content/application~1json/schema",
  431: "#/components/schemas/DomainError",
};

/** Of what cannot become a request: `docs/api.md`. */
const BEFORE_OPERATIONS: readonly number[] = [408, 431];

const plainFetch = globalThis.fetch;
/** By origin; null until the first reply of the service asks for it. */
const held = new Map<string, Promise<ContractDocument> | null>();
/** Services of one repository serve the same document but for their own address. */
const documents = new Map<string, ContractDocument>();

async function heldFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const reply = await plainFetch(input, init);
  const asked = new URL(input instanceof Request ? input.url : input);
  const method = (init?.method ?? (input instanceof Request ? input.method : "GET")).toUpperCase();
  if (!held.has(asked.origin) || !/^\/v1\/(?!openapi-)/.test(asked.pathname) || method === "OPTIONS" || method === "HEAD") return reply;
  // A request aborted while the body arrives has no reply.
  const text = await reply.clone().text();
  const document = await documentOf(asked.origin);
  const facts = { method, path: asked.pathname.slice("/v1".length), status: reply.status, body: JSON.parse(text) };
  const breach = breachOf(document, facts);
  if (breach !== null) {
    // A client under test may treat the failure as a network error, so fail the run as well.
    process.exitCode = 1;
    process.once("exit", () => console.error(breach));
    assert.fail(breach);
  }
  return reply;
}

function documentOf(origin: string): Promise<ContractDocument> {
  const known = held.get(origin);
  if (known) return known;
  const read = readDocument(origin);
  held.set(origin, read);
  return read;
}

async function readDocument(origin: string): Promise<ContractDocument> {
  const text = await (await plainFetch(`${origin}/v1/openapi-v1.2.0.yaml`)).text();
  const key = text.replaceAll(origin, "");
  const document = documents.get(key) ?? new ContractDocument(text);
  documents.set(key, document);
  return document;
}

/** RFC 6901. */
function escapeWord(word: string): string {
  return word.replaceAll("~", "~0").replaceAll("/", "~1");
}
