import { type RefObject, useEffect, useRef } from "react";

/** Whether the page has been left: for what ends later, such as a save. */
export function useIsLeft(): RefObject<boolean> {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  return isLeft;
}
