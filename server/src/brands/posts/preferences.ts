import { changedPreferences, type PreferenceValues, perPostOf } from "@rostrum/contract/preferences.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { transaction } from "../../ground/database/query.ts";
import { Refused, refuse } from "../../ground/refusal.ts";
import { channelPreferences, presentPreferences } from "../channels/preferences.ts";
import {
  findPostToPrefer,
  listChannelsOfPost,
  lockPostToPrefer,
  type PostChannel,
  removePostPreferences,
  storePostPreferences,
} from "./preferences-store.ts";
import { finalState } from "./rules.ts";
import { touchPost } from "./store.ts";

/** What a post goes out with on each channel of its collection. */
export async function listPostPreferences(
  app: App,
  { postId }: PrivateInput<"listPostPreferences">,
): Promise<PrivateOutput<"listPostPreferences">> {
  if ((await findPostToPrefer(app.db, postId)) === null) return unknownPost(postId);
  const channels = await listChannelsOfPost(app.db, postId);
  return channels.flatMap((channel) => present(app, channel));
}

/** Sets values of the post's own on one channel, in place of the channel's. */
export async function setPostPreferences(
  app: App,
  { postId, body }: PrivateInput<"setPostPreferences">,
): Promise<PrivateOutput<"setPostPreferences">> {
  const { channelId } = body;
  return transaction(app.db, async (tx) => {
    const post = (await lockPostToPrefer(tx, postId)) ?? unknownPost(postId);
    const final = finalState(post);
    if (final !== null) throw new Refused(final);
    const channel = (await listChannelsOfPost(tx, postId)).find(({ id }) => id === channelId);
    if (channel === undefined) refuse(422, "channelId", "The post does not go to this channel.");
    const own = changedOwn(app, channel, body.preferences);
    if (Object.keys(own).length === 0) await removePostPreferences(tx, { postId, channelId });
    else await storePostPreferences(tx, { postId, channelId, preferences: own });
    await touchPost(tx, postId, app.clock.now());
    return present(app, { ...channel, own });
  });
}

function changedOwn(app: App, channel: PostChannel, given: PrivateInput<"setPostPreferences">["body"]["preferences"]): PreferenceValues {
  const { offered } = channelPreferences(app, channel);
  const shared = offered.find(({ name, perPost }) => !perPost && Object.hasOwn(given, name));
  if (shared !== undefined) refuse(422, "preferences", `The preference ${shared.name} is the same for all posts of a channel.`);
  const changed = changedPreferences({ offered: perPostOf(offered), chosen: channel.own }, given);
  return "problem" in changed ? refuse(422, "preferences", changed.problem) : changed.values;
}

function present(app: App, channel: PostChannel): PrivateOutput<"listPostPreferences"> {
  const { id: channelId, name, type: channelType, own } = channel;
  const shown = presentPreferences(channelPreferences(app, channel), own);
  return shown.map((preference) => ({ channelId, channel: name, channelType, ...preference }));
}

function unknownPost(postId: number): never {
  return refuse(404, "post_id", `There is no post with the id ${postId}.`);
}
