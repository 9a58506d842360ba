import { useQuota } from "../../sandbox/kit/quotas.ts";
import { showNode } from "../../sandbox/meta/node.ts";
import { unknownObject } from "../../sandbox/meta/refusal.ts";
import { requiredText, textIn } from "../../sandbox/meta/request.ts";
import type { Visit } from "./access.ts";
import { requirePublisher, requireReader } from "./access.ts";
import { find, insert, type Stored } from "./model.ts";
import { pageNode } from "./page-node.ts";
import { photoNode } from "./photo-calls.ts";
import { postNode } from "./post-node.ts";
import { tooManyInvitations } from "./refusals.ts";
import { settingsOf } from "./settings.ts";
import { isKnownYet, videoNode } from "./video-node.ts";

const DAY_SECONDS = 86_400;

/** `GET /{page}`. */
export async function readPage(visit: Visit): Promise<unknown> {
  const page = await find(visit.world, "account", visit.id);
  if (page === null) throw unknownObject(visit.id, visit.call.method);
  return showNode(pageNode(visit, page), textIn(visit.call, "fields"));
}

/** `GET /{post}`. */
export async function readPost({ world, call, caller, id }: Visit): Promise<unknown> {
  const post = await find(world, "post", id);
  if (post === null) throw unknownObject(id, call.method);
  requireReader(caller, post.page_id);
  return showNode(postNode(world, post), textIn(call, "fields"));
}

/** `GET /{photo}`. */
export async function readPhoto({ world, call, caller, id }: Visit): Promise<unknown> {
  const photo = await find(world, "photo", id);
  if (photo === null) throw unknownObject(id, call.method);
  requireReader(caller, photo.page_id);
  return showNode(photoNode(world, photo), textIn(call, "fields"));
}

/** `GET /{video}`. */
export async function readVideo(visit: Visit): Promise<unknown> {
  const video = await videoAt(visit);
  requireReader(visit.caller, video.page_id);
  return showNode(videoNode(visit.world, video), textIn(visit.call, "fields"));
}

/** `POST /{video}/collaborators`: invites another Page to a reel; no answer of theirs is waited for. */
export async function invite(visit: Visit): Promise<unknown> {
  const { world, request, call, caller } = visit;
  const video = await videoAt(visit);
  const page = await requirePublisher(world, caller, video.page_id);
  const targetId = requiredText(call, "target_id");
  const target = await find(world, "account", targetId);
  if (video.kind !== "reel" || target === null || target.id === page.id) throw unknownObject(targetId, call.method);
  const key = `${video.id} ${target.id}`;
  if ((await find(world, "collaborator", key)) === null) {
    const quota = { name: `invitations ${page.id}`, total: (await settingsOf(world)).invitations_per_day, seconds: DAY_SECONDS };
    if (!(await useQuota(world, request, quota))) throw tooManyInvitations();
    await insert(world, "collaborator", key, { video_id: video.id, page_id: target.id, inviter_id: page.id, invite_status: "Pending" });
  }
  return { success: true, collaborator_id: target.id, invitation_link: invitationLink(visit, video) };
}

function invitationLink({ world }: Visit, video: Stored<"video">): string {
  return `${world.baseUrl}/www/reel/${video.id}/?invitation=1`;
}

async function videoAt({ world, id, call }: Visit): Promise<Stored<"video">> {
  const video = await find(world, "video", id);
  if (video === null || !(await isKnownYet(world, video))) throw unknownObject(id, call.method);
  return video;
}
