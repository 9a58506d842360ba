import type { MediumKind } from "@rostrum/contract/medium-facts.ts";
import type { OutgoingMedia } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import { facebookVersion } from "../../connectors/meta/facebook-hosts.ts";
import { sendBytes } from "../../connectors/meta/upload.ts";
import { reasonOf, verdictOf } from "./errors.ts";
import { isVideo } from "./plan.ts";
import type { Container } from "./progress.ts";
import { type Session, viaOf } from "./session.ts";
import { type Run, type Stop, stopOf, tryAgain } from "./work.ts";

/**
 * Through Facebook a video can be sent as bytes, which a service needs that Meta's servers cannot reach. Where they can, they
 * fetch it as they do everything else: the upload is only for applications with Facebook Login for Business.
 * https://developers.facebook.com/documentation/instagram-platform/content-publishing/resumable-uploads (2026-06).
 */
export function takesBytes({ via }: Session, medium: OutgoingMedia): boolean {
  return via === "facebook" && isVideo(medium) && !medium.url().startsWith("https://");
}

export function fetchesMedia(settings: Json): readonly MediumKind[] {
  return viaOf(settings) === "facebook" ? ["image"] : ["image", "video"];
}

interface Filling {
  readonly medium: OutgoingMedia;
  readonly container: Container;
  readonly name: string;
}

/** Null once the network has the bytes. A container whose upload failed is left to end by itself. */
export async function fillWithBytes(run: Run, { medium, container, name }: Filling): Promise<Stop | null> {
  const { token, call } = run.session;
  // The response names an address too, but the token goes to no address that a response names.
  const url = `${call.host("facebook/upload")}/ig-api-upload/${facebookVersion(call)}/${encodeURIComponent(container.id)}`;
  const reply = await sendBytes(call, { url, token, file: await medium.file(), offset: 0 });
  if (reply.kind === "ok") return null;
  // An outage and a token that has ended are not the upload's.
  const { kind } = verdictOf(reply);
  if (reply.kind !== "refused" || kind === "outage" || kind === "held" || kind === "unauthorized") return stopOf(run, reply, name);
  return tryAgain(run, { what: `${name} upload`, reason: reasonOf(reply), waits: [30, 120, 300] });
}
