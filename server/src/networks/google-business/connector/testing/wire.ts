import assert from "node:assert/strict";
import { z } from "zod";
import type { Exchange } from "../../../connectors/testing/network.ts";

/**
 * There is no contract for machines of Google's API for posts and photos. This is what its pages say about each request, as far as the
 * connector makes it: whatever is not here is a mistake. https://developers.google.com/my-business/reference/rest/v4 (2026-04).
 */
interface Row {
  readonly name: string;
  readonly host: "" | "/oauth";
  readonly method: "GET" | "POST";
  readonly path: RegExp;
  /** Names of parameters, each with the form of its value; those that may be missing end in a question mark. */
  readonly query?: Readonly<Record<string, RegExp>>;
  readonly body?: z.ZodType;
}

const LOCATION = "/v4/accounts/[\\w-]+/locations/[\\w-]+";
const PAGES = { pageSize: /^(?:[1-9]\d?|100)$/, "pageToken?": /./ };
const web = z.url({ protocol: /^https?$/ });
const credentials = { client_id: z.string().min(1), client_secret: z.string().min(1) };
const photo = { mediaFormat: z.literal("PHOTO") };

const ROWS: readonly Row[] = [
  {
    name: "a post",
    host: "",
    method: "POST",
    path: new RegExp(`^${LOCATION}/localPosts$`),
    body: z.strictObject({
      languageCode: z.string().min(2).optional(),
      summary: z.string().min(1).max(1500).optional(),
      topicType: z.literal("STANDARD"),
      callToAction: z.strictObject({ actionType: z.literal("LEARN_MORE"), url: web }).optional(),
      // "source_url is the only supported data field", and one photo.
      media: z.tuple([z.strictObject({ ...photo, sourceUrl: web })]).optional(),
    }),
  },
  { name: "the posts of a location", host: "", method: "GET", path: new RegExp(`^${LOCATION}/localPosts$`), query: PAGES },
  { name: "one post", host: "", method: "GET", path: new RegExp(`^${LOCATION}/localPosts/[\\w-]+$`) },
  { name: "a place for bytes", host: "", method: "POST", path: new RegExp(`^${LOCATION}/media:startUpload$`) },
  { name: "bytes", host: "", method: "POST", path: /^\/upload\/v1\/media\/[\w%./-]+$/, query: { upload_type: /^media$/ } },
  {
    name: "a photo",
    host: "",
    method: "POST",
    path: new RegExp(`^${LOCATION}/media$`),
    body: z.strictObject({
      ...photo,
      locationAssociation: z.strictObject({ category: z.literal("ADDITIONAL") }),
      dataRef: z.strictObject({ resourceName: z.string().min(1) }),
    }),
  },
  { name: "the photos of a location", host: "", method: "GET", path: new RegExp(`^${LOCATION}/media$`), query: PAGES },
  {
    name: "a token",
    host: "/oauth",
    method: "POST",
    path: /^\/token$/,
    body: z.union([
      z.strictObject({
        ...credentials,
        grant_type: z.literal("authorization_code"),
        code: z.string().min(1),
        redirect_uri: web,
        code_verifier: z.string().min(43),
      }),
      z.strictObject({ ...credentials, grant_type: z.literal("refresh_token"), refresh_token: z.string().min(1) }),
    ]),
  },
  { name: "the end of a log-in", host: "/oauth", method: "POST", path: /^\/revoke$/, query: { token: /./ } },
];

export const NAMES = ROWS.map(({ name }) => name);

/** Which of the rows the request is; fails if it is none of them, or differs from it. */
export function heldRow({ request }: Exchange, baseUrl: string): string {
  const { method, headers = {}, body } = request;
  const url = new URL(request.url);
  const rest = `${url.origin}${url.pathname}`.slice(baseUrl.length);
  const row = ROWS.find((one) => one.method === method && rest.startsWith(one.host) && one.path.test(rest.slice(one.host.length)));
  assert.ok(row !== undefined, `${method} ${rest} is not among Google's requests`);
  const query = Object.entries(row.query ?? {});
  for (const [name, value] of url.searchParams) {
    const form = query.find(([key]) => key.replace("?", "") === name)?.[1];
    assert.match(value, form ?? /^never$/, `${row.name}: ${name}`);
  }
  for (const [name] of query) assert.ok(name.endsWith("?") || url.searchParams.has(name), `${row.name}: ${name}`);
  if (row.host === "") assert.match(headers.authorization ?? "", /^Bearer \S+$/, row.name);
  if (row.name === "bytes") {
    assert.match(headers["content-type"] ?? "", /^image\/(?:jpeg|png)$/);
    assert.ok(body instanceof Blob && body.size > 0);
    return row.name;
  }
  if (row.body === undefined) assert.ok(body === undefined || body === "", row.name);
  else row.body.parse(bodyOf(headers["content-type"] ?? "", body));
  return row.name;
}

function bodyOf(type: string, body: unknown): unknown {
  assert.ok(typeof body === "string");
  return type.startsWith("application/json") ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
}
