import * as resources from "./resources.ts";
import type { Shape } from "./shape.ts";

/** One of the 17 operations: `docs/api.md#operations`. */
export interface Row {
  readonly name: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: RegExp;
  readonly status: 200 | 201;
  readonly reply: Shape<unknown>;
  /** Statuses besides the success that the operation may answer; 401 and 429 belong to every one, 500 to none in a test. */
  readonly errors: readonly number[];
}

const brandPath = "/brands/[^/]+";
const page = resources.successPage;
const one = resources.success;
const body = [400, 413, 415];

export const table: readonly Row[] = [
  row("getProfile", "GET", "/me", one(resources.user), []),
  row("validateToken", "GET", "/auth", one(resources.user), []),
  row("listBrands", "GET", "/brands", page(resources.brand), [422]),
  row("getSchedule", "GET", `${brandPath}/schedule`, one(resources.schedule), [404]),
  row("listChannels", "GET", `${brandPath}/channels`, page(resources.channel), [404, 422]),
  row("listCollections", "GET", `${brandPath}/collections`, page(resources.listedCollection), [404, 422]),
  row("createCollection", "POST", `${brandPath}/collections`, one(resources.collection), [403, 404, 422, ...body]),
  row("listAutomations", "GET", `${brandPath}/automations`, page(resources.automation), [404, 422]),
  row("createAutomation", "POST", `${brandPath}/automations`, one(resources.automation), [403, 404, 422, ...body]),
  row("listMedia", "GET", `${brandPath}/media`, page(resources.mediaItem), [404, 422]),
  row("uploadMedia", "POST", `${brandPath}/media`, one(resources.uploaded), [403, 404, 422, ...body]),
  row("listCollectionPosts", "GET", `${brandPath}/collections/[^/]+/posts`, page(resources.post), [404, 422]),
  row("listBrandPosts", "GET", `${brandPath}/posts`, page(resources.post), [404, 422]),
  row("createPost", "POST", `${brandPath}/collections/[^/]+/posts`, one(resources.acknowledged), [403, 404, 422, ...body]),
  row("updatePost", "PATCH", `${brandPath}/posts/[^/]+`, one(resources.post), [403, 404, 409, 422, ...body]),
  row("deletePost", "DELETE", `${brandPath}/posts/[^/]+`, one(resources.acknowledged), [403, 404]),
  row("listPublishedPosts", "GET", `${brandPath}/published-posts`, page(resources.publishedEntry), [404, 422]),
];

export function rowOf(method: string, path: string): Row | null {
  return table.find((one) => one.method === method && one.path.test(path)) ?? null;
}

function row(name: string, method: Row["method"], path: string, reply: Shape<unknown>, errors: readonly number[]): Row {
  return { name, method, path: new RegExp(`^${path}$`), status: method === "POST" ? 201 : 200, reply, errors: [401, 429, ...errors] };
}
