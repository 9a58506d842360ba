import { NumberInput, Stack, Textarea } from "@mantine/core";
import { COMMENT_DELAY_SECONDS_MAX } from "@rostrum/contract/limits.ts";
import type { DraftComment } from "./state.ts";
import { words } from "./words.ts";

interface CommentFieldsProps {
  readonly comment: DraftComment;
  readonly error: string | undefined;
  readonly onChange: (comment: DraftComment) => void;
}

export function CommentFields({ comment, error, onChange }: CommentFieldsProps) {
  const say = words.extras;
  return (
    <Stack gap="sm">
      <Textarea
        label={say.commentField}
        autosize
        minRows={2}
        value={comment.comment}
        error={error}
        onChange={({ currentTarget: { value } }) => onChange({ ...comment, comment: value })}
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
