/** A part's name in the checkpoint. */
export function partName(index: number): string {
  return `${index}`;
}

/** The remote id of a post that is live and whose id the network does not tell: it is named by its container. */
export function unnamedId(containerId: string): string {
  return `container-${containerId}`;
}

export function isUnnamed(remoteId: string): boolean {
  return remoteId.startsWith("container-");
}
