const PLACEHOLDER = "container:";

/** Stands for the id of a post that is published for certain and that no list shows. */
export function placeholder(container: string): string {
  return PLACEHOLDER + container;
}

export function isPlaceholder(id: string): boolean {
  return id.startsWith(PLACEHOLDER);
}
