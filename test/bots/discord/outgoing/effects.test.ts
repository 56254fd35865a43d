import { Routes } from 'discord.js'
import { expect, test } from 'vitest'
import { effectOfCall } from '../../../../src/bots/discord/outgoing/calls.ts'

/** Routes of https://docs.discord.com/developers/reference, as discord.js writes them. */
test.each([
  ['discord.answer', 'POST', Routes.interactionCallback('1', 'token')],
  ['discord.answerLater', 'POST', Routes.webhook('1', 'token')],
  ['discord.editAnswer', 'PATCH', Routes.webhookMessage('1', 'token')],
  ['discord.post', 'POST', Routes.channelMessages('2')],
  ['discord.edit', 'PATCH', Routes.channelMessage('2', '3')],
  ['discord.remove', 'DELETE', Routes.channelMessage('2', '3')],
  ['discord.openDirectMessage', 'POST', Routes.userChannels()],
  ['discord.publish', 'PUT', Routes.applicationCommands('1')],
  ['discord.look', 'GET', Routes.channelMessages('2')],
])('%s is %s %s', (name, method, route) => {
  expect(effectOfCall(method, `https://discord.com/api/v10${route}?with_response=true`)).toBe(name)
})
