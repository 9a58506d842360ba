import type { ChannelType } from "@rostrum/contract/channels.ts";
import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { type Html, html, safeHref } from "../../ground/web/html.ts";
import { drawnOn } from "./looks.ts";
import type { SandboxPost } from "./network.ts";
import type { SandboxThread } from "./threads.ts";

/** Where the page is. The network's own URLs become paths, so that they load under whatever host the page was opened. */
export interface PageGround {
  readonly type: ChannelType;
  /** Path of the network on this service, such as `/sandbox/mastodon`. */
  readonly path: string;
  readonly baseUrl: string;
}

/** One post with its replies, as an `article`. */
export function threadView({ post, replies }: SandboxThread, ground: PageGround): Html {
  const { frame, gallery, seen, shape, ratios } = drawnOn(ground.type, post);
  return html`<article class="post" id="${anchorOf(post.id)}" aria-label="Post by ${post.author}"
data-frame="${frame}" data-gallery="${gallery}" data-seen="${seen}" data-shape="${shape}" data-ratios="${ratios}">
${headView(post, ground)}
${post.text === "" ? null : html`<p class="text">${linkedText(post, ground)}</p>`}
${mediaView(post, ground)}${pollView(post)}${cardView(post)}${actionsView(post, ground)}
${replies.length === 0 ? null : html`<ol class="replies">${replies.map((reply) => html`<li>${threadView(reply, ground)}</li>`)}</ol>`}
</article>`;
}

/** A post's fragment id on its page; some networks' ids are URLs. */
export function anchorOf(postId: string): string {
  return `post-${encodeURIComponent(postId)}`;
}

function headView(post: SandboxPost, ground: PageGround): Html {
  const initial = [...post.author.replace(/^@/, "")][0] ?? "?";
  return html`<header class="post-head"><span class="avatar" aria-hidden="true">${initial.toUpperCase()}</span>
<span class="who"><span class="author">${post.author}</span>
<a class="when" href="${safeHref(local(post.url, ground))}"><time datetime="${post.createdAt}">${moment(post)}</time></a>${labelView(post)}</span></header>`;
}

function labelView({ label }: SandboxPost): Html | null {
  return label === undefined ? null : html` <span class="when">${label}</span>`;
}

function linkedText(post: SandboxPost, ground: PageGround): Html[] {
  const parts: Html[] = [];
  let at = 0;
  for (const { start, end, href } of post.links.toSorted((a, b) => a.start - b.start)) {
    // A network may give ranges that overlap or lie outside the text; the text must still come out complete.
    if (start < at || end <= start || end > post.text.length) continue;
    parts.push(
      html`${post.text.slice(at, start)}<a href="${safeHref(local(href, ground))}" rel="noopener noreferrer nofollow">${post.text.slice(start, end)}</a>`,
    );
    at = end;
  }
  return [...parts, html`${post.text.slice(at)}`];
}

function mediaView(post: SandboxPost, ground: PageGround): Html | null {
  if (post.media.length === 0) return null;
  const figures = post.media.map(({ url, mime, alt, poster }) => {
    const source = safeHref(local(url, ground));
    const picture = poster === undefined ? null : safeHref(local(poster, ground));
    return html`<figure>${fileView({ source, mime, alt, picture })}${alt === "" ? null : html`<figcaption>${alt}</figcaption>`}</figure>`;
  });
  return html`<div class="media ${post.media.length > 1 ? "many" : ""}">${figures}</div>`;
}

function fileView(file: { source: string; mime: string; alt: string; picture: string | null }): Html {
  if (file.mime.startsWith("video/")) {
    const { picture } = file;
    return html`<video controls preload="metadata" src="${file.source}"${picture !== null && html` poster="${picture}"`} aria-label="${file.alt === "" ? "Video" : file.alt}"></video>`;
  }
  if (file.mime.startsWith("image/")) return html`<img src="${file.source}" alt="${file.alt}" loading="lazy">`;
  return html`<a href="${file.source}">${file.mime} file</a>`;
}

function pollView({ poll }: SandboxPost): Html | null {
  if (poll === null) return null;
  return html`<ul class="poll" aria-label="Poll">${poll.options.map((option) => html`<li>${option}</li>`)}</ul>
<p class="when">Poll ends ${minutes(poll.endsAt)}</p>`;
}

function cardView({ card }: SandboxPost): Html | null {
  if (card === null) return null;
  return html`<a class="card" href="${safeHref(card.url)}" rel="noopener noreferrer nofollow"><strong>${card.title}</strong>
<span>${card.description}</span><span>${card.url}</span></a>`;
}

function actionsView(post: SandboxPost, ground: PageGround): Html {
  const { likes, shares, comments } = post.counts;
  const reaction = (kind: string, label: string, count: number) =>
    html`<form method="post" action="${ground.path}/_react"><input type="hidden" name="post" value="${post.id}">
<button name="kind" value="${kind}" aria-label="${label} the post by ${post.author}, ${count} so far">${label}<span class="count">${count}</span></button></form>`;
  return html`<div class="actions">${reaction("like", "Like", likes)}${reaction("share", "Share", shares)}
<details><summary>Comment<span class="count">${comments}</span></summary>
<form class="answer" method="post" action="${ground.path}/_react"><input type="hidden" name="post" value="${post.id}"><input type="hidden" name="kind" value="comment">
<input type="text" name="text" required maxlength="300" autocomplete="off" placeholder="Write as a reader" aria-label="Comment on the post by ${post.author}">
<button class="main">Send</button></form></details></div>`;
}

function local(url: string, ground: PageGround): string {
  return url.startsWith(`${ground.baseUrl}/`) ? ground.path + url.slice(ground.baseUrl.length) : url;
}

const READABLE = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

function moment(post: SandboxPost): string {
  return `${READABLE.format(toEpochMilliseconds(post.createdAt))} UTC`;
}

function minutes(time: string): string {
  const milliseconds = Date.parse(time);
  return Number.isNaN(milliseconds) ? time : `${READABLE.format(milliseconds)} UTC`;
}
