import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, RESOURCE_LIMIT_PER_MINUTE, ROUTE_LIMIT_PER_MINUTE } from "../limits.ts";

/** The general part of the document: Markdown, shown above the operations. */
export const GUIDE = `Publishes posts to the connected social channels of a brand.

An account has brands; a brand has channels and collections; a post is created in one collection and goes to every active channel of that collection. The published results tell whether it arrived. These operations send no events; the service's own webhooks are not part of them.

## Authentication
Send \`Authorization: Bearer <API_KEY>\` with every request. A key is created in the API settings, is shown once, and has the brands and permissions of the user who created it. For compatibility the key may be sent as query parameter \`api_key\`; this is discouraged because URLs end up in logs. A request whose header and \`api_key\` differ is refused.

## Requests
Send \`Accept: application/json\`, and \`Content-Type: application/json\` with a body; an upload is \`multipart/form-data\`. Unknown body fields and query parameters are ignored, and null for an optional field means that it was not sent. Lengths count Unicode code points. Text with NUL or a lone surrogate is refused (422).

## Replies
Success is \`{"status": "success", "data": …}\`, with \`pagination\` on lists. Every reply carries \`X-Request-Id\`. New fields and new values may appear at any time: ignore what you do not recognise.

## Dates
| field | form | zone |
|---|---|---|
| \`scheduledAt\` | \`YYYY-MM-DD HH:MM:SS\` | the brand's timezone |
| \`postDate\`, and the \`…_from\` and \`…_to\` filters | \`YYYY-MM-DD HH:MM:SS\` | UTC |
| slots | \`HH:mm\` | the brand's timezone |
| \`createdAt\`, \`updatedAt\`, \`joinedAt\`, \`publishedAt\` | ISO 8601 with microseconds | UTC |
| \`lastRun\` | Unix seconds, 0 for never | |

## Pages
Lists take \`page\` (from 1) and \`per_page\` (1 to ${PAGE_SIZE_MAX}, default ${PAGE_SIZE_DEFAULT}) and are newest first. Another page exists when \`nextPageUrl\` is not null.

## Errors
Rely on the HTTP status, not on the text. \`errors\` may be absent; its values are a string, or an array of strings where fields failed validation.

## Limits
${ROUTE_LIMIT_PER_MINUTE} requests per minute from one address over all routes, and ${RESOURCE_LIMIT_PER_MINUTE} per minute for all but \`/me\` and \`/auth\`. Both answer 429.

A GET may be retried after 429 or a transient failure, after the wait. A POST, PATCH or DELETE that timed out or answered 5xx may have been carried out: check the lists before sending it again.`;

/** The tags of the table, in display order. */
export const TAGS = [
  { name: "Profile", description: "The user who owns the API key." },
  { name: "Brands", description: "Isolated workspaces, and the weekly queue of each." },
  { name: "Channels", description: "Connected social accounts of a brand." },
  { name: "Collections", description: "Content folders with default channels and weekly queue slots." },
  { name: "Automations", description: "Importers that turn feed items into posts of a collection." },
  { name: "Media", description: "Files of a brand that posts refer to." },
  { name: "Posts", description: "Drafts, queued, scheduled and published posts." },
  { name: "Published posts", description: "The outcome of each post on each channel." },
] as const;
