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
  undone: "Undone.",
  undoneWithoutFiles:
    "{count, plural, one {Undone, but one of its files has since been deleted. Add another before it goes out.} other {Undone, but # files have since been deleted. Add others before anything goes out.}}",
  undoneAsDrafts:
    "{count, plural, one {Undone, but it is a draft now: its time could not be restored. Plan it again.} other {Undone, but # posts are drafts now: their times could not be restored. Plan them again.}}",
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
  stay: "Stay here",
  leave: "Leave",
  copy: "Copy",
  copied: "Copied",
  copyOf: "Copy {label}",
  cannotCopy: "Your browser does not let this page copy. Select the text and copy it yourself.",
  brandSettings: "Brand settings",
  noZone: "No zone has this name. Try the nearest big city.",
  notLoaded: "A part of this page could not be loaded. Reload the page: there may be a new version.",
  inDoubt: "It is not clear whether that was stored. Looking for it may take some minutes.",
  upload: {
    tooLarge: "It is larger than 100 MB, which is the most a file may have.",
    refused: "The service answered with status {status}. Try again.",
    unreachable: "The service could not be reached. Check the connection, then try again.",
    stuck: "The upload came to a standstill. Try again.",
    cancelled: "The upload was cancelled.",
    gone: "The file is gone.",
  },
} as const;

export const words = wordsOf("parts", english);
