import { ActionIcon, type ActionIconProps, type ElementProps, Menu, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDots } from "@tabler/icons-react";
import { type Ref, useRef } from "react";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import type { Movable } from "./moves.ts";
import { usePlan } from "./plan-context.ts";
import { words } from "./words.ts";

const { dialog, places } = words;

interface MoveMenuProps {
  readonly post: string;
  /** Null: it cannot be moved. */
  readonly item: Movable | null;
  /** Why it cannot be moved. */
  readonly why: string;
  readonly isDraft?: boolean;
}

const ICON = 16;
const TARGET = 24;

/** Where a post can go, without dragging. Of hundreds of posts few are moved: the menu itself is made when it is first asked for. */
export function MoveMenu(props: MoveMenuProps) {
  const [isAskedFor, { open }] = useDisclosure(false);
  if (isAskedFor) return <AskedMenu {...props} />;
  return <Trigger label={words.menu({ post: props.post })} onClick={open} aria-haspopup="menu" aria-expanded={false} />;
}

interface TriggerProps extends ActionIconProps, ElementProps<"button", keyof ActionIconProps> {
  readonly label: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

function Trigger({ label, ...button }: TriggerProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={TARGET} aria-label={label} {...button}>
      <IconDots size={ICON} aria-hidden />
    </ActionIcon>
  );
}

function AskedMenu({ post, item, why, isDraft = false }: MoveMenuProps) {
  const { moves, ask, nowLocal } = usePlan();
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, { open, close }] = useDisclosure(false);
  const suggestion = { day: (item?.local ?? nowLocal).slice(0, 10), time: (item?.local ?? `${nowLocal.slice(0, 10)} 09:00`).slice(11, 16) };
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={270} defaultOpened onClose={() => trigger.current?.focus()}>
        <Menu.Target>
          <Trigger ref={trigger} label={words.menu({ post })} />
        </Menu.Target>
        <Menu.Dropdown>
          {item === null ? (
            <Menu.Item disabled>{why}</Menu.Item>
          ) : (
            <>
              <Menu.Item onClick={() => ask([item], suggestion)}>{words.date}</Menu.Item>
              <Menu.Item onClick={() => moves.move([item], { to: "queue", position: "BACK" }, { where: places.nextSlot })}>
                {words.nextSlot}
              </Menu.Item>
              <Menu.Item onClick={() => moves.move([item], { to: "queue", position: "FRONT" }, { where: places.front })}>
                {words.front}
              </Menu.Item>
              {!isDraft && (
                <Menu.Item onClick={() => moves.move([item], { to: "draft" }, { where: places.drafts })}>{words.draft}</Menu.Item>
              )}
              <Menu.Divider />
              <Menu.Item color="red" onClick={open}>
                {words.remove}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isOpen && (
        <ConfirmDialog
          question={dialog.removeQuestion({ count: 1 })}
          confirm={dialog.remove}
          isPending={moves.isBusy}
          onConfirm={() => item !== null && moves.remove([item], close)}
          onClose={close}
        >
          <Text>{post}</Text>
          <Text>{dialog.removeText({ count: 1 })}</Text>
        </ConfirmDialog>
      )}
    </>
  );
}
