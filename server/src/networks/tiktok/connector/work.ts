import { type Server, serverOf } from "../../connectors/api.ts";
import type { Account, Call, OutgoingPost, Published } from "../../connectors/connector.ts";
import { type Plan, type PostPlan, planPost } from "./plan.ts";
import { EVERYONE } from "./preferences.ts";
import { type Order, type Progress, progressOf } from "./progress.ts";

/** One step of one delivery. */
export interface Work {
  readonly server: Server;
  readonly call: Call;
  readonly progress: Progress;
  readonly account: Account;
  readonly plan: PostPlan;
}

/** Work on an order that TikTok has taken. */
export interface OrderWork extends Work {
  readonly order: Order;
}

/** The work that the post is, or why it is none. */
export function workOf(post: OutgoingPost, account: Account, call: Call): Work | Exclude<Plan, PostPlan> {
  const plan = planPost(post);
  if (plan.kind === "rejected" || plan.kind === "unsuitable") return plan;
  return { server: serverOf(account, call), call, progress: progressOf(call.checkpoint), account, plan };
}

export function isPublic({ progress }: Pick<Work, "progress">): boolean {
  return progress.audience().privacy === EVERYONE;
}

/** The post that is in the checkpoint. */
export function published({ progress, plan }: Work, note = plan.note): Published {
  const post = progress.post();
  if (post === null) throw new Error("A post was published that is not in the checkpoint.");
  return {
    kind: "published",
    remoteId: post.id,
    url: post.url,
    ...(plan.kind === "video" ? { postType: "TIKTOK" } : {}),
    ...(note === null ? {} : { note }),
  };
}
