import { expect } from 'vitest'
import type { ChatPlatform } from '../../../sandbox/addresses.ts'
import type { SeenPlaces } from '../../../sandbox/seen-places.ts'
import type { World } from '../../../sandbox/world.ts'

/** Time that a test has which starts a browser, or waits for one. */
export const waitMs = 120_000
export const patience = { timeout: 20_000, interval: 100 }

/** A request of the bot, whatever it asks. */
export const ask = async (
  method: string,
  url: string,
  authorization: string,
  body: object,
): Promise<unknown> => {
  const response = await fetch(url, {
    method,
    headers: { authorization, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  })
  return response.json()
}

/** What the admin of a platform's server sees there. */
export const placesOf = async ({ addresses }: World, platform: ChatPlatform): Promise<SeenPlaces> => {
  const { control, [platform]: place } = addresses
  const response = await fetch(`${control.url}/places?platform=${platform}&viewer=${place.adminId}`)
  return (await response.json()) as SeenPlaces
}

/** A bot may not write much faster. */
const betweenMessagesMs = 1_000

/** https://docs.discord.com/developers/resources/message#create-message, and #edit-message of the one with that id. */
export const writeOnDiscord = async (
  { addresses, clock }: World,
  body: object,
  id?: string,
): Promise<string> => {
  const { api, token, channelId } = addresses.discord
  const url = `${api}/v10/channels/${channelId}/messages`
  clock.advance(betweenMessagesMs)
  const answer =
    id === undefined
      ? await ask('POST', url, `Bot ${token}`, body)
      : await ask('PATCH', `${url}/${id}`, `Bot ${token}`, body)
  expect(answer).toMatchObject({ id: expect.stringMatching(/^\d+$/) })
  return (answer as { id: string }).id
}
