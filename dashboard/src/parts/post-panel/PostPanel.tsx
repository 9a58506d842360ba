import { ActionIcon, Button, Loader, Menu, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconChevronDown, IconChevronUp, IconCopy, IconDots, IconPencil, IconRefresh, IconSend, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { has, useBrand } from "../../api/session.ts";
import { isDialogOpen } from "../dialogs.ts";
import { FormDialog } from "../FormDialog.tsx";
import { SidePanel } from "../SidePanel.tsx";
import { PostBody } from "./PostBody.tsx";
import { PostHead } from "./PostHead.tsx";
import css from "./panel.module.css";
import { type PanelPost, panelQuery } from "./queries.ts";
import { usePostActions } from "./use-post-actions.ts";
import { words } from "./words.ts";

/** A post that can be moved, with what was seen of it. */
export interface PanelItem {
  readonly postId: number;
  readonly updatedAt: string;
  readonly post: string;
  readonly collectionId: number;
  /** `YYYY-MM-DD HH:MM:SS` on the brand's clock; null without a date. */
  readonly local: string | null;
}

interface PostPanelProps {
  readonly brandId: number;
  readonly postId: number;
  readonly onClose: () => void;
  /** Goes to the post before or after it; absent where there is no order. */
  readonly onStep?: (by: -1 | 1) => void;
  /** Asks where to move it; absent where nothing asks. */
  readonly onMove?: (item: PanelItem) => void;
  /** What takes the focus once it is closed; absent: what had it before. */
  readonly returnTo?: () => HTMLElement | null;
}

const ICON = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

/** A post beside the page on which it was found: to read, change, copy, move, publish and delete without leaving. */
export function PostPanel({ brandId, postId, onClose, onStep, onMove, returnTo }: PostPanelProps) {
  const { data, error } = useQuery(panelQuery(brandId, postId));
  const brand = useBrand(brandId);
  const mayEdit = brand !== null && has(brand, "editor");
  const step = (by: -1 | 1) => () => {
    if (!isDialogOpen()) onStep?.(by);
  };
  useHotkeys([
    ["J", step(1)],
    ["K", step(-1)],
  ]);
  const steps = onStep !== undefined && (
    <span className={css.steps}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.previous} onClick={step(-1)}>
        <IconChevronUp {...ICON} size={18} />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.next} onClick={step(1)}>
        <IconChevronDown {...ICON} size={18} />
      </ActionIcon>
    </span>
  );
  if (data === undefined || data === null) {
    return (
      <SidePanel label={words.label} head={steps} onClose={onClose} returnTo={returnTo}>
        {error !== null ? <Text>{error.message}</Text> : data === null ? <Text>{words.gone}</Text> : <Loader aria-label={words.loading} />}
      </SidePanel>
    );
  }
  const { post, story } = data;
  const isMovable = mayEdit && onMove !== undefined && post.hindrances.edit === null;
  return (
    <SidePanel
      label={words.label}
      head={
        <>
          <PostHead post={post} story={story} />
          {steps}
        </>
      }
      foot={mayEdit ? <Buttons brandId={brandId} post={post} onClose={onClose} /> : undefined}
      onClose={onClose}
      returnTo={returnTo}
    >
      <PostBody brandId={brandId} shown={data} mayEdit={mayEdit} onMove={isMovable ? () => onMove(itemOf(post)) : undefined} />
    </SidePanel>
  );
}

function Buttons({ brandId, post, onClose }: { readonly brandId: number; readonly post: PanelPost; readonly onClose: () => void }) {
  const { copy, again, publish, remove } = usePostActions(brandId, post, onClose);
  const [isAsking, setAsking] = useState(false);
  const { edit, publish: hindrance } = post.hindrances;
  return (
    <>
      {edit === null ? (
        <Button
          px="sm"
          leftSection={<IconPencil {...ICON} />}
          renderRoot={(props) => (
            <Link
              to="/brands/$brandId/posts/$postId/edit"
              params={{ brandId, postId: post.id }}
              search={{ back: `${location.pathname}${location.search}` }}
              {...props}
            />
          )}
        >
          {words.edit}
        </Button>
      ) : (
        <Button leftSection={<IconRefresh {...ICON} />} loading={again.isPending} onClick={() => again.run()}>
          {words.again}
        </Button>
      )}
      {edit === null && (
        <Button variant="default" px="sm" leftSection={<IconCopy {...ICON} />} loading={copy.isPending} onClick={() => copy.run()}>
          {words.duplicate}
        </Button>
      )}
      {hindrance === null && (
        <Button variant="default" px="sm" leftSection={<IconSend {...ICON} />} onClick={() => setAsking(true)}>
          {words.publishNow}
        </Button>
      )}
      <Menu position="top-end" shadow="md">
        <Menu.Target>
          <ActionIcon ml="auto" variant="subtle" color="gray" size="lg" aria-label={words.more}>
            <IconDots {...ICON} size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => remove.run()}>
            {words.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAsking && (
        <FormDialog
          title={words.publishQuestion}
          lead={words.publishText}
          submit={words.publishNow}
          isPending={publish.isPending}
          problem={publish.error?.message ?? null}
          onSubmit={() => publish.mutate(undefined, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function itemOf({ id, version, caption, collectionId, localDate }: PanelPost): PanelItem {
  return { postId: id, updatedAt: version, post: caption, collectionId, local: localDate };
}
