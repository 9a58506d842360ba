/** A mail as it is read: paragraphs, of which one may be a link with a label. */
export interface Written {
  readonly subject: string;
  readonly paragraphs: readonly (string | { readonly label: string; readonly url: string })[];
}
