/** How a final cost is written: real answers carried a number, a text, and nothing at all. */
export const costForms = ['number', 'string', 'absent'] as const
export type CostForm = (typeof costForms)[number]

/** The field of a final cost; none before the end. */
export const costField = (cost: number | undefined, form: CostForm): Readonly<Record<string, unknown>> => {
  if (cost === undefined || form === 'absent') return {}
  return { conversion_cost: form === 'number' ? cost : String(cost) }
}
