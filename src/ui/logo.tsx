export function Logo({ size = 22 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="var(--ink)"
      strokeWidth="1.6"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M12 1.8 21 7v10l-9 5.2L3 17V7z" />
      <path d="M12 1.8v20.4M3 7l18 10M21 7 3 17" strokeWidth=".9" />
      <circle cx="12" cy="12" r="2.6" fill="var(--pen)" />
    </svg>
  );
}
