/** First digits of ids, by what they are of: told apart without asking the store. */
export const ACCOUNT_FAMILY = 2;
export const CONTAINER_FAMILY = 3;
export const POST_FAMILY = 4;

/** A container's post: the same digits in another family, so that one container can never give two posts. */
export function postIdOf(containerId: string): string {
  return `${POST_FAMILY}${containerId.slice(1)}`;
}

export function containerIdOf(postId: string): string {
  return `${CONTAINER_FAMILY}${postId.slice(1)}`;
}

export function isContainerId(id: string): boolean {
  return id.startsWith(String(CONTAINER_FAMILY));
}
