import { z } from 'zod'

/** The sandbox's audio service as a test arranges it and looks into its books. */
export const createStudioClient = ({ controlUrl }: { controlUrl: string }) => {
  const account = z.object({ balance: z.number() })
  const opened = z.object({ key: z.string() })
  const refusals = z.object({
    refusals: z.array(z.object({ kind: z.string(), path: z.string(), detail: z.string() })),
  })
  const requests = z.object({
    requests: z.array(z.object({ path: z.string(), given: z.record(z.string(), z.unknown()) })),
  })
  const counters = z.object({
    keys: z.array(
      z.object({ calls: z.record(z.string(), z.number()), accepted: z.record(z.string(), z.number()) }),
    ),
  })
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    const content = {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    const response = await fetch(`${controlUrl}${path}`, { method, ...(body !== undefined && content) })
    if (!response.ok) throw new Error(await response.text())
  }
  return {
    /** What the bot's provider account still has, in credits. */
    balance: async () => account.parse(await (await fetch(`${controlUrl}/account`)).json()).balance,
    /** Opens one more account, and returns its API key. */
    async openAccount(balance: number): Promise<string> {
      const response = await fetch(`${controlUrl}/accounts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ balance }),
      })
      return opened.parse(await response.json()).key
    },
    /** What the account of a key still has, in credits. */
    balanceOf: async (key: string) =>
      account.parse(await (await fetch(`${controlUrl}/accounts/${key}`)).json()).balance,
    /** Requests that the real service would have ignored or refused, each in a line, the planned ones too. */
    refusals: async (): Promise<readonly string[]> =>
      refusals
        .parse(await (await fetch(`${controlUrl}/refusals`)).json())
        .refusals.map(({ kind, path, detail }) => `${kind} ${path}: ${detail}`),
    /** The requests it got, endpoint and parameters as they came, the oldest first. */
    requests: async () => requests.parse(await (await fetch(`${controlUrl}/requests`)).json()).requests,
    /** The songs requested of it, and those of them that it took on, whatever became of them. */
    songs: async () => {
      const { keys } = counters.parse(await (await fetch(`${controlUrl}/counters`)).json())
      const sum = (counts: readonly (number | undefined)[]) =>
        counts.reduce<number>((total, count = 0) => total + count, 0)
      return {
        asked: sum(keys.map(({ calls }) => calls['POST /v2/MusicAI'])),
        taken: sum(keys.map(({ accepted }) => accepted.MUSIC_AI)),
      }
    },
    /** Lets it fail, in the words of its control. */
    fail: (fault: object) => send('POST', '/faults', fault),
    /** From now on nothing fails any more. */
    mend: () => send('DELETE', '/faults'),
    /** What happens to the next submission. */
    plan: (plan: object) => send('POST', '/next', plan),
    /** Changes settings; what is left out stays. */
    set: (settings: object) => send('PUT', '/settings', settings),
    /** Moves the time of the audio service. */
    passTime: (advanceMs: number) => send('POST', '/clock', { advanceMs }),
  }
}
export type StudioClient = ReturnType<typeof createStudioClient>
