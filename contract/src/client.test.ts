import assert from "node:assert/strict";
import test from "node:test";
import { eventually } from "../../server/src/testing/eventually.ts";
import { type Answer, type Received, startService } from "./client/testing.ts";
import { createClient, createTableClient } from "./client.ts";
import { examples } from "./openapi/examples.ts";
import { operations } from "./operations.ts";

const API_KEY = "rst_test";
const retry = { times: 3, firstWaitSeconds: 0.01, waitSecondsMax: 10 };

/** A service with scripted replies, and a client for it. */
async function aClientOf(answer: (request: Received, before: number) => Answer) {
  const service = await startService(answer);
  const client = createClient({ baseUrl: service.baseUrl, apiKey: API_KEY, retry, timeoutSeconds: 60 });
  return { client, service, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

const [brand] = examples.listBrands.data;

function page(currentPage: number, lastPage: number, rows: unknown[]): Answer {
  const nextPageUrl = currentPage < lastPage ? `https://rostrum.example/v1/brands?page=${currentPage + 1}` : null;
  const pagination = { currentPage, perPage: 25, total: rows.length * lastPage, lastPage, nextPageUrl, prevPageUrl: null };
  return { status: 200, body: { status: "success", data: rows, pagination } };
}

const success = (data: unknown, status = 200): Answer => ({ status, body: { status: "success", data } });

test("a call sends the key in the header, asks for JSON and returns typed data", async () => {
  await using it = await aClientOf(() => success(examples.getProfile.data));
  const result = await it.client.getProfile();
  assert.ok(result.ok);
  assert.equal(result.data.name, "Ada Baker");
  assert.deepEqual(result, { ok: true, status: 200, data: examples.getProfile.data, pagination: null });
  const [request] = it.service.requests;
  assert.equal(`${request?.method} ${request?.url}`, "GET /v1/me");
  assert.equal(request?.headers.authorization, `Bearer ${API_KEY}`);
  assert.equal(request?.headers.accept, "application/json");
  assert.equal(request?.headers["content-type"], undefined);
});

test("path fields go into the path and query fields into the query, in snake_case; what is left out is not sent", async () => {
  await using it = await aClientOf(() => page(1, 1, []));
  await it.client.listBrandPosts({
    brandId: 7,
    collectionId: 12,
    perPage: 100,
    postType: "IMAGE",
    sortBy: undefined,
    createdFrom: "2026-11-21 09:00:00",
  });
  const [request] = it.service.requests;
  const url = new URL(request?.url ?? "", it.service.baseUrl);
  assert.equal(url.pathname, "/v1/brands/7/posts");
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    collection_id: "12",
    per_page: "100",
    post_type: "IMAGE",
    created_from: "2026-11-21 09:00:00",
  });
});

test("the rest of the input is the JSON body", async () => {
  await using it = await aClientOf(() => success({ id: 81, message: "Post created." }, 201));
  const result = await it.client.createPost({ brandId: 7, collectionId: 12, publishMode: "QUEUE", caption: "Fresh croissants ☕" });
  assert.deepEqual(result, { ok: true, status: 201, data: { id: 81, message: "Post created." }, pagination: null });
  const [request] = it.service.requests;
  assert.equal(`${request?.method} ${request?.url}`, "POST /v1/brands/7/collections/12/posts");
  assert.equal(request?.headers["content-type"], "application/json");
  assert.deepEqual(JSON.parse(String(request?.body)), { publishMode: "QUEUE", caption: "Fresh croissants ☕" });
});

test("DELETE has no body", async () => {
  await using it = await aClientOf(() => success({ id: 81, message: "Post deleted." }));
  assert.ok((await it.client.deletePost({ brandId: 7, postId: 81 })).ok);
  assert.equal(it.service.requests[0]?.method, "DELETE");
  assert.equal(it.service.requests[0]?.body.length, 0);
});

