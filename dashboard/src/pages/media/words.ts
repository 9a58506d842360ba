import type { MediaFilter } from "@rostrum/contract/media.ts";
import type { MEDIA_SORTS, MediaUse } from "@rostrum/contract/private/media.ts";
import { printSize } from "./facts.ts";

interface Sum {
  readonly files: number;
  readonly bytes: number;
}

const files = (count: number) => (count === 1 ? "1 file" : `${new Intl.NumberFormat().format(count)} files`);

function used(count: number, unused: Sum): string {
  if (unused.files === 0) return count === 1 ? "It is used." : "All of them are used.";
  if (unused.files === count) return count === 1 ? "It is not used yet." : "None of them is used yet.";
  return `${files(unused.files)}, ${printSize(unused.bytes)}, ${unused.files === 1 ? "is" : "are"} used nowhere.`;
}

export const words = {
  title: "Media",
  totals: ({ files: count, bytes }: Sum, unused: Sum) =>
    count === 0
      ? "Pictures, videos and documents for the posts of this brand."
      : `${files(count)}, ${printSize(bytes)}. ${used(count, unused)}`,
  upload: "Upload files",
  accepted: ".jpg,.jpeg,.png,.bmp,.mp4,.mov,.pdf,image/jpeg,image/png,image/bmp,video/mp4,video/quicktime,application/pdf",
  hint: "You can also drop files here, or paste them. JPEG, PNG, BMP, MP4, MOV and PDF, up to 100 MB each.",
  drop: "Drop the files to upload them",
  uploads: "Uploads",
  waiting: "Waiting",
  sent: (share: number) => (share >= 1 ? "Saving…" : `${Math.round(share * 100)}%`),
  cancel: (name: string) => `Cancel ${name}`,
  again: (name: string) => `Send ${name} again`,
  dismiss: (name: string) => `Dismiss ${name}`,
  uploaded: (name: string) => `${name} has been uploaded.`,
  leaving: {
    question: "Leave before the files have arrived?",
    consequence: "What is still waiting or being uploaded will not arrive.",
  },
  search: "Search by name",
  type: "Kind",
  types: { all: "All kinds", IMAGE: "Pictures", VIDEO: "Videos", APPLICATION: "Documents" } satisfies Partial<
    Record<MediaFilter | "all", string>
  >,
  use: "Use",
  uses: { all: "Used or not", used: "Used in posts", unused: "Not used" },
  sort: "Order",
  sorts: { newest: "Newest first", oldest: "Oldest first", name: "By name", largest: "Largest first" } satisfies Record<
    (typeof MEDIA_SORTS)[number],
    string
  >,
  none: { title: "No files yet", text: "Upload pictures, videos and documents here, then use them in any number of posts." },
  noneFound: { title: "Nothing found", text: "No file matches these filters." },
  clear: "Clear the filters",
  list: "Files",
  choose: (name: string) => `Choose ${name}`,
  open: (name: string) => `Show ${name}`,
  used: (count: number) => (count === 0 ? "Not used" : count === 1 ? "Used in 1 post" : `Used in ${count} posts`),
  chosen: (count: number) => `${files(count)} chosen`,
  chooseNone: "Clear selection",
  choosePage: "Choose all on this page",
  delete: "Delete",
  deleteQuestion: (count: number) => `Delete ${files(count)}?`,
  deleteOne: (name: string) => `Delete ${name}?`,
  deleteConsequence: "This cannot be undone. Files that a post still needs stay; what has been published stays as it is.",
  deleted: (count: number) => `${files(count)} deleted.`,
  kept: (count: number) => (count === 1 ? "1 file stays" : `${count} files stay`),
  close: "Close",
  pages: "Pages",
  gone: "This file is gone. It may have been deleted.",
  name: "Name",
  rename: "Rename",
  description: "What it shows",
  descriptionHint: "Offered as the alternative text when somebody writes a post with this file. Existing posts keep the text they have.",
  describe: "Save the description",
  described: "The description is saved.",
  crop: "Crop…",
  cropped: (name: string) => `${name} is in the library.`,
  renamed: (name: string) => `The file is now called ${name}.`,
  facts: { kind: "Kind", size: "Size", dimensions: "Dimensions", duration: "Duration", added: "Added" },
  pixels: (width: number, height: number) => `${width} × ${height} pixels`,
  whereUsed: "Where it is used",
  nowhere: "No post uses this file.",
  more: (count: number) => (count === 1 ? "and 1 more post" : `and ${count} more posts`),
  states: { DRAFT: "Draft", QUEUED: "Queued", SCHEDULED: "Scheduled", LEAVING: "Being published", PUBLISHED: "Published" } satisfies Record<
    MediaUse["state"],
    string
  >,
  withoutText: "(no text)",
  download: "Download",
} as const;
