import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { describedRow } from "./deprecation.ts";
import { GUIDE, TAGS } from "./openapi/guide.ts";
import { replyComponents, responses } from "./openapi/replies.ts";
import { requestBody, requestParams } from "./openapi/requests.ts";
import { inOurTerms } from "./openapi/terms.ts";
import type { Operation } from "./operation.ts";
import { type OperationName, operationRows } from "./operations.ts";

/** Of the current contract; the one before it stays published: `docs/api.md#earlier-contracts`. */
export const CONTRACT_VERSION = "1.2.0";
export const SERVER_URL_DEFAULT = "http://127.0.0.1:4000/v1";

/**
 * The OpenAPI 3.0.3 document of the public operations, as a plain object in a fixed order.
 * `serverUrl` is the public root of the operations, `<public url>/v1`.
 */
export function openApiDocument(serverUrl: string = SERVER_URL_DEFAULT, rows = operationRows()) {
  const document = createDocument(
    {
      openapi: "3.0.3",
      info: {
        title: "Social Publishing Public API",
        version: CONTRACT_VERSION,
        description: GUIDE,
        license: { name: "MIT", url: "https://opensource.org/license/mit" },
      },
      servers: [{ url: serverUrl, description: "This service" }],
      security: [{ bearer: [] }, { api_key: [] }],
      tags: TAGS.map((tag) => ({ ...tag })),
      paths: paths(rows),
      components: {
        ...replyComponents(),
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", description: "The API key, as `Authorization: Bearer <API_KEY>`." },
          api_key: { type: "apiKey", in: "query", name: "api_key", description: "The same key. Discouraged: URLs end up in logs." },
        },
      },
    },
    { override: inOurTerms },
  );
  return inStrictTerms(document);
}

function paths(rows: ReturnType<typeof operationRows>): ZodOpenApiPathsObject {
  const byPath: ZodOpenApiPathsObject = {};
  for (const [name, row] of rows) {
    byPath[row.path] = { ...byPath[row.path], [methods[row.method]]: described(name, row) };
  }
  return byPath;
}

const methods = { GET: "get", POST: "post", PATCH: "patch", DELETE: "delete" } as const;

function described(name: OperationName, row: Operation): ZodOpenApiOperationObject {
  const body = requestBody(name, row);
  return {
    operationId: name,
    tags: [row.tag],
    summary: row.summary,
    description: describedRow(row),
    ...(row.deprecated ? { deprecated: true } : {}),
    ...(row.params || row.query ? { requestParams: requestParams(row) } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: responses(name, row),
  };
}

/**
 * Fixes two shortcomings of the generator. zod wraps the reference of an optional field in an `allOf` of one, which is redundant
 * on its own. And `nullable` extends only the type: an `enum` next to it must list null itself (OpenAPI 3.0.3, proposal "Clarify
 * Semantics of nullable").
 */
function inStrictTerms<T>(part: T): T {
  return JSON.parse(JSON.stringify(part), (_, value) => {
    const lone = value?.allOf?.length === 1 && Object.keys(value).length === 1;
    if (lone) return value.allOf[0];
    const isLacking = value?.nullable === true && Array.isArray(value.enum) && !value.enum.includes(null);
    return isLacking ? { ...value, enum: [...value.enum, null] } : value;
  });
}