test("an upload is multipart with the file in the field media, from a Blob or a File", async () => {
  await using it = await aClientOf(() => success(examples.uploadMedia.data, 201));
  const bytes = new Uint8Array([0xff, 0xd8, 0xff]);
  const fromBlob = await it.client.uploadMedia({ brandId: 7, media: new Blob([bytes], { type: "image/jpeg" }), fileName: "croissant.jpg" });
  assert.deepEqual(fromBlob, { ok: true, status: 201, data: examples.uploadMedia.data, pagination: null });
  await it.client.uploadMedia({ brandId: 7, media: new File([bytes], "bread.jpg", { type: "image/jpeg" }) });
  const files = await Promise.all(it.service.requests.map(sentFile));
  assert.deepEqual(
    files.map((file) => [file.name, file.type, file.size]),
    [
      ["croissant.jpg", "image/jpeg", 3],
      ["bread.jpg", "image/jpeg", 3],
    ],
  );
});

async function sentFile(request: Received): Promise<File> {
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  const form = await new Response(new Uint8Array(request.body), { headers }).formData();
  const file = form.get("media");
  assert.ok(file instanceof File);
  return file;
}

/** What the client returns for a final refusal. */
async function failureOf(status: number, body: unknown, headers: Record<string, string> = {}) {
  await using it = await aClientOf(() => ({ status, body, headers }));
  const result = await it.client.updatePost({ brandId: 7, postId: 81, publishMode: "DRAFT" });
  assert.ok(!result.ok);
  assert.equal(it.service.requests.length, 1);
  return result;
}

test("a validation error returns its messages by field", async () => {
  const errors = {
    "media.0.url": ["The media.0.url field must be a valid http or https URL."],
    caption: ["The caption field is required."],
  };
  const message = "The media.0.url field must be a valid http or https URL. (and 1 more)";
  assert.deepEqual(await failureOf(422, { message, errors }), { ok: false, status: 422, problem: { kind: "fields", message, errors } });
});

test("a domain error returns its message by key, also with 422", async () => {
  const message = "Post not found in this brand.";
  for (const status of [400, 401, 403, 404, 409, 422, 500]) {
    assert.deepEqual(await failureOf(status, { status: "error", message, errors: { post_id: message } }), {
      ok: false,
      status,
      problem: { kind: "domain", message, errors: { post_id: [message] } },
    });
  }
});

test("an error reply without `errors` is still read", async () => {
  const problem = { kind: "domain", message: "Internal error.", errors: {} };
  assert.deepEqual(await failureOf(500, { status: "error", message: "Internal error." }), { ok: false, status: 500, problem });
});

test("the resource limit and the route limit are distinguished, each with the seconds to wait", async () => {
  const body = { message: "Too many requests.", errors: { rate_limit: "Too many requests." } };
  assert.deepEqual(await failureOf(429, body, { "x-ratelimit-reset": "12" }), {
    ok: false,
    status: 429,
    problem: { kind: "limit", message: "Too many requests.", scope: "resource", waitSeconds: 12 },
  });
  const headers = { "x-ratelimit-reset": "1900000030", date: new Date(1_900_000_000_000).toUTCString() };
  assert.deepEqual(await failureOf(429, { message: "Too many attempts." }, headers), {
    ok: false,
    status: 429,
    problem: { kind: "limit", message: "Too many attempts.", scope: "route", waitSeconds: 30 },
  });
});

test("a change that is redirected has failed: it would arrive as a GET, and the list would be taken for what was made", async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    await using it = await aClientOf((request) =>
      request.url.startsWith("/moved") ? page(1, 1, [brand]) : { status, headers: { location: `/moved${request.url}` }, body: "" },
    );
    const message = "The service's address redirects elsewhere: use the address it leads to.";
    const made = await it.client.createCollection({ brandId: 7, title: "Bread" });
    assert.deepEqual(made, { ok: false, status, problem: { kind: "unreadable", message } });
    assert.equal(it.service.requests.length, 1);
    assert.ok((await it.client.listBrands()).ok, "what only reads follows");
  }
});

