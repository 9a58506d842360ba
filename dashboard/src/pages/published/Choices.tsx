import { Button } from "@mantine/core";
import type { Result } from "@rostrum/contract/private/published.ts";
import type { SentPost } from "@rostrum/contract/private/sent-posts.ts";
import { IconLogin2, IconPencil, IconRefresh, IconTrashOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { tellReason } from "../../parts/reasons/reasons.ts";
import { useChange, useLeave, useRestore, useTryAgain } from "./actions.ts";
import { Settle } from "./Settle.tsx";
import { words as story } from "./story-words.ts";

interface ChoicesProps {
  readonly post: SentPost;
  readonly result: Result;
  readonly brandId: number;
  readonly network: string;
}

/** What can be done about a network that does not have the post: at most one filled button. */
export function Choices({ post, result, brandId, network }: ChoicesProps) {
  const { id, state, reason, needsSettling, canTryAgain, isComment, isLeft, channel } = result;
  const tryAgain = useTryAgain(brandId);
  const change = useChange(brandId);
  const leave = useLeave(brandId);
  const restore = useRestore(brandId);
  if (needsSettling) return <Settle result={result} brandId={brandId} network={network} />;
  if (state !== "FAILED" && state !== "SKIPPED") return null;
  if (post.postId === null) {
    const { sourceId } = post;
    if (sourceId === null) return null;
    return (
      <Button variant="default" leftSection={<IconTrashOff size={16} aria-hidden />} onClick={() => restore.mutate([sourceId])}>
        {story.restore}
      </Button>
    );
  }
  const { postId } = post;
  const told = tellReason({ reason, message: result.message, network: channel.type });
  const action = told?.action ?? null;
  const isChanged = action === "change" || action === "shorten" || action === "picture" || action === "addPicture";
  const leadsToChannel = action === "logIn" || action === "channel";
  const channelId = channel.id;
  return (
    <>
      {leadsToChannel && (
        <Button
          leftSection={<IconLogin2 size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/brands/$brandId/channels" params={{ brandId }} {...props} />}
        >
          {told?.label}
        </Button>
      )}
      {isChanged && channelId !== null && !isComment && (
        <Button
          leftSection={<IconPencil size={16} aria-hidden />}
          loading={change.isPending}
          onClick={() => change.mutate({ postId, channelId, deliveryId: id })}
        >
          {told?.label}
        </Button>
      )}
      {canTryAgain && (
        <Button
          variant={isChanged || leadsToChannel ? "default" : "filled"}
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={tryAgain.isPending}
          onClick={() => tryAgain.mutate(id)}
        >
          {story.tryAgain}
        </Button>
      )}
      {state === "FAILED" && !isLeft && (
        <Button variant="subtle" loading={leave.isPending} onClick={() => leave.mutate(id)}>
          {story.leave}
        </Button>
      )}
    </>
  );
}
