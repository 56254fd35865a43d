import type { SeenChannel } from '../../../control/seen-places.ts'
import { titles } from './titles.ts'
import type { ChatState } from './use-chat.ts'

const signs = {
  channel: '#',
  thread: '↳',
  'direct message': '',
} as const satisfies Record<SeenChannel['kind'], string>

/** Threads stand below the channel that they are in. */
const inOrder = (channels: readonly SeenChannel[]): readonly SeenChannel[] =>
  channels
    .filter(({ kind }) => kind !== 'thread')
    .flatMap((channel) => [channel, ...channels.filter(({ parent }) => parent === channel.id)])

interface PlaceListProps {
  label: string
  channels: readonly SeenChannel[]
  chat: ChatState
}

const PlaceList = ({ label, channels, chat }: PlaceListProps) => (
  <>
    <h3>{label}</h3>
    <ul>
      {inOrder(channels).map(({ id, name, kind }) => (
        <li key={id} class={kind === 'thread' ? 'inner' : ''}>
          <button
            type="button"
            aria-current={id === chat.place?.id ? 'page' : undefined}
            onClick={() => chat.go(id)}
          >
            <span aria-hidden="true">{signs[kind]}</span> {name}
          </button>
        </li>
      ))}
    </ul>
  </>
)

/** Where one can go. */
export const Sidebar = ({ chat }: { chat: ChatState }) => (
  <div class="sidebar">
    <nav aria-label={`Places on ${titles[chat.platform]}`}>
      {chat.places.servers.map(({ id, name, channels }) => (
        <div key={id}>
          <h2 class="server">
            {titles[chat.platform]} <span>{name}</span>
          </h2>
          <PlaceList label="Channels" channels={channels} chat={chat} />
        </div>
      ))}
      <PlaceList label="Direct messages" channels={chat.places.directMessages} chat={chat} />
    </nav>
  </div>
)

/** The same as a menu, for where there is no room for the list. */
export const PlaceMenu = ({ chat: { channels, place, go } }: { chat: ChatState }) => (
  <label class="where">
    <span class="hidden">Place</span>
    <select value={place?.id ?? ''} onChange={({ currentTarget }) => go(currentTarget.value)}>
      {inOrder(channels).map(({ id, name, kind }) => (
        <option key={id} value={id}>
          {signs[kind]} {name}
        </option>
      ))}
    </select>
  </label>
)
