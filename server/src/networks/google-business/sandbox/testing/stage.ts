import assert from "node:assert/strict";
import sharp from "sharp";
import { z } from "zod";
import { aVideoFile } from "../../../../testing/videos.ts";
import { tokensOf } from "../../../sandbox/google/testing/consent.ts";
import { type Ground, openGround } from "../../../sandbox/kit/testing/ground.ts";
import { MANAGE } from "../caller.ts";
import { googleBusinessSandbox } from "../index.ts";

/** The network over HTTP with a person, their location Corner Bakery, and a service that has some files. */
export interface Stage extends Ground {
  readonly token: string;
  /** `accounts/1/locations/2`. */
  readonly location: string;
  /** What the service has, by name. */
  readonly files: Map<string, Uint8Array>;
  /** Names of the files that were fetched so far. */
  readonly fetched: string[];
  /** The address of a file. */
  link(name: string): string;
  /** Below the network's own address, such as `/v4/accounts`. */
  ask(method: string, path: string, options?: AskOptions): Promise<Answer>;
  /** Asks for a post at the location. */
  create(changes?: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** The same, which must succeed; returns the post's name. */
  post(changes?: Readonly<Record<string, unknown>>): Promise<string>;
  /** What the API says about a post. */
  show(name: string): Promise<Record<string, unknown>>;
  /** Asks for an item of the photos section, from this file unless the changes say otherwise. */
  add(name: string, changes?: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** Where bytes can be sent. */
  startUpload(): Promise<string>;
  sendBytes(resourceName: string, bytes: Uint8Array): Promise<Answer>;
  set(settings: Record<string, unknown>): Promise<void>;
  /** Logs in and returns the person's token. */
  tokenOf(name: string, scopes?: readonly string[]): Promise<string>;
}

export interface AskOptions {
  readonly body?: unknown;
  readonly token?: string | null;
}

export interface Answer {
  readonly status: number;
  /** Parsed if it is JSON. */
  readonly body: unknown;
  readonly headers: Headers;
}

/** Noise compresses badly, so that even small pictures have the bytes that Google wants. */
export const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#864", noise: { type: "gaussian", mean: 128, sigma: 40 } } });
export const jpeg = await picture(400, 300).jpeg().toBuffer();
const png = await picture(260, 250).png().toBuffer();
const webp = await picture(400, 300).webp({ quality: 100 }).toBuffer();
const little = await picture(240, 400).jpeg({ quality: 100 }).toBuffer();
const flat = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#864" } })
  .jpeg()
  .toBuffer();
export const mp4 = await aVideoFile({ seconds: 2, width: 720, height: 720 });

export async function openStage(): Promise<Stage> {
  const files = new Map<string, Uint8Array>([
    ["a.jpg", jpeg],
    ["b.png", png],
    ["c.webp", webp],
    ["little.jpg", little],
    ["flat.jpg", flat],
    ["v.mp4", mp4],
  ]);
  const fetched: string[] = [];
  const ground = await openGround(googleBusinessSandbox, (app) => {
    app.get<{ Params: { name: string } }>("/media/:token/:name", async (request, reply) => {
      const { name } = request.params;
      fetched.push(name);
      const bytes = files.get(name);
      return bytes === undefined ? reply.status(404).send() : reply.type("application/octet-stream").send(bytes);
    });
  });
  const { world } = ground;
  const { credentials } = await googleBusinessSandbox.account("Corner Bakery", world);
  const { accessToken: own = "", location = "" } = credentials;
  const link = (name: string) => `https://social.example/media/token/${name}`;

  const ask: Stage["ask"] = async (method, path, { body, token = own } = {}) => {
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
    const isRaw = body instanceof Uint8Array;
    const type = body === undefined ? {} : { "content-type": isRaw ? "image/jpeg" : "application/json" };
    const sent = isRaw ? Buffer.from(body) : (JSON.stringify(body) ?? null);
    return answerTo(fetch(`${world.baseUrl}${path}`, { method, headers: { ...authorization, ...type }, body: sent }));
  };
  const create: Stage["create"] = (changes = {}) =>
    ask("POST", `/v4/${location}/localPosts`, { body: { languageCode: "en", summary: "Fresh rye", topicType: "STANDARD", ...changes } });
  const startUpload = async () => textAt(await ask("POST", `/v4/${location}/media:startUpload`), "resourceName");
  return {
    ...ground,
    token: own,
    location,
    files,
    fetched,
    link,
    ask,
    create,
    post: async (changes) => textAt(await create(changes), "name"),
    show: async (name) => fieldsIn(await ask("GET", `/v4/${name}`)),
    add: (name, changes = {}) =>
      ask("POST", `/v4/${location}/media`, {
        body: { mediaFormat: "PHOTO", locationAssociation: { category: "ADDITIONAL" }, sourceUrl: link(name), ...changes },
      }),
    startUpload,
    sendBytes: (name, bytes) => ask("POST", `/upload/v1/media/${name}?upload_type=media`, { body: bytes }),
    set: (settings) => world.objects.put("settings", "google-business", settings),
    tokenOf: async (name, scopes = [MANAGE]) => (await tokensOf(world, { scopes: [MANAGE], given: scopes, who: { name } })).accessToken,
  };
}

/** A picture in a post. */
export function photo(url: string): { readonly media: readonly unknown[] } {
  return { media: [{ mediaFormat: "PHOTO", sourceUrl: url }] };
}

/** The fields of an answer, which must be one of success. */
export function fieldsIn({ status, body }: Answer): Record<string, unknown> {
  assert.equal(status, 200, JSON.stringify(body));
  return z.record(z.string(), z.unknown()).parse(body);
}

export function textAt(answer: Answer, name: string): string {
  return z.string().parse(fieldsIn(answer)[name]);
}

/** The items of a list. */
export function itemsIn(answer: Answer, name: string): Record<string, unknown>[] {
  return z.array(z.record(z.string(), z.unknown())).parse(fieldsIn(answer)[name] ?? []);
}

const Refusal = z.object({
  error: z.object({
    code: z.int(),
    message: z.string(),
    status: z.string(),
    details: z.array(z.record(z.string(), z.unknown())).optional(),
  }),
});

/** The status of a refusal in both forms, which must agree. */
export function refusalIn({ status, body }: Answer): readonly [number, string] {
  const { error } = Refusal.parse(body);
  assert.equal(error.code, status);
  return [status, error.status];
}

const ValidationError = z.object({ errorDetails: z.array(z.object({ field: z.string().optional(), message: z.string() })) });

/** What is wrong with which field. */
export function mistakesIn(answer: Answer): string[] {
  assert.deepEqual(refusalIn(answer), [400, "INVALID_ARGUMENT"]);
  const [detail] = Refusal.parse(answer.body).error.details ?? [];
  assert.equal(detail?.["@type"], "type.googleapis.com/google.mybusiness.v4.ValidationError");
  return ValidationError.parse(detail).errorDetails.map(({ field = "", message }) => `${field}: ${message}`);
}

/** The reason that a refusal gives in `google.rpc.ErrorInfo`. */
export function reasonIn({ body }: Answer): unknown {
  const details = Refusal.parse(body).error.details ?? [];
  return details.find((detail) => detail["@type"] === "type.googleapis.com/google.rpc.ErrorInfo")?.reason;
}

async function answerTo(asking: Promise<Response>): Promise<Answer> {
  const reply = await asking;
  const text = await reply.text();
  const isJson = reply.headers.get("content-type")?.startsWith("application/json") === true;
  return { status: reply.status, body: isJson ? JSON.parse(text) : text, headers: reply.headers };
}
