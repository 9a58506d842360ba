import { addSeconds } from "@rostrum/contract/formats.ts";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { listsLateSeconds } from "../../sandbox/faults.ts";
import { requireAsset, statusOf } from "./assets.ts";
import type { Visit } from "./caller.ts";
import { countPost, mayActFor, POSTING, READING_POSTS } from "./caller.ts";
import { assetsIn, Content } from "./content.ts";
import { lengthOf, shownOf } from "./little.ts";
import { insert, LIST_MAX, list } from "./model.ts";
import { kindOf, postNode, refuseDuplicate, requirePost } from "./posts.ts";
import { assetFailed, assetNotReady, badInput, foreignAsset, foreignAuthor, missingPermission, refusal } from "./refusals.ts";
import { pageOf, queryOf, readBody } from "./restli.ts";
import { newSerial } from "./urns.ts";

const Post = z.strictObject({
  author: z.string().regex(/^urn:li:(?:person|organization|organizationBrand):[\w-]+$/),
  commentary: z.string(),
  visibility: z.enum(["PUBLIC", "CONNECTIONS", "LOGGED_IN"]),
  distribution: z.strictObject({
    feedDistribution: z.enum(["MAIN_FEED", "NONE"]),
    // Both are for advertisers.
    targetEntities: z.array(z.never()).optional(),
    thirdPartyDistributionChannels: z.array(z.never()).optional(),
  }),
  content: Content.optional(),
  lifecycleState: z.literal("PUBLISHED"),
  isReshareDisabledByAuthor: z.boolean().optional(),
});
type Post = z.output<typeof Post>;

/**
 * `POST /rest/posts`: the answer has no body, and the post's URN in a header.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api (2026-01)
 */
export async function createPost(visit: Visit): Promise<FastifyReply> {
  const { world, request, reply, caller, settings, resource } = visit;
  queryOf(request, []);
  const { instead_of_posting, after_posting } = settings;
  if (instead_of_posting !== null) throw refusal(instead_of_posting.status, instead_of_posting.body);
  const post = readBody(request, Post);
  if (!(await mayActFor(world, caller, { author: post.author, deed: POSTING, resource }))) throw foreignAuthor("author");
  if (lengthOf(post.commentary) > settings.text_length) throw tooLong("commentary", settings.text_length);
  if (post.commentary === "" && post.content === undefined) {
    throw badInput({ code: "MISSING_FIELD", description: "A post needs a text or content", field: "/commentary" });
  }
  await requireReady(visit, post);
  const { text: shown } = shownOf(post.commentary);
  const content = post.content ?? null;
  await refuseDuplicate(world, settings, { author: post.author, shown, content });
  await countPost(world, caller, settings);
  const kind = settings.ugc_posts.includes(kindOf(content)) ? "ugcPost" : "share";
  const urn = `urn:li:${kind}:${await newSerial(world)}`;
  const { author, commentary, visibility } = post;
  await insert(world, "post", urn, { author, commentary, shown, content, visibility, client_id: caller.clientId });
  if (after_posting !== null) throw refusal(after_posting.status, after_posting.body);
  return reply.status(201).header("x-restli-id", urn).send();
}

/** `GET /rest/posts/{urn}`. */
export async function readPost(visit: Visit): Promise<unknown> {
  const { world, request, caller, resource, settings } = visit;
  queryOf(request, []);
  const post = await requirePost(world, visit.key);
  if (!(await mayActFor(world, caller, { author: post.author, deed: READING_POSTS, resource }))) throw missingPermission(resource);
  return postNode(post, settings);
}

/** `GET /rest/posts?q=author`: newest first. */
export async function listPosts(visit: Visit): Promise<unknown> {
  const { world, request, caller, resource, settings } = visit;
  const query = queryOf(request, ["q", "author", "start", "count", "sortBy", "isDsc"]);
  if (query.required("q") !== "author") throw badInput({ code: "INVALID_FINDER", description: "There is no such finder" }, 400);
  const author = query.required("author");
  if (!(await mayActFor(world, caller, { author, deed: READING_POSTS, resource }))) throw missingPermission(resource);
  const shownUntil = addSeconds(world.now(), -listsLateSeconds(request));
  const all = (await list(world, "post", { where: { author }, limit: LIST_MAX })).filter(({ createdAt }) => createdAt <= shownUntil);
  const { items, paging } = pageOf(query, all);
  return { paging, elements: items.map((post) => postNode(post, settings)) };
}

/** Refuses content whose files are not there, not ready, or somebody else's. */
async function requireReady({ world }: Visit, { author, content }: Post): Promise<void> {
  for (const urn of content === undefined ? [] : assetsIn(content)) {
    const asset = await requireAsset(world, urn);
    if (asset.owner !== author) throw foreignAsset(asset.kind);
    const status = statusOf(world, asset);
    if (status === "PROCESSING_FAILED") throw assetFailed(urn);
    if (status !== "AVAILABLE") throw assetNotReady(urn);
  }
}

function tooLong(field: string, max: number) {
  return badInput({ code: "FIELD_LENGTH_TOO_LONG", description: `/${field} :: text is longer than ${max} characters`, field: `/${field}` });
}
