import { z } from 'zod'

/** The sandbox's audio service as a test arranges it and looks into its books. */
export const createStudioClient = ({ controlUrl }: { controlUrl: string }) => {
  const account = z.object({ balance: z.number() })
  const refusals = z.object({
    refusals: z.array(z.object({ kind: z.string(), path: z.string(), detail: z.string() })),
  })
  return {
    /** What the bot's provider account still has, in credits. */
    balance: async () => account.parse(await (await fetch(`${controlUrl}/account`)).json()).balance,
    /** Requests that the real service would have ignored or refused, each in a line, the planned ones too. */
    refusals: async (): Promise<readonly string[]> =>
      refusals
        .parse(await (await fetch(`${controlUrl}/refusals`)).json())
        .refusals.map(({ kind, path, detail }) => `${kind} ${path}: ${detail}`),
    /** What happens to the next submission. */
    async plan(plan: object) {
      const response = await fetch(`${controlUrl}/next`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(plan),
      })
      if (!response.ok) throw new Error(await response.text())
    },
  }
}
