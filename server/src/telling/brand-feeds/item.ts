import type { Instant } from "@rostrum/contract/formats.ts";

/** A post as readers of a feed get it, whatever its format. */
export interface Item {
  readonly id: string;
  readonly publishedAt: Instant;
  /** The address of the post on the first of its networks. */
  readonly url: string;
  /** Where the post itself links to. */
  readonly link: string | null;
  readonly text: string;
  /** As HTML, with its files and networks. */
  readonly html: string;
  readonly tags: readonly string[];
  readonly files: readonly ItemFile[];
  readonly networks: readonly { readonly name: string; readonly url: string }[];
}

export interface ItemFile {
  readonly url: string;
  readonly mime: string;
  /** Null if it is not known. */
  readonly sizeBytes: number | null;
  readonly alt: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  /** The address of the picture that readers see before they play it; null if the network chose one. */
  readonly cover: string | null;
}

/** What a feed says about itself. */
export interface Channel {
  readonly title: string;
  readonly description: string;
  /** Of this format. */
  readonly address: string;
  /** Of the service. */
  readonly home: string;
}
