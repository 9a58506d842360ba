import { wordsOf } from "../language/words.ts";

export const english = {
  close: "Close",
  cancel: "Cancel",
  undo: "Undo",
  open: "Open",
  save: "Save",
  showPassword: "Show what is typed",
  failed: "That did not work",
  signedOut: "You have been signed out. What you typed is still here.",
  signIn: "Sign in again",
  undone: "Taken back.",
  more: "{count} more",
  states: {
    planned: "Planned",
    waiting: "Waiting for a yes",
    leaving: "Going out",
    sent: "Sent",
    failed: "Failed",
    skipped: "Skipped",
    draft: "Draft",
  },
  networks: { "Social Media": "Webhook" },
  free: "free",
  writeFor: "Free slot: {when}. Write for it",
  deleted: "{count, plural, one {Deleted. The post is in the bin.} other {Deleted. # posts are in the bin.}}",
  noText: "No text",
} as const;

export const words = wordsOf("parts", english);
