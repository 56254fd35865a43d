import type { ChatPlatform } from '../../../../sandbox/world/addresses.ts'
import type { World } from '../../../../sandbox/world/world.ts'
import { readCommandId } from '../../../../src/core/message/command-link.ts'

// A client that somebody changed could send any button. Here the bot's own token posts a message with such buttons, which
// are then pressed like any other.

/** Where a button is that holds an id. */
export interface ForgedButton {
  message: string
  label: string
}

const buttonsPerRow = 5
const buttonsMax = 25
/** Past the window in which Discord counts messages of a channel. */
const betweenMessagesMs = 6_000

const groupsOf = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

const post = async (url: string, authorization: string, body: object): Promise<unknown> => {
  const headers = { authorization, 'content-type': 'application/json; charset=utf-8' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.json()
}

const onDiscord = async (
  { addresses: { discord } }: World,
  channel: string,
  labels: ReadonlyMap<string, string>,
) => {
  const buttons = [...labels].map(([id, label]) => ({ type: 2, style: 2, label, custom_id: id }))
  const components = groupsOf(buttons, buttonsPerRow).map((row) => ({ type: 1, components: row }))
  const body = { content: 'Press these.', components }
  const posted = await post(`${discord.api}/v10/channels/${channel}/messages`, `Bot ${discord.token}`, body)
  return (posted as { id: string }).id
}

/** The id of a button of Discord's as Slack's buttons hold the same. */
const heldOnSlack = (id: string, channel: string): { action: string; value: string } => {
  const link = readCommandId(id)
  if (link !== undefined) return { action: 'do:0', value: JSON.stringify(link) }
  const [kind, command = '', action = '', draft = ''] = id.split(':')
  const origin = { command, action: action || undefined, draft, channel, replyUrl: '', kept: [], dropped: [] }
  return { action: kind === 'send' ? 'send.0' : 'form', value: JSON.stringify(origin) }
}

const onSlack = async (
  { addresses: { slack } }: World,
  channel: string,
  labels: ReadonlyMap<string, string>,
) => {
  const blocks = [...labels].map(([id, label]) => {
    const { action: action_id, value } = heldOnSlack(id, channel)
    const text = { type: 'plain_text', text: label }
    return { type: 'actions', elements: [{ type: 'button', action_id, text, value }] }
  })
  const body = { channel, text: 'Press these.', blocks }
  const posted = await post(`${slack.api}chat.postMessage`, `Bearer ${slack.botToken}`, body)
  return (posted as { ts: string }).ts
}

/** Posts a button for each of these ids, in as many messages as it takes; answers with where each is. */
export const forgeButtons = async (
  world: World,
  platform: ChatPlatform,
  channel: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ForgedButton>> => {
  const forged = new Map<string, ForgedButton>()
  for (const some of groupsOf(ids, buttonsMax)) {
    const labels = new Map(some.map((id, index) => [id, `Button ${index + 1}`]))
    const message = await (platform === 'discord' ? onDiscord : onSlack)(world, channel, labels)
    for (const [id, label] of labels) forged.set(id, { message, label })
    if (platform === 'discord') world.clock.advance(betweenMessagesMs)
  }
  return forged
}

/** Has an open form of Slack's say that it is the one with this id. */
export const forgeForm = async (
  { addresses: { slack } }: World,
  view: string,
  id: string,
  channel: string,
): Promise<void> => {
  const element = { type: 'plain_text_input', action_id: 'prompt' }
  const label = { type: 'plain_text', text: 'Prompt' }
  const form = {
    type: 'modal',
    callback_id: 'form',
    title: { type: 'plain_text', text: 'Make a song' },
    submit: { type: 'plain_text', text: 'Send' },
    private_metadata: heldOnSlack(id, channel).value,
    blocks: [{ type: 'input', block_id: 'prompt', optional: true, label, element }],
  }
  await post(`${slack.api}views.update`, `Bearer ${slack.botToken}`, { view_id: view, view: form })
}
