import type { Json } from "../../connectors/json.ts";
import type { Trouble } from "../../connectors/signs.ts";
import { troubleOfPreparation } from "./errors.ts";
import { textAt } from "./json.ts";
import type { Feature, MarkedText, Span } from "./spans.ts";
import { byteCount } from "./text.ts";
import type { Uploader } from "./upload.ts";

/** The DID of each handle. */
export type Resolved = ReadonlyMap<string, string>;

/** Facets count UTF-8 bytes, end exclusive, while our positions count UTF-16 units. Mentions without a DID stay text. */
export function toFacets({ text, spans }: MarkedText, dids: Resolved): Json[] {
  const facets: Json[] = [];
  for (const span of spans) {
    const feature = toFeature(span.feature, dids);
    if (feature !== null) facets.push({ index: byteRange(text, span), features: [feature] });
  }
  return facets;
}

/** Resolves each mentioned handle to its DID, leaving out handles that do not exist. */
export async function resolveMentions(texts: readonly MarkedText[], { session, call }: Uploader): Promise<Resolved | Trouble> {
  const dids = new Map<string, string>();
  for (const handle of mentioned(texts)) {
    const reply = await session.query({ name: "com.atproto.identity.resolveHandle", parameters: [["handle", handle]] });
    if (reply.kind === "ok") {
      const did = textAt(reply.body, "did");
      if (did !== null) dids.set(handle, did);
      continue;
    }
    const trouble = troubleOfPreparation(reply, call);
    // A refused lookup means that the handle does not exist, which is no reason to stop the post.
    if (trouble.kind !== "rejected") return trouble;
  }
  return dids;
}

function mentioned(texts: readonly MarkedText[]): Set<string> {
  const handles = new Set<string>();
  for (const { spans } of texts) {
    for (const { feature } of spans) if (feature.kind === "mention") handles.add(feature.handle);
  }
  return handles;
}

function toFeature(feature: Feature, dids: Resolved): Json | null {
  if (feature.kind === "link") return { $type: "app.bsky.richtext.facet#link", uri: feature.uri };
  if (feature.kind === "tag") return { $type: "app.bsky.richtext.facet#tag", tag: feature.tag };
  const did = dids.get(feature.handle);
  return did === undefined ? null : { $type: "app.bsky.richtext.facet#mention", did };
}

function byteRange(text: string, { start, end }: Span): Json {
  const byteStart = byteCount(text.slice(0, start));
  return { byteStart, byteEnd: byteStart + byteCount(text.slice(start, end)) };
}
