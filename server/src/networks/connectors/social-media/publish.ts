import type { Account, Call, PublishOutcome } from "../connector.ts";
import type { Made } from "../once/calls.ts";
import { commentsBy, postsBy } from "../once/deliver.ts";
import type { Deliverable, OnceFacts, Verdict } from "../once/visible.ts";
import { commentContent, postContent } from "./body.ts";
import { storedCredentials } from "./credentials.ts";
import { readAnswer } from "./errors.ts";
import { type Delivery, send } from "./visible.ts";

/** A response with an address says that the post is live; one without, that the receiver has accepted it. */
export const { publish, find } = postsBy((post, account, call) =>
  eventOf(
    () => ({ event: "post", id: post.key, content: postContent(post) }),
    { account, call },
    ({ id, url }) => (url === null ? { kind: "handedOver", note: TAKEN } : { kind: "published", remoteId: id, url }),
  ),
);

/** A comment is done once accepted: it has no entry that needs an address. */
export const { comment, findComment } = commentsBy((order, account, call) =>
  eventOf(
    () => ({ event: "comment", id: order.key, content: commentContent(order) }),
    { account, call },
    ({ id, url }) => ({ kind: "published", remoteId: id, url }),
  ),
);

const TAKEN = "The receiver accepted the post but returned no web address for it.";

/** Receivers recognize a repeat by its delivery id, which `docs/webhook-channel.md` asks them to remember for two days. */
const REPEAT_SAFE_SECONDS = 47 * 3600;

const FACTS: OnceFacts = { network: "The receiver", looksSeconds: () => [], keySeconds: REPEAT_SAFE_SECONDS };

interface Around {
  readonly account: Account;
  readonly call: Call;
}

function eventOf(deliveryOf: () => Delivery, { account, call }: Around, presented: (made: Made) => PublishOutcome): Deliverable {
  return {
    parts: [
      {
        names: { calls: "calls", made: "made" },
        facts: FACTS,
        ready: async () => () => deliver(deliveryOf(), account, call),
        look: { blind: "what it has made of it cannot be read" },
      },
    ],
    present: ([made]) => presented(made ?? { id: "", url: null, at: null }),
  };
}

async function deliver(delivery: Delivery, account: Account, call: Call): Promise<Verdict> {
  const answer = readAnswer(await send(delivery, storedCredentials(account.credentials), call), call);
  if (answer.kind === "unknown") return { ...answer, kind: "doubtful" };
  if (answer.kind !== "taken") return { kind: "refused", halt: answer };
  return { kind: "made", made: { id: answer.id ?? answer.url ?? delivery.id, url: answer.url, at: null } };
}
