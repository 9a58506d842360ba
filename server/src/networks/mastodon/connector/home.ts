import { z } from "zod";
import type { InstanceCall } from "./api.ts";
import { instanceHost } from "./credentials.ts";

const ANSWER_BYTES_MAX = 256 * 1024;
const SECONDS_MAX = 10;

const Descriptor = z.object({
  links: z.array(z.object({ rel: z.string(), type: z.string().nullish(), href: z.string().nullish() })).catch([]),
});

/**
 * The host of the server behind a handle. Its domain may be another one's, which then says by WebFinger where the account is:
 * https://docs.joinmastodon.org/spec/webfinger/ (November 2026). Without such an answer, and for anything but a handle, the host as it is
 * written; null if it is none that the public can reach.
 */
export async function homeOf(text: string, call: InstanceCall): Promise<string | null> {
  const host = instanceHost(text);
  const [, user] = /^@?([^@\s/]+)@[^@\s/]+$/.exec(text.trim()) ?? [];
  if (host === null || user === undefined || call.baseUrl !== null) return host;
  const resource = encodeURIComponent(`acct:${user}@${host}`);
  const answer = await call.net.fetchDocument(`https://${host}/.well-known/webfinger?resource=${resource}`, {
    maxBytes: ANSWER_BYTES_MAX,
    timeoutSeconds: SECONDS_MAX,
    signal: call.signal,
    httpsOnly: true,
    headers: { accept: "application/jrd+json, application/json" },
  });
  if (answer.kind !== "fetched" || answer.status !== 200) return host;
  return hostIn(new TextDecoder().decode(answer.body)) ?? host;
}

function hostIn(text: string): string | null {
  try {
    const own = Descriptor.parse(JSON.parse(text)).links.find(({ rel, type }) => rel === "self" && type?.includes("activity") === true);
    return own?.href?.startsWith("https://") === true ? instanceHost(own.href) : null;
  } catch {
    // Any page may be there.
    return null;
  }
}
