import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { sayFailure } from "./say-failure.ts";
import { words } from "./words.ts";

/**
 * A dialog whose code is loaded when it is first opened. If that fails, offline or after an upgrade, the page behind it stays as it is:
 * `React.lazy` would put an error in its place, and with it what is typed there.
 */
export function later<P extends { readonly onClose: () => void }>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Later(props: P) {
    const [Dialog, setDialog] = useState(() => loaded);
    const giveUp = useEffectEvent(() => {
      sayFailure(words.notLoaded);
      props.onClose();
    });
    useEffect(() => {
      if (Dialog !== null) return;
      load().then(
        (component) => {
          loaded = component;
          setDialog(() => component);
        },
        () => giveUp(),
      );
    }, [Dialog]);
    return Dialog === null ? null : <Dialog {...props} />;
  };
}
