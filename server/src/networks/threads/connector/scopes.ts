import type { LogInScope } from "../../connectors/log-in.ts";

/** https://developers.facebook.com/documentation/threads/overview (2025-12). */
export const SCOPES: readonly LogInScope[] = [
  { name: "threads_basic", needed: true, without: "Without it, nobody can tell whose profile this is." },
  { name: "threads_content_publish", needed: true, without: "Nothing can be published." },
  { name: "threads_manage_replies", needed: false, without: "Threads of several parts and first comments cannot be published." },
  {
    name: "threads_read_replies",
    needed: false,
    without: "When the answer to a part of a thread or a comment is lost, nothing can tell whether it was published.",
  },
  { name: "threads_manage_insights", needed: false, without: "Likes, replies and reposts are not counted." },
];
