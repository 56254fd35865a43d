import { expect } from 'vitest'
import type { RawBot } from './support.ts'

export type Answered = { status: number; headers: Headers; body: Record<string, unknown> }

/** A request that waits for no rate, and its answer with the headers. Without a token when that is empty. */
export const ask = async (
  { discord }: RawBot,
  method: string,
  path: string,
  body?: unknown,
  authorization = `Bot ${discord.addresses.token}`,
): Promise<Answered> => {
  const response = await fetch(`${discord.addresses.api}/v10${path}`, {
    method,
    headers: {
      ...(authorization !== '' && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const parsed = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  return { status: response.status, headers: response.headers, body: parsed }
}

/** So many requests, one after the other. */
export const inTurn = async (
  count: number,
  one: (index: number) => Promise<Answered>,
): Promise<Answered[]> => {
  const answers: Answered[] = []
  for (let index = 0; index < count; index += 1) answers.push(await one(index))
  return answers
}

export const lastOf = (answers: readonly Answered[]): Answered => answers.at(-1) ?? expect.fail('no answer')

export const rateHeaders = ({ headers }: Answered) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('x-ratelimit')))

/** What was refused for its rate. */
export const earnedLimits = (bot: RawBot): readonly string[] =>
  bot.refusals().filter((summary) => summary.includes(' 429 '))
