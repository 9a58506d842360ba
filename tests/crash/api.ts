import { randomBytes } from "node:crypto";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import sharp from "sharp";
import type { Connectors } from "../../server/src/app.ts";
import { firstChoices } from "../../server/src/brands/channels/first-choices.ts";
import { connectors } from "../../server/src/networks/connectors/index.ts";
import { aVideoFile } from "../../server/src/testing/videos.ts";
import type { Platforms } from "./platforms.ts";

/** The reply; null if none came and the outcome is unknown. */
export type Reply = { readonly status: number; readonly data: Readonly<Record<string, unknown>>; readonly body: unknown } | null;

/** The brand a session posts to, as an API client sees it. */
export interface Place {
  readonly channels: readonly PlaceChannel[];
  /** Ids of files: some networks take no picture without a video. */
  readonly media: { readonly picture: string; readonly film: string };
  readonly brandId: number;
  /** As the operator; `path` is below `/app/api`. */
  operator(method: string, path: string, body?: unknown): Promise<Reply>;
  /** `path` is relative to the brand. */
  api(method: string, path: string, body?: unknown): Promise<Reply>;
  /** All rows of a list. */
  list<Row>(path: string): Promise<Row[]>;
}

export interface PlaceChannel {
  readonly id: number;
  readonly type: ChannelType;
}

/** The body that connects an account of the network, also once more: then it keeps its channel. */
async function connectionOf(type: ChannelType, platforms: Platforms): Promise<object> {
  const preferences = firstChoices(known[type]?.preferences ?? []);
  return { type, name: type, credentials: await platforms.account(type, "bakery"), preferences };
}

const known: Connectors = connectors;
/** A request may have to wait for a killed service to restart, but not for long. */
const REQUEST_SECONDS_MAX = 150;
const ROWS_MAX = 100;

export async function openPlace(options: { url: string; adminToken: string; platforms: Platforms }): Promise<Place> {
  const { url, adminToken, platforms } = options;
  const admin = (method: string, path: string, body?: unknown) =>
    must(request({ url: `${url}/app/api/admin${path}`, method, token: adminToken, body }));
  const email = `${randomBytes(6).toString("hex")}@example.org`;
  await admin("POST", "/users", { name: "Ada", email, verified: true });
  const { key } = await admin("POST", "/keys", { user: email, name: "crash" });
  await admin("PATCH", `/account?owner=${encodeURIComponent(email)}`, { sensitiveActions: true });
  const brand = await admin("POST", "/brands", { owner: email, title: "Bakery", timezone: "UTC" });
  const channels: PlaceChannel[] = [];
  for (const type of platforms.types) {
    const channel = await admin("POST", `/brands/${brand.id}/channels`, await connectionOf(type, platforms));
    channels.push({ id: Number(channel.id), type });
  }
  // Switched off: events are stored for it, and stay where the check finds them.
  const webhooks = `${url}/app/api/brands/${brand.id}/webhooks`;
  const body = { url: "https://hooks.example.org/rostrum" };
  const webhook = await must(request({ url: webhooks, method: "POST", token: String(key), body }));
  const off = { url: `${url}/app/api/webhooks/${webhook.id}`, method: "PATCH", token: String(key), body: { status: "OFF" } };
  await must(request(off));
  const base = `${url}/v1/brands/${brand.id}`;
  const api: Place["api"] = (method, path, body) => request({ url: base + path, method, token: String(key), body });
  return {
    channels,
    media: { picture: await uploadPicture(api), film: await uploadFilm(api) },
    brandId: Number(brand.id),
    operator: (method, path, body) => request({ url: `${url}/app/api${path}`, method, token: adminToken, body }),
    api,
    list: (path) => listAll(api, path),
  };
}

/** The data of a reply; throws if the request did not succeed. */
export async function must(reply: Promise<Reply>): Promise<Readonly<Record<string, unknown>>> {
  const got = await reply;
  if (got === null || got.status >= 300) throw new Error(`an API call that has to succeed: ${JSON.stringify(got)}`);
  return got.data;
}

/** Gives a channel whose access was taken back other credentials: the first ones may have been renewed since. */
export async function reconnectChannel({ operator, brandId }: Place, { type }: PlaceChannel, platforms: Platforms): Promise<void> {
  await must(operator("POST", `/admin/brands/${brandId}/channels`, await connectionOf(type, platforms)));
}

/** The channels that are not active. */
export async function stoppedChannels(place: Place): Promise<PlaceChannel[]> {
  const rows = await place.list<{ id: number; status: string }>("/channels");
  return place.channels.filter(({ id }) => rows.find((row) => row.id === id)?.status !== "ACTIVE");
}

/** Grainy, since some networks take no pictures of less than 10 kB and 250 pixels a side. */
async function uploadPicture(api: Place["api"]): Promise<string> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 2 };
  const picture = await sharp({ create: { width: 320, height: 260, channels: 3, background: "#c80", noise } })
    .png()
    .toBuffer();
  return upload(api, new Blob([new Uint8Array(picture)]), "bread.png");
}

async function uploadFilm(api: Place["api"]): Promise<string> {
  return upload(api, new Blob([await aVideoFile({ seconds: 4, width: 640, height: 640, frameBytes: 800 })]), "oven.mp4");
}

async function upload(api: Place["api"], file: Blob, name: string): Promise<string> {
  const form = new FormData();
  form.set("media", file, name);
  return String((await must(api("POST", "/media", form))).id);
}

async function listAll<Row>(api: Place["api"], path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const reply = await api("GET", `${path}${path.includes("?") ? "&" : "?"}per_page=${ROWS_MAX}&page=${page}`);
    if (reply === null || reply.status !== 200) throw new Error(`a list that has to be there: ${path} ${JSON.stringify(reply)}`);
    const found = rowsOf<Row>(reply.body);
    rows.push(...found);
    if (found.length < ROWS_MAX) return rows;
  }
}

/** The API's lists have their rows in `data`; the contract defines what a row is. */
function rowsOf<Row>(body: unknown): Row[] {
  return (body as { readonly data: Row[] }).data;
}

async function request(asked: { url: string; method: string; token: string; body?: unknown }): Promise<Reply> {
  const { url, method, token, body } = asked;
  const isJson = body !== undefined && !(body instanceof FormData);
  try {
    const response = await fetch(url, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(isJson ? { "Content-Type": "application/json" } : {}) },
      signal: AbortSignal.timeout(REQUEST_SECONDS_MAX * 1000),
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
    });
    const text = await response.text();
    const parsed = text === "" ? {} : JSON.parse(text);
    return { status: response.status, data: parsed.data ?? {}, body: parsed };
  } catch {
    return null;
  }
}
