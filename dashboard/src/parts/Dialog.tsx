import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";
import { useLayer } from "./layers.ts";

/**
 * A dialog that exists only while it is open. Where the focus was before, it is again afterwards: Mantine gives it back only when a
 * dialog that stays is told to close.
 */
export function Dialog(props: Omit<ModalProps, "opened">) {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Another dialog may have taken its place.
      const isNowhere = document.activeElement === null || document.activeElement === document.body;
      if (isNowhere && before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
  return <LayeredModal opened {...props} />;
}

/** A dialog that stays when it is closed. Escape closes only the one on top. */
export function LayeredModal({ closeOnEscape = true, ...rest }: ModalProps) {
  useLayer(rest.opened, () => {
    if (closeOnEscape) rest.onClose();
  });
  return <Modal closeOnEscape={false} {...rest} />;
}
