import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";

type Tell = (change: 1 | -1) => void;

const Below = createContext<Tell | null>(null);

interface Layer {
  /** Whether nothing is open above it. Every dialog of Mantine hears Escape, the one behind too, which would lose what is typed there. */
  readonly isTop: boolean;
  readonly tell: Tell;
}

/** A dialog or drawer among those that may be open above and below it. What is inside it goes into `Inside`. */
export function useLayer(isOpen: boolean): Layer {
  const tellBelow = useContext(Below);
  const [above, setAbove] = useState(0);
  const tell = useCallback<Tell>((change) => setAbove((count) => count + change), []);
  useEffect(() => {
    if (!isOpen || tellBelow === null) return;
    tellBelow(1);
    return () => tellBelow(-1);
  }, [isOpen, tellBelow]);
  return { isTop: above === 0, tell };
}

export function Inside({ layer, children }: { readonly layer: Layer; readonly children: ReactNode }) {
  return <Below value={layer.tell}>{children}</Below>;
}
