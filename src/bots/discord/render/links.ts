import type { MessageLink, WebLink } from '../../../core/message/message.ts'

/**
 * Discord shows the address of a message as the name of its channel.
 * https://docs.discord.com/developers/reference#message-formatting
 */
export const messageLink = ({ server, message: { channel, message } }: MessageLink): string => {
  const guild = /^\d+$/.test(server) ? server : '@me'
  return [channel, message].every((id) => /^\d+$/.test(id))
    ? `https://discord.com/channels/${guild}/${channel}/${message}`
    : ''
}

/** In angle brackets, so that Discord shows no preview. */
export const webLink = ({ url }: WebLink): string => (URL.canParse(url) ? `<${new URL(url).href}>` : '')
