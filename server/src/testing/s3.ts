import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import S3rver, { type Context } from "@20minutes/s3rver";
import v4 from "@20minutes/s3rver/lib/signature/v4.js";
import { temporaryFolder } from "../ground/database/testing.ts";
import { OBJECT, withWhatIsMissing } from "./s3-missing.ts";

export const BUCKET = "bakery";
/** The one pair of keys that s3rver knows. */
const KEY = "S3RVER";
/** Requests to `<bucket>.s3.<this>` name their bucket in the host. */
export const STORE_DOMAIN = "store.test";

/** A test S3 store on 127.0.0.1 with one bucket. Every request must be signed. */
export interface TestStore extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Settings of a service that keeps its media here. */
  readonly environment: Readonly<Record<string, string>>;
  /** Method and what follows the bucket, such as `PUT media/ab?partNumber=1`, in the order of arrival. */
  readonly requests: string[];
  /** Heard before a request has its effect. A number: the answer is this status, and there is no effect. */
  before: ((request: string) => Promise<number | undefined> | number | undefined) | null;
  /** Heard after the effect and before the answer. A number: the answer is this status all the same. */
  after: ((request: string) => Promise<number | undefined> | number | undefined) | null;
  /** Where s3rver keeps the object of a name. */
  fileOf(name: string): string;
  /** The folder of an upload in parts; its file `key` bears the date of its beginning. */
  uploadOf(id: string): string;
  /** Names of the objects in the bucket. */
  objects(): Promise<string[]>;
  /** Ids of uploads in parts that are not completed. */
  uploads(): Promise<string[]>;
  /** Ages all existing files. */
  age(seconds: number): Promise<void>;
}

/** Headers of a request, and the path that its sender signed. */
const signedPaths = new WeakMap<object, string>();
const getStringToSign = v4.getStringToSign;
// s3rver makes the path anew from bucket and key, which is neither `/bucket/` nor a path below a bucket's own host; signed is
// what was sent.
v4.getStringToSign = (request, signature) =>
  getStringToSign({ ...request, uri: signedPaths.get(request.headers) ?? request.uri }, signature);

export async function testStore(): Promise<TestStore> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await temporaryFolder());
  const bucket = join(folder.path, BUCKET);
  const uploads = join(bucket, "._S3rver_uploads");
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: folder.path,
    serviceEndpoint: STORE_DOMAIN,
    configureBuckets: [{ name: BUCKET }],
  });
  server.middleware.unshift(async (context, next) => {
    const request = nameOf(context);
    signedPaths.set(context.headers, context.originalUrl.split("?")[0] ?? "");
    store.requests.push(request);
    if (context.headers.authorization === undefined) return fail(context, 403);
    const refusal = await store.before?.(request);
    if (refusal !== undefined) return fail(context, refusal);
    if (!(await withWhatIsMissing(context, next, { bucket, uploads }))) fail(context, 404);
    const failure = await store.after?.(request);
    if (failure !== undefined) fail(context, failure);
  });
  const { port } = await server.run();
  opened.defer(async () => {
    server.httpServer.closeAllConnections();
    await server.close();
  });
  const open = opened.move();
  const url = `http://127.0.0.1:${port}`;
  const store: TestStore = {
    url,
    port,
    environment: {
      ROSTRUM_S3_URL: url,
      ROSTRUM_S3_BUCKET: BUCKET,
      ROSTRUM_S3_ACCESS_KEY_ID: KEY,
      ROSTRUM_S3_SECRET_ACCESS_KEY: KEY,
    },
    requests: [],
    before: null,
    after: null,
    fileOf: (name) => join(bucket, name + OBJECT),
    uploadOf: (id) => join(uploads, id),
    objects: async () => (await objectFiles(bucket)).map((path) => path.slice(bucket.length + 1, -OBJECT.length)).sort(),
    uploads: () => listFolder(uploads),
    async age(seconds) {
      const then = Date.now() / 1000 - seconds;
      const begun = (await listFolder(uploads)).map((id) => join(uploads, id, "key"));
      for (const path of [...(await objectFiles(bucket)), ...begun]) await utimes(path, then, then);
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
  return store;
}

async function objectFiles(bucket: string): Promise<string[]> {
  const names = await readdir(bucket, { recursive: true });
  return names.filter((name) => name.endsWith(OBJECT)).map((name) => join(bucket, name));
}

async function listFolder(path: string): Promise<string[]> {
  return readdir(path).catch(() => []);
}

function nameOf({ method, path, query }: Context): string {
  const names = Object.entries(query).map(([name, value]) => (value === "" ? name : `${name}=${value}`));
  const object = path.replace(`/${BUCKET}`, "").replace(/^\//, "");
  return `${method} ${object}${names.length > 0 ? `?${names.join("&")}` : ""}`;
}

function fail(context: Context, status: number): void {
  context.status = status;
  context.type = "application/xml";
  context.body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${status === 503 ? "SlowDown" : "Refused"}</Code></Error>`;
}
