import { z } from 'zod'

/** The sandbox's audio service as a test arranges it and looks into its books. */
export const createStudioClient = ({ controlUrl }: { controlUrl: string }) => {
  const account = z.object({ balance: z.number() })
  const refusals = z.object({
    refusals: z.array(z.object({ kind: z.string(), path: z.string(), detail: z.string() })),
  })
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const response = await fetch(`${controlUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(await response.text())
  }
  return {
    /** What the bot's provider account still has, in credits. */
    balance: async () => account.parse(await (await fetch(`${controlUrl}/account`)).json()).balance,
    /** Requests that the real service would have ignored or refused, each in a line, the planned ones too. */
    refusals: async (): Promise<readonly string[]> =>
      refusals
        .parse(await (await fetch(`${controlUrl}/refusals`)).json())
        .refusals.map(({ kind, path, detail }) => `${kind} ${path}: ${detail}`),
    /** What happens to the next submission. */
    plan: (plan: object) => send('POST', '/next', plan),
    /** Changes settings; what is left out stays. */
    set: (settings: object) => send('PUT', '/settings', settings),
    /** Moves the time of the audio service. */
    passTime: (advanceMs: number) => send('POST', '/clock', { advanceMs }),
  }
}
export type StudioClient = ReturnType<typeof createStudioClient>