test("a reply that does not come from the service is unreadable, whatever its status", async () => {
  for (const [status, body] of [
    [502, "<html>Bad gateway</html>"],
    [200, "<html>Log in to the network</html>"],
    [200, { hello: "world" }],
  ] as const) {
    const problem = { kind: "unreadable", message: `The reply with status ${status} does not come from this service.` };
    assert.deepEqual(await failureOf(status, body), { ok: false, status, problem });
  }
});

test("values unknown to the contract are passed on", async () => {
  const channel = { id: 3, name: "New", status: "ACTIVE", type: "Some New Network", colour: "blue" };
  await using it = await aClientOf(() => page(1, 1, [channel]));
  const result = await it.client.listChannels({ brandId: 7 });
  assert.ok(result.ok);
  assert.deepEqual<unknown>(result.data, [channel]);
});

test("a GET is retried after 429, 5xx and a dropped connection, until it succeeds", async () => {
  const answers: Answer[] = [
    { status: 429, headers: { "retry-after": "0" }, body: { message: "Too many attempts." } },
    { status: 503, body: "down" },
    "cut",
  ];
  await using it = await aClientOf((_request, before) => answers[before] ?? page(1, 1, [brand]));
  const result = await it.client.listBrands();
  assert.ok(result.ok);
  assert.equal(result.data[0]?.title, "Corner Bakery");
  assert.equal(it.service.requests.length, 4);
});

test("a GET waits as long as the service asks", async () => {
  const limited: Answer = {
    status: 429,
    headers: { "x-ratelimit-reset": "1" },
    body: { message: "Wait.", errors: { rate_limit: "Wait." } },
  };
  await using it = await aClientOf((_request, before) => (before === 0 ? limited : success(examples.getProfile.data)));
  const started = performance.now();
  assert.ok((await it.client.getProfile()).ok);
  assert.ok(performance.now() - started >= 1000);
});

test("a GET that keeps failing returns the last failure after three retries", async () => {
  await using it = await aClientOf(() => ({ status: 503, body: { status: "error", message: "Down." } }));
  const result = await it.client.listBrands();
  assert.deepEqual(result, { ok: false, status: 503, problem: { kind: "domain", message: "Down.", errors: {} } });
  assert.equal(it.service.requests.length, 4);
});

test("a POST, PATCH or DELETE is sent once, whatever comes back", async () => {
  for (const answer of [
    { status: 503, body: "" },
    { status: 429, headers: { "retry-after": "0" }, body: { message: "Wait." } },
    "cut",
  ] as const) {
    await using it = await aClientOf(() => answer);
    const results = [
      await it.client.createPost({ brandId: 7, collectionId: 12, publishMode: "DRAFT", caption: "Once" }),
      await it.client.updatePost({ brandId: 7, postId: 81, queuePosition: "FRONT" }),
      await it.client.deletePost({ brandId: 7, postId: 81 }),
    ];
    assert.ok(results.every((result) => !result.ok));
    assert.deepEqual(
      it.service.requests.map((request) => request.method),
      ["POST", "PATCH", "DELETE"],
    );
  }
});

test("a service that is down is unreachable, and the message shows neither path nor key", async () => {
  const service = await startService(() => "cut");
  await service[Symbol.asyncDispose]();
  const client = createClient({ baseUrl: service.baseUrl, apiKey: API_KEY, retry });
  const result = await client.deletePost({ brandId: 7, postId: 81 });
  assert.ok(!result.ok);
  assert.equal(result.status, null);
  assert.equal(result.problem.kind, "unreachable");
  assert.match(result.problem.message, /^http:\/\/127\.0\.0\.1:\d+ cannot be reached: /);
});

