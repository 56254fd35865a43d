import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { SeenMessage } from '../../../people.ts'
import { Message, type MessageProps } from './message.tsx'

type MessagesProps = Omit<MessageProps, 'message'>

/** Whoever is no further than this from the newest message follows it. */
const nearPx = 160

/** Keeps the newest message in sight, unless somebody has scrolled up to read. */
const useNewest = (newest: string, deeds: number) => {
  const list = useRef<HTMLDivElement>(null)
  const wasNear = useRef(true)
  useLayoutEffect(() => {
    wasNear.current = true
  }, [deeds])
  useLayoutEffect(() => {
    if (wasNear.current) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [newest, deeds])
  useEffect(() => {
    // A list that becomes lower, as a form or a keyboard opens, would hide its end.
    const stay = new ResizeObserver(() => {
      if (wasNear.current) list.current?.scrollTo({ top: list.current.scrollHeight })
    })
    if (list.current !== null) stay.observe(list.current)
    return () => stay.disconnect()
  }, [])
  const onScroll = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = list.current ?? {}
    wasNear.current = scrollHeight - scrollTop - clientHeight < nearPx
  }
  return { list, onScroll }
}

const Thread = ({ replies, ...props }: MessagesProps & { replies: readonly SeenMessage[] }) =>
  replies.length === 0 ? null : (
    <div class="thread">
      {replies.map((reply) => (
        <Message key={reply.id} {...props} message={reply} />
      ))}
    </div>
  )

/** The messages of a place, oldest first; on Slack answers stand below the message that they answer. */
export const Messages = (props: MessagesProps) => {
  const { messages, place, platform, deeds } = props.chat
  const { list, onScroll } = useNewest(
    `${place?.id} ${messages.map(({ edits, state }) => `${edits}${state}`).join()}`,
    deeds,
  )
  const isThreaded = platform === 'slack'
  return (
    <div class="messages" role="log" aria-label="Messages" ref={list} onScroll={onScroll}>
      {messages
        .filter(({ replyTo }) => !isThreaded || replyTo === undefined)
        .map((message) => (
          <div key={message.id}>
            <Message {...props} message={message} />
            {isThreaded ? (
              <Thread {...props} replies={messages.filter(({ replyTo }) => replyTo === message.id)} />
            ) : null}
          </div>
        ))}
    </div>
  )
}
