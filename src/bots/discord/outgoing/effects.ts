import type { EffectName } from '../../../core/effect.ts'

/** What a POST does, by what its route begins and ends with; a message in a channel otherwise. */
const effectOfPost = (path: string): EffectName => {
  if (/\/interactions\/[^/]+\/[^/]+\/callback$/.test(path)) return 'discord.answer'
  if (path.includes('/webhooks/')) return 'discord.answerLater'
  return path.endsWith('/users/@me/channels') ? 'discord.openDirectMessage' : 'discord.post'
}

/** The effect of a call of Discord's REST interface. https://docs.discord.com/developers/reference */
export const effectOfCall = (method: string, url: string): EffectName => {
  const path = new URL(url).pathname
  switch (method) {
    case 'POST':
      return effectOfPost(path)
    case 'PATCH':
      return path.includes('/webhooks/') ? 'discord.editAnswer' : 'discord.edit'
    case 'DELETE':
      return 'discord.remove'
    case 'PUT':
      return 'discord.publish'
    default:
      return 'discord.look'
  }
}
