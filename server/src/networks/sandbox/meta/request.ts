import { createHmac } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { isSecretOf } from "../kit/applications.ts";
import { exchangeCode } from "../kit/codes.ts";
import { parsedJson } from "../kit/requests.ts";
import type { SandboxNetwork, SandboxWorld } from "../network.ts";
import { readParts } from "../parts.ts";
import { GraphRefusal, invalidParameter, refusedFlat } from "./refusal.ts";

/** A call of a Graph API, however its parameters were sent. */
export interface GraphCall {
  readonly method: string;
  readonly token: string | null;
  /** Parameters of query, form, multipart and JSON bodies alike; text, or what JSON makes of it. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

/** The oldest version that is alive. https://developers.facebook.com/docs/graph-api/changelog/versions (2026-10) */
const VERSION_MIN = 22;

/** Refuses paths without a version, and versions that ended. */
export function requireVersion(version: string): void {
  const [, major] = /^v(\d{1,3})\.0$/.exec(version) ?? [];
  if (major === undefined) throw new GraphRefusal({ code: 2500, message: `Unknown path components: /${version}` });
  if (Number(major) >= VERSION_MIN) return;
  throw new GraphRefusal({
    code: 2635,
    message: `(#2635) You are calling a deprecated version of the API. Please update to the latest version: v${VERSION_MIN}.0.`,
  });
}

/** Reads the call. In the body, parameters override those of the query. The token is a parameter or a header. */
export async function readCall(request: FastifyRequest): Promise<GraphCall> {
  const { values, files } = await readBody(request);
  const all = { ...recordOf(request.query), ...values };
  const [, bearer] = /^(?:Bearer|OAuth) (\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const { access_token: parameter } = all;
  return { method: request.method, token: bearer ?? (typeof parameter === "string" ? parameter : null), values: all, files };
}

/** A text parameter; null if it is absent or empty. Numbers are taken as text, as in JSON bodies. */
export function textIn(call: GraphCall, name: string): string | null {
  const value = call.values[name];
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  throw invalidParameter(`Param ${name} must be a string.`);
}

/** A text parameter that must be there. */
export function requiredText(call: GraphCall, name: string): string {
  const value = textIn(call, name);
  if (value === null) throw invalidParameter(`The parameter ${name} is required`);
  return value;
}

export function flagIn(call: GraphCall, name: string): boolean | null {
  const value = call.values[name];
  if (value === undefined || value === null || value === "") return null;
  if (value === true || value === "true" || value === "1" || value === 1) return true;
  if (value === false || value === "false" || value === "0" || value === 0) return false;
  throw invalidParameter(`Param ${name} must be a boolean`);
}

/** A whole number of at least 0. */
export function countIn(call: GraphCall, name: string): number | null {
  const text = textIn(call, name);
  if (text === null) return null;
  if (!/^\d{1,15}$/.test(text)) throw invalidParameter(`Param ${name} must be an integer`);
  return Number(text);
}

/** A list: JSON, JSON in a text, or `name[0]=…&name[1]=…` with JSON or text in each; null if it is absent. */
export function listIn(call: GraphCall, name: string): readonly unknown[] | null {
  const indexed = Object.entries(call.values)
    .filter(([key]) => new RegExp(`^${name}\\[\\d*\\]$`).test(key))
    .flatMap(([, value]) => value);
  if (indexed.length > 0) return indexed.map((value) => (typeof value === "string" ? (parsedJson(value) ?? value) : value));
  const value = call.values[name];
  if (value === undefined || value === null || value === "") return null;
  const list = typeof value === "string" ? parsedJson(value) : value;
  if (Array.isArray(list)) return list;
  throw invalidParameter(`Param ${name} must be an array.`);
}

async function readBody(request: FastifyRequest): Promise<Pick<GraphCall, "values" | "files">> {
  if (!request.isMultipart()) return { values: recordOf(request.body), files: {} };
  const values: Record<string, unknown> = Object.create(null);
  const files: Record<string, Uint8Array> = Object.create(null);
  for (const part of await readParts(request)) {
    if (part.kind === "file") files[part.name] = part.bytes;
    else values[part.name] = part.value;
  }
  return { values, files };
}

function recordOf(value: unknown): Record<string, unknown> {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
  return isRecord ? Object.fromEntries(Object.entries(value)) : {};
}

/**
 * Refuses a wrong proof that the caller knows the application's secret; without one there is nothing to refuse.
 * https://developers.facebook.com/docs/graph-api/guides/secure-requests (2026-10)
 */
export function checkProof(proof: string | null, facts: { readonly token: string; readonly secret: string }): void {
  if (proof === null || proof === createHmac("sha256", facts.secret).update(facts.token).digest("hex")) return;
  throw new GraphRefusal({ code: 100, type: "GraphMethodException", message: "Invalid appsecret_proof provided in the API argument" });
}

/** What the code of a log-in is good for, where codes are exchanged without the envelope of other calls. */
export async function exchangedFlat(world: SandboxWorld, call: GraphCall, network: SandboxNetwork) {
  const [clientId, clientSecret] = [textIn(call, "client_id") ?? "", textIn(call, "client_secret") ?? ""];
  if (!isSecretOf(network, { clientId, clientSecret })) throw refusedFlat("Error validating client secret");
  if (textIn(call, "grant_type") !== "authorization_code") throw refusedFlat("Invalid grant_type");
  const [code, redirectUri] = [textIn(call, "code") ?? "", textIn(call, "redirect_uri") ?? ""];
  const outcome = await exchangeCode(world, { code, clientId, redirectUri, verifier: "" });
  if (outcome.kind === "refused") throw refusedFlat(REFUSED_CODES[outcome.why]);
  return outcome;
}

const REFUSED_CODES = {
  unknown: "Invalid authorization code",
  used: "This authorization code has been used",
  expired: "This authorization code has expired",
  redirect: "Error validating verification code. Please make sure your redirect_uri is identical to the one you used",
  verifier: "Invalid authorization code",
  revoked: "Invalid authorization code",
} as const;
