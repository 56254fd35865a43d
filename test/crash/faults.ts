import { z } from 'zod'
import type { Stage } from './stage.ts'

/** What a stand-in, the audio service or Redis is to fail in, as docs/stand-ins.md has it. */
export type Fault = Readonly<Record<string, unknown>>

/** Where there is no connection at the moment, none can break. */
const needsConnection = z.object({ field: z.enum(['gateway', 'socket']) })

/** Has something fail. */
export const befall = async ({ world }: Pick<Stage, 'world'>, fault: Fault): Promise<void> => {
  const response = await fetch(`${world.addresses.control.url}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  const text = await response.text()
  if (!(response.ok || needsConnection.safeParse(JSON.parse(text)).success))
    throw new Error(`${JSON.stringify(fault)}: ${text}`)
}

/** From now on nothing fails any more. */
export const mendAll = ({ world }: Pick<Stage, 'world'>): Promise<unknown> =>
  fetch(`${world.addresses.control.url}/faults`, { method: 'DELETE' })
