import { NumberInput, Stack } from "@mantine/core";
import { COMMENT_DELAY_SECONDS_MAX } from "@rostrum/contract/limits.ts";
import { MentionArea } from "./mentions/MentionArea.tsx";
import type { MentionGround } from "./mentions/use-suggestions.ts";
import type { DraftComment } from "./state.ts";
import { words } from "./words.ts";

interface CommentFieldsProps {
  readonly comment: DraftComment;
  readonly error: string | undefined;
  readonly ground: MentionGround;
  readonly onChange: (comment: DraftComment) => void;
}

export function CommentFields({ comment, error, ground, onChange }: CommentFieldsProps) {
  const say = words.extras;
  return (
    <Stack gap="sm">
      <MentionArea
        label={say.commentField}
        autosize
        minRows={2}
        value={comment.comment}
        error={error}
        ground={ground}
        onText={(text) => onChange({ ...comment, comment: text })}
      />
      <NumberInput
        label={say.delay}
        value={comment.delaySeconds}
        min={0}
        max={COMMENT_DELAY_SECONDS_MAX}
        allowDecimal={false}
        hideControls
        maw={220}
        onChange={(value) => onChange({ ...comment, delaySeconds: typeof value === "number" ? value : Number(value) || 0 })}
      />
    </Stack>
  );
}