test("a service that does not answer in time is a time-out", async () => {
  await using service = await startService(() => "silence");
  const client = createClient({ baseUrl: service.baseUrl, apiKey: API_KEY, timeoutSeconds: 0.1, retry: { times: 0 } });
  const message = `${new URL(service.baseUrl).origin} did not answer within 0.1 seconds.`;
  assert.deepEqual(await client.listBrands(), { ok: false, status: null, problem: { kind: "timeout", message } });
});

test("what the service fetches something for gets three times as long", async () => {
  await using service = await startService(() => "silence");
  const client = createClient({ baseUrl: service.baseUrl, apiKey: API_KEY, timeoutSeconds: 0.25, retry: { times: 0 } });
  const result = await client.createPost({
    brandId: 1,
    collectionId: 2,
    publishMode: "DRAFT",
    media: [{ url: "https://example.com/loaf.jpg" }],
  });
  assert.ok(!result.ok);
  assert.equal(result.problem.message, `${new URL(service.baseUrl).origin} did not answer within 0.75 seconds.`);
});

test("the caller's signal ends a call and the wait between attempts", async () => {
  await using silent = await aClientOf(() => "silence");
  await assert.rejects(silent.client.listBrands({}, { signal: AbortSignal.timeout(50) }), { name: "TimeoutError" });
  await using busy = await aClientOf(() => ({ status: 429, headers: { "retry-after": "10" }, body: { message: "Wait." } }));
  const stop = new AbortController();
  const call = assert.rejects(busy.client.listBrands({}, { signal: stop.signal }), { message: "enough" });
  await eventually("the service is asked", () => busy.service.requests.length > 0);
  stop.abort(new Error("enough"));
  await call;
  assert.equal(busy.service.requests.length, 1);
});

test("pages walks to the last page, past empty ones, and fetches each once", async () => {
  const rows = [[brand], [], [brand, brand]];
  await using it = await aClientOf((request) => {
    const number = Number(new URL(request.url, "http://127.0.0.1").searchParams.get("page"));
    return page(number, 3, rows[number - 1] ?? []);
  });
  const sizes: number[] = [];
  for await (const result of it.client.pages.listBrands({ perPage: 2 })) {
    assert.ok(result.ok);
    sizes.push(result.data.length);
  }
  assert.deepEqual(sizes, [1, 0, 2]);
  assert.deepEqual(
    it.service.requests.map((request) => request.url),
    [1, 2, 3].map((number) => `/v1/brands?page=${number}&per_page=2`),
  );
});

test("pages starts at the given page and ends with the first failure", async () => {
  await using it = await aClientOf((request) =>
    request.url.includes("page=2")
      ? page(2, 9, [brand])
      : { status: 404, body: { status: "error", message: "Brand not found.", errors: { brand: "Brand not found." } } },
  );
  const seen: (number | null)[] = [];
  for await (const result of it.client.pages.listChannels({ brandId: 7, page: 2 })) seen.push(result.status);
  assert.deepEqual(seen, [200, 404]);
});

test("every operation in the table is a method, and every list has pages", () => {
  const client = createClient({ baseUrl: "http://127.0.0.1/v1", apiKey: API_KEY });
  const { pages, ...methods } = client;
  assert.deepEqual(Object.keys(methods), Object.keys(operations));
  const lists = Object.entries(operations).filter(([, row]) => "paginated" in row);
  assert.deepEqual(
    Object.keys(pages),
    lists.map(([name]) => name),
  );
});

test("another table of operations gets a client of its own, authenticated by cookies and headers", async () => {
  await using service = await startService(() => success(examples.getProfile.data));
  const client = createTableClient(
    { whoAmI: operations.getProfile },
    { baseUrl: `${service.baseUrl}/`, headers: { "x-csrf": "1" }, credentials: "include" },
  );
  const result = await client.whoAmI();
  assert.ok(result.ok);
  assert.equal(result.data.id, examples.getProfile.data.id);
  assert.equal(service.requests[0]?.url, "/v1/me");
  assert.equal(service.requests[0]?.headers["x-csrf"], "1");
  assert.equal(service.requests[0]?.headers.authorization, undefined);
});
