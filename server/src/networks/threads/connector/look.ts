import { secondsBetween } from "@rostrum/contract/formats.ts";
import type { Looked, Looking } from "../../connectors/once/visible.ts";
import { isGivenUp } from "./container.ts";
import { searchPosts } from "./list.ts";
import { placeholder } from "./placeholder.ts";
import { readContainer } from "./reading.ts";
import type { Work } from "./work.ts";

/** How long the id of a post that is certainly published is looked for. */
const ID_SEARCH_SECONDS = 3600;

/** The container knows whether it was published; which post it became is in the profile's list alone. */
export async function lookUp(work: Work, { calls, since, unclaimed }: Looking): Promise<Looked> {
  const { server, call, progress, piece, parent } = work;
  const { container, strikes, publishedAt } = progress.state(piece.name);
  const reading = container === null ? null : await readContainer(server, container.container);
  const status = reading?.kind === "read" ? reading.status : null;
  if (status === "IN_PROGRESS") return { kind: "underway", reason: "Threads is still processing the post." };
  // Threads refuses to publish one that it does not know, whatever is read of it.
  if (status === "FINISHED" && !isGivenUp(strikes)) return { kind: "hidden" };
  const found = await searchPosts(server, { piece, replyTo: parent?.id ?? null, firstAt: calls.firstAt, since });
  if (found.kind === "read" && (await unclaimed(found.alike)).length > 0) return found;
  if (container !== null && status === "PUBLISHED") {
    if (publishedAt === null) await progress.change(piece.name, { publishedAt: call.now() });
    const isLong = publishedAt !== null && secondsBetween(publishedAt, call.now()) >= ID_SEARCH_SECONDS;
    if (isLong) return { kind: "read", alike: [{ id: placeholder(container.container), at: null }] };
    return found.kind === "read" ? { kind: "underway", reason: "Threads has published the post, but does not list it yet." } : found;
  }
  // The silence of the container delays absence alone: one find is the post.
  return reading?.kind === "unread" ? { ...reading.halt, kind: "unread" } : found;
}
