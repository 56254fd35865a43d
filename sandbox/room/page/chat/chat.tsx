import { useEffect, useState } from 'preact/hooks'
import type { SeenMessage } from '../../../control/people.ts'
import { Composer } from '../composer/composer.tsx'
import type { Platform } from '../control.ts'
import { FirstVisit } from '../first-visit/first-visit.tsx'
import { FormDialog } from '../forms/form.tsx'
import { Home, HomeTabs } from './home.tsx'
import { Messages } from './messages.tsx'
import { PlaceMenu, Sidebar } from './sidebar.tsx'
import { titles } from './titles.ts'
import { useChat } from './use-chat.ts'
import { useDropped } from './use-dropped.ts'
import { Viewer } from './viewer.tsx'

interface ChatProps {
  platform: Platform
  /** Changes whenever something happened there. */
  occasion: number
  explain(message: SeenMessage): void
  /** The message that is explained now, which may change meanwhile. */
  explained: string | undefined
  keepUp(message: SeenMessage): void
}

/** One of the two chats: who one is, where one is, what is there, and what one does. */
export const Chat = ({ platform, occasion, explain, explained, keepUp }: ChatProps) => {
  const chat = useChat(platform, occasion)
  const [replyTo, setReplyTo] = useState<SeenMessage>()
  const [files, setFiles] = useState<readonly File[]>([])
  const [isHomeOpen, setHomeOpen] = useState(false)
  const { form, place, viewer } = chat
  const home = isHomeOpen ? place?.home : undefined
  const open = (tab: 'home' | 'messages'): void => {
    setHomeOpen(tab === 'home')
    void chat.perform({ visit: tab })
  }
  const addFiles = (more: readonly File[]): void => setFiles((before) => [...before, ...more])
  const dropping = useDropped(addFiles)
  useEffect(() => {
    setReplyTo(undefined)
    setFiles([])
    setHomeOpen(false)
  }, [viewer?.id, place?.id])
  const current = chat.messages.find(({ id }) => id === explained)
  useEffect(() => {
    if (current !== undefined) keepUp(current)
  }, [current])
  return (
    <section class={`chat ${platform}`} aria-label={titles[platform]}>
      <Sidebar chat={chat} />
      <div {...dropping}>
        <header class="bar">
          <h2>
            {place?.kind === 'direct message' ? '' : '# '}
            {place?.name} <span class="small">{titles[platform]}</span>
          </h2>
          <PlaceMenu chat={chat} />
          <Viewer chat={chat} />
          {place?.home === undefined ? null : <HomeTabs isHomeOpen={isHomeOpen} open={open} />}
        </header>
        {home === undefined ? (
          <Messages chat={chat} answer={setReplyTo} explain={explain} />
        ) : (
          <Home chat={chat} home={home} />
        )}
        <FirstVisit chat={chat} explain={explain} />
        <p class="told" role="status">
          {form === undefined ? chat.told : ''}
        </p>
        {home === undefined ? (
          <Composer
            key={`${chat.viewer?.id} ${place?.id}`}
            chat={chat}
            files={files}
            addFiles={addFiles}
            setFiles={setFiles}
            replyTo={replyTo}
            setReplyTo={setReplyTo}
          />
        ) : null}
      </div>
      {form === undefined ? null : <FormDialog key={form.id} form={form} chat={chat} />}
    </section>
  )
}
