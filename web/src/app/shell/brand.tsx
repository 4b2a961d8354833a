import { AppLink } from '#ui';

const Mark = () => (
  <svg aria-hidden viewBox="0 0 32 32" width={24} height={24}>
    <rect width="32" height="32" rx="8" fill="#0f6f64" />
    <g fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round">
      <path d="M7.5 10h17" />
      <path d="M11.5 16h9.5" opacity=".85" />
      <path d="M14.5 22h3.5" opacity=".7" />
    </g>
  </svg>
);

export const Brand = ({ markOnly = false }: { markOnly?: boolean }) => (
  <AppLink to="/" className="flex min-h-8 w-fit items-center gap-2 rounded-md px-1 font-semibold">
    <Mark />
    <span className={markOnly ? 'sr-only' : undefined}>Tracewell</span>
  </AppLink>
);
