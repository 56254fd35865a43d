import { type APIMessage, MessageType } from 'discord-api-types/v10'
import type { SeenMessage } from '../../../control/people.ts'
import { DiscordMessage } from '../discord/message.tsx'
import { SlackMessage } from '../slack/message.tsx'
import { Avatar } from './avatar.tsx'
import { Drawn } from './drawn.tsx'
import { MessageMenu } from './message-menu.tsx'
import { placeChoices } from './place-choices.ts'
import type { Showing } from './showing.ts'
import type { ChatState } from './use-chat.ts'

export interface MessageProps {
  chat: ChatState
  message: SeenMessage
  answer(message: SeenMessage): void
  explain(message: SeenMessage): void
}

const states = {
  shown: '',
  thinking: 'Tunesmith is thinking…',
  'did not respond': 'The application did not respond',
  deleted: 'This message was deleted.',
} as const satisfies Record<SeenMessage['state'], string>

const timeOf = ({ createdAtMs }: SeenMessage): string =>
  new Date(createdAtMs).toLocaleTimeString('en', { timeStyle: 'short' })

const Body = ({ chat, message }: Pick<MessageProps, 'chat' | 'message'>) => {
  const state = states[message.state]
  if (message.original === undefined) return <p class="small">{state}</p>
  const showing: Showing = {
    message,
    choicesOfPlace: placeChoices(chat),
    nameOf: chat.nameOf,
    press: (button, values) =>
      void chat.perform({ press: { message: message.id, button, ...(values !== undefined && { values }) } }),
  }
  return (
    <>
      {state === '' ? null : <p class="small thinking">{state}</p>}
      <Drawn what="This message" version={`${message.edits}${message.state}`}>
        {chat.platform === 'discord' ? <DiscordMessage {...showing} /> : <SlackMessage {...showing} />}
      </Drawn>
    </>
  )
}

const answerLength = 80

/** What somebody answered; on Discord it stands above the answer. */
const Answered = ({ chat: { messages, platform }, message }: Pick<MessageProps, 'chat' | 'message'>) => {
  const answered = messages.find(({ id }) => id === message.replyTo)
  if (answered === undefined || platform === 'slack') return null
  return answered.state === 'deleted' ? (
    <p class="small answered">↳ Original message was deleted</p>
  ) : (
    <p class="small answered">
      ↳ <strong>{answered.author}</strong> {answered.text.slice(0, answerLength)}
    </p>
  )
}

/** Discord's client says above an answer who used which command; Slack's does not. */
const Used = ({ chat, message }: Pick<MessageProps, 'chat' | 'message'>) => {
  const { nameOf, platform } = chat
  const { interaction, type } = (message.original ?? {}) as Partial<APIMessage> // as Discord's API has it
  if (interaction === undefined || platform === 'slack') return null
  return (
    <p class={`small used${message.seenBy === 'all' ? '' : ' alone'}`}>
      <strong>{nameOf('member', interaction.user.id)}</strong> used{' '}
      <span class="command">
        {type === MessageType.ChatInputCommand ? '/' : ''}
        {interaction.name}
      </span>
    </p>
  )
}

const Eye = () => (
  <svg class="eye" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
    <circle cx="12" cy="12" r="3" />
  </svg>
)

/** Below a message that one person alone sees; Slack says it above, and has nothing to dismiss it. */
const Dismiss = ({ dismiss }: { dismiss(): void }) => (
  <p class="small private">
    <Eye /> Only you can see this •{' '}
    <button type="button" class="textual" onClick={dismiss}>
      Dismiss message
    </button>
  </p>
)

/** What Slack leaves of a deleted message that has answers. */
const Tombstone = () => (
  <article class="message gone" aria-label={states.deleted}>
    <span class="avatar" aria-hidden="true" />
    <p class="small">{states.deleted}</p>
  </article>
)

/** A message, who wrote it and when, and what can be done with it. */
export const Message = ({ chat, message, answer, explain }: MessageProps) => {
  if (message.state === 'deleted') return <Tombstone />
  const isBot = chat.people.find(({ id }) => id === message.authorId)?.isBot ?? false
  const isAlone = message.seenBy !== 'all'
  const isOnSlack = chat.platform === 'slack'
  return (
    <>
      <Used chat={chat} message={message} />
      <article
        class={`message${isAlone ? ' alone' : ''}${isBot ? ' bot' : ''}`}
        aria-label={`${message.author}, ${timeOf(message)}`}
        data-id={message.id}
      >
        <Avatar name={message.author} isBot={isBot} />
        <div class="body">
          {isAlone && isOnSlack ? (
            <p class="small private">
              <Eye /> Only visible to you
            </p>
          ) : null}
          <Answered chat={chat} message={message} />
          <header>
            <strong>{message.author}</strong>
            {isBot ? <span class="badge">APP</span> : null}
            <time class="small" dateTime={new Date(message.createdAtMs).toISOString()}>
              {timeOf(message)}
            </time>
            {message.edits > 0 ? <span class="small">(edited)</span> : null}
          </header>
          <Body chat={chat} message={message} />
          {isAlone && !isOnSlack ? <Dismiss dismiss={() => chat.dismiss(message.id)} /> : null}
        </div>
        <MessageMenu
          entries={chat.offers.entries}
          pick={(name) => void chat.perform({ action: { name, message: message.id } })}
          answer={() => answer(message)}
          explain={() => explain(message)}
        />
      </article>
    </>
  )
}
