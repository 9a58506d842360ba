import type { Call } from "./calls.ts";
import { getPost, getPosts, getTimeline } from "./lookups.ts";
import { describeMedia } from "./media.ts";
import { createPost, deletePost } from "./posts.ts";
import { appendSegment, finalizeUpload, getUploadStatus, initializeUpload, uploadMedia } from "./uploads.ts";
import { getMe } from "./users.ts";

const WRITE = ["tweet.read", "tweet.write", "users.read"];
const READ = ["tweet.read", "users.read"];
const UPLOAD = ["media.write"];

/** The calls with the scopes that they need. https://docs.x.com/fundamentals/authentication/guides/v2-authentication-mapping (2026-08) */
export const CALLS: readonly Call[] = [
  { method: "POST", path: "/2/tweets", rate: "create", status: 201, scopes: WRITE, run: createPost },
  { method: "DELETE", path: "/2/tweets/:id", rate: "delete", scopes: WRITE, run: deletePost },
  { method: "GET", path: "/2/tweets", rate: "tweets", scopes: READ, run: getPosts },
  { method: "GET", path: "/2/tweets/:id", rate: "tweet", scopes: READ, run: getPost },
  { method: "GET", path: "/2/users/me", rate: "me", scopes: READ, run: getMe },
  { method: "GET", path: "/2/users/:id/tweets", rate: "timeline", scopes: READ, run: getTimeline },
  { method: "POST", path: "/2/media/upload", rate: "upload", scopes: UPLOAD, run: uploadMedia },
  { method: "GET", path: "/2/media/upload", rate: "upload", scopes: UPLOAD, run: getUploadStatus },
  { method: "POST", path: "/2/media/upload/initialize", rate: "initialize", scopes: UPLOAD, run: initializeUpload },
  { method: "POST", path: "/2/media/upload/:id/append", rate: "append", scopes: UPLOAD, run: appendSegment },
  { method: "POST", path: "/2/media/upload/:id/finalize", rate: "finalize", scopes: UPLOAD, run: finalizeUpload },
  { method: "POST", path: "/2/media/metadata", rate: "metadata", scopes: UPLOAD, run: describeMedia },
];
