import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";
import { useLayer } from "./layers.ts";

/**
 * A dialog that exists only while it is open. Escape closes only the one on top. Where the focus was before, it is again afterwards:
 * Mantine gives it back only when a dialog that stays is told to close.
 */
export function Dialog({ closeOnEscape = true, ...rest }: Omit<ModalProps, "opened">) {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Another dialog may have taken its place.
      const isNowhere = document.activeElement === null || document.activeElement === document.body;
      if (isNowhere && before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
  useLayer(true, () => {
    if (closeOnEscape) rest.onClose();
  });
  return <Modal opened closeOnEscape={false} {...rest} />;
}
