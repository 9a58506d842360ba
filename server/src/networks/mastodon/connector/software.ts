import { z } from "zod";
import { type Answer, ask, type Instance } from "./api.ts";

/** The server software of an instance. */
export interface Software {
  /** Lower-case: `mastodon`, `gotosocial`, `pleroma`. */
  readonly name: string;
  readonly version: string;
}

const Links = z.object({ links: z.array(z.object({ rel: z.string(), href: z.string() })) });
const SCHEMA = /^https?:\/\/nodeinfo\.diaspora\.software\/ns\/schema\/2\.\d+$/;
const NodeInfo = z.object({ software: z.object({ name: z.string().min(1).max(100), version: z.coerce.string().max(200).catch("") }) });

/**
 * Reads the server software from NodeInfo (https://nodeinfo.diaspora.software/protocol.html); null if it is not available.
 * The instance document is no source for this: on many servers its version imitates Mastodon's.
 */
export async function readSoftware(server: Instance): Promise<Software | null> {
  const links = Links.safeParse(bodyOf(await ask(server, { method: "GET", path: "/.well-known/nodeinfo", anonymous: true })));
  const href = links.data?.links.filter(({ rel }) => SCHEMA.test(rel)).at(-1)?.href;
  const url = href === undefined ? null : URL.parse(href);
  if (url === null) return null;
  // Whatever host the link names, ask only the instance itself: no other host can speak for it.
  const origin: Instance = { ...server, baseUrl: new URL(server.baseUrl).origin };
  const document = NodeInfo.safeParse(bodyOf(await ask(origin, { method: "GET", path: url.pathname + url.search, anonymous: true })));
  if (!document.success) return null;
  const { name, version } = document.data.software;
  return { name: name.toLowerCase(), version };
}

/**
 * `Idempotency-Key` is Mastodon's own header, and much of the software that implements its API ignores it: GoToSocial
 * creates a second status. Only servers whose NodeInfo says Mastodon, as its forks' does too, are trusted to keep keys.
 */
export function softwareKeepsKeys(software: Software | null): boolean {
  return software?.name === "mastodon";
}

function bodyOf(answer: Answer): unknown {
  return answer.kind === "ok" ? answer.body : null;
}
