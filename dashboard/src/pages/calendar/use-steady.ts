import { useRef, useState } from "react";

type Functions = { readonly [name: string]: (...given: never[]) => unknown };

/** Functions that stay the same for as long as the page is there, and do what those of its latest rendering do. */
export function useSteady<F extends Functions>(latest: F): F {
  const current = useRef(latest);
  current.current = latest;
  const [steady] = useState(() => {
    const names = Object.keys(latest);
    return Object.fromEntries(names.map((name) => [name, (...given: never[]) => current.current[name]?.(...given)])) as F;
  });
  return steady;
}
