import { z } from "zod";
import { ChannelType } from "../channels.ts";
import { privateOperation } from "../operation.ts";
import { Sentence } from "../sentence.ts";
import { Id } from "../text.ts";
import { ChannelIdPath, GivenPreferences, SEEN } from "./fields.ts";

const errors = [400, 401, 404, 413, 415, 422, 500] as const;
const shared = { tag: "Admin", status: 200, errors } as const;

const preferenceFields = {
  name: z.string(),
  value: z.union([z.string(), z.boolean()]).nullable().meta({ description: "Null: nobody has chosen, so nothing is published." }),
  source: z.enum(["post", "channel", "preset"]).nullable().meta({ description: "For what it was chosen; `preset`: for nothing." }),
  options: z.array(
    z.object({
      value: z.string(),
      label: Sentence,
      problem: Sentence.nullable().meta({ description: "Why this account cannot choose it; null if it can." }),
    }),
  ),
  label: Sentence,
  perPost: z.boolean().meta({ description: "Whether a post may have a value of its own." }),
  hint: Sentence.nullable(),
  problem: Sentence.nullable().meta({ description: "Why nothing is published, or why a switch stays off." }),
  kind: z.enum(["choice", "switch"]),
};

export const ShownPreference = z.object(preferenceFields);
export type ShownPreference = z.output<typeof ShownPreference>;

const PostPreference = z.object({
  channelId: Id,
  channel: z.string(),
  channelType: ChannelType,
  ...preferenceFields,
});

const PostIdPath = z.object({ postId: Id.meta({ description: "Id of the post." }) });

/** What a person sets for a channel or a post because the public API has no field for it. */
export const preferenceOperations = {
  listChannelPreferences: privateOperation({
    allows: "viewer",
    ...shared,
    method: "GET",
    path: "/admin/channels/{channel_id}/preferences",
    command: "channels preferences",
    summary: "List the preferences of a channel",
    description: "With their options, what was chosen, and what counts otherwise.",
    params: ChannelIdPath,
    data: z.array(ShownPreference),
  }),
  setChannelPreferences: privateOperation({
    allows: "admin",
    ...shared,
    method: "PATCH",
    path: "/admin/channels/{channel_id}/preferences",
    command: "channels preferences",
    summary: "Show the preferences of a channel, or set some",
    description:
      "What a network wants to know that posts do not say, such as who may see them. With --preference, those are set, all of them or none, for posts that are sent from now on.",
    params: ChannelIdPath,
    body: z.object({
      preferences: GivenPreferences.meta({ description: "A value to set; an empty one takes the choice back." }),
      seen: GivenPreferences.optional().meta({ flag: "none", description: SEEN }),
    }),
    data: z.array(ShownPreference),
    errors: [...errors, 409],
  }),
  listPostPreferences: privateOperation({
    allows: "viewer",
    ...shared,
    method: "GET",
    path: "/admin/posts/{post_id}/preferences",
    command: "posts preferences",
    summary: "List what a post goes out with on each channel",
    description: "The post's own preferences, the channels' and the presets.",
    params: PostIdPath,
    data: z.array(PostPreference),
  }),
  setPostPreferences: privateOperation({
    allows: "editor",
    ...shared,
    method: "PATCH",
    path: "/admin/posts/{post_id}/preferences",
    command: "posts preferences",
    summary: "Show what a post goes out with on each channel, or set it",
    description:
      "With --channel-id and --preference, those are set for this post alone, in place of the channel's, where a post may have its own. Refused with 409 if the post is published or being published.",
    params: PostIdPath,
    body: z.object({
      channelId: Id.meta({ description: "Id of the channel." }),
      preferences: GivenPreferences.meta({ description: "A value to set; an empty one takes it back." }),
    }),
    data: z.array(PostPreference),
    errors: [...errors, 409],
  }),
} as const;
