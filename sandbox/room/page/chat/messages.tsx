import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { SeenMessage } from '../../../control/people.ts'
import { Message, type MessageProps } from './message.tsx'
import { threadsOf } from './threads.ts'

type MessagesProps = Omit<MessageProps, 'message'>

/** A reader this close to the newest message keeps following it. */
const nearPx = 160

/** Keeps the newest message in sight, unless somebody has scrolled up to read since they came or did something. */
const useNewest = (newest: string, occasion: string) => {
  const list = useRef<HTMLDivElement>(null)
  const wasNear = useRef(true)
  const stay = (): void => {
    if (wasNear.current) list.current?.scrollTo({ top: list.current.scrollHeight })
  }
  useLayoutEffect(() => {
    wasNear.current = true
  }, [occasion])
  useLayoutEffect(stay, [newest, occasion])
  useEffect(() => {
    // Boxes that open make the list lower, and a cover that has come makes what is in it higher.
    const observer = new ResizeObserver(stay)
    for (const element of [list.current, list.current?.firstElementChild])
      if (element) observer.observe(element)
    return () => observer.disconnect()
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
    messages.map(({ edits, state }) => `${edits}${state}`).join(),
    `${place?.id} ${props.chat.viewer?.id} ${deeds}`,
  )
  return (
    <div class="messages" role="log" aria-label="Messages" ref={list} onScroll={onScroll}>
      <div>
        {threadsOf(messages, platform === 'slack').map(({ message, replies }) => (
          <div key={message.id}>
            <Message {...props} message={message} />
            <Thread {...props} replies={replies} />
          </div>
        ))}
      </div>
    </div>
  )
}
