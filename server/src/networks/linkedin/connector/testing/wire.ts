import assert from "node:assert/strict";
import { z } from "zod";
import type { Exchange } from "../../../connectors/testing/network.ts";

/**
 * LinkedIn publishes no contract for machines. This is what its pages and working clients say about each request, as far as the
 * connector makes it: whatever is not here is a mistake. https://learn.microsoft.com/en-us/linkedin/marketing/community-management
 * (2026-01 to 2026-08).
 */
interface Row {
  readonly name: string;
  readonly host: "api" | "www";
  readonly method: "GET" | "POST" | "PUT";
  readonly path: RegExp;
  /** Names of parameters, each with the form of its value as sent. */
  readonly query?: Readonly<Record<string, RegExp>>;
  readonly body?: z.ZodType;
  readonly restMethod?: "FINDER" | "BATCH_GET";
}

const PERSON = "urn:li:person:[\\w-]+";
const ORGANIZATION = "urn:li:organization:\\d+";
const urn = (pattern: string) => z.string().regex(new RegExp(`^(?:${pattern})$`));
const author = urn(`${PERSON}|${ORGANIZATION}`);
const post = urn("urn:li:(?:share|ugcPost):\\d+");
const asset = (kind: string) => urn(`urn:li:${kind}:[\\w-]+`);
/** As a part of a path or of a query: colons are encoded. */
const ENCODED_POST = "urn%3Ali%3A(?:share|ugcPost)%3A\\d+";
const ENCODED_ORGANIZATION = "urn%3Ali%3Aorganization%3A\\d+";
const encodedAsset = (kind: string) => new RegExp(`^/rest/${kind}s/urn%3Ali%3A${kind}%3A[\\w-]+$`);
const owned = { initializeUploadRequest: z.strictObject({ owner: author }) };
const ACTION = (name: string) => ({ action: new RegExp(`^${name}$`) });

const altText = z.string().min(1).max(4086).optional();
const content = z.union([
  z.strictObject({
    article: z.strictObject({
      source: z.url(),
      title: z.string().min(1),
      description: z.string().optional(),
      thumbnail: asset("image").optional(),
    }),
  }),
  z.strictObject({ media: z.strictObject({ id: asset("image"), altText }) }),
  z.strictObject({ media: z.strictObject({ id: asset("video"), title: z.string().min(1).optional() }) }),
  z.strictObject({ media: z.strictObject({ id: asset("document"), title: z.string().min(1) }) }),
  z.strictObject({
    multiImage: z.strictObject({
      images: z
        .array(z.strictObject({ id: asset("image"), altText }))
        .min(2)
        .max(20),
    }),
  }),
  z.strictObject({
    poll: z.strictObject({
      question: z.string().min(1).max(140),
      options: z
        .array(z.strictObject({ text: z.string().min(1).max(30) }))
        .min(2)
        .max(4),
      settings: z.strictObject({ duration: z.enum(["ONE_DAY", "THREE_DAYS", "SEVEN_DAYS", "FOURTEEN_DAYS"]) }),
    }),
  }),
]);

