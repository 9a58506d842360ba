import type { Call } from "./calls.ts";
import { getPost, getPosts, getTimeline } from "./lookups.ts";
import { describeMedia } from "./media.ts";
import { createPost, deletePost } from "./posts.ts";
import { appendSegment, finalizeUpload, getUploadStatus, initializeUpload, uploadMedia } from "./uploads.ts";
import { getUsage } from "./usage.ts";
import { getMe } from "./users.ts";

const WRITE = ["tweet.read", "tweet.write", "users.read"];
const READ = ["tweet.read", "users.read"];
const UPLOAD = ["media.write"];

/** The calls with the scopes that they need. https://docs.x.com/fundamentals/authentication/guides/v2-authentication-mapping (2026-08) */
export const CALLS: readonly Call[] = [
  { method: "POST", path: "/2/tweets", rate: "create", status: 201, by: "user", scopes: WRITE, run: createPost },
  { method: "DELETE", path: "/2/tweets/:id", rate: "delete", by: "user", scopes: WRITE, run: deletePost },
  { method: "GET", path: "/2/tweets", rate: "tweets", by: "anyone", scopes: READ, run: getPosts },
  { method: "GET", path: "/2/tweets/:id", rate: "tweet", by: "anyone", scopes: READ, run: getPost },
  { method: "GET", path: "/2/users/me", rate: "me", by: "user", scopes: READ, run: getMe },
  { method: "GET", path: "/2/users/:id/tweets", rate: "timeline", by: "anyone", scopes: READ, run: getTimeline },
  { method: "POST", path: "/2/media/upload", rate: "upload", by: "user", scopes: UPLOAD, run: uploadMedia },
  { method: "GET", path: "/2/media/upload", rate: "upload", by: "user", scopes: UPLOAD, run: getUploadStatus },
  { method: "POST", path: "/2/media/upload/initialize", rate: "initialize", by: "user", scopes: UPLOAD, run: initializeUpload },
  { method: "POST", path: "/2/media/upload/:id/append", rate: "append", by: "user", scopes: UPLOAD, run: appendSegment },
  { method: "POST", path: "/2/media/upload/:id/finalize", rate: "finalize", by: "user", scopes: UPLOAD, run: finalizeUpload },
  { method: "POST", path: "/2/media/metadata", rate: "metadata", by: "user", scopes: UPLOAD, run: describeMedia },
  { method: "GET", path: "/2/usage/tweets", rate: "usage", by: "application", run: getUsage },
];
