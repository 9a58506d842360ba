interface DialProps {
  readonly part: number;
  readonly all: number;
}

const RADIUS = 14.5;
const ROUND = 2 * Math.PI * RADIUS;

/** How many of all, as a ring. Decoration: it stands beside the sentence. */
export function Dial({ part, all }: DialProps) {
  const share = all === 0 ? 0 : part / all;
  return (
    <svg width={34} height={34} viewBox="0 0 34 34" aria-hidden style={{ flex: "none" }}>
      <circle cx={17} cy={17} r={RADIUS} fill="none" stroke="var(--line-2)" strokeWidth={3.5} />
      <circle
        cx={17}
        cy={17}
        r={RADIUS}
        fill="none"
        stroke={share === 1 ? "var(--sent)" : "var(--fail)"}
        strokeWidth={3.5}
        strokeDasharray={`${share * ROUND} ${ROUND}`}
        transform="rotate(-90 17 17)"
      />
      <text x={17} y={21} textAnchor="middle" fontSize={11} fontWeight={700} fill="currentColor">
        {part}/{all}
      </text>
    </svg>
  );
}
