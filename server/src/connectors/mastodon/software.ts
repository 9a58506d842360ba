import { z } from "zod";
import { type Answer, ask, type Server } from "./api.ts";

/** What an instance runs. */
export interface Software {
  /** Lower-case: `mastodon`, `gotosocial`, `pleroma`. */
  readonly name: string;
  readonly version: string;
}

const Links = z.object({ links: z.array(z.object({ rel: z.string(), href: z.string() })) });
const SCHEMA = /^https?:\/\/nodeinfo\.diaspora\.software\/ns\/schema\/2\.\d+$/;
const NodeInfo = z.object({ software: z.object({ name: z.string().min(1).max(100), version: z.coerce.string().max(200).catch("") }) });

/**
 * Reads what the instance says of itself by NodeInfo (https://nodeinfo.diaspora.software/protocol.html); null when it does
 * not. The instance's own document is no source for that: its version imitates Mastodon's on many servers.
 */
export async function readSoftware(server: Server): Promise<Software | null> {
  const links = Links.safeParse(bodyOf(await ask(server, { method: "GET", path: "/.well-known/nodeinfo", anonymous: true })));
  const href = links.data?.links.filter(({ rel }) => SCHEMA.test(rel)).at(-1)?.href;
  const url = href === undefined ? null : URL.parse(href);
  if (url === null) return null;
  // Whatever host it names: nobody but the instance is asked, and nobody else can speak for it.
  const origin: Server = { ...server, baseUrl: new URL(server.baseUrl).origin };
  const document = NodeInfo.safeParse(bodyOf(await ask(origin, { method: "GET", path: url.pathname + url.search, anonymous: true })));
  if (!document.success) return null;
  const { name, version } = document.data.software;
  return { name: name.toLowerCase(), version };
}

/**
 * `Idempotency-Key` is Mastodon's own, and much of what speaks its API takes no notice of it: GoToSocial makes a second
 * status. Only what calls itself Mastodon in its NodeInfo, as its forks do too, is trusted to keep keys.
 */
export function softwareKeepsKeys(software: Software | null): boolean {
  return software?.name === "mastodon";
}

function bodyOf(answer: Answer): unknown {
  return answer.kind === "ok" ? answer.body : null;
}
