import type { Language } from "@rostrum/contract/words.ts";

/** A mail as it is read: paragraphs, of which one may be a link with a label. */
export interface Written {
  /** Absent: English. */
  readonly language?: Language;
  readonly subject: string;
  readonly paragraphs: readonly (string | { readonly label: string; readonly url: string })[];
}
