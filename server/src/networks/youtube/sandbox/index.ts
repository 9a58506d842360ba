import { mountGoogleLogIn } from "../../sandbox/google/log-in.ts";
import { answerGoogleRefusals } from "../../sandbox/google/refusals.ts";
import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import { reacting } from "../../sandbox/kit/feed.ts";
import type { SandboxNetwork } from "../../sandbox/network.ts";
import { bytesRoutes } from "./bytes.ts";
import { type Call, mountCall } from "./calls.ts";
import { CHANNEL_CALLS } from "./channel-calls.ts";
import { COMMENT_CALLS, newComment } from "./comment-calls.ts";
import { feedOf } from "./feed.ts";
import { find } from "./model.ts";
import { pageRoutes } from "./pages.ts";
import { credentialsOf, youtubeService } from "./people.ts";
import { PLAYLIST_ITEM_CALLS } from "./playlist-item-calls.ts";
import { PLAYLIST_CALLS } from "./playlists.ts";
import { youtubeFaults } from "./refusals.ts";
import { UPLOAD_CALL } from "./sessions.ts";
import { thumbnailRoutes } from "./thumbnails.ts";
import { VIDEO_CALLS } from "./video-calls.ts";

/** All calls but that of thumbnails, which takes a picture. */
export const CALLS: readonly Call[] = [
  ...CHANNEL_CALLS,
  ...VIDEO_CALLS,
  ...PLAYLIST_CALLS,
  ...PLAYLIST_ITEM_CALLS,
  ...COMMENT_CALLS,
  UPLOAD_CALL,
];

/** A local YouTube with its Data API of version 3. */
export const youtubeSandbox: SandboxNetwork = {
  type: "YouTube",
  slug: "youtube",
  application: SANDBOX_APPLICATION,
  faults: youtubeFaults,

  routes(scope, world) {
    answerGoogleRefusals(scope, "reasons");
    mountGoogleLogIn(scope, youtubeService(youtubeSandbox), world);
    for (const call of CALLS) mountCall(scope, world, call);
    bytesRoutes(scope, world);
    thumbnailRoutes(scope, world);
    pageRoutes(scope, youtubeSandbox, world);
  },

  async account(name, world) {
    return { credentials: await credentialsOf(world, youtubeService(youtubeSandbox), name) };
  },

  feed: feedOf,

  react: reacting({
    async find(world, id) {
      const comment = await find(world, "comment", id);
      const video = await find(world, "video", comment?.video_id ?? id);
      // Answers to an answer stand below the same comment.
      return video === null ? null : { video_id: video.id, parent: comment === null ? "" : comment.parent || comment.id };
    },
    comment: (world, on, text) => newComment(world, { ...on, author_id: "", text, moderation: "published" }),
  }),
};
