import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";
import { Inside, useLayer } from "./layers.tsx";

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
  const { closeOnEscape = true, children, ...rest } = props;
  const layer = useLayer(true);
  return (
    <Modal opened closeOnEscape={closeOnEscape && layer.isTop} {...rest}>
      <Inside layer={layer}>{children}</Inside>
    </Modal>
  );
}
