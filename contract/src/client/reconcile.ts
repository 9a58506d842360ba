import { createClient } from "../client.ts";
import type { Operations } from "../operations.ts";
import { postChange, postDeletion } from "./reconcile/changes.ts";
import { asMutation } from "./reconcile/creation.ts";
import { automationCreation, collectionCreation, mediaUpload, postCreation } from "./reconcile/creations.ts";
import type { ReconcileOptions } from "./reconcile/facts.ts";
import { RECONCILE_DEFAULTS, type Settling, settle } from "./reconcile/settle.ts";
import { turnsInProcess } from "./reconcile/turns.ts";
import type { CallOptions, Client } from "./types.ts";

/**
 * The client of the public operations for callers that want mutations carried out exactly once, over a network that loses
 * replies: after a time-out, a dropped connection or a 5xx it checks the lists (`docs/api.md#when-a-reply-is-lost`), then
 * returns what it finds there or sends again. `settled` says which. Each mutation costs one more GET, because the state before
 * it has to be known.
 *
 * It cannot know whether somebody on another machine created the same thing at the same moment. It then takes what it finds as
 * its own, since a missing post can be sent again, but a duplicate cannot be taken back. `plain` sends what is asked for.
 */
export function createReconcilingClient(options: ReconcileOptions, plain: Client<Operations> = createClient(options)): Client<Operations> {
  const policy = { ...RECONCILE_DEFAULTS, ...options.reconcile };
  const looking = createClient({ ...options, retry: policy.looks });
  const turns = options.takeTurns ?? turnsInProcess;
  const base = options.baseUrl.replace(/\/+$/, "");
  const settling: Settling = {
    policy,
    takeTurns: (key, work) => turns(`${base} ${key}`, work),
    onDoubt: options.onDoubt ?? (() => {}),
  };
  return {
    ...plain,
    createPost: (input, call: CallOptions = {}) => settle(asMutation(postCreation(plain, looking, input)), settling, call),
    createCollection: (input, call: CallOptions = {}) => settle(asMutation(collectionCreation(plain, looking, input)), settling, call),
    createAutomation: (input, call: CallOptions = {}) => settle(asMutation(automationCreation(plain, looking, input)), settling, call),
    uploadMedia: (input, call: CallOptions = {}) => settle(asMutation(mediaUpload(plain, looking, input)), settling, call),
    updatePost: (input, call: CallOptions = {}) => settle(postChange(plain, looking, input), settling, call),
    deletePost: (input, call: CallOptions = {}) => settle(postDeletion(plain, looking, input), settling, call),
  };
}