const ROWS: readonly Row[] = [
  { name: "the person, by OpenID Connect", host: "api", method: "GET", path: /^\/v2\/userinfo$/ },
  { name: "the person, by LinkedIn", host: "api", method: "GET", path: /^\/v2\/me$/ },
  {
    name: "the Pages of a person",
    host: "api",
    method: "GET",
    path: /^\/rest\/organizationAcls$/,
    query: { q: /^roleAssignee$/, state: /^APPROVED$/, count: /^\d+$/, start: /^\d+$/ },
    restMethod: "FINDER",
  },
  { name: "a Page", host: "api", method: "GET", path: /^\/rest\/organizations\/\d+$/ },
  {
    name: "several Pages",
    host: "api",
    method: "GET",
    path: /^\/rest\/organizations$/,
    query: { ids: /^List\(\d+(?:,\d+)*\)$/ },
    restMethod: "BATCH_GET",
  },
  {
    name: "the upload of a picture",
    host: "api",
    method: "POST",
    path: /^\/rest\/images$/,
    query: ACTION("initializeUpload"),
    body: z.strictObject(owned),
  },
  {
    name: "the upload of a document",
    host: "api",
    method: "POST",
    path: /^\/rest\/documents$/,
    query: ACTION("initializeUpload"),
    body: z.strictObject(owned),
  },
  {
    name: "the upload of a video, and its end",
    host: "api",
    method: "POST",
    path: /^\/rest\/videos$/,
    query: { action: /^(?:initialize|finalize)Upload$/ },
    body: z.union([
      z.strictObject({
        initializeUploadRequest: z.strictObject({
          owner: author,
          fileSizeBytes: z.int().positive(),
          uploadCaptions: z.literal(false),
          uploadThumbnail: z.boolean(),
        }),
      }),
      z.strictObject({
        finalizeUploadRequest: z.strictObject({
          video: asset("video"),
          uploadToken: z.string(),
          uploadedPartIds: z.array(z.string().regex(/^[^"]+$/)).min(1),
        }),
      }),
    ]),
  },
  { name: "the state of a picture", host: "api", method: "GET", path: encodedAsset("image") },
  { name: "the state of a document", host: "api", method: "GET", path: encodedAsset("document") },
  { name: "the state of a video", host: "api", method: "GET", path: encodedAsset("video") },
  {
    name: "a post",
    host: "api",
    method: "POST",
    path: /^\/rest\/posts$/,
    body: z.strictObject({
      author,
      commentary: z.string(),
      visibility: z.enum(["PUBLIC", "CONNECTIONS", "LOGGED_IN"]),
      distribution: z.strictObject({
        feedDistribution: z.literal("MAIN_FEED"),
        targetEntities: z.tuple([]),
        thirdPartyDistributionChannels: z.tuple([]),
      }),
      content: content.optional(),
      lifecycleState: z.literal("PUBLISHED"),
      isReshareDisabledByAuthor: z.boolean(),
    }),
  },
  {
    name: "the posts of an author",
    host: "api",
    method: "GET",
    path: /^\/rest\/posts$/,
    query: { q: /^author$/, author: new RegExp(`^${ENCODED_ORGANIZATION}$`), count: /^\d+$/, start: /^\d+$/, sortBy: /^LAST_MODIFIED$/ },
    restMethod: "FINDER",
  },
  { name: "one post", host: "api", method: "GET", path: new RegExp(`^/rest/posts/${ENCODED_POST}$`) },
  {
    name: "a comment",
    host: "api",
    method: "POST",
    path: new RegExp(`^/rest/socialActions/${ENCODED_POST}/comments$`),
    body: z.strictObject({ actor: author, object: post, message: z.strictObject({ text: z.string().min(1).max(1250) }) }),
  },
  {
    name: "the comments of a post",
    host: "api",
    method: "GET",
    path: new RegExp(`^/rest/socialActions/${ENCODED_POST}/comments$`),
    query: { count: /^\d+$/ },
  },
  { name: "reactions to a post", host: "api", method: "GET", path: new RegExp(`^/rest/socialMetadata/${ENCODED_POST}$`) },
  {
    name: "the statistics of a Page's posts",
    host: "api",
    method: "GET",
    path: /^\/rest\/organizationalEntityShareStatistics$/,
    query: {
      q: /^organizationalEntity$/,
      organizationalEntity: new RegExp(`^${ENCODED_ORGANIZATION}$`),
      shares: /^List\(urn%3Ali%3Ashare%3A\d+(,urn%3Ali%3Ashare%3A\d+)*\)$/,
      ugcPosts: /^List\(urn%3Ali%3AugcPost%3A\d+(,urn%3Ali%3AugcPost%3A\d+)*\)$/,
    },
  },
  {
    name: "the statistics of a person's post",
    host: "api",
    method: "GET",
    path: /^\/rest\/memberCreatorPostAnalytics$/,
    query: {
      q: /^entity$/,
      entity: /^\((?:share:urn%3Ali%3Ashare|ugc:urn%3Ali%3AugcPost)%3A\d+\)$/,
      queryType: /^(?:REACTION|COMMENT|RESHARE|IMPRESSION|MEMBERS_REACHED)$/,
      aggregation: /^TOTAL$/,
    },
  },
  {
    name: "a token",
    host: "www",
    method: "POST",
    path: /^\/oauth\/v2\/accessToken$/,
    body: z.union([
      z.strictObject({
        grant_type: z.literal("authorization_code"),
        code: z.string().min(1),
        redirect_uri: z.url(),
        client_id: z.string().min(1),
        client_secret: z.string().min(1),
      }),
      z.strictObject({
        grant_type: z.literal("refresh_token"),
        refresh_token: z.string().min(1),
        client_id: z.string().min(1),
        client_secret: z.string().min(1),
      }),
    ]),
  },
];

/** Where the sandbox network takes bytes is its own matter, as it is LinkedIn's: the address comes with an answer. */
const UPLOAD = "the bytes of a file, or of a part of one";
export const NAMES = [...ROWS.map(({ name }) => name), UPLOAD];

/** Which of the rows the request is; fails if it is none of them, or differs from it. */
export function heldRow({ request }: Exchange, baseUrl: string): string {
  const { method, url, headers = {}, body } = request;
  if (method === "PUT") {
    assert.match(headers["content-type"] ?? "", /^(?:image\/(?:jpeg|png|gif)|application\/(?:pdf|octet-stream))$/);
    assert.ok(body instanceof Blob && body.size > 0);
    return UPLOAD;
  }
  const isWww = url.startsWith(`${baseUrl}/www/`);
  const [path = "", search = ""] = url.slice(isWww ? `${baseUrl}/www`.length : baseUrl.length).split("?");
  const row = ROWS.find(
    (one) => one.method === method && one.path.test(path) && one.host === (isWww ? "www" : "api") && hasQuery(one, search),
  );
  assert.ok(row !== undefined, `${method} ${path}?${search} is not among LinkedIn's requests`);
  for (const [name, value] of partsOf(search)) assert.match(value, row.query?.[name] ?? /^never$/, `${row.name}: ${name}`);
  assert.equal(headers["x-restli-method"], row.restMethod, row.name);
  if (row.host === "api") assert.match(headers.authorization ?? "", /^Bearer \S+$/, row.name);
  if (path.startsWith("/rest/")) {
    assert.match(headers["linkedin-version"] ?? "", /^20\d{4}$/, row.name);
    assert.equal(headers["x-restli-protocol-version"], "2.0.0", row.name);
  }
  if (row.body === undefined) assert.equal(body, undefined, row.name);
  else row.body.parse(bodyOf(headers["content-type"] ?? "", body));
  return row.name;
}

function hasQuery({ query = {} }: Row, search: string): boolean {
  return (Object.keys(query).length === 0) === (search === "");
}

/** Not decoded: what is encoded is part of the form. */
function partsOf(search: string): [string, string][] {
  return search === ""
    ? []
    : search.split("&").map((part): [string, string] => {
        const [name = "", ...value] = part.split("=");
        return [name, value.join("=")];
      });
}

function bodyOf(type: string, body: unknown): unknown {
  assert.ok(typeof body === "string");
  return type === "application/json" ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
}
