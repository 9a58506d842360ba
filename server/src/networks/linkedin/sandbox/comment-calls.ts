import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { listsLateSeconds } from "../../sandbox/faults.ts";
import type { Visit } from "./caller.ts";
import { commenting, mayActFor, READING_COMMENTS } from "./caller.ts";
import { insert, LIST_MAX, list, type Stored } from "./model.ts";
import { requirePost } from "./posts.ts";
import { badArgument, badInput, foreignAuthor, missingPermission, noActivityYet } from "./refusals.ts";
import { pageOf, queryOf, readBody } from "./restli.ts";
import { newSerial } from "./urns.ts";

const Comment = z.strictObject({
  actor: z.string().regex(/^urn:li:(?:person|organization|organizationBrand):[\w-]+$/),
  object: z.string().regex(/^urn:li:(?:share|ugcPost):\d+$/),
  /** Plain: nothing in it is escaped. */
  message: z.strictObject({ text: z.string().min(1) }),
});

/**
 * `POST /rest/socialActions/{urn}/comments`.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/comments-api (2026-11)
 */
export async function createComment({ world, request, reply, caller, settings, resource, key }: Visit): Promise<FastifyReply> {
  queryOf(request, []);
  const { actor, object, message } = readBody(request, Comment);
  if (!(await mayActFor(world, caller, { author: actor, deed: commenting(settings), resource }))) throw foreignAuthor("actor");
  if (object !== key) throw badArgument("The object must be the post of the address");
  const post = await requirePost(world, key);
  if (world.now() < addSeconds(post.createdAt, settings.activity_delay_seconds)) throw noActivityYet(key, settings.activity_delay_status);
  if (message.text.length > settings.comment_length) {
    throw badInput({ code: "FIELD_LENGTH_TOO_LONG", description: "/message/text is too long", field: "/message/text" });
  }
  const id = await newSerial(world);
  const comment = { on: key, actor, text: message.text };
  await insert(world, "comment", id, comment);
  return reply
    .status(201)
    .header("x-restli-id", id)
    .send(commentNode({ ...comment, id, createdAt: world.now() }));
}

/** `GET /rest/socialActions/{urn}/comments`: newest first. */
export async function listComments({ world, request, caller, resource, key }: Visit): Promise<unknown> {
  const query = queryOf(request, ["start", "count"]);
  const { author } = await requirePost(world, key);
  if (!(await mayActFor(world, caller, { author, deed: READING_COMMENTS, resource }))) throw missingPermission(resource);
  const shownUntil = addSeconds(world.now(), -listsLateSeconds(request));
  const all = (await list(world, "comment", { where: { on: key }, limit: LIST_MAX })).filter(({ createdAt }) => createdAt <= shownUntil);
  const { items, paging } = pageOf(query, all);
  return { paging, elements: items.map(commentNode) };
}

function commentNode({ id, createdAt, on, actor, text }: Stored<"comment">): Record<string, unknown> {
  const at = { actor, time: toEpochMilliseconds(createdAt) };
  return {
    id,
    // Comments belong to the activity of a post, which has the same number.
    commentUrn: `urn:li:comment:(urn:li:activity:${on.split(":").at(-1)},${id})`,
    actor,
    object: on,
    message: { attributes: [], text },
    created: at,
    lastModified: at,
  };
}
