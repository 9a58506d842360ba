import type { FastifyRequest } from "fastify";

/** The token of `Authorization: Bearer`; null without one. */
export function bearerIn({ headers }: FastifyRequest): string | null {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? null;
}

/** The application in `Authorization: Basic`, both parts encoded as in forms (RFC 6749, section 2.3.1); null without one. */
export function basicIn({ headers }: FastifyRequest): { readonly clientId: string; readonly clientSecret: string } | null {
  const encoded = /^Basic ([\w+/=-]+)$/i.exec(headers.authorization ?? "")?.[1];
  if (encoded === undefined) return null;
  const decoded = (text: string) => new URLSearchParams(`value=${text.replaceAll("&", "%26")}`).get("value") ?? "";
  const [clientId = "", clientSecret = ""] = Buffer.from(encoded, "base64").toString().split(/:(.*)/s).map(decoded);
  return { clientId, clientSecret };
}

export function queryIn({ url }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(url.split(/\?(.*)/s)[1] ?? "");
}

/** The fields of a form or query that were given exactly once; a request without a body has none. */
export function textsIn(given: unknown): Readonly<Record<string, string | undefined>> {
  const entries = typeof given === "object" && given !== null ? Object.entries(given) : [];
  return Object.fromEntries(entries.filter(([, value]) => typeof value === "string" && value !== ""));
}

/** Undefined for what is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
