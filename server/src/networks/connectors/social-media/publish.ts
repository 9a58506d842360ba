import type { Account, Call, OutgoingComment, OutgoingPost, PublishOutcome } from "../connector.ts";
import { readAnswer } from "./answer.ts";
import { commentContent, postContent } from "./content.ts";
import { storedCredentials } from "./credentials.ts";
import { send } from "./send.ts";

const TAKEN = "The receiver accepted the post but returned no web address for it.";

/** A response with an address says that the post is live; one without, that the receiver has accepted it. */
export async function publish(post: OutgoingPost, account: Account, call: Call): Promise<PublishOutcome> {
  const delivery = { event: "post", id: post.key, content: postContent(post) } as const;
  const answer = readAnswer(await send(delivery, storedCredentials(account.credentials), call), call.now());
  if (answer.kind !== "taken") return answer;
  if (answer.url === null) return { kind: "handedOver", note: TAKEN };
  return { kind: "published", remoteId: answer.id ?? answer.url, url: answer.url };
}

/** A comment is done once accepted: it has no entry that needs an address. */
export async function comment(order: OutgoingComment, account: Account, call: Call): Promise<PublishOutcome> {
  const delivery = { event: "comment", id: order.key, content: commentContent(order) } as const;
  const answer = readAnswer(await send(delivery, storedCredentials(account.credentials), call), call.now());
  if (answer.kind !== "taken") return answer;
  return { kind: "published", remoteId: answer.id ?? answer.url ?? order.key, url: answer.url };
}
