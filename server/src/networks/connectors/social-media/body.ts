import type { OutgoingComment, OutgoingMedia, OutgoingPost } from "../connector.ts";
import type { Json } from "../json.ts";

type Content = { readonly [name: string]: Json };

/** The body of a `post` event. Nothing is omitted or cut: fitting the network's limits is up to the receiver. */
export function postContent(post: OutgoingPost): Content {
  return {
    dueAt: post.dueAt,
    type: post.type,
    text: post.text,
    segments: post.segments,
    title: post.title,
    alt: post.alt,
    link: post.link,
    poll: post.poll === null ? null : { ...post.poll },
    asStory: post.asStory,
    media: post.media.map(fileContent),
    options: post.options,
  };
}

/** The body of a `comment` event: the comment to add to an earlier post of ours. */
export function commentContent(comment: OutgoingComment): Content {
  return { dueAt: comment.dueAt, text: comment.text, post: comment.remoteId };
}

/** Files are sent as links: the receiver fetches what it needs before they expire. */
function fileContent(media: OutgoingMedia): Content {
  const { name, mime, sizeBytes, width, height, durationSeconds, alt } = media;
  return { url: media.url(), name, type: mime, size: sizeBytes, width, height, duration: durationSeconds, alt };
}
