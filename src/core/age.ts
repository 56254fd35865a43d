const spans = [
  { unit: 'day', spanMs: 86_400_000 },
  { unit: 'hour', spanMs: 3_600_000 },
  { unit: 'minute', spanMs: 60_000 },
] as const

/** How long ago something was, such as "5 minutes ago". */
export const ageText = (ageMs: number): string => {
  const span = spans.find(({ spanMs }) => ageMs >= spanMs)
  if (span === undefined) return 'just now'
  const count = Math.floor(ageMs / span.spanMs)
  return `${count} ${span.unit}${count === 1 ? '' : 's'} ago`
}
