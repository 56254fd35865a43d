import { expect } from 'vitest'
import type { SeenPlaces } from '../../../sandbox/control/seen-places.ts'
import type { ChatPlatform } from '../../../sandbox/world/addresses.ts'
import type { World } from '../../../sandbox/world/world.ts'

/** The timeout of a test that waits for a browser. */
export const waitMs = 120_000
export const patience = { timeout: 60_000, interval: 100 }

/** Sends a request as the bot. */
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

/** The places that a platform's admin can see. */
export const placesOf = async ({ addresses }: World, platform: ChatPlatform): Promise<SeenPlaces> => {
  const { control, [platform]: place } = addresses
  const response = await fetch(`${control.url}/places?platform=${platform}&viewer=${place.adminId}`)
  return (await response.json()) as SeenPlaces
}

/** Keeps below the platforms' rate limits. */
export const betweenMessagesMs = 1_000

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
