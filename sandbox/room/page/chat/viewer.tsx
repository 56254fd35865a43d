import { Avatar } from './avatar.tsx'
import type { ChatState } from './use-chat.ts'

/** Says "admin" of those whose name does not. */
const titleOf = ({ name, isAdmin }: { name: string; isAdmin: boolean }): string =>
  isAdmin && !/\((admin|owner)\)/.test(name) ? `${name} (admin)` : name

/** Says who one is, and lets one be somebody else. */
export const Viewer = ({ chat: { people, viewer, become } }: { chat: ChatState }) => (
  <label class="viewer">
    <Avatar name={viewer?.name ?? ''} isBot={false} />
    <span class="small">You are</span>
    <select value={viewer?.id ?? ''} onChange={({ currentTarget }) => become(currentTarget.value)}>
      {people
        .filter(({ isBot }) => !isBot)
        .map((person) => (
          <option key={person.id} value={person.id}>
            {titleOf(person)}
          </option>
        ))}
    </select>
  </label>
)
